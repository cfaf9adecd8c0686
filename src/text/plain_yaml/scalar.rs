//! Reads scalars on one line: quoted scalars, and unquoted scalars that every parser reads in the same way.

use std::borrow::Cow;

use super::value::PlainScalar;

/// Words, in lowercase, that at least one version of YAML reads as another type than text.
const WORDS: [&str; 10] = [
    "true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan",
];

/// Reads a scalar on one line. Returns none if parsers might disagree.
pub(super) fn scalar(text: &str) -> Option<PlainScalar<'_>> {
    let first = *text.as_bytes().first()?;
    if matches!(first, b'"' | b'\'') {
        let (inner, rest) = quoted(text)?;
        return rest.is_empty().then_some(PlainScalar::Text(inner));
    }
    if !is_plain(text) {
        return None;
    }
    Some(match text {
        "true" => PlainScalar::Bool(true),
        "false" => PlainScalar::Bool(false),
        _ if is_like_a_huge_number(text) => return None,
        _ if is_word(text) || is_like_a_number(text) => PlainScalar::Ambiguous(text),
        _ => PlainScalar::Text(Cow::Borrowed(text)),
    })
}

/// Returns the text inside of the quotes at the start of a text, and the text after the closing
/// quote. Returns none if parsers disagree on an escape, or if there is no closing quote.
pub(super) fn quoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let quote = text.as_bytes()[0];
    let inner = &text[1..];
    let (end, escapes) = part(inner, quote)?;
    let after = inner[end..].strip_prefix(char::from(quote))?;
    Some((without_escapes(&inner[..end], quote, escapes), after))
}

/// Replaces the escapes in a line inside of quotes. Returns none if the line contains the closing
/// quote, or an escape on which parsers disagree.
pub(super) fn unescaped(line: &str, quote: &str) -> Option<String> {
    let quote = quote.as_bytes()[0];
    let (end, escapes) = part(line, quote)?;
    (end == line.len()).then(|| without_escapes(line, quote, escapes).into_owned())
}

/// Returns the number of bytes before the closing quote, or before the end of the text if there is
/// no closing quote. Also returns the number of escaped quotes in these bytes. Returns `None` if
/// the text has another escape, because parsers disagree on it.
fn part(text: &str, quote: u8) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut escapes = 0;
    while let Some(byte) = bytes.get(at) {
        let next = bytes.get(at + 1);
        let is_escape = match byte {
            b'\'' if quote == b'\'' => next == Some(&quote),
            b'\\' if quote == b'"' => (next == Some(&quote)).then_some(true)?,
            _ => false,
        };
        if *byte == quote && !is_escape {
            break;
        }
        escapes += usize::from(is_escape);
        at += 1 + usize::from(is_escape);
    }
    Some((at, escapes))
}

fn without_escapes(text: &str, quote: u8, escapes: usize) -> Cow<'_, str> {
    match (escapes, quote) {
        (0, _) => Cow::Borrowed(text),
        (_, b'"') => Cow::Owned(text.replace("\\\"", "\"")),
        (..) => Cow::Owned(text.replace("''", "'")),
    }
}

/// Returns true if a text on one line can be written without quotes in YAML.
pub(super) fn is_plain(text: &str) -> bool {
    let first = text.as_bytes()[0];
    !b"-?:,[]{}#&*!|>%@`=<~\"'".contains(&first)
        && !text.starts_with(char::is_whitespace)
        && !text.ends_with(|c: char| c == ':' || c.is_whitespace())
        && !has_mark(text.as_bytes())
}

/// Returns true if a text contains a colon before a space, or `#` after a space.
pub(super) fn has_mark(bytes: &[u8]) -> bool {
    let mut before = 0;
    for byte in bytes {
        if before == b':' && *byte == b' ' || before == b' ' && *byte == b'#' {
            return true;
        }
        before = *byte;
    }
    false
}

pub(super) fn is_word(text: &str) -> bool {
    text.len() <= 5 && WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Returns true if at least one version of YAML might read a text as a number or a date.
pub(super) fn is_like_a_number(text: &str) -> bool {
    let begins = matches!(text.as_bytes()[0], b'0'..=b'9' | b'+' | b'.');
    let is_of_number = |byte: u8| {
        byte.is_ascii_hexdigit()
            || matches!(
                byte,
                b'_' | b'+'
                    | b'-'
                    | b'.'
                    | b':'
                    | b','
                    | b' '
                    | b'x'
                    | b'X'
                    | b'o'
                    | b'O'
                    | b't'
                    | b'T'
                    | b'z'
                    | b'Z'
                    | b'i'
                    | b'I'
                    | b'n'
                    | b'N'
            )
    };
    begins && text.bytes().all(is_of_number) && !is_version(text)
}

/// Returns true if a text may be an integer with more than 64 bits. Some parsers read such an
/// integer as text, and others report an error even for unused fields. A text of up to 18 bytes is
/// never such an integer.
fn is_like_a_huge_number(text: &str) -> bool {
    let is_of_number = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'_');
    text.len() > 18 && is_like_a_number(text) && text.bytes().all(is_of_number)
}

/// Returns true if a text is a version such as `1.2.3`: three groups of digits with dots between
/// them. No parser reads such a text as a number.
pub(super) fn is_version(text: &str) -> bool {
    let parts = text.split('.');
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.matches('.').count() == 2 && parts.into_iter().all(is_digits)
}

/// Returns the number of spaces at the start of a line.
pub(super) fn spaces_before(line: &str) -> usize {
    let mut spaces = 0;
    while line.as_bytes().get(spaces) == Some(&b' ') {
        spaces += 1;
    }
    spaces
}
