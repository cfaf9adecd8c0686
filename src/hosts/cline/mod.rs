//! The host Cline. This file implements `Host`. Each other file contains one stage, or code that
//! several stages share.

mod catalog;
mod discover;
mod editions;
mod fields;
mod frontmatter;
mod left_out;
mod list;
mod names;
mod options;
mod plugins;
mod sections;
mod select;
mod settings;
mod tool;

pub(crate) use editions::Cline;
pub use editions::ID;
pub use options::ClineOptions;

use crate::host::Host;
use crate::host::agent_plugins::ClientRules;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::skill::Skill;
use crate::tree::path;

impl Host for Cline {
    fn placement(&self, environment: &Environment) -> String {
        // The project's folder depends on the repository, which the environment does not name. The user's folder is
        // always searched.
        settings::folder(environment).map_or_else(
            || path::join(&environment.cwd, ".cline/skills"),
            |folder| path::join(&folder, "skills"),
        )
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        select::typed(skill)
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }

    fn agent_plugins(&self) -> Option<&'static ClientRules> {
        Some(&self.edition.plugins)
    }
}

impl SkillFormat for Cline {
    fn fields(&self) -> Vec<Field> {
        fields::fields()
    }

    fn features(&self, _: &View<'_>, skill: &Skill) -> Vec<Feature> {
        Feature::present(&[(
            !skill.enabled,
            fields::DISABLED,
            "switches the skill off, and hides others with its name",
            true,
        )])
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: &[],
            text: &tool::TAGS,
        }
    }
}
