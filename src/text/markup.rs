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

/// Returns a text with each `special` character replaced by its escape.
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
