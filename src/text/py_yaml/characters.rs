//! Positions in a YAML document, and the classes of its characters.

/// A position in a YAML document: the number of characters before it in the document (`index`), the
/// number of the line, and the number of characters before it in the line (`column`). All are
/// counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Mark {
    pub index: usize,
    pub line: usize,
    pub column: usize,
}

/// Returns true if a character is a line break of YAML.
pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns true if a character is a line break, or NUL, which marks the end of the document.
pub(super) fn is_line_end(c: char) -> bool {
    c == '\0' || is_break(c)
}

/// Returns true if a character is a space, a line break, or NUL, which marks the end of the
/// document.
pub(super) fn is_blank(c: char) -> bool {
    c == ' ' || is_line_end(c)
}

/// Returns true if a character is a space, a tab, a line break, or NUL, which marks the end of the
/// document.
pub(super) fn is_space(c: char) -> bool {
    c == '\t' || is_blank(c)
}

/// Returns true for an ASCII letter or digit, `-` and `_`. YAML allows these characters in the
/// names of tags.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}
