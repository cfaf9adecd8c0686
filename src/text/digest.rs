//! SHA-256 digests as texts: `sha256:` and 64 hexadecimal digits in lowercase.

use sha2::{Digest, Sha256};

const PREFIX: &str = "sha256:";

/// Returns the SHA-256 digest of bytes: `sha256:` and 64 hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    with_prefix(&Sha256::digest(bytes))
}

/// Returns the bytes of a SHA-256 digest as a text: `sha256:` and 64 hexadecimal digits.
pub(crate) fn with_prefix(digest: &[u8]) -> String {
    format!("{PREFIX}{}", hexadecimal(digest))
}

/// Returns true if a text has the form of a digest: `sha256:` and 64 hexadecimal digits in lowercase.
pub(crate) fn is_sha256(text: &str) -> bool {
    (text.strip_prefix(PREFIX)).is_some_and(|digits| is_hexadecimal(digits, 64))
}

/// Returns bytes as hexadecimal digits in lowercase.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// Returns true if a text consists of exactly `digits` hexadecimal digits in lowercase.
pub(crate) fn is_hexadecimal(text: &str, digits: usize) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.len() == digits && text.bytes().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_written_as_the_formats_have_it() {
        let empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), empty);
        let cases = [
            (empty, true),
            (&empty.to_ascii_uppercase(), false),
            (&empty[..70], false),
            (&empty[7..], false),
            ("", false),
            ("sha256:", false),
        ];
        for (text, expected) in cases {
            assert_eq!(is_sha256(text), expected, "{text:?}");
        }
    }
}
