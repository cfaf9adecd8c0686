//! A `SKILL.md` that is a link, which a host does not follow.
//!
//! Fix: none.

use super::host_words::in_their_words;
use crate::lint::catalogs::Catalogs;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;
use crate::model::catalog::LeftOutReason;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "symlinked-file",
    Severity::Error,
    "the SKILL.md is a link, which a host does not follow",
);

/// A skill that hosts drop for it, with the link.
pub(super) fn explain(
    context: &SkillContext<'_>,
    catalogs: &Catalogs<'_>,
    dropping: &[Verdict<'_>],
) -> Diagnostic {
    let diagnostic = in_their_words(context, &RULE, dropping);
    let link = dropping.first().and_then(|first| {
        let reason = LeftOutReason::SymlinkedFile;
        catalogs.passed_over(context.tree, first.who(), context.path, reason)
    });
    match link {
        Some((link, _)) => diagnostic.related_file("the link to it", link),
        None => diagnostic,
    }
}
