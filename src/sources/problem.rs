//! What is wrong with what a source hands over.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::document::floor_char_boundary;

/// Problems that a report lists at most; the rest is counted. This limit is ours.
const MAX_PROBLEMS: usize = 1_000;

/// Longest text of a problem in bytes: names and addresses may be of any length. This limit is ours.
const MAX_BYTES: usize = 2_000;

/// What is wrong, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SourceProblem {
    /// The kind of problem.
    pub code: SourceProblemCode,
    /// The document that it is in: the URL of an index or a file, the URI of a resource, or the method that was called.
    pub document: String,
    /// The member of that document, such as `skills[3].digest`, or the path in an archive; empty for all of it.
    pub at: String,
    /// What is lost by it.
    pub drops: DroppedPart,
    /// What is wrong.
    pub message: String,
    /// The remedy.
    pub help: String,
}

/// What is lost by a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum DroppedPart {
    /// The whole index, or a page of a list.
    Index,
    /// One skill.
    Skill,
    /// One file beside a skill's own.
    File,
    /// Nothing.
    Nothing,
}

/// The kinds of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SourceProblemCode {
    /// A document is no JSON, too long or too deep.
    NotJson,
    /// A document has no list of skills, or no skill.
    NotAnIndex,
    /// An index is of an unknown version.
    UnknownSchema,
    /// Another index comes first.
    UnusedIndex,
    /// A server answered with an error.
    AnswerError,
    /// A server's list goes in circles or has too many pages.
    EndlessList,
    /// An entry is no object.
    BadEntry,
    /// A name is not one that an index may have.
    BadName,
    /// A description is not one that an index may have.
    BadDescription,
    /// A type is neither `skill-md` nor `archive`.
    BadType,
    /// An address is none, or leads elsewhere than to HTTP.
    BadUrl,
    /// A digest is not written as one.
    BadDigest,
    /// A size is no whole number from 0.
    BadSize,
    /// A list of files is none, or names what must not be read.
    BadFiles,
    /// The frontmatter of a file or an entry cannot be used.
    BadFrontmatter,
    /// The name of a skill is not the last part of its path.
    NameMismatch,
    /// The frontmatter of an entry is not that of the file.
    FrontmatterMismatch,
    /// A file's bytes have another digest.
    DigestMismatch,
    /// A file has another size.
    SizeMismatch,
    /// A file is not there.
    MissingFile,
    /// A list of resources does not name the skill's own file.
    SkillFileNotListed,
    /// A resource lies outside its skill.
    OutsideSkill,
    /// A resource is listed twice.
    DuplicateResource,
    /// A path is absolute, climbs, or cannot be one of a file.
    UnsafePath,
    /// An entry of an archive is a link.
    Link,
    /// A file is no archive, or one that could not be unpacked.
    NotAnArchive,
    /// An archive has no `SKILL.md` at its root.
    NoSkillFile,
    /// A skill or an archive has too many files.
    TooManyFiles,
    /// A skill or an archive has too many bytes.
    TooLarge,
    /// Two skills have one name.
    SameName,
}

/// Problems as they are found.
#[derive(Debug, Default)]
pub(super) struct Problems {
    pub(super) listed: Vec<SourceProblem>,
    /// The number of those beyond [`MAX_PROBLEMS`].
    pub(super) more: usize,
}

impl Problems {
    pub(super) fn add(
        &mut self,
        (code, drops): (SourceProblemCode, DroppedPart),
        document: &str,
        at: fmt::Arguments<'_>,
        message: fmt::Arguments<'_>,
        help: &str,
    ) {
        if self.listed.len() >= MAX_PROBLEMS {
            self.more += 1;
            return;
        }
        self.listed.push(SourceProblem {
            code,
            document: cut(document.to_owned()),
            at: cut(at.to_string()),
            drops,
            message: cut(message.to_string()),
            help: help.to_owned(),
        });
    }
}

/// The beginning of a text that is too long.
fn cut(mut text: String) -> String {
    if text.len() > MAX_BYTES {
        text.truncate(floor_char_boundary(&text, MAX_BYTES));
        text.push('…');
    }
    text
}
