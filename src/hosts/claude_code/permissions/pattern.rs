//! Matches the patterns of permission rules, which may have wildcards and two kinds of prefixes.

/// The older way to end a pattern that matches a prefix: `git:*` matches every text that begins
/// with `git`.
pub(super) const PREFIX_SUFFIX: &str = ":*";

/// The newer way to end a pattern that matches a prefix: `git *` matches `git`, and every text that
/// begins with `git` and a space.
pub(super) const WORD_SUFFIX: &str = " *";

/// Returns true if the pattern matches the text. A space and `*` at the end of the pattern may
/// match nothing, so `git *` also matches `git`.
pub(super) fn word_wildcard(pattern: &str, text: &str) -> bool {
    wildcard(pattern, text)
        || pattern
            .strip_suffix(WORD_SUFFIX)
            .is_some_and(|prefix| wildcard(prefix, text))
}

/// Returns true if the pattern matches the whole text. A `*` matches any characters. The matching
/// takes linear time, because only the first match of each segment between two `*` is needed.
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
