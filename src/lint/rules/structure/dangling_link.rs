//! A link that leads nowhere, or back to itself.
//!
//! Fix: none.

use std::collections::BTreeMap;

use super::host_words::in_their_words;
use crate::lint::catalogs::Catalogs;
use crate::lint::diagnostic::{Diagnostic, START};
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;
use crate::model::catalog::LeftOutReason;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "dangling-link",
    Severity::Warning,
    "a link leads nowhere, or back to itself",
);

/// A skill that hosts drop for it.
pub(super) fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    in_their_words(context, &RULE, dropping)
}

/// Links to folders, of which no host makes a skill. A link to a file is looked at as the skill that it should be.
pub(super) fn check(
    catalogs: &Catalogs<'_>,
    is_asked: impl Fn(&str) -> bool,
    found: &mut Vec<Diagnostic>,
) {
    let mut links: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for catalog in catalogs.all() {
        let who = (catalog.host.as_str(), catalog.edition.as_str());
        for left in &catalog.left_out {
            let is_link = matches!(
                left.reason,
                LeftOutReason::DanglingLink | LeftOutReason::LinkLoop
            );
            if is_link && left.root.is_some() && !left.path.to_ascii_lowercase().ends_with(".md") {
                links.entry(&left.path).or_default().push(who);
            }
        }
    }
    for (path, hosts) in links {
        if is_asked(path) {
            let message = "the link leads nowhere, or back to itself, so there is no skill";
            found.push(
                Diagnostic::new(&RULE, path, START, message)
                    .help("Create what it points to, or remove the link.")
                    .concerning(hosts),
            );
        }
    }
}
