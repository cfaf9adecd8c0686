//! The editions: one table of values.

use super::options::PiOptions;

crate::host::host_type! {
    /// The host in one of its editions, with the options that only it reads.
    Pi { id: "pi", label: "pi", default: "2026-11", options: PiOptions }
}

/// A state of the host (`docs/hosts/pi.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Edition {
    /// Such as `2026-11`.
    pub id: &'static str,
    /// Longest name that is not warned of, in UTF-16 units. Source: `docs/hosts/pi.md#warnings`.
    pub name_units: usize,
    /// Longest description that is not warned of, in UTF-16 units. Source: `docs/hosts/pi.md#warnings`.
    pub description_units: usize,
}

/// Oldest first. `2026-11` is release 1.5.2 (`docs/hosts/pi.md#editions`).
const EDITIONS: [Edition; 1] = [Edition {
    id: "2026-11",
    name_units: 64,
    description_units: 1024,
}];
