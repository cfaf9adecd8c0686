//! A skill that a host does not have, for a reason that no other rule names.
//!
//! Fix: none.

use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;
use crate::text::document::Range;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "not-loaded",
    Severity::Error,
    "the host does not have the skill, for a reason that no other rule names",
);

/// A skill that hosts drop, in the words of the first of them.
pub(in crate::lint) fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    let no = dropping.iter().find_map(Verdict::dropped);
    let place = no.and_then(|no| no.place);
    let range = place.map_or_else(|| context.start(), |start| Range { start, end: start });
    let (message, help) = no.map_or(("", ""), |no| (&no.message, &no.change));
    Diagnostic::new(&RULE, context.path, range, message).help(help)
}
