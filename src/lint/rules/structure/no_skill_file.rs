//! `no-skill-file`: a folder among skills contains instructions but no `SKILL.md`.
//!
//! Fix: none, because only the author knows which file is meant, and whether the folder is a skill at all.

use std::collections::BTreeMap;

use crate::lint::prelude::*;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Entry, EntryKind};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "no-skill-file",
    Severity::Hint,
    "a folder among skills has no SKILL.md",
    &[Run::Catalogs(check)],
);

/// The maximum number of entries below one folder that are searched for a skill. No host has this
/// limit.
const MAX_ENTRIES: usize = 500;

/// Names, in lowercase, of folders with files that several skills share.
const SHARED: [&str; 12] = [
    "archive",
    "assets",
    "common",
    "docs",
    "examples",
    "lib",
    "references",
    "resources",
    "scripts",
    "shared",
    "templates",
    "utils",
];

/// Reports a folder with Markdown files if neither the folder nor its subfolders contain a skill.
/// Only folders directly in a folder that hosts search for skills are checked.
pub fn check(survey: &Survey<'_>, found: &mut Vec<Diagnostic>) {
    // The path of the first Markdown file of each folder, with the hosts that search the folder's root.
    let mut without: BTreeMap<String, Vec<HostEdition<'_>>> = BTreeMap::new();
    for (root, folder) in survey.roots.without(survey.tree) {
        if let Some(file) = note(folder) {
            let hosts = without.entry(file.path()).or_default();
            for host in &root.hosts {
                if !hosts.contains(host) {
                    hosts.push(*host);
                }
            }
        }
    }
    let asked = without
        .into_iter()
        .filter(|(file, _)| survey.is_asked(file));
    for (file, hosts) in asked.take(MAX_FOUND) {
        let loads = hosts_and_verb(hosts.iter().copied(), "loads", "load");
        let message = format!("{loads} no skill from this folder, because it has no {SKILL_FILE}");
        found.push(
            Diagnostic::new(&RULE, &file, START, message)
                .help(format!("Write a {SKILL_FILE} with a name and a description, or keep the folder elsewhere."))
                .concerning(hosts),
        );
    }
}

/// Returns the first Markdown file in a folder. Returns `None` if there is no such file, or if the
/// folder contains a skill at any depth. Folders that usually contain other files than skills are
/// skipped.
fn note(folder: Entry<'_>) -> Option<Entry<'_>> {
    let name = folder.name();
    if name.starts_with(['.', '_']) || SHARED.contains(&&*name.to_ascii_lowercase()) {
        return None;
    }
    let is_note = |file: &Entry<'_>| {
        matches!(file.kind(), EntryKind::File(_)) && file.name().ends_with(".md")
    };
    let first = folder.children().find(is_note)?;
    let mut folders = vec![folder];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in folder.children() {
            seen += 1;
            match entry.kind() {
                _ if seen > MAX_ENTRIES => return None,
                EntryKind::Directory => folders.push(entry),
                // The entry is the file of a skill, or another rule reports it as a misspelt `SKILL.md`.
                _ if is_skill_file_name(entry.name())
                    || super::almost_a_root::is_nearly(entry.name()) =>
                {
                    return None;
                }
                _ => {}
            }
        }
    }
    Some(first)
}
