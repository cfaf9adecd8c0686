//! The host agno. This file implements `Host`. Each other file contains one stage, or code that
//! several stages share.

mod catalog;
mod editions;
mod fields;
mod frontmatter;
mod list;
mod options;
mod sections;
mod tool;
mod validate;

pub(crate) use editions::Agno;
pub use editions::ID;
pub use options::AgnoOptions;

use crate::host::format::{Envelope, SkillFormat};
use crate::host::sdk::{self, Order, Rules};
use crate::host::stages::Discovery;
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::host::{Discover, Host, Select};
use crate::model::environment::Environment;
use crate::model::field::Field;
use crate::tree::Tree;

/// The rules by which agno searches folders for skills (`docs/hosts/agno.md#where-it-looks`).
const RULES: Rules = Rules {
    label: "agno",
    files: &["SKILL.md"],
    depth: 1,
    hidden: false,
    folder_links: true,
    file_links: true,
    takes_root: true,
    order: Order::Listed,
    reasons: &[],
};

impl Discover for Agno {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let sources = self.sources(tree, environment);
        sdk::discover(tree, environment, &RULES, &sources, &self.options.listed)
    }
}

// Users cannot type the name of a skill.
impl Select for Agno {}

impl Host for Agno {
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

impl SkillFormat for Agno {
    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn refuses_unknown_fields(&self) -> bool {
        self.options.validates()
    }

    fn frontmatter_end(&self, text: &str) -> Option<usize> {
        frontmatter::end(text)
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::TAGS,
            text: &[],
        }
    }
}
