//! `hidden-instruction`: a comment that people do not see gives the model instructions.
//!
//! Fix: none, because the words may belong in the visible text.

use super::speech_message;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::run::{LintRule, Run, Search};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::safety::{OrderPlace, Speech};

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "hidden-instruction",
    Severity::Info,
    "a comment that people do not see tells the model what to do",
    &[Run::Search(Search::Deeds)],
);

/// Reports comments that give the model instructions. A rendered page does not show comments.
pub(super) fn check(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    speech: &[Speech],
    found: &mut Vec<Diagnostic>,
) {
    let hidden = speech
        .iter()
        .filter(|one| matches!(one.place, OrderPlace::Hidden | OrderPlace::Comment));
    for one in hidden.take(MAX_FOUND) {
        let help = "Write it where everybody sees it, or take it out.";
        let message = speech_message::message(text, one);
        let mut diagnostic = text.finding(context, &RULE, one.bytes.clone(), message, help);
        if one.is_certain && (one.place == OrderPlace::Hidden || begins_sentence(text, one)) {
            diagnostic.severity = Severity::Warning;
        }
        found.push(diagnostic);
    }
}

/// Returns true if an instruction in a comment of a program begins a sentence of the comment. Other
/// words before it on its line, as in `prompt: Override for the system prompt`, show that the
/// comment describes the program.
fn begins_sentence(text: &SkillText<'_>, one: &Speech) -> bool {
    let before = text.text.get(..one.bytes.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let marks = |c: char| c.is_ascii_punctuation() || c.is_whitespace();
    let words = line.trim_start_matches(marks);
    if words.is_empty()
        || words
            .trim_end()
            .ends_with(['.', '!', '?', '。', '！', '？'])
    {
        return true;
    }
    // The name of a parameter is one word. A label such as `NOTE TO AGENTS:` has several.
    let label = words.trim_end().strip_suffix([':', '：']);
    label.is_some_and(|label| label.contains(' ') || !label.is_ascii())
}
