//! Features: everything of a skill that a host acts on beyond name, description and text.

use serde::{Deserialize, Serialize};

/// Something in a skill that a host acts on beyond its name, description and text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Feature {
    /// The name, the same for all hosts that have it, such as `$ARGUMENTS`.
    pub name: String,
    /// Its effect in the host.
    pub effect: String,
    /// True if the skill does something else without it.
    pub essential: bool,
}

impl Feature {
    /// Those of a list that are there: whether, name, effect, and whether it is essential.
    #[must_use]
    pub fn present(all: &[(bool, &str, &str, bool)]) -> Vec<Self> {
        let present = all.iter().filter(|(is_there, ..)| *is_there);
        present
            .map(|(_, name, effect, essential)| Self {
                name: (*name).to_owned(),
                effect: (*effect).to_owned(),
                essential: *essential,
            })
            .collect()
    }
}
