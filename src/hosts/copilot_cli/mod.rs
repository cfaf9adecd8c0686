//! The host GitHub Copilot CLI. This file implements `Host`. Each other file contains one stage, or
//! code that several stages share.

mod catalog;
mod discover;
mod editions;
mod features;
mod fields;
mod frontmatter;
mod left_out;
mod list;
mod names;
mod options;
mod plugins;
mod sections;
mod select;
mod tool;

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use frontmatter::plain_reader_agrees;

pub(crate) use editions::CopilotCli;
pub use editions::ID;
pub use options::{CopilotBuiltInSkill, CopilotCliOptions};

use crate::host::Host;
use crate::host::agent_plugins::ClientRules;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::request_form::{ListPlace, RequestForm};
use crate::model::skill::Skill;
use crate::tree::path;

impl Host for CopilotCli {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".github/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        let can = skill.user_invocable && !self.options.headless;
        can.then(|| format!("/{}", skill.name))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        vec![Limit::new(Limited::ListedNames, self.edition.names_budget)]
    }

    fn request_form(&self) -> RequestForm {
        RequestForm {
            list: ListPlace::Inside {
                before: "<skill>\n",
                after: "\n</skill>",
            },
            trims_prompt: true,
            ..RequestForm::USUAL
        }
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

impl SkillFormat for CopilotCli {
    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn features(&self, _: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(skill)
    }

    fn envelope(&self) -> Envelope {
        // No tag of the list is included, because the host escapes the entries of the list.
        Envelope {
            list: &[],
            text: &[tool::TAG],
        }
    }
}
