//! `unfinished-description`: the description is a placeholder or breaks off.
//!
//! Fix: none, because only the author knows the rest of the text.

use crate::lint::helpers::description::{Words, at_description};
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "unfinished-description",
    Severity::Info,
    "the description is a placeholder or breaks off",
    &[Run::Skill(check)],
);

/// The beginnings of descriptions that are only placeholders.
static PLACEHOLDERS: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/placeholders.txt")));

/// Markers of unfinished text. The markers are in uppercase, unlike the words of a sentence.
const MARKS: [&str; 3] = ["TODO", "TBD", "FIXME"];

/// Words after a marker of [`MARKS`] that ask the author to write something.
const ORDERS: [&str; 5] = ["add ", "describe ", "fill ", "replace ", "write "];

/// Finds a description that is a placeholder, or that ends before its sentence is complete.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(words) = &skill.words else {
        return;
    };
    let Some(message) = fault(words) else {
        return;
    };
    let help = "Write what the skill does and when to use it.";
    let mut diagnostic = at_description(skill, &RULE, message, help);
    if is_only_placeholder(words.description) {
        diagnostic.severity = Severity::Warning;
    }
    found.push(diagnostic.concerning(skill.all_hosts()));
}

/// Returns true if the description begins with a marker such as `TODO`, and then asks to write
/// something. A description such as `TODO comments: …` is about markers, and is not reported.
fn is_only_placeholder(description: &str) -> bool {
    let written = description.trim_start_matches(['[', '<', '(', '{', '"', '\'']);
    MARKS.iter().any(|mark| {
        let rest = written.strip_prefix(mark);
        rest.map(str::trim_start).is_some_and(|rest| {
            let first = rest.chars().next();
            first.is_none_or(|first| ":-.]>)}".contains(first))
                || ORDERS.iter().any(|order| rest.starts_with(order))
        })
    })
}

fn fault(words: &Words<'_>) -> Option<&'static str> {
    let mut placeholders = PLACEHOLDERS.iter();
    if is_only_placeholder(words.description)
        || placeholders.any(|placeholder| words.lower.starts_with(placeholder))
    {
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
