//! The host VS Code with Copilot's agent mode. This file implements `Host`. Each other file
//! contains one stage, or code that several stages share.

mod catalog;
mod discover;
mod editions;
mod features;
mod fields;
mod frontmatter;
mod left_out;
mod list;
mod options;
mod sections;
mod select;
mod yaml;

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use yaml::agreement::plain_reader_agrees;

pub use editions::ID;
pub(crate) use editions::Vscode;
pub use options::{VscodeExtensionSkill, VscodeOptions};

use crate::host::Host;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::stages::View;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::skill::Skill;
use crate::tree::path;

impl Host for Vscode {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".github/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        Some(format!("/{}", skill.name))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }
}

impl SkillFormat for Vscode {
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
            text: &[select::TAG],
        }
    }
}
