//! The host OpenClaw. This file implements `Host`. Each other file contains one stage, or code that
//! several stages share.

mod catalog;
mod commands;
mod discover;
mod editions;
mod features;
mod fields;
mod frontmatter;
mod gate;
mod left_out;
mod list;
mod metadata;
mod names;
mod options;
mod plain;
mod repair;
mod roots;
mod sections;
mod select;
mod setup;
mod walk;

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use frontmatter::plain_reader_agrees;

pub use editions::ID;
pub(crate) use editions::Openclaw;
pub use options::OpenclawOptions;

use crate::host::Host;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::stages::View;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::skill::Skill;
use crate::tree::path;

impl Host for Openclaw {
    /// Returns the skill folder of the workspace if the options name a workspace. Otherwise returns
    /// the folder of managed skills, which OpenClaw reads for every workspace.
    fn placement(&self, environment: &Environment) -> String {
        let folder = self.options.workspace.clone();
        let folder = folder.or_else(|| setup::state(environment));
        path::join(
            &folder.unwrap_or_else(|| environment.cwd.clone()),
            names::SKILLS,
        )
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        let command = skill.eligibility.as_deref()?.command.as_deref()?;
        Some(format!("/{command}"))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        let edition = self.edition;
        vec![
            Limit::new(Limited::Folders, edition.max_candidates),
            Limit::new(Limited::Skills, edition.max_loaded),
            Limit::new(Limited::FileBytes, edition.max_file_bytes),
            Limit::new(Limited::ListedSkills, edition.max_in_prompt),
            Limit::new(Limited::Mentions, edition.max_references),
        ]
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }
}

impl SkillFormat for Openclaw {
    fn features(&self, _: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(skill)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields()
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::TAGS,
            text: &[],
        }
    }
}
