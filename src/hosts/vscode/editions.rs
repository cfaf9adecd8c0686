//! The editions: a table of values, each with its source.

use super::options::VscodeOptions;

crate::host::host_type! {
    /// VS Code in one of its editions, with the options that only this host reads.
    Vscode { id: "vscode", label: "VS Code", default: "2026-11", edition: VscodeEdition, options: VscodeOptions }
}

/// A dated state of the host (`docs/hosts/vscode.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct VscodeEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The number of UTF-16 units of a description that VS Code uses. Source: `docs/hosts/vscode.md#descriptions`.
    pub max_description: usize,
    /// The budget for the entries of the list, in UTF-16 units. The budget applies only if the model has a tool for
    /// skills. Source: `docs/hosts/vscode.md#the-list`.
    pub list_budget: u64,
    /// The budget for the names of the skills without an entry, in UTF-16 units. Source:
    /// `docs/hosts/vscode.md#the-list`.
    pub names_budget: usize,
}

/// The editions, oldest first.
const EDITIONS: [VscodeEdition; 1] = [VscodeEdition {
    id: "2026-11",
    max_description: 1024,
    list_budget: 15_000,
    names_budget: 5_000,
}];
