//! Hosts: the trait of their stages, and small traits for features that only some hosts have.

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

/// A host in one edition, with the options that only this host reads. Each stage is a trait; stages take
/// values and return values.
///
/// `docs/adding-a-host.md` implements a host. The hosts of the crate are in [`hosts`](crate::hosts):
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
    /// Returns the directory where the host recommends project skills, as an absolute path.
    fn placement(&self, environment: &Environment) -> String;

    /// Returns the text that a user types to invoke one of the catalog's skills; none if users cannot invoke it.
    fn typed(&self, _skill: &Skill, _catalog: &Catalog) -> Option<String> {
        None
    }

    /// Returns the section of the host's page that explains a topic, such as `docs/hosts/codex.md#the-list`.
    fn section(&self, _topic: Topic) -> Option<&'static str> {
        None
    }

    /// Returns the host's limits, without the lengths of fields and the budget of the list.
    fn limits(&self) -> Vec<Limit> {
        Vec::new()
    }

    /// Returns the host's knowledge of a skill's files: fields, marks and tags.
    fn format(&self) -> &dyn SkillFormat {
        &PlainFormat
    }

    /// Returns the tool with which the host's model invokes a skill.
    fn tool(&self) -> Option<&dyn SkillTool> {
        None
    }

    /// Returns the host's way to list skills in an order of the caller; none if the host orders its list itself.
    fn ordered_list(&self) -> Option<&dyn OrderedList> {
        None
    }

    /// Returns the form of the host's requests to its model.
    fn request_form(&self) -> RequestForm {
        RequestForm::USUAL
    }

    /// Returns the settings with which a skill takes up less of the host's list.
    fn budget_settings(&self) -> BudgetSettings {
        BudgetSettings::USUAL
    }

    /// Returns the host's way to decide on calls of tools.
    fn decides(&self) -> Decides<'_> {
        Decides::Otherwise(PermissionBasis::Unknown)
    }

    /// Returns the rules by which the host remembers and counts things during a conversation.
    fn session_rules(&self) -> Option<&dyn SessionRules> {
        None
    }

    /// Returns the host's rules for Agent Plugins; none if the host loads no Agent Plugins.
    fn agent_plugins(&self) -> Option<&'static ClientRules> {
        None
    }

    /// Returns the host's access to the user's configuration and home; none if the host changes neither.
    fn configuration(&self) -> Option<&dyn Configuration> {
        None
    }
}

/// The name and edition of a host.
pub trait Identity {
    /// Returns the host's id, such as `codex`.
    fn id(&self) -> &'static str;

    /// Returns the edition's id, such as `2026-05`.
    fn edition(&self) -> &'static str;
}

/// The first stage: finds files.
pub trait Discover {
    /// Returns the roots, and the files found in the roots. No file is parsed yet.
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery;
}

/// The second stage: parses each file on its own.
pub trait Parse {
    /// Parses one file, regardless of its path in the tree.
    fn parse(&self, contents: &Contents) -> Parsed;

    /// Parses the side file of a candidate, a file with more metadata about the skill.
    fn parse_side(
        &self,
        _contents: &Contents,
        _candidate: &Candidate,
        _environment: &Environment,
    ) -> Side {
        Side::default()
    }
}

/// The third stage: builds the catalog.
pub trait Assemble {
    /// Returns true if [`assemble`](Self::assemble) needs the text of skill files, not only the result of parsing.
    fn assembles_texts(&self) -> bool {
        false
    }

    /// Builds the host's parts of the catalog from the candidates and their parsed files.
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly;
}

/// The fourth stage: builds the list of skills for the model.
pub trait List {
    /// Returns the list for an agent: at the start of the conversation all skills, later the skills that the agent has
    /// not seen.
    fn list(&self, view: &View<'_>, agent: &str) -> Listing;
}

/// A list in an order that the caller determines, for hosts that prescribe no order.
pub trait OrderedList {
    /// Returns the list of these skills, in this order.
    fn list_in_order(&self, view: &View<'_>, skills: &[&Skill]) -> Listing;
}

/// The last stage: a turn of the conversation.
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
    /// Returns an error that names the wrong option.
    fn check(&mut self, home: Option<&str>) -> Result<(), ArgumentError>;
}

/// A host with all its editions. No edition is opened yet.
pub(crate) struct HostKind<Options> {
    pub id: &'static str,
    pub label: &'static str,
    /// The id of the edition that is used if the caller names no edition.
    pub default: &'static str,
    /// The ids of all editions, newest last.
    pub editions: &'static [&'static str],
    /// Opens an edition; returns none if the host has no such edition.
    pub open: fn(edition: &str, options: &Options) -> Option<Arc<dyn Host>>,
}

/// Declares the type of a host. A value of the type holds one of the `EDITIONS` of the declaring file, and the options
/// that only this host reads.
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

        /// The host's id.
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
