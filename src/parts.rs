//! Functions that put the parts of a module in their places, for a module that is loaded in parts.

/// Puts the search for skills that a prompt names in plain words in its place.
#[cfg(feature = "search")]
pub fn plain_names() {
    crate::workspace::plain_names::provide();
}

/// Puts the rules that read commands and sentences in their place.
#[cfg(feature = "safety")]
pub fn safety() {
    crate::lint::provide_safety();
}
