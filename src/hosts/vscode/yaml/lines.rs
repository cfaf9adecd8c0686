//! Predicates on line ends and document markers in YAML.

use super::token::TokenKind;

/// Returns true if this byte ends a line. `None` stands for the end of the text.
pub(super) fn ends_line(byte: Option<u8>) -> bool {
    matches!(byte, None | Some(b'\n' | b'\r'))
}

/// Returns true if this byte ends a word. `None` stands for the end of the text.
pub(super) fn parts(byte: Option<u8>) -> bool {
    ends_line(byte) || matches!(byte, Some(b' ' | b'\t'))
}

/// Returns the length of the line end at the byte offset `at`; 0 if there is none.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => 2,
        Some(b'\n' | b'\r') => 1,
        _ => 0,
    }
}

/// Returns the token for a marker `---` or `...` at the byte offset `at`. Returns `None` if there
/// is no marker, or if the marker is only the beginning of a longer word.
pub(super) fn marker(bytes: &[u8], at: usize) -> Option<TokenKind> {
    let kind = match bytes.get(at..at + 3)? {
        b"---" => TokenKind::Start,
        b"..." => TokenKind::End,
        _ => return None,
    };
    parts(bytes.get(at + 3).copied()).then_some(kind)
}
