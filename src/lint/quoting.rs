//! Texts written as values of YAML.

use std::ops;

use super::fix_check::{Edit, edited};

/// Quotes around a value: double ones unless something in it would have to be escaped.
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

/// A text as a value: as it is where it can be nothing but text, in quotes otherwise.
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
