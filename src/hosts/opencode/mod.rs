//! opencode: this file opens the host, and each of the others holds one stage or what stages share.

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
mod names;
mod options;
mod permission;
mod repair;
mod sections;
mod tool;

pub use frontmatter::content;
pub use names::ID;
pub use options::{BuiltInSkill, OpencodeOptions, SkillRule};

use std::sync::Arc;

use editions::{EDITIONS, Edition, Expansion};

use crate::host::Host;
use crate::host::format::{Envelope, Replaced, SkillFormat};
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
use crate::model::obstacle::UseObstacle;
use crate::model::skill::{Frontmatter, Skill};
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::path;
use crate::tree::{Contents, Tree};

/// Its name for people.
pub const LABEL: &str = "opencode";

/// The edition when none is asked for: the latest in the registry of packages, beside which the second line lives
/// (`docs/hosts/opencode.md#editions`).
pub const DEFAULT_EDITION: &str = "1.18";

/// The editions, oldest first.
pub fn editions() -> Vec<&'static str> {
    EDITIONS.iter().map(|edition| edition.id).collect()
}

/// The host in that edition with these options, if there is such an edition.
pub(crate) fn open(edition: &str, options: &OpencodeOptions) -> Option<Arc<dyn Host>> {
    let edition = EDITIONS.iter().find(|known| known.id == edition)?;
    let options = options.clone();
    Some(Arc::new(Opencode { edition, options }))
}

struct Opencode {
    edition: &'static Edition,
    options: OpencodeOptions,
}

impl Host for Opencode {
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
        frontmatter::parse(contents, self.edition)
    }

    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        catalog::assemble(tree, environment, candidates, self.edition, &self.options)
    }

    fn list(&self, view: &View<'_>, _agent: &str) -> Listing {
        list::list(view, self.edition, &self.options)
    }

    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        command::turn(view, request, self.edition, &self.options)
    }

    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".opencode/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        skill.user_invocable.then(|| format!("/{}", skill.name))
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
}

impl SkillFormat for Opencode {
    fn hides(&self, skill: &Skill) -> Option<(UseObstacle, &'static str)> {
        let fields = skill.frontmatter.as_ref()?;
        let by_metadata = fields.disable_model_invocation != Some(true)
            && fields.metadata.contains_key(names::AUTOINVOKE);
        by_metadata.then_some((
            UseObstacle::AutoinvokeOff,
            "Take `opencode/autoinvoke` out of the frontmatter's `metadata`.",
        ))
    }

    fn features(&self, view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(view, skill, self.edition, &self.options)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn replaces(&self, text: &str, _fields: &Frontmatter) -> Vec<Replaced> {
        match self.edition.command {
            Expansion::Template => command::replaces(text),
            Expansion::Whole => Vec::new(),
        }
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::TAGS,
            text: &[tool::TAG],
        }
    }
}

impl SkillTool for Opencode {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        Some(tool::invoke(view, call, self.edition, &self.options))
    }
}
