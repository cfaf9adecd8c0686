//! The editions of agno.

use super::options::AgnoOptions;

crate::host::host_type! {
    /// agno in one edition, with the options that only this host reads.
    Agno { id: "agno", label: "agno", default: "2026-11", edition: AgnoEdition, options: AgnoOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/agno.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct AgnoEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The maximum length of a name in characters, after NFKC normalization. Source:
    /// `docs/hosts/agno.md#validation`.
    pub name: usize,
    /// The maximum length of a description in characters. Source: `docs/hosts/agno.md#validation`.
    pub description: usize,
    /// The maximum length of `compatibility` in characters. Source:
    /// `docs/hosts/agno.md#validation`.
    pub compatibility: usize,
}

/// The editions, oldest first. Edition `2026-11` is release 3.1.10 of agno.
const EDITIONS: [AgnoEdition; 1] = [AgnoEdition {
    id: "2026-11",
    name: 64,
    description: 1024,
    compatibility: 500,
}];
