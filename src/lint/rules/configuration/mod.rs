//! The configuration of these rules, and of the hosts.

use crate::lint::rule::Rule;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[];
