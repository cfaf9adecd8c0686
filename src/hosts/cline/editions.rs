//! The editions: a table of values, each with its source.

use super::options::ClineOptions;
use crate::host::agent_plugins::{ClientRules, SPECIFICATION};

crate::host::host_type! {
    /// Cline in one of its editions, with the options that only this host reads.
    Cline { id: "cline", label: "Cline", default: "2026-11", edition: ClineEdition, options: ClineOptions }
}

/// A dated state of the host (`docs/hosts/cline.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct ClineEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// How the program reads Agent Plugins. Source: `docs/hosts/cline.md#agent-plugins`.
    pub plugins: ClientRules,
}

/// The editions, oldest first. `2026-11` is release 3.0.65 (`docs/hosts/cline.md#editions`).
const EDITIONS: [ClineEdition; 1] = [ClineEdition {
    id: "2026-11",
    plugins: ClientRules {
        places: "`~/.agents/plugins/<name>`",
        skips_byte_order_mark: false,
        reports_folders: true,
        ..SPECIFICATION
    },
}];
