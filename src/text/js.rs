//! Whitespace and line ends by the rules of JavaScript.

/// Returns true if JavaScript's `trim` removes a character. The pattern `\s` matches the same
/// characters.
pub(crate) fn is_blank(character: char) -> bool {
    (character.is_whitespace() && character != '\u{85}') || character == '\u{feff}'
}

/// Returns true if a character ends a line for `.` and `$` in JavaScript's regular expressions.
pub(crate) fn ends_line(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Removes the whitespace at the start and end of a text, like JavaScript's `trim`.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}
