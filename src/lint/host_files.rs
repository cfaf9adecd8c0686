//! The files that show that a project is meant for a host.
//!
//! The default targets are a guess. A project with a folder `.claude` and no file of opencode is
//! probably not meant for opencode, even if opencode searches this folder. People who did not know
//! the rules called 20 of 31 errors that concern only opencode debatable, and 11 right.

use crate::hosts::standard;
use crate::tree::Entry;

/// The files and folders at the top of a project that belong to a host, by the host's id.
const FILES: [(&str, &[&str]); 3] = [
    ("codex", &[".codex", ".agents", "AGENTS.md"]),
    ("claude-code", &[".claude", ".claude-plugin", "CLAUDE.md"]),
    (
        "opencode",
        &[".opencode", "opencode.json", "opencode.jsonc"],
    ),
];

/// The files at the top of a project whose text may name the hosts that the project is meant for.
const TEXTS: [&str; 3] = ["README.md", "AGENTS.md", "CLAUDE.md"];

/// The default targets for which only some projects are meant. Findings of the other targets matter
/// in every project.
const OPTIONAL: [&str; 1] = ["opencode"];

/// Returns the [optional](OPTIONAL) targets that a project is probably not meant for: the project has
/// no file of the host, and its texts do not name the host. Empty if the project has no file of any
/// target, because the project then shows nothing.
pub(super) fn unmeant<'h>(
    project: Entry<'_>,
    hosts: impl Iterator<Item = &'h str>,
) -> Vec<&'h str> {
    let (meant, unmeant): (Vec<_>, Vec<_>) = hosts
        .filter(|host| *host != standard::ID)
        .partition(|host| has_file(project, host));
    let unmeant = unmeant.into_iter().filter(|host| OPTIONAL.contains(host));
    unmeant.filter(|_| !meant.is_empty()).collect()
}

/// Returns the texts of a project that may name the hosts that the project is meant for.
pub(super) fn texts(project: Entry<'_>) -> impl Iterator<Item = Entry<'_>> {
    let texts = TEXTS.iter().filter_map(move |name| project.child(name));
    texts.filter_map(|text| text.follow().ok())
}

fn has_file(project: Entry<'_>, host: &str) -> bool {
    let Some((_, files)) = FILES.iter().find(|(known, _)| *known == host) else {
        return true;
    };
    let names_host = |text: Entry<'_>| {
        let text = text.contents().and_then(|contents| contents.text().ok());
        text.is_some_and(|text| text.to_lowercase().contains(host))
    };
    files.iter().any(|file| project.child(file).is_some()) || texts(project).any(names_host)
}
