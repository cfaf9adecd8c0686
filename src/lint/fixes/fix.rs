//! A fix: edits and renames that solve a problem.

use std::ops;

use serde::Serialize;

use super::kept_words::{Loss, are_kept};
use crate::text::document::{Document, PlaceIndex, Range};
use crate::tree::path;
use crate::tree::skill_file::is_skill_file_name;

/// A change that solves the problem of a finding. All edits and renames of a fix must be made
/// together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Fix {
    /// The title of the fix in the imperative, such as `Put the value in quotes`.
    pub title: String,
    /// True if the fix can be applied without review. Such a fix changes only the frontmatter of a skill, or creates
    /// frontmatter from lines of the skill. No host that loads the skill loses a part of its name, description or text,
    /// and no word of the author is lost or added. There are two exceptions: the fix of `wrong-capitals` renames the
    /// skill's file to `SKILL.md`, and the fix of `missing-name` adds the folder's name as the skill's name.
    pub safe: bool,
    /// Replacements of text that do not overlap, in the order of the files.
    pub edits: Vec<TextEdit>,
    /// Renames of files and folders, which are made after the edits of the fix.
    pub renames: Vec<FileRename>,
}

crate::record! { Fix: has(title, safe, edits, renames) needs(title, safe, edits, renames) takes others }

/// A replacement of a range of text in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TextEdit {
    /// The path of the edited file.
    pub path: String,
    /// The range that is replaced. If the range is empty, the text is inserted there.
    pub range: Range,
    /// The text that replaces the range.
    pub text: String,
}

crate::record! { TextEdit: has(path, range, text) needs(path, range, text) takes others }

/// A change of the path of a file or folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileRename {
    /// The path before the rename.
    pub from: String,
    /// The path after the rename.
    pub to: String,
}

crate::record! { FileRename: has(from, to) needs(from, to) takes others }

impl Fix {
    /// Creates a fix that can be applied without review. The fix becomes a proposal if an edit is
    /// added that needs review.
    #[must_use]
    pub(crate) fn safe(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            safe: true,
            edits: Vec::new(),
            renames: Vec::new(),
        }
    }

    /// Creates a proposal: a fix that a person must review.
    #[must_use]
    pub(crate) fn unsafe_(title: impl Into<String>) -> Self {
        Self {
            safe: false,
            ..Self::safe(title)
        }
    }

    /// Adds a replacement to the fix: `text` replaces the range `bytes` in the file `path`. A safe
    /// fix stays safe only if the range is in the frontmatter of a skill's file and the replacement
    /// removes no words. Otherwise the fix becomes unsafe, because in a body, a reference or a
    /// script, the author may have written the replaced characters on purpose.
    #[must_use]
    pub(crate) fn replace(
        self,
        path: &str,
        places: &PlaceIndex<'_>,
        bytes: ops::Range<usize>,
        text: impl Into<String>,
    ) -> Self {
        self.replace_losing(None, path, places, bytes, text)
    }

    /// Adds a replacement like [`replace`](Self::replace). `loss` names the words that the
    /// replacement may remove.
    #[must_use]
    pub(in crate::lint) fn replace_losing(
        mut self,
        loss: impl Into<Option<Loss>>,
        path: &str,
        places: &PlaceIndex<'_>,
        bytes: ops::Range<usize>,
        text: impl Into<String>,
    ) -> Self {
        self.safe = self.safe
            && is_skill_file_name(path::file_name(path))
            && is_in_frontmatter(places.text(), &bytes);
        self.replace_proven(loss, path, places, bytes, text)
    }

    /// Adds a replacement anywhere in a file. The edit is not checked here: only [`FixCheck`](super::check::FixCheck)
    /// calls this function, after it has run the hosts on the edited text.
    #[must_use]
    pub(in crate::lint) fn replace_proven(
        mut self,
        loss: impl Into<Option<Loss>>,
        path: &str,
        places: &PlaceIndex<'_>,
        bytes: ops::Range<usize>,
        text: impl Into<String>,
    ) -> Self {
        let text = text.into();
        self.safe = self.safe && are_kept(places.text(), &bytes, &text, loss.into());
        self.edits.push(TextEdit {
            path: path.to_owned(),
            range: places.range(bytes),
            text,
        });
        self
    }

    /// Adds a rename of a file or folder, which is made after the edits of the fix.
    #[must_use]
    pub(crate) fn rename(mut self, from: impl Into<String>, to: impl Into<String>) -> Self {
        self.renames.push(FileRename {
            from: from.into(),
            to: to.into(),
        });
        self
    }
}

/// Returns true if a range of bytes is in the frontmatter of a text, between the delimiters.
fn is_in_frontmatter(text: &str, bytes: &ops::Range<usize>) -> bool {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let document = Document::split(&text[mark..], |line| line.trim_end() == "---");
    document.is_ok_and(|document| {
        let start = text[mark..]
            .find('\n')
            .map_or(text.len(), |at| mark + at + 1);
        start <= bytes.start && bytes.end <= start + document.frontmatter.len()
    })
}
