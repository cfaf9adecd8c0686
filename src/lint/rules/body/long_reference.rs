//! `long-reference`: a long reference does not begin with its contents.
//!
//! Fix: none, since only the author knows which sections matter.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::tree::resources::ResourceKind;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Body,
    "long-reference",
    Severity::Hint,
    "a long reference does not begin with its contents",
);

/// Lines from which on a reference wants contents, since models look at the start of long files first. The guide for
/// authors of Claude's skills says 100; three times as much is ours, to speak of the long ones only.
const LONG_REFERENCE_LINES: usize = 300;

/// Lines that contents are looked for in.
const CONTENTS_LINES: usize = 60;

/// Words of headings above contents.
static CONTENTS: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/contents.txt")));

/// Finds a long reference that begins with neither a heading for contents nor links to its sections.
pub(super) fn check(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    if text.kind != Some(ResourceKind::Reference) || !text.is_markdown {
        return;
    }
    let lines = text.text.lines().count();
    let start = || text.text.lines().take(CONTENTS_LINES);
    let is_contents = |line: &str| {
        let lower = line.to_lowercase();
        let is_heading = lower.starts_with(['#', '*']) && lower.len() < 60;
        is_heading && CONTENTS.iter().any(|word| lower.contains(word))
    };
    let links = start().filter(|line| line.contains("](#")).count();
    if lines > LONG_REFERENCE_LINES && links < 3 && !start().any(is_contents) {
        let message = format!("the file has {lines} lines and does not begin with its contents");
        let help =
            "Begin it with a list of its sections: models look at the start of a long file first.";
        found.push(text.say(context, &RULE, 0..0, message, help));
    }
}
