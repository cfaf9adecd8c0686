//! Where skills lie and what their files and folders are called.

use crate::lint::rule::Rule;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[];
