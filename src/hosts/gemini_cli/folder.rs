//! The printed directory tree of a skill's folder, which the skill tool adds to its result
//! (`docs/hosts/gemini-cli.md#the-tool`).

use std::collections::VecDeque;

use crate::sort;
use crate::text::collation;
use crate::tree::{Entry, EntryKind, Tree};

/// The maximum number of files and folders in the printed directory tree of a skill's folder.
pub(super) const MAX_ITEMS: usize = 200;

/// The names of folders that the printed directory tree shows without their contents.
const CLOSED: [&str; 4] = ["node_modules", ".git", "dist", "__pycache__"];

/// The text that the printed directory tree shows in place of further files or folders.
const MORE: &str = "...";

/// The maximum depth of the recursion that prints the directory tree. The tree has at most
/// [`MAX_ITEMS`] folders, so it is never deeper than this limit.
const MAX_LEVELS: usize = MAX_ITEMS + 1;

/// A folder in the printed directory tree of a skill's folder.
#[derive(Default)]
struct Folder<'t> {
    name: &'t str,
    files: Vec<&'t str>,
    /// The folders inside this folder. Each is an index in the list that [`read`] returns.
    folders: Vec<usize>,
    is_closed: bool,
    has_more_files: bool,
    has_more_folders: bool,
}

/// Returns a heading and a drawing of a folder as a tree. Each line has the name of a file or
/// folder after drawing characters such as `├───`.
pub(super) fn structure(tree: &Tree, directory: &str) -> String {
    let Ok(root) = tree.resolve(directory) else {
        return format!(
            "Error: Could not read directory \"{directory}\". Check path and permissions."
        );
    };
    let folders = read(root);
    let mut lines = Vec::new();
    draw(&folders, 0, "", &mut lines, 0);
    let is_cut =
        |folder: &Folder<'_>| folder.is_closed || folder.has_more_files || folder.has_more_folders;
    let cut = if folders.iter().any(is_cut) {
        format!(
            " Folders or files indicated with {MORE} contain more items not shown, were ignored, or the display limit ({MAX_ITEMS} items) was reached."
        )
    } else {
        String::new()
    };
    // The heading ends with a slash after the path. For the path `/` it ends with two slashes, as in the program.
    format!(
        "Showing up to {MAX_ITEMS} items (files + folders).{cut}\n\n{directory}/\n{}",
        lines.join("\n")
    )
}

/// Returns the folder and the folders below it, breadth first, up to the maximum number of files
/// and folders. In each folder, files come before folders, and both are sorted by name.
fn read(root: Entry<'_>) -> Vec<Folder<'_>> {
    let mut folders = vec![Folder::default()];
    let mut queue = VecDeque::from([(root, 0)]);
    let mut items = 0;
    while let Some((entry, index)) = queue.pop_front() {
        if items >= MAX_ITEMS {
            break;
        }
        let mut children: Vec<_> = entry.children().collect();
        sort::by(&mut children, |left, right| {
            collation::compare(left.name(), right.name())
        });
        for child in &children {
            if !matches!(child.kind(), EntryKind::File(_)) {
                continue;
            }
            if items >= MAX_ITEMS {
                folders[index].has_more_files = true;
                break;
            }
            folders[index].files.push(child.name());
            items += 1;
        }
        for child in children {
            if child.kind() != EntryKind::Directory {
                continue;
            }
            if items >= MAX_ITEMS {
                folders[index].has_more_folders = true;
                break;
            }
            let is_closed = CLOSED.contains(&child.name());
            let place = folders.len();
            folders.push(Folder {
                name: child.name(),
                is_closed,
                ..Folder::default()
            });
            folders[index].folders.push(place);
            items += 1;
            if !is_closed {
                queue.push_back((child, place));
            }
        }
    }
    folders
}

/// Adds a line for each file and folder inside a folder to `lines`. Each line begins with `indent`.
fn draw(folders: &[Folder<'_>], index: usize, indent: &str, lines: &mut Vec<String>, level: usize) {
    let folder = &folders[index];
    if level > MAX_LEVELS {
        return;
    }
    let mut line = |is_last: bool, text: &str, end: &str| {
        let branch = if is_last {
            "└───"
        } else {
            "├───"
        };
        lines.push(format!("{indent}{branch}{text}{end}"));
    };
    let has_folders = !folder.folders.is_empty() || folder.has_more_folders;
    for (place, file) in folder.files.iter().enumerate() {
        line(place + 1 == folder.files.len() && !has_folders, file, "");
    }
    if folder.has_more_files {
        line(!has_folders, MORE, "");
    }
    for (place, inner) in folder.folders.iter().enumerate() {
        let is_last = place + 1 == folder.folders.len() && !folder.has_more_folders;
        let Folder {
            name, is_closed, ..
        } = folders[*inner];
        let branch = if is_last {
            "└───"
        } else {
            "├───"
        };
        let end = if is_closed { MORE } else { "" };
        lines.push(format!("{indent}{branch}{name}/{end}"));
        let deeper = format!("{indent}{}", if is_last { "    " } else { "│   " });
        draw(folders, *inner, &deeper, lines, level + 1);
    }
    if folder.has_more_folders {
        lines.push(format!("{indent}└───{MORE}"));
    }
}
