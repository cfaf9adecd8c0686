//! The options and the result of a search for passages.

use serde::Serialize;

use crate::text::document::Range;

/// Options for a search for passages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct PassagesOptions {
    /// The paths of the skills' files; every folder with a `SKILL.md` if the list is empty.
    pub skills: Vec<String>,
    /// The maximum number of passages; 10 by default.
    pub limit: usize,
    /// The maximum number of tokens of all passages together. A passage that does not fit is left out, and the next
    /// passages that fit follow.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub max_tokens: Option<u64>,
    /// True to rank the bodies of the skills' own files too. They are left out by default, because a model gets them whole.
    pub skill_files: bool,
}

crate::record! { PassagesOptions: has(skills, limit, max_tokens, skill_files) from Self::default() }

impl Default for PassagesOptions {
    fn default() -> Self {
        Self {
            skills: Vec::new(),
            limit: 10,
            max_tokens: None,
            skill_files: false,
        }
    }
}

/// The passages that fit a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Passages {
    /// The passages, the best first.
    pub passages: Vec<Passage>,
    /// The tokens of all passages together.
    pub tokens: u64,
    /// The number of better passages that were left out because they did not fit into `max_tokens`.
    pub too_long: usize,
    /// The texts that were not ranked, or not to their end, by path.
    pub skipped: Vec<SkippedText>,
}

/// A part of a text beside a skill: a section, or some paragraphs and code blocks of a long section.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Passage {
    /// The file that contains the passage.
    pub path: String,
    /// The skill's file.
    pub skill: String,
    /// The heading of the section after the headings that contain it, without markup; empty before the first heading and in
    /// texts that are not Markdown.
    pub headings: Vec<String>,
    /// The passage's place in the file. It begins at the heading if the passage is the first of its section.
    pub range: Range,
    /// The score, above 0. It can be compared among the passages of one request only.
    pub score: f64,
    /// The estimated tokens of the text: a quarter of its bytes.
    pub tokens: u64,
    /// The passage as written.
    pub text: String,
    /// The request's words in the passage, in the request's order.
    pub matched: Vec<MatchedWord>,
}

/// A word of a request in a passage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct MatchedWord {
    /// The word in the form that is compared: case-folded and without a plural ending. In scripts without spaces, two
    /// characters.
    pub term: String,
    /// The fields that contain the word.
    pub fields: Vec<PassageField>,
}

/// A part of a passage that is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PassageField {
    /// The headings.
    Headings,
    /// The name of the skill's folder, and the path of the file in this folder.
    Path,
    /// The text.
    Text,
}

/// A text beside a skill that is not ranked, or not to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkippedText {
    /// The path of the file.
    pub path: String,
    /// The reason.
    pub reason: SkippedTextReason,
    /// The reason in words, with the remedy.
    pub message: String,
}

/// The reason why a text is not ranked, or not to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SkippedTextReason {
    /// The contents of the file are not loaded.
    NotLoaded,
    /// The file is not text in UTF-8.
    NotUtf8,
    /// The file is longer than 1 MiB; the rest is not ranked.
    TooLong,
}
