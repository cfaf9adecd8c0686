//! The editions of VS Code: a table of values, each with its source.

use super::options::VscodeOptions;

crate::host::host_type! {
    /// VS Code in one edition, with the options that only this host reads.
    Vscode { id: "vscode", label: "VS Code", default: "2026-11", edition: VscodeEdition, options: VscodeOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/vscode.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct VscodeEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The maximum length of a description in UTF-16 units. VS Code cuts longer descriptions.
    /// Source: `docs/hosts/vscode.md#descriptions`.
    pub max_description: usize,
    /// The budget for the entries of the list of skills, in UTF-16 units. It applies only if the
    /// model has a skill tool. Source: `docs/hosts/vscode.md#the-list`.
    pub list_budget: u64,
    /// The budget for the line with the names of the skills that have no entry, in UTF-16 units.
    /// Source: `docs/hosts/vscode.md#the-list`.
    pub names_budget: usize,
}

/// The editions of VS Code, oldest first.
const EDITIONS: [VscodeEdition; 1] = [VscodeEdition {
    id: "2026-11",
    max_description: 1024,
    list_budget: 15_000,
    names_budget: 5_000,
}];
