//! The host Kilo. This file implements `Host`. Each other file contains one stage, or code that
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
mod options;
mod permission;
mod repair;
mod sections;
mod text;
mod tool;
mod variables;

pub use editions::ID;
pub(crate) use editions::Kilo;
pub use options::KiloOptions;

use crate::host::Host;
use crate::host::format::{Envelope, Replaced, Replacement, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::host::tool_permissions::Decides;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::skill::{Frontmatter, Skill};
use crate::text::gray_matter::GrayMatter;
use crate::text::template;
use crate::tree::path;

impl Host for Kilo {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".kilo/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        Some(format!("/{}", command::command(skill)))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        vec![Limit::new(Limited::NamedFiles, tool::MAX_FILES)]
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }

    fn decides(&self) -> Decides<'_> {
        Decides::ByRules(self)
    }
}

impl SkillFormat for Kilo {
    fn features(&self, view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(view, skill)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields()
    }

    fn replaces(&self, text: &str, _fields: &Frontmatter) -> Vec<Replaced> {
        let content = GrayMatter::split(text).content;
        let start = text.len() - content.len();
        let spans = template::arguments(content).into_iter();
        let arguments = spans.map(|bytes| (bytes, Replacement::Argument));
        let spans = template::commands(content).into_iter();
        let commands = spans.map(|bytes| (bytes, Replacement::Command));
        let spans = variables::places(content).into_iter();
        let variables = spans.map(|bytes| (bytes, Replacement::Variable));
        let all = arguments.chain(commands).chain(variables);
        Replaced::in_order(all, start)
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::TAGS,
            text: &[tool::TAG],
        }
    }
}
