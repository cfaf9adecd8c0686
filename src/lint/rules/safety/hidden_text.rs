//! `hidden-text`: text is written in characters that only a model reads.
//!
//! Fix: removes the text; unsafe, because it was written on purpose, and without it the model reads a different text.

use super::unseen::{Unseen, UnseenRun};
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::fixes::Fix;
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "hidden-text",
    Severity::Warning,
    "text is written in characters that only a model reads",
    &[Run::Search(Search::Unseen)],
);

/// Finds sequences of tag characters and variation selectors, and decodes the letters that the sequences encode.
pub(super) fn check(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    runs: &[UnseenRun],
    found: &mut Vec<Diagnostic>,
) {
    for run in runs.iter().filter(|run| run.kind == Unseen::Letter) {
        let letters = text.text[run.bytes.clone()].chars().filter_map(shown);
        let decoded: String = letters.take(100).collect();
        let message = if decoded.is_empty() {
            "here are characters that only a model reads".to_owned()
        } else {
            format!("here is text that only a model reads: {decoded:?}")
        };
        let fix = Fix::unsafe_("Take it out");
        let fix = fix.replace(&text.path, &text.places, run.bytes.clone(), "");
        let diagnostic = text.finding(context, &RULE, run.bytes.clone(), message, "Take it out.");
        found.push(diagnostic.fix(fix));
    }
}

/// Returns the letter that a tag character encodes; `None` for other characters.
fn shown(c: char) -> Option<char> {
    let code = u32::from(c).checked_sub(0xe0000)?;
    char::from_u32(code).filter(|c| (' '..='~').contains(c))
}
