//! The words with which a text makes a need optional.

use super::collector::line_at;

/// Words that make a need optional, in lowercase.
const OPTIONAL: [&str; 11] = [
    "optional",
    "if available",
    "if installed",
    "if present",
    "if configured",
    "if set",
    "if you have",
    "when available",
    "not required",
    "可选",
    "如果已",
];

/// Returns true if the line of a byte has a word that makes a need optional.
pub(super) fn says_optional(text: &str, at: usize) -> bool {
    let line = line_of(text, at).to_lowercase();
    OPTIONAL.iter().any(|word| line.contains(word))
}

/// Returns the line of a byte.
pub(super) fn line_of(text: &str, at: usize) -> &str {
    &text[line_at(text, at)]
}
