//! `scaffold-leftover`: a placeholder of a template was never filled in.
//!
//! Fix: none, because only the author knows the text.

use crate::lint::prelude::*;
use crate::lint::texts::TriggerList;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "scaffold-leftover",
    Severity::Info,
    "a placeholder of a template was never filled in",
    &[Run::ReadText(check)],
);

/// The beginning of the filler text that templates usually contain.
const FILLER: &str = "lorem ipsum dolor";

/// Words in lowercase. Each line with a template's placeholder contains one of these words.
pub const WORDS: [&str; 2] = ["todo", FILLER];

/// Finds the first line outside of code that begins with a template's placeholder.
pub fn check(skill: &CheckedSkill<'_, '_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    if !text.is_markdown {
        return;
    }
    let marks = text
        .lines_with(TriggerList::Placeholders)
        .filter_map(|(start, line)| {
            let words = line.trim_start_matches(['#', '-', '*', '>', ' ', '\t']);
            // `[TODO lists](todo.md)` is a link to a page about lists.
            let is_link = || {
                words
                    .split_once(']')
                    .is_some_and(|(_, rest)| rest.starts_with(['(', '[']))
            };
            let is_mark = words.starts_with("[TODO") && !is_link()
                || words.starts_with("TODO:")
                || words.starts_with("TODO：")
                || words.starts_with("<!-- TODO")
                || (words.get(..FILLER.len()))
                    .is_some_and(|first| first.eq_ignore_ascii_case(FILLER));
            let at = start + line.len() - words.len();
            (is_mark && !text.is_code(at)).then_some(at..start + line.trim_end().len())
        });
    if let Some(bytes) = marks.take(1).next() {
        let message = "a placeholder of a template was never filled in";
        let help = "Write the text that belongs there, or remove the line.";
        found.push(text.finding(skill, &RULE, bytes, message, help));
    }
}
