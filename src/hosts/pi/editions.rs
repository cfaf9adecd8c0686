//! The editions of pi: a table of values.

use super::options::PiOptions;

crate::host::host_type! {
    /// pi in one edition, with the options that only this host reads.
    Pi { id: "pi", label: "pi", default: "2026-11", edition: PiEdition, options: PiOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/pi.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct PiEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// The maximum length of a name without a warning, in UTF-16 units. Source:
    /// `docs/hosts/pi.md#warnings`.
    pub name_units: usize,
    /// The maximum length of a description without a warning, in UTF-16 units. Source:
    /// `docs/hosts/pi.md#warnings`.
    pub description_units: usize,
}

/// The editions, oldest first. Edition `2026-11` is release 1.5.2 of pi
/// (`docs/hosts/pi.md#editions`).
const EDITIONS: [PiEdition; 1] = [PiEdition {
    id: "2026-11",
    name_units: 64,
    description_units: 1024,
}];
