//! The constants that more than one stage reads.

/// Directories visited over all roots (`docs/hosts/pi.md#what-is-ours`). This limit is ours: the program has none.
pub(super) const MAX_DIRECTORIES: usize = 50_000;
