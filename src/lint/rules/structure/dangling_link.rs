//! `dangling-link`: a link leads to no file, or back to itself.
//!
//! Fix: none.

use std::collections::BTreeMap;

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "dangling-link",
    Severity::Warning,
    "a link leads nowhere, or back to itself",
    &[
        Run::LeftOut(
            &[LeftOutReason::DanglingLink, LeftOutReason::LinkLoop],
            in_host_words,
        ),
        Run::Catalogs(check),
    ],
);

/// Reports broken symbolic links to folders. Broken links whose names end with `.md` are left out,
/// because other rules report them as broken skill files.
pub fn check(survey: &Survey<'_>, found: &mut Vec<Diagnostic>) {
    let mut links: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for catalog in survey.catalogs.all() {
        let host = (catalog.host.as_str(), catalog.edition.as_str());
        for left in &catalog.left_out {
            let is_link = matches!(
                left.reason,
                LeftOutReason::DanglingLink | LeftOutReason::LinkLoop
            );
            if is_link && left.root.is_some() && !left.path.to_ascii_lowercase().ends_with(".md") {
                links.entry(&left.path).or_default().push(host);
            }
        }
    }
    for (path, hosts) in links {
        if survey.is_asked(path) {
            let message = "the link leads nowhere, or back to itself, so there is no skill";
            found.push(
                Diagnostic::new(&RULE, path, START, message)
                    .help("Create what it points to, or remove the link.")
                    .concerning(hosts),
            );
        }
    }
}
