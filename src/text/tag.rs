//! Finds the tags of markup, such as `<b>`, in a line of text.

/// The maximum length in bytes of a tag such as `<name>`. A longer tag is ignored.
const MAX_TAG: usize = 101;

/// Returns the first tag in a line of text: `<`, an optional `/`, a letter, and the text up to the
/// next `>`. Returns none if there is no tag.
pub(crate) fn first_tag(text: &str) -> Option<&str> {
    text.match_indices('<').find_map(|(start, _)| {
        let rest = &text[start..];
        let name = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
        let end = rest.bytes().take(MAX_TAG).position(|byte| byte == b'>')?;
        (name.starts_with(|first: char| first.is_ascii_alphabetic())).then(|| &rest[..=end])
    })
}
