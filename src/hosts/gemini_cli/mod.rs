//! The host Gemini CLI. This file implements `Host`. Each other file contains one stage, or code
//! that several stages share.

mod body;
mod catalog;
mod commands;
mod discover;
mod editions;
mod extensions;
mod features;
mod fields;
mod folder;
mod frontmatter;
mod hydrate;
mod left_out;
mod line_reader;
mod list;
mod names;
mod options;
mod sections;
mod settings;
mod tool;

pub(crate) use editions::GeminiCli;
pub use editions::ID;
pub use options::{ApprovalMode, GeminiCliOptions};

use crate::host::Host;
use crate::host::format::{Envelope, SkillFormat, Variable};
use crate::host::limit::{Limit, Limited};
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::request_form::{ListPlace, RequestForm, RequestFormat};
use crate::model::skill::Skill;
use crate::tree::path;

impl Host for GeminiCli {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".gemini/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        commands::command(skill).map(|command| format!("/{command}"))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        vec![Limit::new(Limited::NamedFiles, folder::MAX_ITEMS)]
    }

    fn request_form(&self) -> RequestForm {
        RequestForm {
            format: RequestFormat::Gemini,
            list: ListPlace::Inside {
                before: "",
                after: "",
            },
            ..RequestForm::USUAL
        }
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }
}

impl SkillFormat for GeminiCli {
    fn features(&self, view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(view, skill)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields()
    }

    fn frontmatter_end(&self, text: &str) -> Option<usize> {
        frontmatter::split(text).ok().map(|split| split.end)
    }

    fn not_typed(&self, skill: &Skill) -> Option<(&'static str, &'static str)> {
        commands::not_typed(skill, self.edition)
    }

    fn variables(&self) -> Vec<Variable> {
        let marks = hydrate::NAMES.iter().map(|name| format!("${{{name}}}"));
        let variables = marks.map(|mark| Variable {
            mark,
            of_plugins: true,
        });
        variables.collect()
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::TAGS,
            text: &[names::TAG, "instructions"],
        }
    }
}
