//! The host Microsoft Agent Framework, whose `SkillsProvider` loads skills. This file implements
//! `Host`. Each other file contains one stage, or code that several stages share.

mod catalog;
mod discover;
mod editions;
mod fields;
mod frontmatter;
mod list;
mod options;
mod sections;
mod tool;

pub(crate) use editions::AgentFramework;
pub use editions::ID;
pub use options::AgentFrameworkOptions;

use crate::host::format::SkillFormat;
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::host::{Host, Select, sdk};
use crate::model::environment::Environment;
use crate::model::field::Field;
use crate::model::skill::Skill;

impl Host for AgentFramework {
    fn placement(&self, environment: &Environment) -> String {
        sdk::placement(environment, &self.options.sources)
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
}

// The provider reads no names in the user's text.
impl Select for AgentFramework {}

impl SkillFormat for AgentFramework {
    fn fields(&self) -> Vec<Field> {
        fields::fields()
    }

    fn frontmatter_end(&self, text: &str) -> Option<usize> {
        frontmatter::end(text)
    }

    fn not_typed(&self, _skill: &Skill) -> Option<(&'static str, &'static str)> {
        Some((
            "Agent Framework has no command for skills; the model chooses a skill by its name and description",
            "Ask for the task that the description names.",
        ))
    }
}
