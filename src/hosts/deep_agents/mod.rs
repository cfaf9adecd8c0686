//! The host Deep Agents, whose middleware lists skills and lets the model read their files. This
//! file implements `Host`. Each other file contains one stage, or code that several stages share.

mod catalog;
mod discover;
mod editions;
mod fields;
mod frontmatter;
mod list;
mod options;
mod pinned;
mod sections;

pub(crate) use editions::DeepAgents;
pub use editions::ID;
pub use options::DeepAgentsOptions;

use crate::host::Host;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::sdk;
use crate::host::stages::View;
use crate::host::topic::Topic;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::skill::Skill;

impl Host for DeepAgents {
    fn placement(&self, environment: &Environment) -> String {
        let sources = sdk::sources(environment, &self.options.sources);
        sources.into_iter().next_back().unwrap_or_default()
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        vec![Limit::new(Limited::FileBytes, frontmatter::MAX_CHARACTERS)]
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }
}

impl SkillFormat for DeepAgents {
    fn fields(&self) -> Vec<Field> {
        fields::fields()
    }

    fn frontmatter_end(&self, text: &str) -> Option<usize> {
        frontmatter::end(text)
    }

    fn features(&self, _: &View<'_>, skill: &Skill) -> Vec<Feature> {
        let fields = skill.frontmatter.as_ref();
        Feature::present(&[(
            fields.is_some_and(|fields| !fields.allowed_tools.is_empty()),
            fields::TOOLS,
            "names the tools in the list, and restricts nothing",
            true,
        )])
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: &[],
            text: &[pinned::TAG],
        }
    }

    fn not_typed(&self, _skill: &Skill) -> Option<(&'static str, &'static str)> {
        Some((
            "Deep Agents has no command for skills; the model chooses a skill by its name and description",
            "Ask for the task that the description names.",
        ))
    }
}
