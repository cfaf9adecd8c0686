//! Constants that several stages use.

/// The path that is shown for skills that are built into the program (`docs/hosts/opencode.md#two-skills-of-one-name`).
pub(super) const BUILT_IN: &str = "<built-in>";

/// The key of `metadata` that hides a skill from the list (`docs/hosts/opencode.md#the-list`).
pub(super) const AUTOINVOKE: &str = "opencode/autoinvoke";

/// The name of `AUTOINVOKE` in reports on fields.
pub(super) const AUTOINVOKE_FIELD: &str = "metadata.opencode/autoinvoke";

/// The longest name that opencode's documentation allows, in characters. The program accepts longer names
/// (`docs/hosts/opencode.md#names`).
pub(super) const DOCUMENTED_NAME: usize = 64;

/// The longest description that opencode's documentation allows, in characters. The program accepts longer descriptions
/// (`docs/hosts/opencode.md#names`).
pub(super) const DOCUMENTED_DESCRIPTION: usize = 1024;
