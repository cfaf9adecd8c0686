//! The editions of the OpenAI Agents SDK.

use super::options::OpenaiAgentsOptions;

crate::host::host_type! {
    /// The OpenAI Agents SDK in one edition, with the options that only this host reads.
    OpenaiAgents { id: "openai-agents", label: "OpenAI Agents SDK", default: "2026-11", edition: OpenaiAgentsEdition, options: OpenaiAgentsOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/openai-agents.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenaiAgentsEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
}

/// The editions, oldest first. Edition `2026-11` is release 0.24.0 of `openai-agents`.
const EDITIONS: [OpenaiAgentsEdition; 1] = [OpenaiAgentsEdition { id: "2026-11" }];
