//! Decodes Base64, hexadecimal digits and escapes, and quotes texts in messages.

/// The maximum length of a text that is decoded, in bytes. The rest of a longer text is ignored.
/// No host has this limit.
const MAX_ENCODED: usize = 64 << 10;

/// Decodes Base64 in the standard or URL alphabet, with or without padding. Spaces and line ends are ignored. Returns
/// none if the text contains any other character.
pub(crate) fn base64(text: &str) -> Option<Vec<u8>> {
    base64_all(
        text.as_bytes()
            .get(..MAX_ENCODED)
            .unwrap_or(text.as_bytes()),
    )
}

/// Decodes Base64 like [`base64`], but without a limit on the length. Returns none if the text contains
/// a character that Base64 does not use.
pub(crate) fn base64_all(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut count, mut padding) = (0_u32, 0_u32, 0_u32);
    for &byte in text {
        let value = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => continue,
            b'=' => {
                padding += 1;
                continue;
            }
            _ if padding > 0 => return None,
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    // A single digit at the end encodes no byte.
    (count < 6 && padding <= 2).then_some(bytes)
}

/// Decodes pairs of hexadecimal digits, such as `6c 73`, `6c73`, `\x6c\x73` and `0x6c, 0x73`. Returns none if the text
/// contains anything else.
pub(crate) fn hex(text: &str) -> Option<Vec<u8>> {
    let text = text.as_bytes();
    let text = &text[..text.len().min(MAX_ENCODED)];
    let mut bytes = Vec::new();
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match (byte, text.get(at + 1)) {
            (b' ' | b'\t' | b'\r' | b'\n' | b',' | b':', _) => at += 1,
            (b'\\' | b'0', Some(b'x')) => at += 2,
            (high, Some(low)) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                bytes.push((digit(high)? << 4 | digit(low)?) as u8);
                at += 2;
            }
            (_, None) => return None,
        }
    }
    Some(bytes)
}

/// Returns bytes as text if they are UTF-8 or UTF-16 without control characters. Otherwise returns
/// none. PowerShell uses UTF-16 for encoded commands.
pub(crate) fn readable(bytes: &[u8]) -> Option<String> {
    let text = match bytes {
        [first, 0, ..] if *first != 0 && bytes.len().is_multiple_of(2) => {
            let units = bytes.chunks_exact(2);
            let units = units.map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
            char::decode_utf16(units).collect::<Result<_, _>>().ok()?
        }
        _ => String::from_utf8(bytes.to_vec()).ok()?,
    };
    let is_text = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
    (!text.is_empty() && text.chars().all(is_text)).then_some(text)
}

/// Quotes the beginning of a text for a message: in backquotes, on one line, with invisible
/// characters escaped. At most `characters` characters are quoted.
pub(crate) fn quoted(text: &str, characters: usize) -> String {
    let text = text.trim();
    let mut quoted = String::from("`");
    let mut is_blank = false;
    for (count, c) in text.chars().enumerate() {
        if count == characters {
            quoted.push('…');
            break;
        }
        match c {
            c if c.is_whitespace() => {
                if !is_blank {
                    quoted.push(' ');
                }
            }
            '`' | '"' | '\'' | '\\' => quoted.push(c),
            c => quoted.extend(c.escape_debug()),
        }
        is_blank = c.is_whitespace();
    }
    quoted.push('`');
    quoted
}

/// Replaces escapes such as `\n`, `\x41` and `\101` by their characters, like the shell does in
/// `$'…'`, `printf` and `echo -e`.
pub(crate) fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let digits = |bytes: &[u8], most: usize, radix: u32| {
            let digits = bytes.iter().take(most);
            digits
                .take_while(|byte| char::from(**byte).is_digit(radix))
                .count()
        };
        let (radix, skipped, length) = match behind.first() {
            Some(b'x') => (16, 1, digits(&behind[1..], 2, 16)),
            Some(b'0') => (8, 0, digits(behind, 4, 8)),
            Some(b'1'..=b'7') => (8, 0, digits(behind, 3, 8)),
            _ => (0, 0, 0),
        };
        if length > 0 {
            let value = behind[skipped..skipped + length].iter();
            let value = value.fold(0_u32, |value, byte| {
                value * radix + char::from(*byte).to_digit(radix).unwrap_or(0)
            });
            bytes.push((value & 0xff) as u8);
            rest = &behind[skipped + length..];
            continue;
        }
        let (letter, length) = match behind.first() {
            Some(b'n') => (b'\n', 1),
            Some(b't') => (b'\t', 1),
            Some(b'r') => (b'\r', 1),
            Some(letter @ (b'\\' | b'\'' | b'"')) => (*letter, 1),
            _ => (b'\\', 0),
        };
        bytes.push(letter);
        rest = &behind[length..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn base64_is_read_in_both_alphabets_with_and_without_padding() {
        let cases: [(&str, Option<&[u8]>); 9] = [
            ("aGk=", Some(b"hi")),
            ("aGk", Some(b"hi")),
            ("aG\n k=", Some(b"hi")),
            ("+/8=", Some(b"\xfb\xff")),
            ("-_8", Some(b"\xfb\xff")),
            ("", Some(b"")),
            ("a", None),
            ("aG=k", None),
            ("a.b", None),
        ];
        for (text, expected) in cases {
            assert_eq!(base64(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn hexadecimal_digits_are_read_in_their_spellings() {
        let cases: [(&str, Option<&[u8]>); 6] = [
            ("6869", Some(b"hi")),
            (r"\x68\x69", Some(b"hi")),
            ("0x68, 0x69", Some(b"hi")),
            ("68 69\n", Some(b"hi")),
            ("686", None),
            ("zz", None),
        ];
        for (text, expected) in cases {
            assert_eq!(hex(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn bytes_are_a_text_in_either_encoding_or_none() {
        assert_eq!(readable(b"ls -l\n").as_deref(), Some("ls -l\n"));
        assert_eq!(readable(b"l\0s\0").as_deref(), Some("ls"));
        assert_eq!(readable(b"\xff\xfe\x01"), None);
        assert_eq!(readable(b""), None);
    }

    #[test]
    fn a_quoted_text_is_short_and_on_one_line() {
        assert_eq!(quoted(" a\n  b\u{200b}c ", 10), "`a b\\u{200b}c`");
        assert_eq!(quoted("abcdef", 3), "`abc…`");
    }

    proptest! {
        #[test]
        fn any_text_gives_a_result(text in "[a-zA-Z0-9+/=\\\\x ,é]{0,40}") {
            let _ = (base64(&text), hex(&text), quoted(&text, 5));
        }
    }
}
