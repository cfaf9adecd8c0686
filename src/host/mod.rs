//! The trait [`Host`], the traits of a host's stages, and small traits for features that only some
//! hosts have.

pub mod agent_plugins;
pub(crate) mod command_files;
pub mod configuration;
pub(crate) mod conversation_calls;
pub mod format;
pub(crate) mod left_out;
pub mod limit;
pub(crate) mod load_stop;
pub(crate) mod pattern_calls;
pub(crate) mod pattern_rules;
pub(crate) mod roots;
pub(crate) mod sample;
pub mod scan;
pub(crate) mod sdk;
pub mod session_rules;
pub mod stages;
pub mod tool;
pub mod tool_permissions;
pub mod topic;
pub(crate) mod whole_entries;

use std::sync::Arc;

use crate::host::agent_plugins::ClientRules;
use crate::host::configuration::Configuration;
use crate::host::format::{PlainFormat, SkillFormat};
use crate::host::limit::Limit;
use crate::host::session_rules::SessionRules;
use crate::host::stages::{Assembly, Candidate, Considered, Discovery, Parsed, Side, View};
use crate::host::tool::SkillTool;
use crate::host::tool_permissions::Decides;
use crate::host::topic::Topic;
use crate::model::argument::ArgumentError;
use crate::model::budget_setting::BudgetSettings;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::listing::Listing;
use crate::model::permission::PermissionBasis;
use crate::model::request_form::RequestForm;
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::{Contents, Tree};

/// A host in one edition, with the options that only this host reads. The host loads and lists
/// skills in stages: [`Discover`], [`Parse`], [`Assemble`], [`List`] and [`Select`].
///
/// The guide `docs/adding-a-host.md` shows an implementation of this trait. The hosts of the crate
/// are in [`hosts`](crate::hosts):
///
/// ```
/// use skillglass::{Workspace, WorkspaceOptions, hosts};
///
/// let workspace = Workspace::new(&WorkspaceOptions::new("/repo").host("codex@2026-05"))?;
/// assert_eq!(workspace.host_id(), "codex");
/// assert!(hosts::hosts().iter().any(|host| host.host == "codex"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Host: Identity + Discover + Parse + Assemble + List + Select {
    /// Returns the absolute path of the directory in which authors should put the skills of a
    /// project, as the host recommends.
    fn placement(&self, environment: &Environment) -> String;

    /// Returns the text that a user types to invoke one of the catalog's skills; none if users cannot invoke it.
    fn typed(&self, _skill: &Skill, _catalog: &Catalog) -> Option<String> {
        None
    }

    /// Returns the address of the section about a topic on the host's page, such as
    /// `docs/hosts/codex.md#the-list`. `None` if the page has no such section.
    fn section(&self, _topic: Topic) -> Option<&'static str> {
        None
    }

    /// Returns the host's limits, except the maximum lengths of fields and the budget of the list
    /// of skills.
    fn limits(&self) -> Vec<Limit> {
        Vec::new()
    }

    /// Returns the host's rules for the text of skill files, such as the fields that the host
    /// reads.
    fn format(&self) -> &dyn SkillFormat {
        &PlainFormat
    }

    /// Returns the tool with which the host's model invokes a skill; `None` if the host has no such
    /// tool.
    fn tool(&self) -> Option<&dyn SkillTool> {
        None
    }

    /// Returns the trait object that lists skills in an order that the caller chooses; `None` if
    /// the host orders its list itself.
    fn ordered_list(&self) -> Option<&dyn OrderedList> {
        None
    }

    /// Returns the form of the host's requests to its model, such as the API format.
    fn request_form(&self) -> RequestForm {
        RequestForm::USUAL
    }

    /// Returns the host's settings that shorten or hide a skill's entry in the list of skills.
    fn budget_settings(&self) -> BudgetSettings {
        BudgetSettings::USUAL
    }

    /// Returns the host's rules for decisions on tool calls, or the reason why Skillglass has none.
    fn decides(&self) -> Decides<'_> {
        Decides::Otherwise(PermissionBasis::Unknown)
    }

    /// Returns the host's rules for the memory of a conversation; `None` for a host without such
    /// rules.
    fn session_rules(&self) -> Option<&dyn SessionRules> {
        None
    }

    /// Returns the host's rules for Agent Plugins; `None` if the host loads no Agent Plugins.
    fn agent_plugins(&self) -> Option<&'static ClientRules> {
        None
    }

    /// Returns the object that edits the user's configuration and home directory at a client's
    /// request. Returns `None` if the host never edits these files.
    fn configuration(&self) -> Option<&dyn Configuration> {
        None
    }
}

/// The id and edition of a host.
pub trait Identity {
    /// Returns the host's id, such as `codex`.
    fn id(&self) -> &'static str;

    /// Returns the edition's id, such as `2026-05`.
    fn edition(&self) -> &'static str;
}

/// The first stage of a host: finds the files that may be skills.
pub trait Discover {
    /// Returns the host's roots and the files found in them. This stage parses no skill.
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery;
}

/// The second stage of a host: parses each skill file independently of the other files.
pub trait Parse {
    /// Parses one file, regardless of its path in the tree.
    fn parse(&self, contents: &Contents) -> Parsed;

    /// Parses the side file of a skill: a second file with metadata, such as `agents/openai.yaml`.
    fn parse_side(
        &self,
        _contents: &Contents,
        _candidate: &Candidate,
        _environment: &Environment,
    ) -> Side {
        Side::default()
    }
}

/// The third stage of a host: builds the catalog of skills from the parsed files.
pub trait Assemble {
    /// Returns true if [`assemble`](Self::assemble) needs the texts of the skill files, not only
    /// the parsed fields.
    fn assembles_texts(&self) -> bool {
        false
    }

    /// Builds the catalog from the candidates and their parsed files.
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly;
}

/// The fourth stage of a host: builds the list of skills that the model gets, from the catalog.
pub trait List {
    /// Returns the list of skills for an agent. At the start of a conversation this list has all
    /// skills. Later it has only the skills that the agent has not seen.
    fn list(&self, view: &View<'_>, agent: &str) -> Listing;

    /// Returns true if the list of skills for an agent shows all its skills without shortening
    /// their descriptions. A host overrides this method if it can answer without building the list.
    fn lists_all_whole(&self, view: &View<'_>, agent: &str) -> bool {
        self.list(view, agent).is_whole(view.catalog)
    }
}

/// Lists skills in an order that the caller determines. Only hosts that prescribe no order
/// implement this trait.
pub trait OrderedList {
    /// Returns the list that shows the given skills in the given order.
    fn list_in_order(&self, view: &View<'_>, skills: &[&Skill]) -> Listing;
}

/// The last stage of a host: selects skills for a user's message, and adds messages to this turn of
/// the conversation.
pub trait Select {
    /// Returns the skills that a turn selects, and the messages that the turn injects. Both are empty if only the model
    /// selects skills.
    fn turn(&self, _view: &View<'_>, _request: &TurnRequest) -> Turn {
        Turn::default()
    }
}

/// Options that only one host reads.
pub(crate) trait OwnOptions: Clone + Default {
    /// Checks the options, and sets the paths that depend on the user's home.
    ///
    /// # Errors
    /// Returns an error that names the invalid option.
    fn check(&mut self, home: Option<&str>) -> Result<(), ArgumentError>;
}

/// A host with the ids of its editions and a function that opens an edition.
pub(crate) struct HostKind<Options> {
    pub id: &'static str,
    pub label: &'static str,
    /// The id of the edition that is used if the caller names no edition.
    pub default: &'static str,
    /// The ids of all editions, newest last.
    pub editions: &'static [&'static str],
    /// Opens an edition; returns `None` if the host has no such edition.
    pub open: fn(edition: &str, options: &Options) -> Option<Arc<dyn Host>>,
}

/// Declares the type of a host. A value of the type holds an edition from the constant `EDITIONS`
/// of the same file, and the options that only this host reads.
macro_rules! host_type {
    (
        $(#[$doc:meta])*
        $host:ident { id: $id:literal, label: $label:literal, default: $default:literal, edition: $edition:ty, options: $options:ty }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub(crate) struct $host {
            pub(super) edition: &'static $edition,
            pub(super) options: $options,
        }

        /// The id of the host.
        pub const ID: &str = $id;

        impl $host {
            pub(crate) const KIND: $crate::host::HostKind<$options> = $crate::host::HostKind {
                id: ID,
                label: $label,
                default: $default,
                editions: &{
                    let mut ids = [""; EDITIONS.len()];
                    let mut index = 0;
                    while index < ids.len() {
                        ids[index] = EDITIONS[index].id;
                        index += 1;
                    }
                    ids
                },
                open: |edition, options| {
                    let edition = EDITIONS.iter().find(|known| known.id == edition)?;
                    let options = options.clone();
                    Some(std::sync::Arc::new($host { edition, options }))
                },
            };
        }

        impl $crate::host::Identity for $host {
            fn id(&self) -> &'static str {
                ID
            }

            fn edition(&self) -> &'static str {
                self.edition.id
            }
        }
    };
}

pub(crate) use host_type;
