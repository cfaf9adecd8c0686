//! The editions of Microsoft Agent Framework.

use super::options::AgentFrameworkOptions;

crate::host::host_type! {
    /// Microsoft Agent Framework in one edition, with the options that only this host reads.
    AgentFramework { id: "agent-framework", label: "Agent Framework", default: "2026-11", edition: AgentFrameworkEdition, options: AgentFrameworkOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/agent-framework.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct AgentFrameworkEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
}

/// The editions, oldest first. Edition `2026-11` is release 1.23.0 of `agent-framework-core`.
const EDITIONS: [AgentFrameworkEdition; 1] = [AgentFrameworkEdition { id: "2026-11" }];
