//! OpenClaw: this file opens the host, and each of the others holds one stage or what stages share.

mod catalog;
mod commands;
mod discover;
mod editions;
mod features;
mod fields;
mod frontmatter;
mod gate;
mod left_out;
mod list;
mod metadata;
mod names;
mod options;
mod plain;
mod repair;
mod roots;
mod sections;
mod select;
mod setup;
mod walk;

#[cfg(feature = "fuzzing")]
pub(crate) use frontmatter::plain_reader_agrees;

pub use names::ID;
pub use options::OpenclawOptions;

use std::sync::Arc;

use editions::{EDITIONS, Edition};

use crate::host::Host;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::stages::{Assembly, Considered, Discovery, Parsed, View};
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::listing::Listing;
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::path;
use crate::tree::{Contents, Tree};

/// Its name for people.
pub const LABEL: &str = "OpenClaw";

/// The edition when none is asked for.
pub const DEFAULT_EDITION: &str = "2026-11";

/// The editions, oldest first.
pub fn editions() -> Vec<&'static str> {
    EDITIONS.iter().map(|edition| edition.id).collect()
}

/// The host in that edition with these options, if there is such an edition.
pub(crate) fn open(edition: &str, options: &OpenclawOptions) -> Option<Arc<dyn Host>> {
    let edition = EDITIONS.iter().find(|known| known.id == edition)?;
    let options = options.clone();
    Some(Arc::new(Openclaw { edition, options }))
}

struct Openclaw {
    edition: &'static Edition,
    options: OpenclawOptions,
}

impl Host for Openclaw {
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

    /// What is said of a skill behind another of its name depends on both texts.
    fn assembles_texts(&self) -> bool {
        true
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
        select::turn(view, request, self.edition)
    }

    /// The workspace's folder where the caller says which that is, else the folder of managed skills: that one is read
    /// whatever workspace the configuration names.
    fn placement(&self, environment: &Environment) -> String {
        let folder = self.options.workspace.clone();
        let folder = folder.or_else(|| setup::state(environment));
        path::join(
            &folder.unwrap_or_else(|| environment.cwd.clone()),
            names::SKILLS,
        )
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        let command = skill.eligibility.as_deref()?.command.as_deref()?;
        Some(format!("/{command}"))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        let edition = self.edition;
        vec![
            Limit::new(Limited::Folders, edition.max_candidates),
            Limit::new(Limited::Skills, edition.max_loaded),
            Limit::new(Limited::FileBytes, edition.max_file_bytes),
            Limit::new(Limited::ListedSkills, edition.max_in_prompt),
            Limit::new(Limited::Mentions, edition.max_references),
        ]
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }
}

impl SkillFormat for Openclaw {
    fn features(&self, _view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(skill)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields()
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::TAGS,
            text: &[],
        }
    }
}
