//! The editions: one table of values. A field's source holds for its values in all of them.

use super::options::OpenclawOptions;

crate::host::host_type! {
    /// The host in one of its editions, with the options that only it reads.
    Openclaw { id: "openclaw", label: "OpenClaw", default: "2026-11", options: OpenclawOptions }
}

/// A dated state of the host (`docs/hosts/openclaw.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Edition {
    /// Such as `2026-11`.
    pub id: &'static str,
    /// Levels of folders below a root. Source: `docs/hosts/openclaw.md#where-it-looks`.
    pub max_depth: usize,
    /// The same in a directory that the configuration adds and that is not called `skills`.
    pub max_extra_depth: usize,
    /// Child folders that are looked at in each folder. Source: `docs/hosts/openclaw.md#limits`.
    pub max_candidates: usize,
    /// Skills that are loaded of each root. Source: `docs/hosts/openclaw.md#limits`.
    pub max_loaded: usize,
    /// Largest file, in bytes. Source: `docs/hosts/openclaw.md#limits`.
    pub max_file_bytes: usize,
    /// Skills in the list. Source: `docs/hosts/openclaw.md#the-list`.
    pub max_in_prompt: usize,
    /// UTF-16 units of the list. Source: `docs/hosts/openclaw.md#the-list`.
    pub max_prompt_units: usize,
    /// Tries to mend a line of the frontmatter. Source: `docs/hosts/openclaw.md#frontmatter`.
    pub max_repairs: usize,
    /// Skills that a message may name. Source: `docs/hosts/openclaw.md#use`.
    pub max_references: usize,
}

/// Oldest first. Asked of OpenClaw 2026.9.6 (`docs/hosts/openclaw.md#editions`).
pub(super) const EDITIONS: [Edition; 1] = [Edition {
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
