//! The constants that more than one stage reads.

/// The host's name.
pub const ID: &str = "vscode";

/// Directories visited below one root (`docs/hosts/vscode.md#what-is-ours`). This limit is ours: the program has none.
pub(super) const MAX_DIRECTORIES: usize = 50_000;

/// The setting that adds and switches off folders.
pub(super) const LOCATIONS: &str = "chat.agentSkillsLocations";
