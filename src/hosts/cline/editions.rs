//! The editions of Cline: a table of values, each with its source.

use super::options::ClineOptions;
use crate::host::agent_plugins::{ClientRules, SPECIFICATION};

crate::host::host_type! {
    /// Cline in one edition, with the options that only this host reads.
    Cline { id: "cline", label: "Cline", default: "2026-11", edition: ClineEdition, options: ClineOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/cline.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct ClineEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The rules by which Cline reads Agent Plugins. Source: `docs/hosts/cline.md#agent-plugins`.
    pub plugins: ClientRules,
}

/// The editions, oldest first. Edition `2026-11` is release 3.0.65 of Cline
/// (`docs/hosts/cline.md#editions`).
const EDITIONS: [ClineEdition; 1] = [ClineEdition {
    id: "2026-11",
    plugins: ClientRules {
        places: "`~/.agents/plugins/<name>`",
        skips_byte_order_mark: false,
        reports_folders: true,
        ..SPECIFICATION
    },
}];
