//! A key's colon that no blank follows, or the colon or blank of another script.
//!
//! Fix: writes a colon and a blank; safe where it changes nothing for a host that has the skill and loses nothing that
//! the author wrote; unsafe elsewhere.

use std::ops;

use super::fault::Fault;
use super::repairs::Repair;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Yaml,
    "missing-blank",
    Severity::Warning,
    "no blank follows a key's colon, so it is no key",
);

/// A line that lacks no more than a blank behind its colon, or has the colon of another script.
pub(super) fn find(context: &SkillContext<'_>, line: &ops::Range<usize>) -> Option<Fault> {
    let text = context.slice(line);
    let at = text.find([':', '：'])?;
    let colon = text[at..].chars().next()?;
    let (key, rest) = (&text[..at], &text[at + colon.len_utf8()..]);
    let is_key = key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let blank = rest
        .chars()
        .next()
        .filter(|next| matches!(next, '\u{a0}' | '\u{3000}'));
    if !is_key
        || rest.is_empty()
        || rest.starts_with("//")
        || rest.starts_with([' ', '\t']) && colon == ':'
    {
        return None;
    }
    let from = line.start + at;
    let bytes = from..from + colon.len_utf8() + blank.map_or(0, char::len_utf8);
    let message = match (colon, blank) {
        ('：', _) => {
            format!("the colon behind `{key}` is a full-width one, which YAML takes for a letter")
        }
        (_, Some(_)) => format!("the blank behind `{key}:` is one that YAML takes for a letter"),
        _ => format!("no blank follows `{key}:`, so it is no key"),
    };
    Some(Fault {
        rule: &RULE,
        message,
        help: "Write a colon and a blank behind the key.",
        repairs: vec![Repair::new(
            "Write a colon and a blank",
            vec![(
                bytes.clone(),
                if rest.starts_with(' ') { ":" } else { ": " }.to_owned(),
            )],
        )],
        bytes,
        related: None,
    })
}
