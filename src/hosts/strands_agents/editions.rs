//! The editions of Strands Agents.

use super::options::StrandsAgentsOptions;

crate::host::host_type! {
    /// Strands Agents in one edition, with the options that only this host reads.
    StrandsAgents { id: "strands-agents", label: "Strands Agents", default: "2026-11", edition: StrandsAgentsEdition, options: StrandsAgentsOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/strands-agents.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct StrandsAgentsEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The maximum length of a name, in characters. A longer name causes a warning. Source:
    /// `docs/hosts/strands-agents.md#names`.
    pub name: usize,
    /// The maximum number of files that the skill tool's answer lists. Source:
    /// `docs/hosts/strands-agents.md#the-tool`.
    pub files: usize,
}

/// The editions, oldest first. Edition `2026-11` is release 1.62.0 of Strands Agents.
const EDITIONS: [StrandsAgentsEdition; 1] = [StrandsAgentsEdition {
    id: "2026-11",
    name: 64,
    files: 20,
}];
