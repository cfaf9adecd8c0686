//! Finds the files that `@path` in a text attaches, as recorded for edition `2026-11`.

use crate::host::stages::View;
use crate::tree::{EntryKind, path};

/// Returns the files that follow an `@` at the start of the text or after whitespace. Relative
/// paths start at the working directory. Missing files, and files that the conversation has already
/// read, are omitted. If the text has two spellings of one file's path, the file is returned twice,
/// as in recorded answers of Claude Code.
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

/// Returns two spellings of a path: as written, and without trailing punctuation. The second
/// spelling is inferred, because it does not occur in recorded answers.
fn spellings(name: &str) -> impl Iterator<Item = &str> {
    let bare = name.trim_end_matches(|last: char| !last.is_alphanumeric() && last != '_');
    [name, bare].into_iter().filter(|name| !name.is_empty())
}
