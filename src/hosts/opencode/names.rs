//! The constants that more than one stage reads.

/// The path of the skills that the program brings along (`docs/hosts/opencode.md#two-skills-of-one-name`).
pub(super) const BUILT_IN: &str = "<built-in>";

/// The key of `metadata` that keeps a skill from the list (`docs/hosts/opencode.md#the-list`).
pub(super) const AUTOINVOKE: &str = "opencode/autoinvoke";

/// The same as a field.
pub(super) const AUTOINVOKE_FIELD: &str = "metadata.opencode/autoinvoke";

/// Longest name that opencode's documentation allows, in characters; the program does not look
/// (`docs/hosts/opencode.md#names`).
pub(super) const DOCUMENTED_NAME: usize = 64;

/// Longest description that opencode's documentation allows, in characters; the program does not look
/// (`docs/hosts/opencode.md#names`).
pub(super) const DOCUMENTED_DESCRIPTION: usize = 1024;
