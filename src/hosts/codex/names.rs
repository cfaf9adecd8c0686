//! The constants that more than one stage reads.

/// Levels of folders below a root (`docs/hosts/codex.md#discovery`).
pub(super) const MAX_DEPTH: usize = 6;

/// Directories visited for each root, itself included (`docs/hosts/codex.md#discovery`).
pub(super) const MAX_DIRECTORIES: usize = 2000;

/// Longest name without its namespace, in characters (`docs/hosts/codex.md#parsing-skillmd`).
pub(super) const MAX_NAME: usize = 64;

/// The remedy for a configuration with which no skill loads.
pub(super) const ENABLED_HELP: &str = "Give every entry of skills.config its `enabled`.";
