//! `unfinished-description`: the description is a placeholder or breaks off.
//!
//! Fix: none, since only the author knows how it goes on.

use super::place::at_description;
use super::words::Words;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "unfinished-description",
    Severity::Info,
    "the description is a placeholder or breaks off",
);

/// Beginnings of descriptions that were never written.
static PLACEHOLDERS: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/placeholders.txt")));

/// Finds a placeholder or a text that breaks off; true where it is one.
pub(super) fn check(
    context: &SkillContext<'_>,
    words: &Words<'_>,
    found: &mut Vec<Diagnostic>,
) -> bool {
    let Some(message) = fault(words) else {
        return false;
    };
    let help = "Write what the skill does and when to use it.";
    let diagnostic = at_description(context, &RULE, message, help);
    found.push(diagnostic.concerning(context.all_hosts()));
    true
}

fn fault(words: &Words<'_>) -> Option<&'static str> {
    let mut placeholders = PLACEHOLDERS.iter();
    if placeholders.any(|placeholder| words.lower.starts_with(placeholder)) {
        return Some("the description is a placeholder");
    }
    let description = words.description;
    let opened = description.matches(['(', '（']).count();
    let closed = description.matches([')', '）']).count();
    let breaks_off = description.ends_with([',', ':', '，', '：', '、', '(', '（', '…'])
        || description.ends_with("...")
        || opened > closed && description.rfind(['(', '（']) > description.rfind([')', '）']);
    breaks_off.then_some("the description breaks off")
}
