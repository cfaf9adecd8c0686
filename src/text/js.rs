//! Text as JavaScript takes it.

/// True for the blanks that JavaScript's `trim` removes and its `\s` matches.
pub(crate) fn is_blank(character: char) -> bool {
    (character.is_whitespace() && character != '\u{85}') || character == '\u{feff}'
}

/// True for what ends a line to JavaScript's `.` and `$`.
pub(crate) fn ends_line(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// The text without blanks around it.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}
