//! `not-loaded`: a host does not load the skill for a reason that no other rule covers.
//!
//! Fix: none.

use crate::lint::prelude::*;
use crate::text::document::Range;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "not-loaded",
    Severity::Error,
    "the host does not load the skill, for a reason that no other rule covers",
    &[Run::Search(Search::OtherDrops)],
);

/// Returns the finding for a skill that hosts drop. The message and the help are those of the first
/// host in `dropping` that gives a reason.
pub fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    let no = dropping.iter().find_map(Verdict::dropped);
    let place = no.and_then(|no| no.place);
    let range = place.map_or_else(|| context.start(), |start| Range { start, end: start });
    let (message, help) = no.map_or(("", ""), |no| (&no.message, &no.change));
    Diagnostic::new(&RULE, context.path, range, message).help(help)
}
