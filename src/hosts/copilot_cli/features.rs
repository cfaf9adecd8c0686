//! The features of a skill that Copilot CLI uses besides name, description and text.

use crate::model::feature::Feature;
use crate::model::skill::Skill;

pub(super) fn features(skill: &Skill) -> Vec<Feature> {
    let Some(fields) = skill.frontmatter.as_deref() else {
        return Vec::new();
    };
    Feature::present(&[
        Feature::hidden_from_model(fields.disable_model_invocation == Some(true)),
        Feature::hidden_from_users(fields.user_invocable == Some(false), false),
        (
            fields.argument_hint.is_some(),
            "argument-hint",
            "is shown while the user types",
            false,
        ),
        (
            !fields.allowed_tools.is_empty(),
            "allowed-tools",
            "lets these tools run without a question; does not restrict other tools",
            false,
        ),
    ])
}
