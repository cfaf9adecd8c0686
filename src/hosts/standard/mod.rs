//! The open standard as a host: a lenient client as described in the standard's guide for
//! implementers, and the reference validator.
//!
//! There are three sources: the specification, the guide for implementers and the reference
//! library. If they contradict each other, `docs/hosts/standard.md#where-the-three-disagree` names
//! the source that applies.

mod activate;
mod catalog;
mod discover;
mod editions;
mod fields;
mod frontmatter;
mod left_out;
mod list;
mod names;
mod options;
mod sections;
mod select;
mod strict_yaml;
mod validate;

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use frontmatter::plain_reader_agrees;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use strict_yaml::plain_reader_agrees as strict_reader_agrees;

pub use editions::ID;
pub(crate) use editions::Standard;
pub use list::{PromptEntry, to_prompt};
pub use options::{Activation, StandardOptions};
pub(crate) use validate::mismatch;
pub use validate::{Finding, FindingCode, SkillProperties, read_properties, validate};

use crate::host::format::{Envelope, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::session_rules::SessionRules;
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::host::{Host, OrderedList};
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::field::Field;
use crate::model::memory::Memory;
use crate::model::message::Message;
use crate::model::skill::Skill;
use crate::tree::path;

impl Host for Standard {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".agents/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        Some(format!("/{}", skill.name))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        let files = self.options.max_resources;
        let files = files.unwrap_or(self.edition.max_resources) as usize;
        vec![
            Limit::new(Limited::Directories, self.edition.max_directories),
            Limit::new(Limited::NamedFiles, files),
        ]
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }

    fn ordered_list(&self) -> Option<&dyn OrderedList> {
        Some(self)
    }

    fn session_rules(&self) -> Option<&dyn SessionRules> {
        Some(self)
    }
}

impl SkillFormat for Standard {
    fn fields(&self) -> Vec<Field> {
        fields::FIELDS.to_vec()
    }

    fn refuses_unknown_fields(&self) -> bool {
        true
    }

    fn envelope(&self) -> Envelope {
        // No tag of the list is included, because the client escapes the entries of the list.
        Envelope {
            list: &[],
            text: &[activate::TAG],
        }
    }
}

impl SessionRules for Standard {
    fn restore(&self, memory: &Memory, agent: &str) -> Vec<Message> {
        activate::restore(memory, agent)
    }
}
