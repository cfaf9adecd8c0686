//! Whitespace and line ends as JavaScript defines them.

/// Returns true for the whitespace that JavaScript's `trim` removes and its `\s` matches.
pub(crate) fn is_blank(character: char) -> bool {
    (character.is_whitespace() && character != '\u{85}') || character == '\u{feff}'
}

/// Returns true for the characters that end a line for JavaScript's `.` and `$`.
pub(crate) fn ends_line(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Removes the whitespace around a text.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}
