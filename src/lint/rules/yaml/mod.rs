//! The frontmatter as YAML.

use crate::lint::rule::Rule;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[];
