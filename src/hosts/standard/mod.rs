//! The open standard: its reference validator, and as a host the lenient client of its implementation guide.
//!
//! Three sources: the specification (SPEC), the guide for implementers (GUIDE) and the reference library (REF). Where
//! they disagree, `docs/hosts/standard.md#where-the-three-disagree` says which one counts where.

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

#[cfg(feature = "fuzzing")]
pub(crate) use frontmatter::plain_reader_agrees;
#[cfg(feature = "fuzzing")]
pub(crate) use strict_yaml::plain_reader_agrees as strict_reader_agrees;

pub use list::{PromptEntry, to_prompt};
pub use options::{Activation, StandardOptions};
pub(crate) use validate::mismatch;
pub use validate::{Finding, FindingCode, SkillProperties, read_properties, validate};

use std::sync::Arc;

use editions::{EDITIONS, Edition};

use crate::host::Host;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::session_rules::SessionRules;
use crate::host::stages::{Assembly, Considered, Discovery, Parsed, View};
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::field::Field;
use crate::model::invocation::{Invocation, SkillCall};
use crate::model::listing::Listing;
use crate::model::memory::Memory;
use crate::model::message::Message;
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::path;
use crate::tree::{Contents, Tree};

/// The host's name.
pub const ID: &str = "standard";

/// Its name for people.
pub const LABEL: &str = "Open standard";

/// The edition when none is asked for. The newest.
pub const DEFAULT_EDITION: &str = "2026-08";

/// The editions, oldest first.
pub fn editions() -> Vec<&'static str> {
    EDITIONS.iter().map(|edition| edition.id).collect()
}

/// The host in that edition with these options, if there is such an edition.
pub(crate) fn open(edition: &str, options: &StandardOptions) -> Option<Arc<dyn Host>> {
    let edition = EDITIONS.iter().find(|known| known.id == edition)?;
    let options = options.clone();
    Some(Arc::new(Standard { edition, options }))
}

struct Standard {
    edition: &'static Edition,
    options: StandardOptions,
}

impl Host for Standard {
    fn id(&self) -> &'static str {
        ID
    }

    fn edition(&self) -> &'static str {
        self.edition.id
    }

    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        discover::discover(tree, environment, self.edition, &self.options)
    }

    fn parse(&self, contents: &Contents) -> Parsed {
        frontmatter::parse(contents)
    }

    fn assemble(
        &self,
        _tree: &Tree,
        _environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        catalog::assemble(candidates, self.edition)
    }

    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".agents/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        Some(format!("/{}", skill.name))
    }

    fn list(&self, view: &View<'_>, _agent: &str) -> Listing {
        list::list(view, &self.options)
    }

    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        select::turn(view, request, self.edition, &self.options)
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
        // Its list is escaped.
        Envelope {
            list: &[],
            text: &[activate::TAG],
        }
    }
}

impl SkillTool for Standard {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        activate::call(view, call, self.edition, &self.options)
    }
}

impl SessionRules for Standard {
    fn restore(&self, memory: &Memory, agent: &str) -> Vec<Message> {
        activate::restore(memory, agent)
    }
}
