//! Patterns in permission rules: the wildcard, and the two ways to write a prefix.

/// The older ending of a rule that matches every text with a prefix.
pub(super) const PREFIX_SUFFIX: &str = ":*";

/// The newer ending of a rule that matches a prefix. The prefix must be followed by a space or the end of the text.
pub(super) const WORD_SUFFIX: &str = " *";

/// Returns true if a pattern matches a text. A space and `*` at the end of a pattern also match nothing: `git *` also
/// matches `git`.
pub(super) fn word_wildcard(pattern: &str, text: &str) -> bool {
    wildcard(pattern, text)
        || pattern
            .strip_suffix(WORD_SUFFIX)
            .is_some_and(|prefix| wildcard(prefix, text))
}

/// Returns true if `pattern` matches all of `text`. A `*` matches any characters. The time is linear, because each
/// segment between two `*` needs only its first match.
pub(in crate::hosts::claude_code) fn wildcard(pattern: &str, text: &str) -> bool {
    let mut segments = pattern.split('*');
    let first = segments.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let Some(last) = segments.next_back() else {
        return rest.is_empty();
    };
    for segment in segments {
        match rest.find(segment) {
            Some(start) => rest = &rest[start + segment.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}
