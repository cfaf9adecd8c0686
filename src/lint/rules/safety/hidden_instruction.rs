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
        if one.is_certain && (one.place == OrderPlace::Hidden || !describes_program(text, one)) {
            diagnostic.severity = Severity::Warning;
        }
        found.push(diagnostic);
    }
}

/// Returns true if a comment only describes its program. The instruction's verb is then in the third
/// person, as in `which overrides the system prompt`, or follows the name of a parameter, as in
/// `prompt: Override for the system prompt`.
fn describes_program(text: &SkillText<'_>, one: &Speech) -> bool {
    let (before, rest) = text.text.split_at(one.bytes.start);
    let line = before.rsplit('\n').next().unwrap_or_default().trim();
    let verb = rest.split_whitespace().next().unwrap_or_default();
    let is_third_person = verb.ends_with('s') && line.ends_with(char::is_alphabetic);
    // A label such as `SYSTEM` or `Note to agents` addresses the model.
    let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let marks = |c: char| c.is_ascii_punctuation() || c.is_whitespace();
    let label = line
        .strip_suffix(':')
        .map(|label| label.trim_start_matches(marks));
    let is_parameter =
        label.is_some_and(|label| !label.is_empty() && label.chars().all(is_of_name));
    is_third_person || is_parameter
}
