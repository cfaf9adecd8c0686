//! Reads, splits and writes texts with the rules of Python.

/// Returns true if a character is whitespace in Python: for `str.strip()`, `str.isspace()` and the
/// pattern `\s`.
pub(crate) fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

/// Removes the whitespace at the start and end of a text, like Python's `str.strip()`.
pub(crate) fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Returns the byte offset in a text that corresponds to the offset `byte` in the result of
/// [`with_line_feeds`](crate::text::document::with_line_feeds).
pub(crate) fn byte_in_file(text: &str, byte: usize) -> usize {
    let bytes = text.as_bytes();
    let is_line_end = |at: &usize| bytes[*at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    // Each CRLF before the offset is one byte longer in the file.
    let line_ends = (0..bytes.len()).filter(is_line_end);
    let before = line_ends
        .enumerate()
        .take_while(|(earlier, at)| at - earlier < byte);
    byte + before.count()
}

/// Returns the lines of a text without their line ends, like Python's `str.splitlines()`.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    let ends = |character: char| {
        matches!(
            character,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'
                ..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(end) = rest.find(ends) {
        let after = &rest[end..];
        let length = if after.starts_with("\r\n") {
            2
        } else {
            after.chars().next().map_or(0, char::len_utf8)
        };
        lines.push(&rest[..end]);
        rest = &after[length..];
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

/// Returns the words of a text, like Python's `str.split()`.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// Returns the text of a UTF-8 file.
///
/// # Errors
/// Returns the text of Python's `UnicodeDecodeError` about the first wrong byte.
pub(crate) fn decode(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let Some(length) = error.error_len() else {
            // The end of the file interrupts a character.
            return wrong_bytes(bytes, at, bytes.len() - at, "unexpected end of data");
        };
        let first = bytes.get(at).copied().unwrap_or_default();
        let why = if (0xc2..=0xf4).contains(&first) {
            "invalid continuation byte"
        } else {
            "invalid start byte"
        };
        wrong_bytes(bytes, at, length, why)
    })
}

fn wrong_bytes(bytes: &[u8], at: usize, length: usize, why: &str) -> String {
    if length == 1 {
        let byte = bytes.get(at).copied().unwrap_or_default();
        format!("'utf-8' codec can't decode byte 0x{byte:02x} in position {at}: {why}")
    } else {
        let last = at + length - 1;
        format!("'utf-8' codec can't decode bytes in position {at}-{last}: {why}")
    }
}

/// Returns a text as a JSON string in double quotes, like Python's `json.dumps`. The result
/// contains only ASCII.
pub(crate) fn json(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            ' '..='~' => quoted.push(character),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    quoted.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_python_ends_them() {
        assert_eq!(lines("a\r\nb\rc\u{2028}d\u{c}\n"), ["a", "b", "c", "d", ""]);
        assert!(lines("").is_empty());
    }

    #[test]
    fn wrong_bytes_are_named_as_python_names_them() {
        let wrong = [
            (
                &b"a\xe9b"[..],
                "byte 0xe9 in position 1: invalid continuation byte",
            ),
            (b"\xff", "byte 0xff in position 0: invalid start byte"),
            (
                b"a\xe2\x82",
                "bytes in position 1-2: unexpected end of data",
            ),
            (b"a\xe2", "byte 0xe2 in position 1: unexpected end of data"),
            (
                b"\xe2\x82a",
                "bytes in position 0-1: invalid continuation byte",
            ),
        ];
        for (bytes, expected) in wrong {
            let error = decode(bytes).unwrap_err();
            assert_eq!(error, format!("'utf-8' codec can't decode {expected}"));
        }
    }

    #[test]
    fn json_has_only_ascii() {
        assert_eq!(
            json("é\u{1f600}\"\u{7f}"),
            r#""\u00e9\ud83d\ude00\"\u007f""#
        );
    }
}
