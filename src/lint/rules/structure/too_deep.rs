//! A skill that lies deeper than a host looks.
//!
//! Fix: moves the folder right below the root; unsafe, since paths that lead to the skill change.

use super::host_words::in_their_words;
use super::moved_up::moved_up;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "too-deep",
    Severity::Error,
    "the skill is deeper than a host searches",
);

/// A skill that hosts drop for it, below this root.
pub(super) fn explain(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    root: Option<&str>,
) -> Diagnostic {
    in_their_words(context, &RULE, dropping).fix(root.and_then(|root| moved_up(context, root)))
}
