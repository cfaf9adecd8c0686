//! The editions of Copilot CLI: a table of values, each with its source.

use super::options::CopilotCliOptions;
use crate::host::agent_plugins::{ClientRules, SPECIFICATION};

crate::host::host_type! {
    /// Copilot CLI in one edition, with the options that only this host reads.
    CopilotCli { id: "copilot-cli", label: "Copilot CLI", default: "2026-11", edition: CopilotCliEdition, options: CopilotCliOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/copilot-cli.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct CopilotCliEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The maximum length of a name in characters. Source: `docs/hosts/copilot-cli.md#names`.
    pub max_name: usize,
    /// The maximum length of a description in the frontmatter, in characters. Source:
    /// `docs/hosts/copilot-cli.md#descriptions`.
    pub max_description: usize,
    /// The number of lines of a skill's text that become the skill's description if the frontmatter
    /// has no description. Source: `docs/hosts/copilot-cli.md#descriptions`.
    pub description_lines: usize,
    /// The budget for the entries of the list of skills, in UTF-16 units. Source:
    /// `docs/hosts/copilot-cli.md#the-list`.
    pub list_budget: u64,
    /// The budget for the line after the list, in UTF-16 units. The line names the skills without
    /// an entry. Source: `docs/hosts/copilot-cli.md#the-list`.
    pub names_budget: usize,
    /// The rules by which Copilot CLI reads Agent Plugins. Source:
    /// `docs/hosts/copilot-cli.md#plugins`.
    pub plugins: ClientRules,
}

/// The editions of Copilot CLI, oldest first.
const EDITIONS: [CopilotCliEdition; 1] = [CopilotCliEdition {
    id: "2026-11",
    max_name: 64,
    max_description: 1024,
    description_lines: 3,
    list_budget: 15_000,
    names_budget: 5_000,
    plugins: ClientRules {
        places: "the folders of `--plugin-dir`",
        skips_byte_order_mark: true,
        checks_extensions: true,
        loads_other_manifests: true,
        skips_invalid_skills: false,
        searches_deeper: true,
        follows_links_out: true,
        ..SPECIFICATION
    },
}];
