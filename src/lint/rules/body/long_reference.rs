//! `long-reference`: a long reference does not begin with a table of contents.
//!
//! Fix: none, because only the author knows which sections matter.

use crate::lint::prelude::*;
use crate::text::document::newlines;
use crate::tree::resources::ResourceKind;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "long-reference",
    Severity::Hint,
    "a long reference does not begin with a table of contents",
    &[Run::ReadText(check)],
);

/// The minimum number of lines of a long reference. Such a reference needs a table of contents,
/// because models first read only the start of a long file. The guide for authors of Claude's
/// skills advises a table of contents from 100 lines. This minimum is higher, so that only very
/// long references are reported.
const LONG_REFERENCE_LINES: usize = 300;

/// The number of lines at the start of a reference that are searched for a table of contents.
const CONTENTS_LINES: usize = 60;

/// Headings that tables of contents usually have.
static CONTENTS: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/contents.txt")));

/// Reports a long reference without a table of contents near its start. A heading such as
/// `Contents`, or three links to sections of the same file, counts as a table of contents.
pub fn check(skill: &CheckedSkill<'_, '_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    if text.kind != Some(ResourceKind::Reference) || !text.is_markdown {
        return;
    }
    let ends_inside = !text.text.is_empty() && !text.text.ends_with('\n');
    let lines = newlines(text.text) + usize::from(ends_inside);
    if lines <= LONG_REFERENCE_LINES {
        return;
    }
    let start = || text.text.lines().take(CONTENTS_LINES);
    let is_contents = |line: &str| {
        let lower = line.to_lowercase();
        let is_heading = lower.starts_with(['#', '*']) && lower.len() < 60;
        is_heading && CONTENTS.iter().any(|word| lower.contains(word))
    };
    let links = start().filter(|line| line.contains("](#")).count();
    if links < 3 && !start().any(is_contents) {
        let message =
            format!("the file has {lines} lines and does not begin with a table of contents");
        let help =
            "Begin it with a list of its sections: models read the start of a long file first.";
        found.push(text.finding(skill, &RULE, 0..0, message, help));
    }
}
