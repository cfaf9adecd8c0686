//! Collects the facts about dependencies in a text.

use std::ops::Range;

use super::report::{DependencyKind, NeedSource};
use crate::text::document::{self, PlaceIndex, floor_char_boundary};

/// The maximum number of dependencies that are collected from one file. No host has this limit.
const MAX_NEEDS: usize = 2_000;

/// The maximum number of bytes that are read before and after a position in a line. There is a
/// maximum, because a whole text may be a single line. No host has this limit.
const MAX_LINE: usize = 400;

/// Returns the byte range of the line around a position, at most [`MAX_LINE`] bytes on each side.
pub(super) fn line_at(text: &str, at: usize) -> Range<usize> {
    let first = floor_char_boundary(text, at.saturating_sub(MAX_LINE));
    let last = floor_char_boundary(text, at + MAX_LINE);
    let start = text[first..at]
        .rfind('\n')
        .map_or(first, |end| first + end + 1);
    let end = text[at..last].find('\n').map_or(last, |end| at + end);
    start..end
}

/// A dependency that a skill needs, and the place in a file that names the dependency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Need {
    pub(super) kind: DependencyKind,
    pub(super) name: String,
    pub(super) range: document::Range,
    pub(super) source: NeedSource,
    pub(super) optional: bool,
    /// The programs that can replace each other, including this program. The skill needs only one
    /// of them. Empty if no other program can replace this program.
    pub(super) any_of: Vec<String>,
}

/// A way to install a program: the program, the installer and the package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) program: String,
    pub(super) installer: &'static str,
    pub(super) target: String,
}

/// The facts about dependencies in one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// The `name` in the skill's frontmatter. None if there is no name, or if the file is not the
    /// skill's main file.
    pub(super) name: Option<String>,
    pub(super) needs: Vec<Need>,
    pub(super) ways: Vec<Way>,
    /// The names of MCP servers that the file configures, each with an address of the server.
    pub(super) servers: Vec<(String, String)>,
    /// The programs that `allowed-tools` allows in a shell. None if the field allows all programs,
    /// names no program or is absent.
    pub(super) allowed_programs: Option<Vec<String>>,
    /// True if the file was not read, because its contents are unknown, not UTF-8 or too long.
    pub(super) unread: bool,
}

/// A text, and the facts about dependencies that were collected from it.
pub(super) struct Collector<'t> {
    pub(super) text: &'t str,
    places: PlaceIndex<'t>,
    pub(super) facts: Facts,
}

impl<'t> Collector<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            places: PlaceIndex::new(text),
            facts: Facts::default(),
        }
    }

    /// Adds a dependency that the text names in this byte range.
    pub(super) fn need(
        &mut self,
        kind: DependencyKind,
        name: &str,
        bytes: Range<usize>,
        source: NeedSource,
        optional: bool,
    ) {
        if self.facts.needs.len() < MAX_NEEDS && !name.is_empty() {
            self.facts.needs.push(Need {
                kind,
                name: name.to_owned(),
                range: self.places.range(bytes),
                source,
                optional,
                any_of: Vec::new(),
            });
        }
    }

    /// Adds a way to install a program.
    pub(super) fn way(&mut self, program: &str, installer: &'static str, target: &str) {
        if self.facts.ways.len() < MAX_NEEDS {
            self.facts.ways.push(Way {
                program: program.to_owned(),
                installer,
                target: target.to_owned(),
            });
        }
    }
}
