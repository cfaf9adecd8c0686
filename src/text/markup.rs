//! Escaping of the characters of markup.

/// The characters that open and close tags, and the one that begins an escape.
pub(crate) const TAGS: &[(char, &str)] = &[('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;")];

/// These and quotes, as XML names them.
pub(crate) const XML: &[(char, &str)] = &[
    ('&', "&amp;"),
    ('<', "&lt;"),
    ('>', "&gt;"),
    ('"', "&quot;"),
    ('\'', "&apos;"),
];

/// These and quotes, as Python's `html.escape` writes them.
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
