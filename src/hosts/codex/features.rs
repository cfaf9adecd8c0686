//! The features of a skill that Codex acts on. Except for `metadata.short-description`, all are in
//! `agents/openai.yaml`.

use crate::model::feature::Feature;
use crate::model::skill::Skill;

pub(super) fn features(skill: &Skill) -> Vec<Feature> {
    let policy = skill.policy.as_ref();
    let of_side_file = [
        (
            policy.is_some_and(|policy| policy.allow_implicit_invocation == Some(false)),
            "policy.allow_implicit_invocation",
            "keeps the model from choosing the skill on its own",
            true,
        ),
        (
            policy.is_some_and(|policy| !policy.products.is_empty()),
            "policy.products",
            "restricts it to some products",
            true,
        ),
        (
            skill.dependencies.is_some(),
            "dependencies.tools",
            "asks for missing variables and servers",
            true,
        ),
        (
            skill.interface.is_some(),
            "interface",
            "is how user interfaces show it",
            false,
        ),
        (
            skill.short_description.is_some(),
            "metadata.short-description",
            "is what menus show",
            false,
        ),
    ];
    Feature::present(&of_side_file)
}
