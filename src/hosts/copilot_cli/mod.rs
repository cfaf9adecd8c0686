//! GitHub Copilot CLI: this file opens the host, and each of the others holds one stage or what stages share.

mod catalog;
mod discover;
mod editions;
mod features;
mod fields;
mod frontmatter;
mod left_out;
mod list;
mod names;
mod options;
mod sections;
mod select;
mod tool;

#[cfg(feature = "fuzzing")]
pub(crate) use frontmatter::plain_reader_agrees;

pub use names::ID;
pub use options::{CopilotBuiltInSkill, CopilotCliOptions};

use std::sync::Arc;

use editions::{EDITIONS, Edition};

use crate::host::Host;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::stages::{Assembly, Considered, Discovery, Parsed, View};
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::invocation::{Invocation, SkillCall};
use crate::model::listing::Listing;
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::path;
use crate::tree::{Contents, Tree};

/// Its name for people.
pub const LABEL: &str = "Copilot CLI";

/// The edition when none is asked for. The newest.
pub const DEFAULT_EDITION: &str = "2026-11";

/// The editions, oldest first.
pub fn editions() -> Vec<&'static str> {
    EDITIONS.iter().map(|edition| edition.id).collect()
}

/// The host in that edition with these options, if there is such an edition.
pub(crate) fn open(edition: &str, options: &CopilotCliOptions) -> Option<Arc<dyn Host>> {
    let edition = EDITIONS.iter().find(|known| known.id == edition)?;
    let options = options.clone();
    Some(Arc::new(CopilotCli { edition, options }))
}

struct CopilotCli {
    edition: &'static Edition,
    options: CopilotCliOptions,
}

impl Host for CopilotCli {
    fn id(&self) -> &'static str {
        ID
    }

    fn edition(&self) -> &'static str {
        self.edition.id
    }

    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        discover::discover(tree, environment, &self.options)
    }

    fn parse(&self, contents: &Contents) -> Parsed {
        frontmatter::parse(contents, self.edition)
    }

    /// A command without frontmatter is described by its text.
    fn assembles_texts(&self) -> bool {
        true
    }

    fn assemble(
        &self,
        tree: &Tree,
        _environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        catalog::assemble(tree, candidates, self.edition, &self.options)
    }

    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".github/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        let can = skill.user_invocable && !self.options.headless;
        can.then(|| format!("/{}", skill.name))
    }

    fn list(&self, view: &View<'_>, _agent: &str) -> Listing {
        list::list(view, self.edition)
    }

    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        select::turn(view, request, &self.options)
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        vec![Limit::new(Limited::ListedNames, self.edition.names_budget)]
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }
}

impl SkillFormat for CopilotCli {
    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn features(&self, _view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(skill)
    }

    fn envelope(&self) -> Envelope {
        // Its list is escaped.
        Envelope {
            list: &[],
            text: &[tool::TAG],
        }
    }
}

impl SkillTool for CopilotCli {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        Some(tool::invoke(view, call, &self.options))
    }
}
