//! Escapes special characters for XML and HTML.

/// The characters `&`, `<` and `>`, each with its escape in XML and HTML.
pub(crate) const TAGS: &[(char, &str)] = &[('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;")];

/// The characters of [`TAGS`], the double quote and the single quote, each with its escape in XML.
pub(crate) const XML: &[(char, &str)] = &[
    ('&', "&amp;"),
    ('<', "&lt;"),
    ('>', "&gt;"),
    ('"', "&quot;"),
    ('\'', "&apos;"),
];

/// The characters of [`TAGS`], the double quote and the single quote, each with its escape in
/// Python's `html.escape`.
pub(crate) const HTML: &[(char, &str)] = &[
    ('&', "&amp;"),
    ('<', "&lt;"),
    ('>', "&gt;"),
    ('"', "&quot;"),
    ('\'', "&#x27;"),
];

/// Returns a text with each `special` character replaced by its escape. The special characters are
/// ASCII characters.
pub(crate) fn escape(text: &str, special: &[(char, &str)]) -> String {
    let mut escaped = String::with_capacity(text.len());
    let last = special.iter().map(|(known, _)| *known).max();
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        let character = char::from(byte);
        // Most characters are letters, which come after all special characters.
        if Some(character) > last {
            continue;
        }
        if let Some((_, replacement)) = special.iter().find(|(known, _)| *known == character) {
            escaped.push_str(&text[start..at]);
            escaped.push_str(replacement);
            start = at + 1;
        }
    }
    escaped.push_str(&text[start..]);
    escaped
}
