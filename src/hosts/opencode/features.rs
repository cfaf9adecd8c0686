//! The features of a skill that opencode uses besides name, description and text.

use super::editions::{Expansion, Identity, Opencode};
use super::tool::text_of;
use crate::host::stages::View;
use crate::model::feature::Feature;
use crate::model::skill::Skill;
use crate::text::template;

pub(super) fn features(view: &View<'_>, skill: &Skill, host: &Opencode) -> Vec<Feature> {
    let text = text_of(view, skill, &host.options).unwrap_or_default();
    let is_template = host.edition.command == Expansion::Template;
    let all = [
        (
            is_template && template::takes_arguments(&text),
            "arguments in the text",
            "puts arguments in the place of `$ARGUMENTS`, `$1` and the like, in code too",
            true,
        ),
        (
            is_template && template::runs_commands(&text),
            "commands in the text",
            "runs them and puts their output in their place",
            true,
        ),
        Feature::hidden_from_model(
            host.edition.identity != Identity::Name && !skill.model_invocable,
        ),
    ];
    Feature::present(&all)
}
