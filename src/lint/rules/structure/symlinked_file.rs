//! `symlinked-file`: the `SKILL.md` is a link, which a host does not follow.
//!
//! Fix: none.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "symlinked-file",
    Severity::Error,
    "the SKILL.md is a link, which a host does not follow",
    &[Run::LeftOut(&[LeftOutReason::SymlinkedFile], explain)],
);

/// Returns the finding for a skill that hosts drop because its `SKILL.md` is a link; `None` if no
/// host drops the skill.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    let one = in_host_words(dropped)?;
    Some(match dropped.passed_over() {
        Some((link, _)) => one.related_file("the link to it", link),
        None => one,
    })
}
