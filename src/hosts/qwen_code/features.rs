//! The features of a skill that Qwen Code uses besides name, description and text.

use crate::model::feature::Feature;
use crate::model::skill::Skill;

pub(super) fn features(skill: &Skill) -> Vec<Feature> {
    let Some(fields) = &skill.frontmatter else {
        return Vec::new();
    };
    Feature::present(&[
        Feature::hidden_from_model(!skill.model_invocable),
        (
            fields.user_invocable == Some(false),
            "user-invocable",
            "keeps users from running the skill by its name",
            true,
        ),
        (
            !fields.paths.is_empty(),
            "paths",
            "shows the skill to the model only after a matching file was read or written",
            true,
        ),
        (
            !fields.hook_events.is_empty(),
            "hooks",
            "runs them while the skill is in use",
            true,
        ),
        (
            !fields.allowed_tools.is_empty(),
            "allowedTools",
            "lets these tools run without a question while the skill is in use",
            true,
        ),
        (
            fields.model.is_some(),
            "model",
            "uses this model for the turn in which the model chooses the skill",
            true,
        ),
        (
            fields.when_to_use.is_some(),
            "when_to_use",
            "shows it after the description in the list",
            false,
        ),
    ])
}
