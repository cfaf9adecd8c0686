//! Limits that rules of several groups use.

/// The maximum number of findings of one rule in one skill or in one file, because nobody reads a longer list. No
/// host has this limit.
pub const MAX_FOUND: usize = 20;
