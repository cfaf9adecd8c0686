//! The ends of lines and the markers of documents.

use super::token::Kind;

/// Whether a byte, or the end of the text, ends a line.
pub(super) fn ends_line(byte: Option<u8>) -> bool {
    matches!(byte, None | Some(b'\n' | b'\r'))
}

/// Whether a byte, or the end of the text, parts words.
pub(super) fn parts(byte: Option<u8>) -> bool {
    ends_line(byte) || matches!(byte, Some(b' ' | b'\t'))
}

/// The bytes of the end of a line that begins at a byte, if one does.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => 2,
        Some(b'\n' | b'\r') => 1,
        _ => 0,
    }
}

/// Whether `---` or `...` stands alone at a byte.
pub(super) fn marker(bytes: &[u8], at: usize) -> Option<Kind> {
    let kind = match bytes.get(at..at + 3)? {
        b"---" => Kind::Start,
        b"..." => Kind::End,
        _ => return None,
    };
    parts(bytes.get(at + 3).copied()).then_some(kind)
}
