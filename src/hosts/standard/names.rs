//! Constants that several files use.

/// The longest name after normalization, in characters (`docs/hosts/standard.md#the-fields`).
pub(super) const MAX_NAME: usize = 64;

/// The longest description, in characters, including whitespace at its ends (`docs/hosts/standard.md#the-fields`).
pub(super) const MAX_DESCRIPTION: usize = 1024;

/// The longest `compatibility`, in characters (`docs/hosts/standard.md#the-fields`).
pub(super) const MAX_COMPATIBILITY: usize = 500;
