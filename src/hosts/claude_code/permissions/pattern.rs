//! Patterns of rules: the wildcard, and the two forms of a prefix.

/// The end of a rule on all that begins with a prefix, in its older form.
pub(super) const PREFIX_SUFFIX: &str = ":*";

/// The same in its newer form; it ends a word.
pub(super) const WORD_SUFFIX: &str = " *";

/// A pattern that ends with a blank and `*` is also on what has nothing there.
pub(super) fn word_wildcard(pattern: &str, text: &str) -> bool {
    wildcard(pattern, text)
        || pattern
            .strip_suffix(WORD_SUFFIX)
            .is_some_and(|prefix| wildcard(prefix, text))
}

/// Whether all of `text` fits `pattern`, in which `*` is any run of characters. Linear: between two stars the first
/// place that fits is as good as any.
pub(super) fn wildcard(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let Some(last) = pieces.next_back() else {
        return rest.is_empty();
    };
    for piece in pieces {
        match rest.find(piece) {
            Some(start) => rest = &rest[start + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}
