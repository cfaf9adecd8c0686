//! Patterns of rules: the wildcard, and the two forms of a prefix.

/// The end of a rule that matches a prefix, in the older form.
pub(super) const PREFIX_SUFFIX: &str = ":*";

/// The end of a rule that matches a prefix, in the newer form, which ends a word.
pub(super) const WORD_SUFFIX: &str = " *";

/// Returns true if a pattern matches. A pattern that ends with a space and `*` also matches a text without
/// that end.
pub(super) fn word_wildcard(pattern: &str, text: &str) -> bool {
    wildcard(pattern, text)
        || pattern
            .strip_suffix(WORD_SUFFIX)
            .is_some_and(|prefix| wildcard(prefix, text))
}

/// Returns true if `pattern` matches all of `text`, where `*` is any run of characters. The time is linear,
/// because between two stars the first match is sufficient.
pub(super) fn wildcard(pattern: &str, text: &str) -> bool {
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
