//! Gemini CLI: this file opens the host, and each of the others holds one stage or what stages share.

mod body;
mod catalog;
mod commands;
mod discover;
mod editions;
mod extensions;
mod features;
mod fields;
mod folder;
mod frontmatter;
mod hydrate;
mod left_out;
mod line_reader;
mod list;
mod names;
mod options;
mod sections;
mod settings;
mod tool;

pub use options::{ApprovalMode, GeminiCliOptions};

use std::sync::Arc;

use editions::{EDITIONS, Edition};

use crate::host::Host;
use crate::host::format::{Envelope, SkillFormat, Variable};
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

/// The host's name.
pub const ID: &str = "gemini-cli";

/// Its name for people.
pub const LABEL: &str = "Gemini CLI";

/// The edition when none is asked for: the latest release (`docs/hosts/gemini-cli.md#editions`).
pub const DEFAULT_EDITION: &str = "2026-11";

/// The editions, oldest first.
pub fn editions() -> Vec<&'static str> {
    EDITIONS.iter().map(|edition| edition.id).collect()
}

/// The host in that edition with these options, if there is such an edition.
pub(crate) fn open(edition: &str, options: &GeminiCliOptions) -> Option<Arc<dyn Host>> {
    let edition = EDITIONS.iter().find(|known| known.id == edition)?;
    let options = options.clone();
    Some(Arc::new(GeminiCli { edition, options }))
}

struct GeminiCli {
    edition: &'static Edition,
    options: GeminiCliOptions,
}

impl Host for GeminiCli {
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
        commands::turn(view, request, self.edition, &self.options)
    }

    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".gemini/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        commands::command(skill).map(|command| format!("/{command}"))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        vec![Limit::new(Limited::NamedFiles, folder::MAX_ITEMS)]
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }
}

impl SkillFormat for GeminiCli {
    fn features(&self, view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(view, skill)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields()
    }

    fn frontmatter_end(&self, text: &str) -> Option<usize> {
        frontmatter::split(text).ok().map(|split| split.end)
    }

    fn not_typed(&self, skill: &Skill) -> Option<(&'static str, &'static str)> {
        commands::not_typed(skill, self.edition)
    }

    fn variables(&self) -> Vec<Variable> {
        let marks = hydrate::NAMES.iter().map(|name| format!("${{{name}}}"));
        let variables = marks.map(|mark| Variable {
            mark,
            of_plugins: true,
        });
        variables.collect()
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::TAGS,
            text: &[names::TAG, "instructions"],
        }
    }
}

impl SkillTool for GeminiCli {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        tool::invoke(view, call, self.edition, &self.options)
    }
}
