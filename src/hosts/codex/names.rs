//! Constants of Codex that several stages use.

/// The maximum number of nested folders that are searched below a directory of skills
/// (`docs/hosts/codex.md#discovery`).
pub(super) const MAX_DEPTH: usize = 6;

/// The maximum number of directories that are searched in a directory of skills, including this
/// directory (`docs/hosts/codex.md#discovery`).
pub(super) const MAX_DIRECTORIES: usize = 2000;

/// The maximum length of a name without its namespace, in characters
/// (`docs/hosts/codex.md#parsing-skillmd`).
pub(super) const MAX_NAME: usize = 64;

/// The remedy if no skill loads because an entry of `skills.config` has no `enabled`.
pub(super) const ENABLED_HELP: &str = "Give every entry of skills.config its `enabled`.";
