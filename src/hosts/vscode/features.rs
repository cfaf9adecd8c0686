//! The features of a skill that VS Code uses besides name, description and text.

use crate::model::feature::Feature;
use crate::model::skill::Skill;

pub(super) fn features(skill: &Skill) -> Vec<Feature> {
    let Some(fields) = skill.frontmatter.as_deref() else {
        return Vec::new();
    };
    Feature::present(&[
        Feature::hidden_from_model(fields.disable_model_invocation == Some(true)),
        (
            fields.user_invocable == Some(false),
            "user-invocable",
            "takes it out of the menu that a slash opens",
            false,
        ),
        (
            fields.argument_hint.is_some(),
            "argument-hint",
            "is shown while the user types",
            false,
        ),
    ])
}
