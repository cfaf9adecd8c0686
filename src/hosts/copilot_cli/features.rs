//! The features of a skill that Copilot CLI uses besides name, description and text.

use crate::model::feature::Feature;
use crate::model::skill::Skill;

pub(super) fn features(skill: &Skill) -> Vec<Feature> {
    let Some(fields) = skill.frontmatter.as_deref() else {
        return Vec::new();
    };
    Feature::present(&[
        (
            fields.disable_model_invocation == Some(true),
            "disable-model-invocation",
            "keeps the model from choosing the skill on its own",
            true,
        ),
        (
            fields.user_invocable == Some(false),
            "user-invocable",
            "keeps users from running it by its name",
            false,
        ),
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
