//! The host Google ADK. This file implements `Host`. Each other file contains one stage, or code
//! that several stages share.

mod catalog;
mod editions;
mod fields;
mod frontmatter;
mod list;
mod options;
mod pydantic;
mod sections;
mod tool;

pub(crate) use editions::GoogleAdk;
pub use editions::ID;
pub use options::GoogleAdkOptions;

use crate::host::format::{Envelope, SkillFormat};
use crate::host::sdk::{self, Listed, Order, Rules};
use crate::host::stages::Discovery;
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::host::{Discover, Host, Select};
use crate::model::environment::Environment;
use crate::model::field::Field;
use crate::model::request_form::{RequestForm, RequestFormat};
use crate::tree::Tree;

/// The rules by which Google ADK searches folders for skills
/// (`docs/hosts/google-adk.md#where-it-looks`).
const RULES: Rules = Rules {
    label: "Google ADK",
    files: &["SKILL.md", "skill.md"],
    depth: 1,
    hidden: true,
    folder_links: true,
    file_links: true,
    takes_root: false,
    order: Order::Name,
    reasons: &[],
};

impl Discover for GoogleAdk {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let listed = Listed::new();
        sdk::discover(tree, environment, &RULES, &self.options.sources, &listed)
    }
}

// Users cannot type the name of a skill.
impl Select for GoogleAdk {}

impl Host for GoogleAdk {
    fn placement(&self, environment: &Environment) -> String {
        sdk::placement(environment, &self.options.sources)
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn request_form(&self) -> RequestForm {
        RequestForm {
            format: RequestFormat::Gemini,
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

impl SkillFormat for GoogleAdk {
    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn frontmatter_end(&self, text: &str) -> Option<usize> {
        frontmatter::end(text)
    }

    fn envelope(&self) -> Envelope {
        // The entries of the list are escaped, and the skill's text is a value in JSON.
        Envelope::default()
    }
}
