//! Escapes for markup.

/// The characters of tags, and `&`, which begins an escape.
pub(crate) const TAGS: &[(char, &str)] = &[('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;")];

/// The characters of `TAGS` and quotes, escaped as in XML.
pub(crate) const XML: &[(char, &str)] = &[
    ('&', "&amp;"),
    ('<', "&lt;"),
    ('>', "&gt;"),
    ('"', "&quot;"),
    ('\'', "&apos;"),
];

/// The characters of `TAGS` and quotes, escaped as Python's `html.escape` does.
pub(crate) const HTML: &[(char, &str)] = &[
    ('&', "&amp;"),
    ('<', "&lt;"),
    ('>', "&gt;"),
    ('"', "&quot;"),
    ('\'', "&#x27;"),
];

/// Returns the text with special characters replaced.
pub(crate) fn escape(text: &str, special: &[(char, &str)]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match special.iter().find(|(known, _)| *known == character) {
            Some((_, replacement)) => escaped.push_str(replacement),
            None => escaped.push(character),
        }
    }
    escaped
}
