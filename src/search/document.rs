//! The texts of a skill that are searched.

use serde::{Deserialize, Serialize};

/// The maximum number of terms of one field that are searched; further terms are ignored.
pub(super) const FIELD_TERMS: usize = 2000;

/// The texts of a skill that a search compares with a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Document {
    /// The path of the skill's `SKILL.md`.
    pub path: String,
    /// The skill's name.
    pub name: String,
    /// Other names of the skill. They are searched in the same way as the name.
    pub aliases: Vec<String>,
    /// The skill's description.
    pub description: String,
    /// The headings of the skill's body, as [`headings`](super::headings()) returns them.
    pub headings: Vec<String>,
}
