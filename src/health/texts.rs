//! The texts of a skill: its own file, and the text files beside it.

use std::ops::Range;

use crate::text::document::{Document, PlaceIndex};
use crate::text::markdown::{self, Span, SpanKind};
use crate::tree::resources::Beside;
use crate::tree::{Entry, EntryId};

/// The maximum length in bytes of a text that is checked. A longer text is ignored. No host has
/// this limit.
const MAX_TEXT: usize = 1 << 20;

/// A text that belongs to a skill.
pub(super) struct Text<'t> {
    pub path: String,
    pub text: &'t str,
    pub places: PlaceIndex<'t>,
    pub is_markdown: bool,
    /// The byte range after the frontmatter, or of the whole text if the text has no frontmatter.
    pub body: Range<usize>,
    /// The ranges of code, links and comments. Empty if the text is not Markdown.
    pub spans: Vec<Span>,
}

impl<'t> Text<'t> {
    fn new(path: String, text: &'t str, is_own: bool) -> Self {
        let is_markdown = is_own || path.ends_with(".md") || path.ends_with(".mdx");
        let body = match Document::split(text, |line| line.trim_end() == "---") {
            Ok(document) if is_markdown => text.len() - document.body.len(),
            _ => 0,
        };
        Self {
            places: PlaceIndex::new(text),
            spans: if is_markdown {
                markdown::spans(text)
            } else {
                Vec::new()
            },
            body: body..text.len(),
            path,
            text,
            is_markdown,
        }
    }

    /// Returns the kind of code, link or comment that contains a byte; `None` if the byte is in
    /// prose.
    pub fn span_at(&self, byte: usize) -> Option<SpanKind> {
        let index = self.spans.partition_point(|span| span.bytes.end <= byte);
        let span = self.spans.get(index)?;
        (span.bytes.start <= byte).then_some(span.kind)
    }
}

/// The texts of a skill. The skill's own file is the first.
pub(super) struct SkillTexts<'t> {
    pub texts: Vec<Text<'t>>,
    /// The skill's own file and all files beside it, with their revisions.
    pub files: Vec<(EntryId, u64)>,
    has_own: bool,
}

impl<'t> SkillTexts<'t> {
    pub fn new(file: Entry<'t>) -> Self {
        let text_of = |entry: Entry<'t>| {
            let text = entry.contents()?.text().ok()?;
            (text.len() <= MAX_TEXT).then_some(text)
        };
        let own = text_of(file).map(|text| Text::new(file.path(), text, true));
        let has_own = own.is_some();
        let beside = Beside::of(file);
        let others = beside
            .iter()
            .filter_map(|(_, entry)| Some(Text::new(entry.path(), text_of(entry)?, false)));
        let files = std::iter::once(file).chain(beside.iter().map(|(_, entry)| entry));
        Self {
            files: (files.map(|entry| (entry.id(), entry.revision()))).collect(),
            texts: own.into_iter().chain(others).collect(),
            has_own,
        }
    }

    /// Returns the text of the skill's own file. Returns `None` if the file is not available as
    /// text, or is too long.
    pub fn own(&self) -> Option<&Text<'t>> {
        self.texts.first().filter(|_| self.has_own)
    }
}
