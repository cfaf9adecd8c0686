//! The editions: a table of values. If a field names a source, this source covers the field in all editions.

use super::options::OpenclawOptions;

crate::host::host_type! {
    /// OpenClaw in one of its editions, with the options that only this host reads.
    Openclaw { id: "openclaw", label: "OpenClaw", default: "2026-11", edition: OpenclawEdition, options: OpenclawOptions }
}

/// A dated state of the host (`docs/hosts/openclaw.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenclawEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The number of folder levels that are searched below a root. Source: `docs/hosts/openclaw.md#where-it-looks`.
    pub max_depth: usize,
    /// The number of folder levels that are searched below a directory in `skills.load.extraDirs`, unless the directory
    /// is called `skills`. Source: `docs/hosts/openclaw.md#where-it-looks`.
    pub max_extra_depth: usize,
    /// The largest number of child folders that are inspected in each folder. Source: `docs/hosts/openclaw.md#limits`.
    pub max_candidates: usize,
    /// The largest number of skills that each root loads. Source: `docs/hosts/openclaw.md#limits`.
    pub max_loaded: usize,
    /// The largest file that loads, in bytes. Source: `docs/hosts/openclaw.md#limits`.
    pub max_file_bytes: usize,
    /// The largest number of skills in the list. Source: `docs/hosts/openclaw.md#the-list`.
    pub max_in_prompt: usize,
    /// The largest length of the list, in UTF-16 units. Source: `docs/hosts/openclaw.md#the-list`.
    pub max_prompt_units: usize,
    /// The largest number of lines of the frontmatter that are repaired, one after another. Source:
    /// `docs/hosts/openclaw.md#frontmatter`.
    pub max_repairs: usize,
    /// The largest number of skills that one message may name. Source: `docs/hosts/openclaw.md#use`.
    pub max_references: usize,
}

/// The editions, oldest first. `2026-11` was recorded from OpenClaw 2026.9.6 (`docs/hosts/openclaw.md#editions`).
pub(super) const EDITIONS: [OpenclawEdition; 1] = [OpenclawEdition {
    id: "2026-11",
    max_depth: 6,
    max_extra_depth: 2,
    max_candidates: 300,
    max_loaded: 200,
    max_file_bytes: 256_000,
    max_in_prompt: 150,
    max_prompt_units: 18_000,
    max_repairs: 3,
    max_references: 8,
}];
