//! Removes comments and trailing commas from JSON.

/// Replaces comments by spaces, and trailing commas too if `last_commas` is true. All offsets stay
/// the same, except that a byte order mark is removed.
pub(crate) fn without_comments(text: &str, last_commas: bool) -> String {
    let mut plain = Vec::with_capacity(text.len());
    // The position of the last comma, as long as only whitespace and comments follow the comma.
    let mut comma: Option<usize> = None;
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string_length(rest),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        if token.starts_with("//") || token.starts_with("/*") {
            plain.extend(token.bytes().map(|byte| match byte {
                b'\n' => b'\n',
                _ => b' ',
            }));
            continue;
        }
        match first {
            ',' if last_commas => comma = Some(plain.len()),
            '}' | ']' => {
                if let Some(comma) = comma.take() {
                    plain[comma] = b' ';
                }
            }
            _ if first.is_whitespace() => {}
            _ => comma = None,
        }
        plain.extend_from_slice(token.as_bytes());
    }
    String::from_utf8(plain).unwrap_or_default()
}

/// Returns the length in bytes of the JSON string at the start of a text, including its quotes.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (index, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_become_spaces() {
        let cases = [
            ("{\"a\": 1, // x\n}", "{\"a\": 1      \n}"),
            ("[1, /* , */ 2,]", "[1,         2 ]"),
            ("[\"//, /*\\\"\", 1]", "[\"//, /*\\\"\", 1]"),
            ("/* open", "       "),
            ("\"open", "\"open"),
            ("[1, 2]", "[1, 2]"),
        ];
        for (text, expected) in cases {
            assert_eq!(without_comments(text, true), expected, "{text:?}");
        }
    }

    #[test]
    fn last_commas_stay_where_they_are_faults() {
        assert_eq!(without_comments("[1, // x\n]", false), "[1,     \n]");
    }
}
