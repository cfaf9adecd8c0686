//! `duplicate-name`: a host loads two skills with the same name.
//!
//! Fix: none, because only the author knows which of the two skills to rename.

use std::collections::BTreeMap;

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "duplicate-name",
    Severity::Warning,
    "a host loads two skills with the same name",
    &[Run::Catalogs(check)],
);

/// Reports skills that have the same name as an earlier skill of the same host. The host loads both skills.
pub fn check(survey: &Survey<'_>, found: &mut Vec<Diagnostic>) {
    // The hosts that load each pair of skills. The key is the later skill, the earlier skill and the name of both.
    let mut twins: BTreeMap<[&str; 3], Vec<(&str, &str)>> = BTreeMap::new();
    for (catalog, by_name) in survey.catalogs.with_names() {
        let host = (catalog.host.as_str(), catalog.edition.as_str());
        for skill in &catalog.skills {
            let first = by_name.first(&skill.name);
            if let Some(first) =
                first.filter(|first| *first != skill.path && survey.is_asked(&skill.path))
            {
                let twin = [skill.path.as_str(), first, skill.name.as_str()];
                twins.entry(twin).or_default().push(host);
            }
        }
    }
    for ([path, first, name], hosts) in twins {
        let message = format!("another skill is named {name:?}, too");
        found.push(
            Diagnostic::new(&RULE, path, START, message)
                .help("Give one of the two another name, so that each can be asked for.")
                .concerning(hosts)
                .related_file("the other skill of that name", first),
        );
    }
}
