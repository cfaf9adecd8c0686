//! A skill as it is searched.

use serde::{Deserialize, Serialize};

/// Terms of a field that are read; the rest is not searched.
pub(super) const FIELD_TERMS: usize = 2000;

/// The searched texts of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Document {
    /// The path of its `SKILL.md`.
    pub path: String,
    /// Its name.
    pub name: String,
    /// Other names that it answers to, searched as its name is.
    pub aliases: Vec<String>,
    /// Its description.
    pub description: String,
    /// The headings of its body, as [`headings`](super::headings()) finds them.
    pub headings: Vec<String>,
}
