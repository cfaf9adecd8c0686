//! SHA-256 digests in the form that indexes of websites and MCP servers use.

use sha2::{Digest, Sha256};

const PREFIX: &str = "sha256:";

/// Returns the SHA-256 digest of bytes in the form `sha256:` and 64 hexadecimal digits.
pub(super) fn of(bytes: &[u8]) -> String {
    let mut text = PREFIX.to_owned();
    for byte in Sha256::digest(bytes) {
        for digit in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(digit.into(), 16));
        }
    }
    text
}

/// Returns true if a text has the form of a digest: `sha256:` and 64 hexadecimal digits in lowercase.
pub(super) fn is_one(text: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.strip_prefix(PREFIX)
        .is_some_and(|digits| digits.len() == 64 && digits.bytes().all(is_digit))
}

/// The advice to the author of an index if a text is not a digest.
pub(super) const HELP: &str =
    "Write `sha256:` and the 64 hexadecimal digits of the file's SHA-256, in lowercase.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_written_as_the_formats_have_it() {
        let empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(of(b""), empty);
        let cases = [
            (empty, true),
            (&empty.to_ascii_uppercase(), false),
            (&empty[..70], false),
            (&empty[7..], false),
            ("", false),
            ("sha256:", false),
        ];
        for (text, expected) in cases {
            assert_eq!(is_one(text), expected, "{text:?}");
        }
    }
}
