//! The editions: a table of values, each with its source.

use super::options::ClineOptions;

crate::host::host_type! {
    /// Cline in one of its editions, with the options that only this host reads.
    Cline { id: "cline", label: "Cline", default: "2026-11", edition: ClineEdition, options: ClineOptions }
}

/// A dated state of the host (`docs/hosts/cline.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct ClineEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The longest name of a skill in an Agent Plugin, in UTF-16 units. Source: `docs/hosts/cline.md#agent-plugins`.
    pub plugin_name: usize,
    /// The longest description of a skill in an Agent Plugin, in UTF-16 units. Source:
    /// `docs/hosts/cline.md#agent-plugins`.
    pub plugin_description: usize,
    /// The longest `compatibility` of a skill in an Agent Plugin, in UTF-16 units. Source:
    /// `docs/hosts/cline.md#agent-plugins`.
    pub plugin_compatibility: usize,
}

/// The editions, oldest first. `2026-11` is release 3.0.65 (`docs/hosts/cline.md#editions`).
const EDITIONS: [ClineEdition; 1] = [ClineEdition {
    id: "2026-11",
    plugin_name: 64,
    plugin_description: 1024,
    plugin_compatibility: 500,
}];
