//! Rules about lock files. They report the faults that [`crate::locks`] finds.

pub mod lock_broken;
pub mod lock_changed;
pub mod lock_missing;
pub mod lock_unlisted;

use crate::lint::run::LintRule;

/// The rules about lock files, in the order in which they run.
pub const RULES: &[&LintRule] = &[
    &lock_broken::RULE,
    &lock_changed::RULE,
    &lock_missing::RULE,
    &lock_unlisted::RULE,
];
