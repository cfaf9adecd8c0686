//! Codex: this file opens the host, and each of the others holds one stage or what stages share.

mod catalog;
mod config;
mod dependencies;
mod discover;
mod editions;
mod features;
mod fields;
mod frontmatter;
mod implicit;
mod inject;
mod install_servers;
mod left_out;
mod list;
mod names;
mod openai_yaml;
mod options;
mod plugin;
mod repair;
mod sections;
mod select;
mod set_enabled;
mod system_skills;

#[cfg(feature = "fuzzing")]
pub(crate) use frontmatter::plain_reader_agrees;

pub use names::ID;
pub use options::{CodexOptions, ConfigLayer, LayerKind};

use std::collections::BTreeMap;
use std::sync::Arc;

use editions::{EDITIONS, Edition};

use crate::host::Host;
use crate::host::configuration::Configuration;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::session_rules::SessionRules;
use crate::host::stages::{Assembly, Candidate, Considered, Discovery, Parsed, Side, View};
use crate::host::topic::Topic;
use crate::model::argument::ArgumentError;
use crate::model::catalog::Catalog;
use crate::model::configuration::{ConfigEdit, Installation, ServerInstallation};
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::listing::Listing;
use crate::model::obstacle::UseObstacle;
use crate::model::skill::{Skill, ToolDependency};
use crate::model::turn::{Client, Turn, TurnRequest};
use crate::tree::path;
use crate::tree::{Contents, Tree};

/// Its name for people.
pub const LABEL: &str = "Codex";

/// The edition when none is asked for. The newest.
pub const DEFAULT_EDITION: &str = "2026-11";

/// The editions, oldest first.
pub fn editions() -> Vec<&'static str> {
    EDITIONS.iter().map(|edition| edition.id).collect()
}

/// The host in that edition with these options, if there is such an edition.
pub(crate) fn open(edition: &str, options: &CodexOptions) -> Option<Arc<dyn Host>> {
    let edition = EDITIONS.iter().find(|known| known.id == edition)?;
    let options = options.clone();
    Some(Arc::new(Codex { edition, options }))
}

struct Codex {
    edition: &'static Edition,
    options: CodexOptions,
}

impl Host for Codex {
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
        Parsed {
            bytes: contents.bytes().len(),
            outcome: frontmatter::parse(contents, self.edition),
            ignored: Vec::new(),
        }
    }

    fn parse_side(
        &self,
        contents: &Contents,
        candidate: &Candidate,
        environment: &Environment,
    ) -> Side {
        openai_yaml::parse(contents, candidate, environment, self.edition)
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
        inject::turn(view, request, self.edition, &self.options)
    }

    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".agents/skills")
    }

    fn typed(&self, skill: &Skill, catalog: &Catalog) -> Option<String> {
        Some(select::typed(skill, catalog, self.edition))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        let entries = self.edition.max_entries;
        std::iter::once(Limit::new(Limited::Directories, names::MAX_DIRECTORIES))
            .chain(entries.map(|entries| Limit::new(Limited::Entries, entries)))
            .collect()
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn session_rules(&self) -> Option<&dyn SessionRules> {
        Some(self)
    }

    fn configuration(&self) -> Option<&dyn Configuration> {
        Some(self)
    }
}

impl SkillFormat for Codex {
    fn hides(&self, skill: &Skill) -> Option<(UseObstacle, &'static str)> {
        let policy = skill.policy.as_ref()?;
        (policy.allow_implicit_invocation == Some(false)).then_some((
            UseObstacle::ImplicitInvocationOff,
            "Set `allow_implicit_invocation: true` in agents/openai.yaml.",
        ))
    }

    fn features(&self, _view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(skill)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::tags(&self.edition.list),
            text: inject::TAGS,
        }
    }
}

impl SessionRules for Codex {
    fn implicit_use<'s>(&self, view: &View<'s>, command: &str, workdir: &str) -> Option<&'s Skill> {
        implicit::detect(view.tree, &view.catalog.skills, command, workdir)
    }

    fn variables<'s>(&self, skill: &'s Skill, client: &Client) -> Vec<&'s str> {
        dependencies::variables(skill, client)
    }

    fn installs(&self, answer: &str) -> Option<bool> {
        dependencies::installs(answer)
    }

    fn secret_in_answer<'a>(&self, answer: &'a str) -> Option<&'a str> {
        dependencies::secret_in_answer(answer)
    }
}

impl Configuration for Codex {
    fn key(&self, tree: &Tree, environment: &Environment) -> String {
        discover::configuration(tree, environment, self.edition, &self.options)
    }

    fn set_enabled(
        &self,
        tree: &Tree,
        environment: &Environment,
        skill: &Skill,
        enabled: bool,
    ) -> Result<ConfigEdit, ArgumentError> {
        let config = discover::config(tree, environment, self.edition, &self.options);
        set_enabled::set_enabled(tree, environment, self.edition, config, skill, enabled)
    }

    fn keeps_catalog(&self) -> bool {
        self.options.stale_until_reload == Some(true)
    }

    fn install_servers(
        &self,
        tree: &Tree,
        environment: &Environment,
        servers: &[ToolDependency],
    ) -> Result<ServerInstallation, ArgumentError> {
        let config = discover::config(tree, environment, self.edition, &self.options);
        install_servers::install(config, servers)
    }

    fn system_skills(
        &self,
        tree: &Tree,
        _environment: &Environment,
        embedded: &BTreeMap<String, Contents>,
    ) -> Result<Installation, ArgumentError> {
        let home = self.options.home.as_deref().ok_or_else(|| {
            ArgumentError::new("home", "without a home there is no place to install to")
        })?;
        Ok(system_skills::plan(tree, home, embedded))
    }
}
