//! Codex: five stages, and editions as one table of values.

mod catalog;
mod config;
mod dependencies;
mod discover;
mod features;
mod fields;
mod frontmatter;
mod implicit;
mod inject;
mod left_out;
mod list;
mod openai_yaml;
mod options;
mod plugin;
mod repair;
mod select;
mod set_enabled;
mod system_skills;

use std::collections::BTreeMap;

pub use options::{CodexOptions, ConfigLayer, LayerKind};

use crate::host::Host;
use crate::host::configuration::Configuration;
use crate::host::format::Envelope;
use crate::host::format::SkillFormat;
use crate::host::session_rules::SessionRules;
use crate::host::stages::View;
use crate::host::stages::{Assembly, Candidate, Considered, Discovery, Parsed, Side};
use crate::model::argument::ArgumentError;
use crate::model::catalog::Catalog;
use crate::model::configuration::{ConfigEdit, Installation};
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::listing::Listing;
use crate::model::message::Role;
use crate::model::obstacle::UseObstacle;
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::path;
use crate::tree::{Contents, Tree};
use std::sync::Arc;

/// The host's name.
pub const ID: &str = "codex";

/// What it is called.
pub const LABEL: &str = "Codex";

/// The edition when none is asked for. The newest.
pub const DEFAULT_EDITION: &str = "2026-11";

/// Levels below a root (seeds 000, 001 and 002: `MAX_SCAN_DEPTH`).
const MAX_DEPTH: usize = 6;

/// Directories visited for each root, itself included (seeds 000, 001 and 002: `MAX_SKILLS_DIRS_PER_ROOT`).
const MAX_DIRECTORIES: usize = 2000;

/// A dated state of the host. `2026-02` follows the written descriptions of that time; `2026-05` and `2026-11`
/// follow what the released programs of those months answered.
#[derive(Debug, Clone, Copy)]
struct Edition {
    id: &'static str,
    /// A file without a name takes the folder's.
    name_may_be_missing: bool,
    /// Frontmatter that does not parse is repaired line by line and tried once more.
    repairs_yaml: bool,
    /// Plugin manifests above a skill give its name a namespace; their folders, the first that is there counts.
    manifest_folders: &'static [&'static str],
    /// Longest name with its namespace, in characters; without one the limit of a bare name counts for both together.
    qualified_name: Option<usize>,
    /// How disable rules are read.
    rules: RulePolicy,
    /// A product that the host does not know restricts nothing, instead of voiding the file that names it.
    unknown_products_load: bool,
    /// Longest description and short description that load, in characters.
    max_description: Option<usize>,
    /// Whether `:` is part of a mentioned name (names of plugin skills have one).
    colon_in_mentions: bool,
    /// Whether the question for missing environment variables is a feature that can be off.
    variable_question_can_be_off: bool,
    /// Whether missing MCP servers are asked for.
    asks_for_servers: bool,
    /// A structured choice that matches no skill is warned of.
    warns_of_unknown_choices: bool,
    /// Whether `plugin://` links are a kind of their own.
    plugin_links: bool,
    /// Whether a link to the path that the walk came by selects as the canonical one does.
    selects_by_discovered_path: bool,
    /// The `.codex` search takes a `.git` directory as the repository's root only with a `HEAD` in it.
    config_root_needs_head: bool,
    /// Entries that one root's walk looks at.
    max_entries: Option<usize>,
    /// How the list is shown.
    list: list::Style,
}

/// How an edition reads `skills.config`.
#[derive(Debug, Clone, Copy)]
struct RulePolicy {
    /// Rules by name count, not only those by path.
    by_name: bool,
    /// The session's rules count, not only the user's.
    session: bool,
    /// One entry of the wrong types voids all rules of its layer.
    one_malformed_entry_voids_all: bool,
    /// An entry without `enabled` keeps every skill from loading.
    missing_enabled_is_fatal: bool,
}

const EDITIONS: [Edition; 3] = [
    Edition {
        id: "2026-02",
        name_may_be_missing: false,
        repairs_yaml: false,
        manifest_folders: &[],
        qualified_name: None,
        rules: RulePolicy {
            by_name: false,
            session: false,
            one_malformed_entry_voids_all: true,
            missing_enabled_is_fatal: false,
        },
        unknown_products_load: false,
        max_description: Some(1024),
        colon_in_mentions: false,
        variable_question_can_be_off: false,
        asks_for_servers: false,
        warns_of_unknown_choices: true,
        plugin_links: false,
        selects_by_discovered_path: false,
        config_root_needs_head: false,
        max_entries: None,
        list: list::Style {
            role: Role::User,
            budget: None,
            tagged: false,
            discovered_paths: false,
            max_description: None,
            how_to: list::HowTo::Always,
        },
    },
    Edition {
        id: "2026-05",
        name_may_be_missing: true,
        repairs_yaml: false,
        manifest_folders: &[".codex-plugin", ".claude-plugin"],
        qualified_name: None,
        rules: RulePolicy {
            by_name: true,
            session: true,
            one_malformed_entry_voids_all: true,
            missing_enabled_is_fatal: false,
        },
        unknown_products_load: false,
        max_description: Some(1024),
        colon_in_mentions: true,
        variable_question_can_be_off: true,
        asks_for_servers: true,
        warns_of_unknown_choices: false,
        plugin_links: true,
        selects_by_discovered_path: false,
        config_root_needs_head: false,
        max_entries: None,
        list: list::Style {
            role: Role::Developer,
            budget: Some(list::ACCOUNTING_2026_05),
            tagged: false,
            discovered_paths: false,
            max_description: None,
            how_to: list::HowTo::Always,
        },
    },
    Edition {
        id: "2026-11",
        name_may_be_missing: true,
        repairs_yaml: true,
        manifest_folders: &[".codex-plugin", ".claude-plugin", ".cursor-plugin"],
        qualified_name: Some(129),
        rules: RulePolicy {
            by_name: true,
            session: true,
            one_malformed_entry_voids_all: false,
            missing_enabled_is_fatal: true,
        },
        unknown_products_load: true,
        max_description: None,
        colon_in_mentions: true,
        variable_question_can_be_off: true,
        asks_for_servers: true,
        warns_of_unknown_choices: false,
        plugin_links: true,
        selects_by_discovered_path: true,
        config_root_needs_head: true,
        max_entries: Some(20_000),
        list: list::Style {
            role: Role::Developer,
            budget: Some(list::ACCOUNTING_2026_11),
            tagged: true,
            discovered_paths: true,
            max_description: Some(1024),
            how_to: list::HowTo::WhenAsked(list::ACCOUNTING_2026_11_WITH_HOW_TO),
        },
    },
];

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
        discover::discover(tree, environment, self.edition)
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
        catalog::assemble(tree, environment, candidates, self.edition)
    }

    fn list(&self, view: &View<'_>, _agent: &str) -> Listing {
        list::list(view, self.edition)
    }

    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        inject::turn(view.tree, &view.catalog.skills, request, self.edition)
    }

    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".agents/skills")
    }

    fn typed(&self, skill: &Skill, catalog: &Catalog) -> Option<String> {
        Some(select::typed(skill, catalog, self.edition))
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

    fn secret_in_answer<'a>(&self, answer: &'a str) -> Option<&'a str> {
        dependencies::secret_in_answer(answer)
    }
}

impl Configuration for Codex {
    fn key(&self, tree: &Tree, environment: &Environment) -> String {
        discover::configuration(tree, environment, self.edition)
    }

    fn set_enabled(
        &self,
        tree: &Tree,
        environment: &Environment,
        skill: &Skill,
        enabled: bool,
    ) -> Result<ConfigEdit, ArgumentError> {
        set_enabled::set_enabled(tree, environment, self.edition, skill, enabled)
    }

    fn system_skills(
        &self,
        tree: &Tree,
        environment: &Environment,
        embedded: &BTreeMap<String, String>,
    ) -> Result<Installation, ArgumentError> {
        let home = environment.codex.home.as_deref().ok_or_else(|| {
            ArgumentError::new("home", "without a home there is no place to install to")
        })?;
        Ok(system_skills::plan(tree, home, embedded))
    }
}
