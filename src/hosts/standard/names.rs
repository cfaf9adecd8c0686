//! Limits of the standard that several files use.

/// The maximum length of a name, in characters, after Unicode normalization
/// (`docs/hosts/standard.md#the-fields`).
pub(super) const MAX_NAME: usize = 64;

/// The maximum length of a description, in characters, including whitespace at its ends
/// (`docs/hosts/standard.md#the-fields`).
pub(super) const MAX_DESCRIPTION: usize = 1024;

/// The maximum length of the field `compatibility`, in characters
/// (`docs/hosts/standard.md#the-fields`).
pub(super) const MAX_COMPATIBILITY: usize = 500;
