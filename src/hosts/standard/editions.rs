//! The editions: one table of values, each with its source.

use super::options::StandardOptions;

crate::host::host_type! {
    /// The host in one of its editions, with the options that only it reads.
    Standard { id: "standard", label: "Open standard", default: "2026-08", options: StandardOptions }
}

/// A dated state of the standard (`docs/hosts/standard.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Edition {
    /// Such as `2026-08`.
    pub id: &'static str,
    /// Levels of folders below a root; the guide says 4 to 6. Source: `docs/hosts/standard.md#where-the-client-looks`.
    pub max_depth: usize,
    /// Folders visited for each root, itself included; the guide says about that many. Source:
    /// `docs/hosts/standard.md#where-the-client-looks`.
    pub max_directories: usize,
    /// Folders that are never looked into. Source: `docs/hosts/standard.md#where-the-client-looks`.
    pub skipped_folders: &'static [&'static str],
    /// Files that an activation lists unless the client says otherwise; the guide wants a limit and names none. Source:
    /// `docs/hosts/standard.md#how-it-is-known-and-what-is-not`.
    pub max_resources: u32,
}

/// Oldest first.
const EDITIONS: [Edition; 1] = [Edition {
    id: "2026-08",
    max_depth: 6,
    max_directories: 2000,
    skipped_folders: &[".git", "node_modules"],
    max_resources: 50,
}];
