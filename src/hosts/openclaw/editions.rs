//! The editions of OpenClaw: a table of values. A source in the comment of a field covers the
//! values of all editions.

use super::options::OpenclawOptions;

crate::host::host_type! {
    /// OpenClaw in one edition, with the options that only this host reads.
    Openclaw { id: "openclaw", label: "OpenClaw", default: "2026-11", edition: OpenclawEdition, options: OpenclawOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/openclaw.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenclawEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The number of folder levels that are searched below a skill root. Source:
    /// `docs/hosts/openclaw.md#where-it-looks`.
    pub max_depth: usize,
    /// The number of folder levels that are searched below a directory in `skills.load.extraDirs`.
    /// In a directory named `skills`, `max_depth` levels are searched instead. Source:
    /// `docs/hosts/openclaw.md#where-it-looks`.
    pub max_extra_depth: usize,
    /// The maximum number of child folders that are inspected in one folder. Source:
    /// `docs/hosts/openclaw.md#limits`.
    pub max_candidates: usize,
    /// The maximum number of skills that are loaded from one skill root. Source:
    /// `docs/hosts/openclaw.md#limits`.
    pub max_loaded: usize,
    /// The maximum size of a skill file in bytes. Source: `docs/hosts/openclaw.md#limits`.
    pub max_file_bytes: usize,
    /// The maximum number of skills in the list of skills. Source:
    /// `docs/hosts/openclaw.md#the-list`.
    pub max_in_prompt: usize,
    /// The maximum length of the list of skills in UTF-16 units. Source:
    /// `docs/hosts/openclaw.md#the-list`.
    pub max_prompt_units: usize,
    /// The maximum number of repairs of invalid frontmatter. Each repair changes one line. Source:
    /// `docs/hosts/openclaw.md#frontmatter`.
    pub max_repairs: usize,
    /// The maximum number of skills that one user message may mention. Source:
    /// `docs/hosts/openclaw.md#use`.
    pub max_references: usize,
}

/// The editions, oldest first. Edition `2026-11` was recorded from OpenClaw 2026.9.6
/// (`docs/hosts/openclaw.md#editions`).
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
