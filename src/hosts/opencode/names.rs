//! Names and limits that several stages of opencode use.

/// The path that is shown for skills built into opencode
/// (`docs/hosts/opencode.md#two-skills-of-one-name`).
pub(super) const BUILT_IN: &str = "<built-in>";

/// The key in `metadata` that can hide a skill from the list of skills
/// (`docs/hosts/opencode.md#the-list`).
pub(super) const AUTOINVOKE: &str = "opencode/autoinvoke";

/// The name of the key [`AUTOINVOKE`] in messages. The prefix `metadata` is the name of the field
/// that contains the key.
pub(super) const AUTOINVOKE_FIELD: &str = "metadata.opencode/autoinvoke";

/// The maximum length of a name in opencode's documentation, in characters. opencode itself accepts
/// longer names (`docs/hosts/opencode.md#names`).
pub(super) const DOCUMENTED_NAME: usize = 64;

/// The maximum length of a description in opencode's documentation, in characters. opencode itself
/// accepts longer descriptions (`docs/hosts/opencode.md#names`).
pub(super) const DOCUMENTED_DESCRIPTION: usize = 1024;
