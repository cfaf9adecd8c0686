//! The texts of a skill that a model reads or runs: the `SKILL.md` and the resource files.

use std::cell::OnceCell;
use std::ops;

use crate::text::document::{PlaceIndex, Range, floor_char_boundary};
use crate::text::markdown::{self, Span, SpanKind};
use crate::tree::path;
use crate::tree::resources::ResourceKind;

/// One text of a skill: the `SKILL.md` or a resource file.
pub(crate) struct SkillText<'a> {
    pub path: String,
    /// The purpose of a resource file; `None` for the `SKILL.md`.
    pub kind: Option<ResourceKind>,
    pub text: &'a str,
    /// The byte range of the text that is checked: for the `SKILL.md`, the range after the
    /// frontmatter; for any other file, the whole text.
    pub body: ops::Range<usize>,
    pub places: PlaceIndex<'a>,
    /// The Markdown spans of the text, from [`markdown::spans`]. Empty if the file is not Markdown.
    pub spans: Vec<Span>,
    pub is_markdown: bool,
    /// The frontmatter fields of the `SKILL.md`. Empty for any other file.
    pub fields: Vec<TextField<'a>>,
    /// True if the file is for people, such as a README, and no text for the model refers to it.
    pub is_for_people: bool,
    /// The byte offsets of the trigger words of lint's rules in the text, each with the index of the
    /// word. They are searched for when a rule needs them for the first time.
    pub triggers: OnceCell<Vec<(usize, usize)>>,
}

/// A frontmatter field. Its ranges are byte offsets in the whole text.
#[derive(Debug, Clone)]
pub(crate) struct TextField<'a> {
    pub key: &'a str,
    pub value: ops::Range<usize>,
    /// The byte range of the field's lines, including their line ends.
    pub bytes: ops::Range<usize>,
}

/// The maximum number of bytes on each side of a position that [`SkillText::line_at`] returns. No
/// host has this limit.
const MAX_LINE: usize = 2_000;

impl<'a> SkillText<'a> {
    /// Builds a text of a skill. `kind` is `None` for the `SKILL.md`, and otherwise the purpose of
    /// the file.
    pub fn new(
        path: String,
        kind: Option<ResourceKind>,
        text: &'a str,
        body: ops::Range<usize>,
    ) -> Self {
        let ending = path.rsplit_once('.').map(|(_, ending)| ending);
        let is_markdown = kind.is_none()
            || ending.is_some_and(|ending| {
                ending.eq_ignore_ascii_case("md") || ending.eq_ignore_ascii_case("markdown")
            });
        let start = body.start;
        let spans = if is_markdown {
            markdown::spans(&text[body.clone()])
        } else {
            Vec::new()
        };
        let spans = spans.into_iter().map(|span| Span {
            bytes: start + span.bytes.start..start + span.bytes.end,
            ..span
        });
        Self {
            path,
            kind,
            text,
            body,
            places: PlaceIndex::new(text),
            spans: spans.collect(),
            is_markdown,
            fields: Vec::new(),
            is_for_people: false,
            triggers: OnceCell::new(),
        }
    }

    /// Returns the frontmatter field with this key; `None` if there is none.
    pub fn field(&self, key: &str) -> Option<&TextField<'a>> {
        self.fields.iter().find(|field| field.key == key)
    }

    pub fn range(&self, bytes: ops::Range<usize>) -> Range {
        self.places.range(bytes)
    }

    /// Returns the Markdown span that contains a byte; `None` if no span does.
    pub fn span_at(&self, byte: usize) -> Option<&Span> {
        let after = self.spans.partition_point(|span| span.bytes.start <= byte);
        let before = self.spans[..after].last();
        before.filter(|span| byte < span.bytes.end)
    }

    /// Returns the language of a code block: the first word after the opening fence. Empty if there
    /// is no such word.
    pub fn language(&self, block: &Span) -> &'a str {
        let text: &'a str = self.text;
        let before = text[..block.bytes.start].trim_end_matches(['\n', '\r']);
        let fence = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let info = fence.trim_start_matches(['`', '~']);
        // Some programs write the language in braces, as in `{python}`.
        let info = info.trim_start_matches([' ', '\t', '{', '.']);
        let is_end = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | ',' | ':');
        info.split(is_end).next().unwrap_or_default()
    }

    /// Returns true if a byte is in code: between backquotes or fences, or in a file that is not
    /// Markdown.
    pub fn is_code(&self, byte: usize) -> bool {
        !self.is_markdown
            || self
                .span_at(byte)
                .is_some_and(|span| matches!(span.kind, SpanKind::Code | SpanKind::Block))
    }

    /// Returns the line that contains a byte, without the line end. At most [`MAX_LINE`] bytes
    /// before and after the byte are returned.
    pub fn line_at(&self, byte: usize) -> &'a str {
        let text: &'a str = self.text;
        let low = floor_char_boundary(text, byte.saturating_sub(MAX_LINE));
        let high = floor_char_boundary(text, byte + MAX_LINE);
        let start = text[low..byte].rfind('\n');
        let start = start.map_or(low, |end| low + end + 1);
        let end = text[byte..high].find('\n');
        let end = end.map_or(high, |end| byte + end);
        text[start..end].trim_end()
    }

    /// Returns true if the folder or name of the file shows that it is a test.
    pub fn is_test(&self) -> bool {
        let mut folders = self.path.split('/').rev();
        let name = folders.next().unwrap_or_default();
        let is_folder = |folder: &str| {
            matches!(
                folder,
                "test" | "tests" | "__tests__" | "fixtures" | "testdata"
            )
        };
        let is_beside = self.kind.is_some();
        let is_named = name.contains(".test.")
            || name.contains(".spec.")
            || name.starts_with("test_")
            || name.contains("_test.");
        is_beside && (is_named || folders.any(is_folder))
    }

    /// Returns the lines of the body without line ends, each with the byte offset of its start.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &'a str)> {
        let mut at = self.body.start;
        let text: &'a str = self.text;
        text[self.body.clone()]
            .split_inclusive('\n')
            .map(move |line| {
                let start = at;
                at += line.len();
                (start, line.trim_end_matches(['\n', '\r']))
            })
    }
}

/// Returns true if a file is for the visitors of a repository, such as a README or a licence.
pub(crate) fn is_for_people(relative: &str) -> bool {
    const NAMES: [&str; 6] = [
        "readme",
        "changelog",
        "license",
        "contributing",
        "security",
        "code_of_conduct",
    ];
    let name = path::file_name(relative);
    let stem = name.split('.').next().unwrap_or(name);
    NAMES.iter().any(|known| stem.eq_ignore_ascii_case(known))
}
