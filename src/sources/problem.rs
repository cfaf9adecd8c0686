//! Problems of the data that a website or a server returns.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::document::floor_char_boundary;

/// The maximum number of problems in a report; further ones are counted. The limit is ours.
const MAX_PROBLEMS: usize = 1_000;

/// The maximum length of the text of a problem, in bytes, because names and addresses may have any length. The limit is
/// ours.
const MAX_BYTES: usize = 2_000;

/// A problem of a source's data: the message, the place, and the advice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SourceProblem {
    /// The kind of problem, as a code.
    pub code: SourceProblemCode,
    /// The document with the problem: the URL of an index or a file, the URI of a resource, or the method of the call.
    pub document: String,
    /// The place in that document: a member such as `skills[3].digest`, or a path in an archive; empty for the whole
    /// document.
    pub at: String,
    /// The part that is lost because of the problem.
    pub drops: DroppedPart,
    /// The problem in words.
    pub message: String,
    /// Advice on how to solve the problem.
    pub help: String,
}

/// The part that is lost because of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum DroppedPart {
    /// The whole index, or a page of a list.
    Index,
    /// One skill is lost.
    Skill,
    /// One file beside a skill's own is lost.
    File,
    /// Nothing is lost.
    Nothing,
}

/// The kind of a problem in the data of a website or a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SourceProblemCode {
    /// A document is not valid JSON, too long or too deep.
    NotJson,
    /// A document has no list of skills, or no skill.
    NotAnIndex,
    /// An index has a version that is not supported.
    UnknownSchema,
    /// An index is not used, because another one takes precedence.
    UnusedIndex,
    /// A server answered with an error.
    AnswerError,
    /// A server's list repeats its pages or has too many.
    EndlessList,
    /// An entry is not an object.
    BadEntry,
    /// A name is not allowed in an index.
    BadName,
    /// A description is not allowed in an index.
    BadDescription,
    /// A type is neither `skill-md` nor `archive`.
    BadType,
    /// An address is invalid, or not an HTTP address.
    BadUrl,
    /// A digest has an invalid form.
    BadDigest,
    /// A size is not a non-negative integer.
    BadSize,
    /// A list of files is invalid, or names a file that must not be read.
    BadFiles,
    /// The frontmatter of a file or an entry cannot be used.
    BadFrontmatter,
    /// The name of a skill is not the last part of its path.
    NameMismatch,
    /// The frontmatter of an entry differs from that of the file.
    FrontmatterMismatch,
    /// The digest of a file's bytes is not the listed one.
    DigestMismatch,
    /// The size of a file is not the listed one.
    SizeMismatch,
    /// A listed file does not exist.
    MissingFile,
    /// A list of resources does not name the skill's own file.
    SkillFileNotListed,
    /// A listed file is outside of the skill's folder.
    OutsideSkill,
    /// A file is listed twice.
    DuplicateResource,
    /// A path is absolute, leads out of its folder, or is invalid.
    UnsafePath,
    /// An entry of an archive is a link.
    Link,
    /// A file is not an archive, or could not be unpacked.
    NotAnArchive,
    /// An archive has no `SKILL.md` at its root.
    NoSkillFile,
    /// A skill or an archive has too many files.
    TooManyFiles,
    /// A skill or an archive has too many bytes.
    TooLarge,
    /// Two skills have the same name.
    SameName,
}

/// The problems found so far.
#[derive(Debug, Default)]
pub(super) struct Problems {
    pub(super) listed: Vec<SourceProblem>,
    /// The number of problems beyond [`MAX_PROBLEMS`].
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

/// Shortens a text to [`MAX_BYTES`] bytes.
fn cut(mut text: String) -> String {
    if text.len() > MAX_BYTES {
        text.truncate(floor_char_boundary(&text, MAX_BYTES));
        text.push('…');
    }
    text
}
