//! The features of a skill that Gemini CLI uses besides name, description and text.

use super::body::body_of;
use super::hydrate;
use crate::host::stages::View;
use crate::model::feature::Feature;
use crate::model::skill::Skill;

pub(super) fn features(view: &View<'_>, skill: &Skill) -> Vec<Feature> {
    let is_filled = skill.plugin_id.is_some()
        && body_of(view, skill).is_ok_and(|body| hydrate::has_variables(&body));
    Feature::present(&[(
        is_filled,
        "variables of the extension",
        "puts paths in the place of `${extensionPath}`, `${workspacePath}` and the like",
        true,
    )])
}
