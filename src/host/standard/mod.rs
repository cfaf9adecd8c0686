//! The open standard: its reference validator, and as a host the lenient client of its implementation guide.
//!
//! Three sources: the specification (SPEC), the guide for implementers (GUIDE) and the reference library (REF). Where
//! they disagree, `docs/hosts/standard.md` says which one counts where.

mod activate;
mod catalog;
mod discover;
mod fields;
mod frontmatter;
mod left_out;
mod list;
mod options;
mod select;
mod strict_yaml;
mod validate;

pub use list::{PromptEntry, to_prompt};
pub use options::{Activation, StandardOptions};
pub(crate) use validate::mismatch;
pub use validate::{Finding, FindingCode, SkillProperties, read_properties, validate};

use crate::environment::Environment;
use crate::field::Field;
use crate::host::{Assembly, Considered, Discovery, Envelope, Host, Parsed, View};
use crate::invocation::{Invocation, SkillCall};
use crate::listing::Listing;
use crate::memory::Memory;
use crate::path;
use crate::skill::{Catalog, Skill};
use crate::tree::{Contents, Tree};
use crate::turn::{Message, Turn, TurnRequest};

/// The host's name.
pub const ID: &str = "standard";

/// What it is called.
pub const LABEL: &str = "Open standard";

/// The edition when none is asked for. The newest.
pub const DEFAULT_EDITION: &str = "2026-08";

/// A dated state of the standard.
#[derive(Debug, Clone, Copy)]
struct Edition {
    id: &'static str,
    /// Levels below a root; the guide says 4 to 6.
    max_depth: usize,
    /// Folders visited for each root, itself included; the guide says about that many.
    max_directories: usize,
    /// Folders that are never looked into.
    skipped_folders: &'static [&'static str],
    /// Files that an activation lists unless the client says otherwise; the guide wants a limit and names none.
    max_resources: u32,
}

const EDITIONS: [Edition; 1] = [Edition {
    id: "2026-08",
    max_depth: 6,
    max_directories: 2000,
    skipped_folders: &[".git", "node_modules"],
    max_resources: 50,
}];

/// The editions, oldest first.
pub fn editions() -> Vec<&'static str> {
    EDITIONS.iter().map(|edition| edition.id).collect()
}

/// The host in that edition, if there is such a one.
pub fn open(edition: &str) -> Option<Box<dyn Host>> {
    let edition = EDITIONS.iter().find(|known| known.id == edition)?;
    Some(Box::new(Standard { edition }))
}

struct Standard {
    edition: &'static Edition,
}

impl Host for Standard {
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

    fn fields(&self) -> Vec<Field> {
        fields::FIELDS.to_vec()
    }

    fn refuses_unknown_fields(&self) -> bool {
        true
    }

    fn list(&self, view: &View<'_>, _agent: &str) -> Listing {
        list::list(view)
    }

    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        select::turn(view, request, self.edition)
    }

    fn envelope(&self) -> Envelope {
        // Its list is escaped.
        Envelope {
            list: &[],
            text: &[activate::TAG],
        }
    }

    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        activate::call(view, call, self.edition)
    }

    fn restore(&self, memory: &Memory, agent: &str) -> Vec<Message> {
        activate::restore(memory, agent)
    }
}
