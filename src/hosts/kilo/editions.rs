//! The editions of Kilo.

use super::options::KiloOptions;

crate::host::host_type! {
    /// Kilo in one edition, with the options that only this host reads.
    Kilo { id: "kilo", label: "Kilo", default: "2026-11", edition: KiloEdition, options: KiloOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/kilo.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct KiloEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
}

/// The editions, oldest first. Edition `2026-11` is release 7.7.9 of Kilo.
const EDITIONS: [KiloEdition; 1] = [KiloEdition { id: "2026-11" }];
