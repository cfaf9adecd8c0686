//! Limits that rules of several groups share.

/// Findings of one rule in one skill or in one file; nobody reads a longer list. The limit is ours.
pub const MAX_FOUND: usize = 20;
