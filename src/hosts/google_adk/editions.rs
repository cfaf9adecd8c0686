//! The editions of Google ADK.

use super::options::GoogleAdkOptions;

crate::host::host_type! {
    /// Google ADK in one edition, with the options that only this host reads.
    GoogleAdk { id: "google-adk", label: "Google ADK", default: "2026-11", edition: GoogleAdkEdition, options: GoogleAdkOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/google-adk.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct GoogleAdkEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The maximum length of a name in characters, after NFKC normalization. Source:
    /// `docs/hosts/google-adk.md#fields`.
    pub name: usize,
    /// The maximum length of a description in characters. Source:
    /// `docs/hosts/google-adk.md#fields`.
    pub description: usize,
    /// The maximum length of `compatibility` in characters. Source:
    /// `docs/hosts/google-adk.md#fields`.
    pub compatibility: usize,
}

/// The editions, oldest first. Edition `2026-11` is release 2.13.0 of Google ADK.
const EDITIONS: [GoogleAdkEdition; 1] = [GoogleAdkEdition {
    id: "2026-11",
    name: 64,
    description: 1024,
    compatibility: 500,
}];
