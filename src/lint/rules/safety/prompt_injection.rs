//! `prompt-injection`: the text tells the model to set its instructions aside, or to keep something from the user.
//!
//! Fix: none, since what is left may make no sense without the words.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Safety,
    "prompt-injection",
    Severity::Warning,
    "the text tells the model to set its instructions aside, or to keep something from the user",
);

/// Phrases that set instructions aside or keep the user in the dark.
static INJECTIONS: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/injections.txt")));

/// Words of lines that speak of such phrases instead of saying them.
static SPEAKS_OF: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/speaks_of.txt")));

/// Continuations that make a phrase advice on what to say to the user: nothing is kept from them.
static ADVICE: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/advice.txt")));

/// Finds lines that say such a phrase to the model.
pub(super) fn check(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let body = text.text[text.body.clone()].to_ascii_lowercase();
    let said = text.lines_with(&body, &INJECTIONS);
    let said = said.filter_map(|(start, line)| {
        let lower = line.to_ascii_lowercase();
        let at = INJECTIONS
            .iter()
            .find_map(|words| Some((lower.find(words)?, words.len())));
        let (at, length) = at?;
        let bytes = start + at..start + at + length;
        let is_quoted =
            line[..at].ends_with(['"', '\'', '“', '「', '`']) || text.is_code(bytes.start);
        let is_spoken_of = SPEAKS_OF.iter().any(|words| lower.contains(words));
        let (until, rest) = lower.split_at(at + length);
        let is_advice = (until.ends_with("user") || until.ends_with("用户"))
            && ADVICE.iter().any(|words| rest.starts_with(words));
        let is_table = lower.trim_start().starts_with('|');
        (!is_quoted && !is_spoken_of && !is_advice && !is_table).then_some(bytes)
    });
    for bytes in said.take(MAX_FOUND) {
        let message = format!("the text says {:?} to the model", &text.text[bytes.clone()]);
        let help = "Say what to do instead; if you only quote it, put it in quotes or code.";
        found.push(text.say(context, &RULE, bytes, message, help));
    }
}
