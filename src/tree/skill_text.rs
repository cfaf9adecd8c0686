//! The texts of a skill that a model reads or runs: the `SKILL.md` and the resource files.

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
    /// The trigger words in the text, in order. Empty until a search has found them.
    pub triggers: Vec<TriggerPlace>,
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
            triggers: Vec::new(),
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

    /// Returns the places in the whole text at which words of a list begin, in order. Each place is
    /// a byte offset, with the position of the word in its list.
    pub fn trigger_words(&self, list: TriggerList) -> impl Iterator<Item = (usize, usize)> {
        let places = self.triggers.iter().filter(move |one| one.list == list);
        places.map(|one| (one.at, one.number))
    }

    /// Returns those [lines](Self::lines) of the body that contain a word of a list.
    pub fn lines_with(&self, list: TriggerList) -> impl Iterator<Item = (usize, &'a str)> {
        let text: &'a str = self.text;
        let body = self.body.clone();
        // The byte at which the previous line ends.
        let mut read = body.start;
        let lines = self.trigger_words(list).filter_map(move |(at, _)| {
            if at < read || at >= body.end {
                return None;
            }
            let start = read + text[read..at].rfind('\n').map_or(0, |end| end + 1);
            let length = text[at..body.end].find('\n');
            read = length.map_or(body.end, |length| at + length + 1);
            Some((start, text[start..read].trim_end_matches(['\n', '\r']), at))
        });
        let lines = lines.filter(|(start, line, at)| *at < start + line.len());
        lines.map(|(start, line, _)| (start, line))
    }
}

/// A list of words with which the search of a rule begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TriggerList {
    /// Commands whose effects are hard to undo, in any case.
    SideEffects,
    /// Words in placeholders of templates, in any case.
    Placeholders,
    /// Words in commands that run a package.
    Runners,
    /// The beginnings of tokens, and marks of addresses with a password and of private keys.
    Secrets,
    /// The folders of users' home directories.
    Homes,
}

/// The place of a trigger word in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TriggerPlace {
    /// The byte offset at which the word begins.
    pub at: usize,
    pub list: TriggerList,
    /// The position of the word in its list.
    pub number: usize,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_two_words_of_a_list_is_returned_once() {
        let text = "x\nnpx a; npx b\r\ny\nuvx c";
        let mut text = SkillText::new("SKILL.md".to_owned(), None, text, 2..text.len());
        let places = [2, 9, 18].map(|at| TriggerPlace {
            at,
            list: TriggerList::Runners,
            number: 0,
        });
        text.triggers.extend(places);
        let lines: Vec<_> = text.lines_with(TriggerList::Runners).collect();
        assert_eq!(lines, [(2, "npx a; npx b"), (18, "uvx c")]);
        assert_eq!(text.lines_with(TriggerList::Homes).next(), None);
    }
}
