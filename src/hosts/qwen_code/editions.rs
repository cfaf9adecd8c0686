//! The editions of Qwen Code.

use super::options::QwenCodeOptions;

crate::host::host_type! {
    /// Qwen Code in one edition, with the options that only this host reads.
    QwenCode { id: "qwen-code", label: "Qwen Code", default: "2026-11", edition: QwenCodeEdition, options: QwenCodeOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/qwen-code.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct QwenCodeEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The length of all entries of the list of skills, in UTF-16 units, above which each entry
    /// shows only the first line of its description. Source: `docs/hosts/qwen-code.md#the-list`.
    pub list_budget: u64,
}

/// The editions, oldest first. Edition `2026-11` is release 0.24.4 of Qwen Code.
const EDITIONS: [QwenCodeEdition; 1] = [QwenCodeEdition {
    id: "2026-11",
    list_budget: 8000,
}];
