//! The features of a skill that Kilo uses besides name, description and text.

use super::text::content_of;
use super::variables;
use crate::host::stages::View;
use crate::model::feature::Feature;
use crate::model::skill::Skill;
use crate::text::template;

pub(super) fn features(view: &View<'_>, skill: &Skill) -> Vec<Feature> {
    let text = content_of(view.tree, skill).unwrap_or_default();
    Feature::present(&[
        (
            template::takes_arguments(&text),
            "arguments in the text",
            "puts arguments in the place of `$ARGUMENTS`, `$1` and the like, in code too",
            true,
        ),
        (
            template::runs_commands(&text),
            "commands in the text",
            "runs them in a skill from outside the project, and puts their output in their place",
            true,
        ),
        (
            !variables::places(&text).is_empty(),
            "variables in the text",
            "puts files and environment variables in the place of `{file:…}` and `{env:…}`",
            true,
        ),
    ])
}
