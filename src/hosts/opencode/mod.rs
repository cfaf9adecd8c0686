//! opencode: five stages, and editions as one table of values. `1.18` and `2.0` are two lines of the program that live
//! side by side; `2026-03` is what a textbook of that time says.

mod catalog;
mod command;
mod config;
mod discover;
mod features;
mod fields;
mod frontmatter;
mod left_out;
mod list;
mod options;
mod permission;
mod repair;
mod tool;
mod value;

pub use options::{BuiltInSkill, OpencodeOptions, SkillRule};

use crate::host::Host;
use crate::host::format::SkillFormat;
use crate::host::format::{Envelope, Replaced};
use crate::host::stages::View;
use crate::host::stages::{Assembly, Considered, Discovery, Parsed};
use crate::host::tool::SkillTool;
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
use std::sync::Arc;

/// The host's name.
pub const ID: &str = "opencode";

/// What it is called.
pub const LABEL: &str = "opencode";

/// The edition when none is asked for. What the registry of packages gives out as the latest; the second line goes
/// beside it (host facts B0).
pub const DEFAULT_EDITION: &str = "1.18";

/// A state of the host.
#[derive(Debug, Clone, Copy)]
struct Edition {
    id: &'static str,
    /// What a skill is known by.
    identity: Identity,
    /// Where skills come from, and which of one name goes before the others.
    sources: Sources,
    /// A file without a description loads; it is not listed.
    description_may_be_missing: bool,
    /// Frontmatter that does not parse is repaired line by line and tried once more.
    repairs_yaml: bool,
    /// What the list shows of a skill.
    entry: list::Entry,
    /// Whether the list has a budget.
    budget: bool,
    /// Directories are shown as file URLs, not as plain paths.
    file_urls: bool,
    /// What becomes of a command that the user types.
    command: command::Expansion,
    /// The name of the tool's input, which its errors and descriptions use.
    tool_input: &'static str,
}

/// What a skill is known by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Identity {
    /// The frontmatter's name, whatever it is (host facts B2).
    Name,
    /// The frontmatter's name, which must be well formed and the folder's (seed 003 §8.2.1).
    StrictName,
    /// The folder's name, or the file's (host facts B8).
    Folder,
}

/// Where skills come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sources {
    /// Four levels, the higher before the lower (seed 003 §8.2.6).
    Levels,
    /// Folders of three hosts and the configuration; among equals chance decides (host facts B1).
    Scan,
    /// The same and flat files; a later source goes before an earlier one (host facts B8).
    Ordered,
}

const EDITIONS: [Edition; 3] = [
    Edition {
        id: "2026-03",
        identity: Identity::StrictName,
        sources: Sources::Levels,
        description_may_be_missing: false,
        repairs_yaml: false,
        entry: list::Entry::Located,
        budget: true,
        file_urls: true,
        command: command::Expansion::Template,
        tool_input: "name",
    },
    Edition {
        id: "1.18",
        identity: Identity::Name,
        sources: Sources::Scan,
        description_may_be_missing: true,
        repairs_yaml: true,
        entry: list::Entry::Located,
        budget: false,
        file_urls: false,
        command: command::Expansion::Template,
        tool_input: "name",
    },
    Edition {
        id: "2.0",
        identity: Identity::Folder,
        sources: Sources::Ordered,
        description_may_be_missing: true,
        repairs_yaml: true,
        entry: list::Entry::Identified,
        budget: false,
        file_urls: false,
        command: command::Expansion::Whole,
        tool_input: "id",
    },
];

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

/// What opencode keeps of a file as the skill's content, untrimmed: all behind the frontmatter.
#[must_use]
pub fn content(text: &str) -> &str {
    frontmatter::Matter::split(text).content
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
        discover::discover(tree, environment, self.edition)
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
        catalog::assemble(tree, environment, candidates, self.edition)
    }

    fn list(&self, view: &View<'_>, _agent: &str) -> Listing {
        list::list(view, self.edition)
    }

    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        command::turn(view, request, self.edition)
    }

    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".opencode/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        skill.user_invocable.then(|| format!("/{}", skill.name))
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
            && fields.metadata.contains_key(catalog::AUTOINVOKE);
        by_metadata.then_some((
            UseObstacle::AutoinvokeOff,
            "Take `opencode/autoinvoke` out of the frontmatter's `metadata`.",
        ))
    }

    fn features(&self, view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(view, skill, self.edition)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn replaces(&self, text: &str, _fields: &Frontmatter) -> Vec<Replaced> {
        match self.edition.command {
            command::Expansion::Template => command::replaces(text),
            command::Expansion::Whole => Vec::new(),
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
        Some(tool::invoke(view, call, self.edition))
    }
}
