//! Commands that opencode and its fork Kilo read from Markdown files.

use crate::host::scan::{self, Limits, Wanted};
use crate::tree::{Tree, path};

/// The folders of a configuration directory that contain commands.
const FOLDERS: [&str; 2] = ["command", "commands"];

/// The largest number of directories that are searched for commands in one folder. No host has this limit.
const MAX_DIRECTORIES: usize = 2000;

/// Returns the names of the commands in a configuration directory: the paths of their files without `.md`.
pub(crate) fn markdown_commands(tree: &Tree, directory: &str) -> Vec<String> {
    let limits = Limits {
        directories: MAX_DIRECTORIES,
        link_files: true,
        ..Limits::default()
    };
    let mut names = Vec::new();
    for folder in FOLDERS {
        let root = path::join(directory, folder);
        let Ok(entry) = tree.resolve(&root) else {
            continue;
        };
        let walk = scan::walk(entry, &root, Wanted::Ending(".md"), &limits);
        names.extend(walk.found.iter().filter_map(|found| {
            let below = found.discovered_path.strip_prefix(&root)?;
            Some(below.strip_prefix('/')?.strip_suffix(".md")?.to_owned())
        }));
    }
    names
}
