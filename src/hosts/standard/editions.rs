//! The editions of the open standard: tables of limits, each with its source.

use super::options::StandardOptions;

crate::host::host_type! {
    /// The open standard in one of its editions, with the options that only this host reads.
    Standard { id: "standard", label: "Open standard", default: "2026-08", edition: StandardEdition, options: StandardOptions }
}

/// A dated state of the standard (`docs/hosts/standard.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct StandardEdition {
    /// The edition's id, such as `2026-08`.
    pub id: &'static str,
    /// The maximum number of nested folders that are searched below a directory of skills. The
    /// guide for implementers suggests 4 to 6. Source:
    /// `docs/hosts/standard.md#where-the-client-looks`.
    pub max_depth: usize,
    /// The maximum number of folders that are searched in a directory of skills, including this
    /// directory. The guide for implementers suggests approximately this number. Source:
    /// `docs/hosts/standard.md#where-the-client-looks`.
    pub max_directories: usize,
    /// The names of folders that the search for skills never enters. Source:
    /// `docs/hosts/standard.md#where-the-client-looks`.
    pub skipped_folders: &'static [&'static str],
    /// The default number of files in the list that an activated skill's text ends with. The guide
    /// for implementers asks for a limit, but gives no number. Source:
    /// `docs/hosts/standard.md#how-it-is-known-and-what-is-not`.
    pub max_resources: u32,
}

/// The editions of the open standard, oldest first.
const EDITIONS: [StandardEdition; 1] = [StandardEdition {
    id: "2026-08",
    max_depth: 6,
    max_directories: 2000,
    skipped_folders: &[".git", "node_modules"],
    max_resources: 50,
}];
