//! Writes texts as YAML values.

use std::ops;

use super::fixes::check::{Edit, edited};
use super::skill_context::Member;

/// Returns edits that put a value in quotes. Double quotes are used unless the value would then need an escape.
pub(super) fn in_quotes(text: &str, value: &ops::Range<usize>) -> Vec<Edit> {
    let written = &text[value.clone()];
    if !written.contains(['"', '\\']) {
        return vec![
            (value.start..value.start, "\"".to_owned()),
            (value.end..value.end, "\"".to_owned()),
        ];
    }
    let mut edits: Vec<Edit> = vec![(value.start..value.start, "'".to_owned())];
    for (at, _) in written.match_indices('\'') {
        match (at, edits.first_mut()) {
            (0, Some((_, first))) => first.push('\''),
            _ => edits.push((value.start + at..value.start + at, "'".to_owned())),
        }
    }
    edits.push((value.end..value.end, "'".to_owned()));
    edits
}

/// Returns edits that turn a value such as a number or a list into text, with a title for the fix.
/// A value on the line of its key is put in quotes. Any other value becomes a block scalar that
/// preserves every character.
pub(super) fn as_text(text: &str, member: &Member<'_>) -> (&'static str, Vec<Edit>) {
    let value = &member.value_bytes;
    let after = member.key_bytes.end;
    let colon = text[after..value.start].find(':');
    let colon = colon.map_or(value.start, |colon| after + colon + 1);
    if !text[colon..value.end].contains('\n') {
        return ("Put the value in quotes", in_quotes(text, value));
    }
    let (sign, mut at) = if text[colon..value.start].contains('\n') {
        (" |-".to_owned(), colon)
    } else {
        let end = if text[colon..].contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        (format!("|-{end}  "), value.start)
    };
    let mut edits: Vec<Edit> = vec![(at..at, sign)];
    let mut further = Vec::new();
    for line in text[at..value.end].split_inclusive('\n') {
        if at > edits[0].0.start && !line.trim().is_empty() {
            further.push((at, line.starts_with(' ')));
        }
        at += line.len();
    }
    if !further.iter().all(|(_, is_indented)| *is_indented) {
        edits.extend(further.into_iter().map(|(at, _)| (at..at, "  ".to_owned())));
    }
    ("Write the value as text", edits)
}

/// Returns a text as a YAML value. The value is unquoted if every parser then reads the same text; otherwise it is in
/// quotes.
pub(super) fn as_value(text: &str) -> String {
    const WORDS: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let is_plain = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    if is_plain {
        return text.to_owned();
    }
    if text.contains(char::is_control) {
        return serde_json::to_string(text).unwrap_or_default();
    }
    let edits = in_quotes(text, &(0..text.len()));
    edited(text, &edits).unwrap_or_default()
}
