//! The options and the result of a search for passages.

use serde::Serialize;

use crate::text::document::Range;

/// Options for a search for passages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct PassagesOptions {
    /// The paths of the skills' files. If the list is empty, all folders with a `SKILL.md` are searched.
    pub skills: Vec<String>,
    /// The maximum number of passages to return; 10 by default.
    pub limit: usize,
    /// The maximum number of tokens of all returned passages together. If a passage does not fit, it is left out, and
    /// passages with lower scores that fit are returned.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub max_tokens: Option<u64>,
    /// True to rank also the bodies of the skills' own files. By default, the bodies are left out,
    /// because a model that uses a skill gets the whole body.
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
    /// The passages, sorted by score, the best first.
    pub passages: Vec<Passage>,
    /// The estimated tokens of all returned passages together.
    pub tokens: u64,
    /// The number of passages that were skipped because `max_tokens` had no room for them. Passages
    /// with lower scores than the last returned passage do not count. If no passage is returned,
    /// all passages count.
    pub too_long: usize,
    /// The texts that were not ranked, or of which only the beginning was ranked, sorted by path.
    pub skipped: Vec<SkippedText>,
}

/// A passage of a text file in a skill's folder: a section, or some paragraphs and code blocks of a
/// long section.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Passage {
    /// The path of the file that contains the passage.
    pub path: String,
    /// The path of the skill's file.
    pub skill: String,
    /// The headings of the sections that contain the passage, from the outermost to the section's own heading, without
    /// markup. Empty before the first heading, and in texts that are not Markdown.
    pub headings: Vec<String>,
    /// The range of the passage in the file. If the passage is the first of its section, the range
    /// begins at the section's heading.
    pub range: Range,
    /// The score, above 0. Only scores of passages of the same request can be compared.
    pub score: f64,
    /// The estimated tokens of the passage: a quarter of its bytes.
    pub tokens: u64,
    /// The passage exactly as written in the file.
    pub text: String,
    /// The request's words in the passage, in the request's order.
    pub matched: Vec<MatchedWord>,
}

/// A word of the request that a passage contains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct MatchedWord {
    /// The word in a form without differences of case and without a plural ending. In scripts
    /// without spaces between words, such as Chinese, this is a pair of adjacent characters instead
    /// of a word.
    pub term: String,
    /// The fields of the passage that contain the word.
    pub fields: Vec<PassageField>,
}

/// A field of a passage: a text that is searched for the words of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PassageField {
    /// The headings of the sections that contain the passage.
    Headings,
    /// The name of the skill's folder, and the path of the file in this folder.
    Path,
    /// The text of the passage.
    Text,
}

/// A text file of a skill that is not completely ranked. The file is left out, or the file is too
/// long and only its beginning is ranked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkippedText {
    /// The path of the file.
    pub path: String,
    /// The reason why the text was skipped.
    pub reason: SkippedTextReason,
    /// A description of the reason why the text was skipped, with the remedy.
    pub message: String,
}

/// The reason why a text is not ranked, or why only its beginning is ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SkippedTextReason {
    /// The contents of the file are not loaded.
    NotLoaded,
    /// The file is not text in UTF-8.
    NotUtf8,
    /// The file is longer than 1 MiB. Only the first 1 MiB is ranked.
    TooLong,
}
