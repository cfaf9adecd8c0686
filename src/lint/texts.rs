//! The texts of a skill that its model reads or runs: its own file and those beside it.

use std::ops;

use super::diagnostic::Diagnostic;
use super::rule::Rule;
use super::skill_context::{Member, SkillContext};
use crate::text::document::{PlaceIndex, Range, floor_char_boundary};
use crate::text::markdown::{self, Span, SpanKind};
use crate::text::needles::Needles;
use crate::tree::path;
use crate::tree::resources::ResourceKind;
use crate::tree::skill_file::is_skill_file_name;

/// Longest text that is looked through, in bytes; the limit is ours.
const MAX_TEXT: usize = 1 << 20;

/// A text of a skill.
pub(super) struct SkillText<'a> {
    pub path: String,
    /// The purpose of the file; none for the skill's own.
    pub kind: Option<ResourceKind>,
    pub text: &'a str,
    /// The bytes behind the frontmatter of the skill's file, all of any other.
    pub body: ops::Range<usize>,
    pub places: PlaceIndex<'a>,
    /// See [`markdown::spans`]; none where the file is no Markdown.
    pub spans: Vec<Span>,
    pub is_markdown: bool,
    /// The frontmatter of the skill's own file.
    pub members: Vec<Member<'a>>,
    /// Whether a file beside the skill's tells people about it and is named by nothing that the model reads.
    pub is_for_people: bool,
}

/// Farthest to either side that a line is read around a byte, in bytes; the limit is ours.
const MAX_LINE: usize = 2_000;

impl<'a> SkillText<'a> {
    /// The skill's own text, then those beside it by path. What is no UTF-8 has none, and a skill in other capitals that lies
    /// in the same folder is looked at by itself.
    pub fn all(context: &SkillContext<'a>) -> Vec<Self> {
        let mut own = Self::new(
            context.path.to_owned(),
            None,
            context.text,
            context.body.clone(),
        );
        own.members.clone_from(&context.frontmatter.members);
        let files = context.resources.files.iter();
        let files = files.filter(|file| !is_skill_file_name(&file.relative));
        let beside = files.filter_map(|file| {
            let entry = context.tree.resolve(&file.path).ok()?;
            let text = entry.contents()?.text().ok()?;
            let is_read = text.len() <= MAX_TEXT && !text.contains('\0');
            let mut beside = is_read
                .then(|| Self::new(file.path.clone(), Some(file.kind), text, 0..text.len()))?;
            beside.is_for_people = file.depth.is_none() && is_for_people(&file.relative);
            Some(beside)
        });
        std::iter::once(own).chain(beside).collect()
    }

    fn new(
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
        let spans = match is_markdown {
            true => markdown::spans(&text[body.clone()]),
            false => Vec::new(),
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
            members: Vec::new(),
            is_for_people: false,
        }
    }

    /// A finding of a rule at a place in it, for all hosts aimed at.
    pub fn say(
        &self,
        context: &SkillContext<'_>,
        rule: &Rule,
        bytes: ops::Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(rule, &self.path, self.range(bytes), message)
            .help(help)
            .concerning(context.all_hosts())
    }

    pub fn range(&self, bytes: ops::Range<usize>) -> Range {
        self.places.range(bytes)
    }

    /// The stretch that a byte is in, if it is in any.
    pub fn span_at(&self, byte: usize) -> Option<&Span> {
        let behind = self.spans.partition_point(|span| span.bytes.start <= byte);
        let before = self.spans[..behind].last();
        before.filter(|span| byte < span.bytes.end)
    }

    /// Whether a byte is in code: between backquotes or fences, or in a file that is a program.
    pub fn is_code(&self, byte: usize) -> bool {
        !self.is_markdown
            || self
                .span_at(byte)
                .is_some_and(|span| matches!(span.kind, SpanKind::Code | SpanKind::Block))
    }

    /// The line that a byte is in, without its end; of a long one [`MAX_LINE`] bytes to either side.
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

    /// Returns true if the file belongs to tests, by its folder or its name.
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

    /// The lines of the body with the bytes that they begin at, without their ends.
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

    /// Those of the [lines](Self::lines) that have one of these words in `said`: the body, perhaps in small letters. The
    /// words are looked for in all of it at once, since most texts have none of them.
    pub fn lines_with(&self, said: &str, words: &[&str]) -> impl Iterator<Item = (usize, &'a str)> {
        let places = Needles::new(words).places(said).into_iter();
        let places: Vec<usize> = places.map(|(at, _)| self.body.start + at).collect();
        // Without any, there is no line to look at.
        let lines = (!places.is_empty()).then(|| self.lines());
        lines.into_iter().flatten().filter(move |(start, line)| {
            let next = places.partition_point(|place| place < start);
            let place = places.get(next);
            place.is_some_and(|place| *place < start + line.len())
        })
    }
}

/// Whether a file is of those that a repository has for its visitors.
fn is_for_people(relative: &str) -> bool {
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
