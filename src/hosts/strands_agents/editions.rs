//! The editions.

use super::options::StrandsAgentsOptions;

crate::host::host_type! {
    /// Strands Agents in one of its editions, with the options that only this host reads.
    StrandsAgents { id: "strands-agents", label: "Strands Agents", default: "2026-11", edition: StrandsAgentsEdition, options: StrandsAgentsOptions }
}

/// A dated state of the host (`docs/hosts/strands-agents.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct StrandsAgentsEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The longest name that gives no warning, in characters. Source: `docs/hosts/strands-agents.md#names`.
    pub name: usize,
    /// The largest number of files that the tool's answer lists. Source: `docs/hosts/strands-agents.md#the-tool`.
    pub files: usize,
}

/// The editions, oldest first. Edition `2026-11` is release 1.62.0.
const EDITIONS: [StrandsAgentsEdition; 1] = [StrandsAgentsEdition {
    id: "2026-11",
    name: 64,
    files: 20,
}];
