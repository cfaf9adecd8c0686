//! The host Qwen Code. This file implements `Host`. Each other file contains one stage, or code
//! that several stages share.

mod body;
mod catalog;
mod commands;
mod conditions;
mod discover;
mod editions;
mod features;
mod fields;
mod frontmatter;
mod left_out;
mod line_reader;
mod list;
mod names;
mod options;
mod sections;
mod select;
mod settings;
mod tool;

pub use editions::ID;
pub(crate) use editions::QwenCode;
pub use options::QwenCodeOptions;

use crate::host::Host;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::session_rules::SessionRules;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::model::budget_setting::{BudgetSetting, BudgetSettings};
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::skill::Skill;
use crate::tree::path;

impl Host for QwenCode {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".qwen/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        (skill.user_invocable && skill.enabled).then(|| format!("/{}", skill.name))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn budget_settings(&self) -> BudgetSettings {
        BudgetSettings {
            conditional: &[BudgetSetting::Paths],
            ..BudgetSettings::USUAL
        }
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }

    fn session_rules(&self) -> Option<&dyn SessionRules> {
        Some(self)
    }
}

impl SkillFormat for QwenCode {
    fn features(&self, _view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(skill)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields()
    }

    fn frontmatter_end(&self, text: &str) -> Option<usize> {
        frontmatter::end(text)
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::TAGS,
            text: &[],
        }
    }
}
