//! Applies fixes that do not conflict, in the order of the fixes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fix::{FileRename, Fix, TextEdit};
use crate::sort;

/// The result of applying fixes to some files.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Applied {
    /// The complete new texts of the changed files, by path. The paths are those before the renames.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub files: BTreeMap<String, String>,
    /// The renames, in the order in which they must be made. They must be made after the files are written.
    pub renames: Vec<FileRename>,
    /// The number of applied fixes.
    pub applied: usize,
    /// The number of fixes that were not applied, because they conflict with an earlier fix or do not match the files.
    /// A new run of the linter on the changed files offers these fixes again.
    pub skipped: usize,
}

/// A set of fixes that do not conflict with each other.
#[derive(Default)]
pub(in crate::lint) struct Plan<'f> {
    /// The edits of each file, by the first byte that the edit replaces.
    edits: BTreeMap<&'f str, BTreeMap<usize, &'f TextEdit>>,
    renames: Vec<&'f FileRename>,
}

/// Applies fixes to texts. `read` returns the text at a path. Each fix is applied completely or not
/// at all.
#[must_use]
pub fn apply<'t, 'f>(
    read: impl Fn(&str) -> Option<&'t str>,
    fixes: impl IntoIterator<Item = &'f Fix>,
) -> Applied {
    let mut plan = Plan::default();
    let mut applied = Applied::default();
    for fix in fixes {
        if plan.add(&read, fix) {
            applied.applied += 1;
        } else {
            applied.skipped += 1;
        }
    }
    applied.files = plan.files(read);
    applied.renames = plan.renames.into_iter().cloned().collect();
    applied
}

impl<'f> Plan<'f> {
    /// Adds a fix to the set, unless it conflicts with a fix of the set or does not match the texts. Returns true if
    /// the fix was added.
    pub fn add<'t>(&mut self, read: impl Fn(&str) -> Option<&'t str>, fix: &'f Fix) -> bool {
        let mut edits: Vec<_> = fix.edits.iter().collect();
        sort::by_key(&mut edits, |edit| (&edit.path, bytes(edit).start));
        let apart = edits.windows(2).all(|pair| !collide(pair[0], pair[1]));
        let fits = |edit: &TextEdit| {
            let text = read(&edit.path);
            text.is_some_and(|text| text.get(bytes(edit)).is_some())
        };
        let is_new = |rename: &FileRename| {
            let mut others = self.renames.iter();
            others.all(|other| *other == rename || !touch(other, rename))
        };
        if !apart
            || !edits.iter().all(|edit| fits(edit) && self.is_free(edit))
            || !fix.renames.iter().all(is_new)
        {
            return false;
        }
        for edit in edits {
            let of_file = self.edits.entry(&edit.path).or_default();
            of_file.insert(bytes(edit).start, edit);
        }
        for rename in &fix.renames {
            if !self.renames.contains(&rename) {
                self.renames.push(rename);
            }
        }
        true
    }

    /// Returns true if no edit of the set conflicts with this edit. An identical edit in the set is
    /// not a conflict.
    fn is_free(&self, edit: &TextEdit) -> bool {
        let Some(of_file) = self.edits.get(&*edit.path) else {
            return true;
        };
        // The edits of the set do not overlap, so only the edits directly before and after this edit can conflict with
        // it.
        let before = of_file.range(..=bytes(edit).start).next_back();
        let after = of_file.range(bytes(edit).start..).next();
        let mut neighbours = before.into_iter().chain(after);
        neighbours.all(|(_, other)| *other == edit || !collide(other, edit))
    }

    /// Returns the new texts of the changed files, by path.
    pub fn files<'t>(&self, read: impl Fn(&str) -> Option<&'t str>) -> BTreeMap<String, String> {
        let files = self.edits.iter().map(|(path, edits)| {
            let text = read(path).unwrap_or_default();
            let mut changed = String::with_capacity(text.len());
            let mut at = 0;
            for edit in edits.values() {
                changed.push_str(&text[at..bytes(edit).start]);
                changed.push_str(&edit.text);
                at = bytes(edit).end;
            }
            changed.push_str(&text[at..]);
            ((*path).to_owned(), changed)
        });
        sort::collect_map(files)
    }

    /// Returns the renames, which must be made after the edits.
    pub fn renames(&self) -> impl Iterator<Item = &'f FileRename> {
        self.renames.iter().copied()
    }
}

fn bytes(edit: &TextEdit) -> std::ops::Range<usize> {
    edit.range.start.byte..edit.range.end.byte
}

/// Returns true if two edits of the same file conflict, because they change the same bytes or begin
/// at the same byte.
fn collide(one: &TextEdit, other: &TextEdit) -> bool {
    let (one_bytes, other_bytes) = (bytes(one), bytes(other));
    one.path == other.path
        && (one_bytes.start == other_bytes.start
            || (one_bytes.start < other_bytes.end && other_bytes.start < one_bytes.end))
}

/// Returns true if two renames conflict. They conflict if the two sources, or the two destinations,
/// are the same path or one is within the other.
fn touch(one: &FileRename, other: &FileRename) -> bool {
    let below = |path: &str, of: &str| {
        path.strip_prefix(of)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    [(one, other), (other, one)]
        .iter()
        .any(|(one, other)| below(&one.from, &other.from) || below(&one.to, &other.to))
}
