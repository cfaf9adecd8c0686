//! The features of a skill that OpenClaw uses besides name, description and text.

use crate::model::feature::Feature;
use crate::model::skill::Skill;

pub(super) fn features(skill: &Skill) -> Vec<Feature> {
    let Some(fields) = skill.frontmatter.as_deref() else {
        return Vec::new();
    };
    let needs = fields.needs.as_deref();
    let requires = needs.is_some_and(|needs| !needs.requires.is_empty() && !needs.always);
    Feature::present(&[
        (
            requires,
            "requires",
            "offers the skill only where the machine has what it needs",
            false,
        ),
        (
            needs.is_some_and(|needs| !needs.install.is_empty()),
            "install",
            "offers to install what the skill needs",
            false,
        ),
        (
            needs.is_some_and(|needs| needs.calls_tool && needs.tool.is_some()),
            "command-dispatch",
            "calls a tool with what the user types, in place of the model",
            true,
        ),
        Feature::hidden_from_model(fields.disable_model_invocation == Some(true)),
        Feature::hidden_from_users(fields.user_invocable == Some(false), true),
    ])
}
