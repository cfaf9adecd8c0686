//! Problems in the data that a website or an MCP server returns.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::document::floor_char_boundary;

/// The maximum number of problems in a report. Further problems are only counted. No host has this limit.
const MAX_PROBLEMS: usize = 1_000;

/// The maximum length of each text in a problem report, in bytes. Longer texts are shortened,
/// because names and addresses in the data may have any length. No host has this limit.
const MAX_BYTES: usize = 2_000;

/// The advice in a problem report if a digest does not have the right form.
pub(super) const DIGEST_HELP: &str =
    "Write `sha256:` and the 64 hexadecimal digits of the file's SHA-256, in lowercase.";

/// A problem in the data of a website or an MCP server, with its place and advice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SourceProblem {
    /// The kind of the problem, as a value for programs.
    pub code: SourceProblemCode,
    /// The document that has the problem: the URL of an index or a file, the URI of a resource, or
    /// the method of a call to an MCP server.
    pub document: String,
    /// The place of the problem in the document: a JSON path such as `skills[3].digest`, or a path
    /// in an archive. Empty if the problem is about the whole document.
    pub at: String,
    /// The data that is not used because of the problem.
    pub drops: DroppedPart,
    /// A description of the problem.
    pub message: String,
    /// Advice on how to fix the problem.
    pub help: String,
}

/// The data that is not used because of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum DroppedPart {
    /// Skillglass does not use the whole index of a website, or a whole page of an MCP server's
    /// list of skills.
    Index,
    /// Skillglass does not use the skill, including all its files.
    Skill,
    /// Skillglass uses the skill and its `SKILL.md`, but ignores one of the skill's other files,
    /// such as a script.
    File,
    /// Nothing is dropped, because the problem does not prevent the use of the data.
    Nothing,
}

/// The kind of a problem in the data of a website or an MCP server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SourceProblemCode {
    /// A JSON document is not valid, is too long, or has too many levels.
    NotJson,
    /// An index has no list of skills, or a server's answer has no skill.
    NotAnIndex,
    /// An index has a version that is not supported.
    UnknownSchema,
    /// An index is not used, because skills are taken from another index of the website.
    UnusedIndex,
    /// An MCP server answered with an error.
    AnswerError,
    /// A server's list of skills repeats a page, or has too many pages.
    EndlessList,
    /// An entry of a list of skills is not an object.
    BadEntry,
    /// A name in an index is missing, too long, or has characters that are not allowed.
    BadName,
    /// A description in an index is missing, empty or too long.
    BadDescription,
    /// The type of an entry in an index is neither `skill-md` nor `archive`.
    BadType,
    /// An address in an index is invalid, or is not an HTTP address.
    BadUrl,
    /// The digest of a file in an index or a list has an invalid form.
    BadDigest,
    /// The size of a file in an MCP server's list of files is not an integer, or is negative.
    BadSize,
    /// The files of a skill are listed in an invalid way, or a listed file must not be read.
    BadFiles,
    /// The frontmatter of a file or an entry cannot be used.
    BadFrontmatter,
    /// The name of a skill differs from the name of its folder.
    NameMismatch,
    /// The frontmatter in a server's entry differs from the frontmatter in the skill's `SKILL.md`.
    FrontmatterMismatch,
    /// The digest of a file's bytes differs from the listed digest.
    DigestMismatch,
    /// The size of a file differs from the listed size.
    SizeMismatch,
    /// A listed file does not exist.
    MissingFile,
    /// A server's list of a skill's files does not name the `SKILL.md`.
    SkillFileNotListed,
    /// A listed file is outside of the skill's folder.
    OutsideSkill,
    /// A skill or a file is listed twice.
    DuplicateResource,
    /// The path of a file is absolute, leads out of the skill's folder, or is invalid.
    UnsafePath,
    /// An entry of an archive is neither a file nor a directory. For example, the entry is a link.
    Link,
    /// A file is not an archive, or could not be unpacked.
    NotAnArchive,
    /// An archive has no `SKILL.md` at its root.
    NoSkillFile,
    /// A skill or an archive has more files than allowed.
    TooManyFiles,
    /// A skill or an archive has more bytes than allowed.
    TooLarge,
    /// Two skills have the same name.
    SameName,
}

/// The problems that were found so far in the data of a source.
#[derive(Debug, Default)]
pub(super) struct Problems {
    pub(super) listed: Vec<SourceProblem>,
    /// The number of problems that are not in `listed`, because `listed` has at most
    /// [`MAX_PROBLEMS`] problems.
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
