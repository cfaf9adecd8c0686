//! Limits that rules of several groups use.

/// The maximum number of findings of one rule in one skill or in one file. Skillglass sets this
/// limit, because nobody reads a longer list.
pub const MAX_FOUND: usize = 20;
