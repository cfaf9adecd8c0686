//! `hidden-instruction`: a comment that people do not see tells the model what to do.
//!
//! Fix: none, since the words may belong where everybody sees them.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::text::markdown::SpanKind;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Safety,
    "hidden-instruction",
    Severity::Warning,
    "a comment that people do not see tells the model what to do",
);

/// Words of comments that are meant for a model alone.
static TO_A_MODEL: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/to_a_model.txt")));

/// Finds comments that speak to the model.
pub(super) fn check(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let comments = text
        .spans
        .iter()
        .filter(|span| span.kind == SpanKind::Comment);
    let hidden = comments.filter(|span| {
        let lower = text.text[span.bytes.clone()].to_lowercase();
        TO_A_MODEL.iter().any(|words| lower.contains(words))
    });
    for span in hidden.take(MAX_FOUND) {
        let message =
            "a comment tells the model what to do, and people who look at the page do not see it";
        let help = "Write it where everybody sees it, or take it out.";
        found.push(text.say(context, &RULE, span.bytes.clone(), message, help));
    }
}
