//! The constants that more than one file reads.

/// Longest name, in characters after normalisation (`docs/hosts/standard.md#the-fields`).
pub(super) const MAX_NAME: usize = 64;

/// Longest description, in characters, blanks around it included (`docs/hosts/standard.md#the-fields`).
pub(super) const MAX_DESCRIPTION: usize = 1024;

/// Longest `compatibility`, in characters (`docs/hosts/standard.md#the-fields`).
pub(super) const MAX_COMPATIBILITY: usize = 500;
