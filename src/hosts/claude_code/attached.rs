//! Files that `@path` in a text brings along (recorded, edition `2026-11`).

use crate::host::stages::View;
use crate::tree::{EntryKind, path};

/// The files that the text names with `@` at its start or behind white space, seen from the working directory. Those
/// that are not there and those that the conversation has read are left out. A file that is named in two ways comes
/// twice, as recorded.
pub(super) fn files(view: &View<'_>, text: &str) -> Vec<String> {
    let environment = view.environment;
    let is_file = |name: &&str| {
        let entry = view.tree.resolve(&path::resolve(&environment.cwd, name));
        entry.is_ok_and(|entry| matches!(entry.kind(), EntryKind::File(_)))
    };
    let mut named: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let name = word.strip_prefix('@').map(spellings);
        let name = name.and_then(|mut spellings| spellings.find(is_file));
        if let Some(name) = name.filter(|name| !named.contains(name)) {
            named.push(name);
        }
    }
    let files = named
        .iter()
        .map(|name| path::resolve(&environment.cwd, name));
    files
        .filter(|file| !environment.touched.contains(file))
        .collect()
}

/// The name as written, then without the punctuation of a sentence behind it. That it is taken off is inferred.
fn spellings(name: &str) -> impl Iterator<Item = &str> {
    let bare = name.trim_end_matches(|last: char| !last.is_alphanumeric() && last != '_');
    [name, bare].into_iter().filter(|name| !name.is_empty())
}
