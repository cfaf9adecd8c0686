//! The host opencode. This file implements `Host`. Each other file contains one stage, or code that
//! several stages share.

mod catalog;
mod command;
mod config;
mod discover;
mod editions;
mod features;
mod fields;
mod frontmatter;
mod left_out;
mod list;
mod names;
mod options;
mod permission;
mod repair;
mod sections;
mod tool;

pub use editions::ID;
pub(crate) use editions::Opencode;
pub use frontmatter::content;
pub use options::{BuiltInSkill, OpencodeOptions, SkillRule};

use editions::Expansion;

use crate::host::Host;
use crate::host::format::{Envelope, Replaced, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::host::tool_permissions::Decides;
use crate::host::topic::Topic;
use crate::model::budget_setting::{BudgetSetting, BudgetSettings};
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::obstacle::UseObstacle;
use crate::model::permission::PermissionBasis;
use crate::model::skill::{Frontmatter, Skill};
use crate::tree::path;

impl Host for Opencode {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".opencode/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        skill.user_invocable.then(|| format!("/{}", skill.name))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        vec![Limit::new(Limited::NamedFiles, tool::MAX_FILES)]
    }

    fn budget_settings(&self) -> BudgetSettings {
        BudgetSettings {
            off: &[BudgetSetting::PermissionSkill],
            ..BudgetSettings::USUAL
        }
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }

    fn decides(&self) -> Decides<'_> {
        match self.edition.identity {
            // The decisions of only this edition were recorded, from the released program.
            editions::Identity::Name => Decides::ByRules(self),
            _ => Decides::Otherwise(PermissionBasis::Unknown),
        }
    }
}

impl SkillFormat for Opencode {
    fn hides(&self, skill: &Skill) -> Option<(UseObstacle, &'static str)> {
        let fields = skill.frontmatter.as_ref()?;
        let by_metadata = fields.disable_model_invocation != Some(true)
            && fields.metadata.contains_key(names::AUTOINVOKE);
        by_metadata.then_some((
            UseObstacle::AutoinvokeOff,
            "Remove `opencode/autoinvoke` from the frontmatter's `metadata`.",
        ))
    }

    fn features(&self, view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(view, skill, self)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn replaces(&self, text: &str, _fields: &Frontmatter) -> Vec<Replaced> {
        match self.edition.command {
            Expansion::Template => command::replaces(text),
            Expansion::Whole => Vec::new(),
        }
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::TAGS,
            text: &[tool::TAG],
        }
    }
}
