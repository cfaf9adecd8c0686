//! The host Strands Agents. This file implements `Host`. Each other file contains one stage, or
//! code that several stages share.

mod catalog;
mod editions;
mod fields;
mod frontmatter;
mod list;
mod options;
mod sections;
mod tool;

pub use editions::ID;
pub(crate) use editions::StrandsAgents;
pub use options::StrandsAgentsOptions;

use crate::host::format::{Envelope, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::sdk::{self, Listed, Order, Rules};
use crate::host::stages::Discovery;
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::host::{Discover, Host, Select};
use crate::model::catalog::LeftOutReason;
use crate::model::environment::Environment;
use crate::model::field::Field;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Tree, path};

/// The rules by which Strands Agents searches folders for skills
/// (`docs/hosts/strands-agents.md#where-it-looks`).
const RULES: Rules = Rules {
    label: "Strands Agents",
    files: &["SKILL.md", "skill.md"],
    depth: 1,
    hidden: true,
    folder_links: true,
    file_links: true,
    takes_root: true,
    order: Order::Name,
    reasons: &[],
};

impl Discover for StrandsAgents {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let sources = (self.options.sources.as_slice(), true);
        let listed = Listed::new();
        let mut discovery = sdk::discover_with_files(tree, environment, &RULES, sources, &listed);
        // The catalog already has an error about a `SKILL.md` that is a link without a target.
        discovery.left_out.retain(|left_out| {
            left_out.reason != LeftOutReason::DanglingLink
                || path::file_name(&left_out.path) != SKILL_FILE
        });
        discovery
    }
}

// Users cannot type the name of a skill.
impl Select for StrandsAgents {}

impl Host for StrandsAgents {
    fn placement(&self, environment: &Environment) -> String {
        sdk::placement(environment, &self.options.sources)
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        vec![Limit::new(Limited::NamedFiles, self.edition.files)]
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }
}

impl SkillFormat for StrandsAgents {
    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn frontmatter_end(&self, text: &str) -> Option<usize> {
        frontmatter::end(text)
    }

    fn envelope(&self) -> Envelope {
        // The entries of the list are escaped, and the tool's answer has no tags.
        Envelope::default()
    }
}
