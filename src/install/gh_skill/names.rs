//! Checks the names of skills like `gh skill`, and quotes names for messages.

/// The maximum length of a skill's name, in bytes.
const MAX_NAME: usize = 64;

/// Returns true if `gh skill` accepts a name as the name of a folder.
pub(super) fn is_safe(name: &str) -> bool {
    let is_inner =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b' ');
    let begins = name
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_alphanumeric());
    begins && name.len() <= MAX_NAME && !name.contains("..") && name.bytes().all(is_inner)
}

/// Returns true if a name follows the rule of the open standard, as `gh skill` checks it.
pub(super) fn is_standard(name: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=MAX_NAME).contains(&name.len())
        && name.bytes().all(is_inner)
        && !name.contains("--")
        && !name.starts_with('-')
        && !name.ends_with('-')
}

/// Returns a text in double quotes, in the format of `%q` in Go.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{b}' => quoted.push_str("\\v"),
            '\u{c}' => quoted.push_str("\\f"),
            '\0'..='\u{1f}' | '\u{7f}' => {
                quoted.push_str(&format!("\\x{:02x}", u32::from(character)))
            }
            _ if character.is_control() => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(character)))
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}
