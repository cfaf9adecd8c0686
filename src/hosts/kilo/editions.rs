//! The editions.

use super::options::KiloOptions;

crate::host::host_type! {
    /// Kilo in one of its editions, with the options that only this host reads.
    Kilo { id: "kilo", label: "Kilo", default: "2026-11", edition: KiloEdition, options: KiloOptions }
}

/// A dated state of the host (`docs/hosts/kilo.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct KiloEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
}

/// The editions, oldest first. Edition `2026-11` is release 7.7.9.
const EDITIONS: [KiloEdition; 1] = [KiloEdition { id: "2026-11" }];
