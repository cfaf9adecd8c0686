//! The editions of Deep Agents.

use super::options::DeepAgentsOptions;

crate::host::host_type! {
    /// Deep Agents in one edition, with the options that only this host reads.
    DeepAgents { id: "deep-agents", label: "Deep Agents", default: "2026-11", edition: DeepAgentsEdition, options: DeepAgentsOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/deep-agents.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct DeepAgentsEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
}

/// The editions, oldest first. Edition `2026-11` is release 0.7.32 of `deepagents`.
const EDITIONS: [DeepAgentsEdition; 1] = [DeepAgentsEdition { id: "2026-11" }];
