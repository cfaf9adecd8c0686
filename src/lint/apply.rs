//! Fixes into texts: those that do not get in each other's way, in their order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::diagnostic::{FileRename, Fix, TextEdit};

/// What fixes make of files.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Applied {
    /// The whole new texts, by the path that the file had before.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub files: BTreeMap<String, String>,
    /// The renames, to be made in this order after the files are written.
    pub renames: Vec<FileRename>,
    /// How many of the fixes were applied.
    pub applied: usize,
    /// How many got in the way of one before, or do not fit the files. Look again after the others are made.
    pub skipped: usize,
}

/// Applies fixes to the texts that `read` gives. A fix is applied whole or not at all.
#[must_use]
pub fn apply<'t, 'f>(
    read: impl Fn(&str) -> Option<&'t str>,
    fixes: impl IntoIterator<Item = &'f Fix>,
) -> Applied {
    let mut taken: BTreeMap<&str, Vec<&TextEdit>> = BTreeMap::new();
    let mut applied = Applied::default();
    for fix in fixes {
        let fits = |edit: &TextEdit| {
            let text = read(&edit.path);
            text.is_some_and(|text| text.get(bytes(edit)).is_some())
        };
        let is_free = |edit: &TextEdit| {
            let mut others = taken.get(edit.path.as_str()).into_iter().flatten();
            others.all(|other| *other == edit || !collide(other, edit))
        };
        let is_new = |rename: &FileRename| {
            let mut others = applied.renames.iter();
            others.all(|other| other == rename || !touch(other, rename))
        };
        let apart = (fix.edits.windows(2)).all(|pair| !collide(&pair[0], &pair[1]));
        if !apart
            || !fix.edits.iter().all(|edit| fits(edit) && is_free(edit))
            || !fix.renames.iter().all(is_new)
        {
            applied.skipped += 1;
            continue;
        }
        applied.applied += 1;
        for edit in &fix.edits {
            let of_file = taken.entry(&edit.path).or_default();
            if !of_file.contains(&edit) {
                of_file.push(edit);
            }
        }
        for rename in &fix.renames {
            if !applied.renames.contains(rename) {
                applied.renames.push(rename.clone());
            }
        }
    }
    for (path, mut edits) in taken {
        edits.sort_by_key(|edit| (bytes(edit).start, bytes(edit).end));
        let text = read(path).unwrap_or_default();
        let mut changed = String::with_capacity(text.len());
        let mut at = 0;
        for edit in edits {
            changed.push_str(&text[at..bytes(edit).start]);
            changed.push_str(&edit.text);
            at = bytes(edit).end;
        }
        changed.push_str(&text[at..]);
        applied.files.insert(path.to_owned(), changed);
    }
    applied
}

fn bytes(edit: &TextEdit) -> std::ops::Range<usize> {
    edit.range.start.byte..edit.range.end.byte
}

/// Whether two edits of a file change the same bytes, or put something in at the same place.
fn collide(one: &TextEdit, other: &TextEdit) -> bool {
    let (one_bytes, other_bytes) = (bytes(one), bytes(other));
    one.path == other.path
        && (one_bytes.start == other_bytes.start
            || (one_bytes.start < other_bytes.end && other_bytes.start < one_bytes.end))
}

/// Whether two renames are of the same thing, of what lies in it, or to the same name.
fn touch(one: &FileRename, other: &FileRename) -> bool {
    let below = |path: &str, of: &str| {
        path.strip_prefix(of)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    [(one, other), (other, one)]
        .iter()
        .any(|(one, other)| below(&one.from, &other.from) || below(&one.to, &other.to))
}
