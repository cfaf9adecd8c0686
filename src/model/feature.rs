//! Features of a skill: everything that a host acts on, except the skill's name, description and
//! text.

use serde::{Deserialize, Serialize};

/// Something in a skill that changes the behaviour of a host, such as the field `allowed-tools` or
/// the placeholder `$ARGUMENTS`. The skill's name, description and text are not features.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Feature {
    /// The feature's name, such as `$ARGUMENTS`. All hosts with the feature use the same name.
    pub name: String,
    /// The effect that the feature has in the host, in words.
    pub effect: String,
    /// True if the skill does something different in a host without this feature.
    pub essential: bool,
}

impl Feature {
    /// Returns the feature `disable-model-invocation` as an item of the list that
    /// [`present`](Self::present) takes. `is_there` is true if the frontmatter of the skill has
    /// this field. The feature is always essential.
    pub(crate) fn hidden_from_model(is_there: bool) -> (bool, &'static str, &'static str, bool) {
        let effect = "keeps the model from choosing the skill on its own";
        (is_there, "disable-model-invocation", effect, true)
    }

    /// Returns the feature `user-invocable` as an item of the list that [`present`](Self::present)
    /// takes. `is_there` is true if the frontmatter of the skill has this field. `is_essential` is
    /// true if the skill does something different in a host without this feature.
    pub(crate) fn hidden_from_users(
        is_there: bool,
        is_essential: bool,
    ) -> (bool, &'static str, &'static str, bool) {
        let effect = "keeps users from running it by its name";
        (is_there, "user-invocable", effect, is_essential)
    }

    /// Returns the features that a skill has. Each item of `all` is a possible feature: whether the
    /// skill has the feature, its name, its effect, and whether it is essential.
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
