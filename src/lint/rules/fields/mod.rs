//! The frontmatter's fields, and those of the files beside it.

use crate::lint::rule::Rule;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[];
