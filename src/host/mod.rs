//! Hosts: the trait of their stages, and small traits for the rest, which only some hosts have.

pub mod configuration;
pub mod format;
pub(crate) mod left_out;
pub mod limit;
pub(crate) mod roots;
pub mod scan;
pub mod session_rules;
pub mod stages;
pub mod tool;
pub mod topic;
pub(crate) mod whole_entries;

use std::sync::Arc;

use crate::host::configuration::Configuration;
use crate::host::format::{PlainFormat, SkillFormat};
use crate::host::limit::Limit;
use crate::host::session_rules::SessionRules;
use crate::host::stages::{Assembly, Candidate, Considered, Discovery, Parsed, Side, View};
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::model::argument::ArgumentError;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::listing::Listing;
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::{Contents, Tree};

/// A host in one of its editions, with the options that only it reads. Each of its stages is a trait; stages take values
/// and return values.
pub trait Host: Identity + Discover + Parse + Assemble + List + Select {
    /// The recommended directory for project skills, absolute.
    fn placement(&self, environment: &Environment) -> String;

    /// The text that a user types to invoke one of the catalog's skills.
    fn typed(&self, skill: &Skill, catalog: &Catalog) -> Option<String>;

    /// The section of the host's page that explains a topic, such as `docs/hosts/codex.md#the-list`.
    fn section(&self, _topic: Topic) -> Option<&'static str> {
        None
    }

    /// The limits of the host's own on what it checks and shows, besides those of fields and of the list's size.
    fn limits(&self) -> Vec<Limit> {
        Vec::new()
    }

    /// The fields and marks that the host knows in a skill's files.
    fn format(&self) -> &dyn SkillFormat {
        &PlainFormat
    }

    /// The tool by which its model invokes a skill.
    fn tool(&self) -> Option<&dyn SkillTool> {
        None
    }

    /// The rules by which it keeps and counts things in the course of a conversation.
    fn session_rules(&self) -> Option<&dyn SessionRules> {
        None
    }

    /// Its parts of the user's configuration and home.
    fn configuration(&self) -> Option<&dyn Configuration> {
        None
    }
}

/// The name and edition of a host.
pub trait Identity {
    /// Such as `codex`.
    fn id(&self) -> &'static str;

    /// Such as `2026-05`.
    fn edition(&self) -> &'static str;
}

/// The first stage: finds files.
pub trait Discover {
    /// Returns the roots, and the files found there before any is read.
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery;
}

/// The second stage: parses each file on its own.
pub trait Parse {
    /// Parses one file, independent of its place in the tree.
    fn parse(&self, contents: &Contents) -> Parsed;

    /// Parses the file beside a candidate.
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
    /// Returns true if [`assemble`](Self::assemble) reads texts of skills besides what they are parsed to.
    fn assembles_texts(&self) -> bool {
        false
    }

    /// Builds the catalog's parts from the candidates and what each was parsed to.
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly;
}

/// The fourth stage: lists skills for the model.
pub trait List {
    /// Returns the list for an agent: all skills at the start, or those that it has not been shown yet.
    fn list(&self, view: &View<'_>, agent: &str) -> Listing;
}

/// The last stage: a turn of the conversation.
pub trait Select {
    /// Returns the skills that a turn chooses and the messages that it injects.
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn;
}

/// Options that only one host reads.
pub(crate) trait OwnOptions: Clone + Default {
    /// Checks them, and fills in what follows from the user's home.
    ///
    /// # Errors
    /// Names the option that is wrong.
    fn check(&mut self, home: Option<&str>) -> Result<(), ArgumentError>;
}

/// A host before it is opened.
pub(crate) struct HostKind<Options> {
    pub id: &'static str,
    pub label: &'static str,
    /// The edition when none is asked for.
    pub default: &'static str,
    /// Newest last.
    pub editions: fn() -> Vec<&'static str>,
    /// Opens it in an edition; none if it has no such edition.
    pub open: fn(edition: &str, options: &Options) -> Option<Arc<dyn Host>>,
}

/// Declares the type of a host: one of the `EDITIONS` of its file, with the options that only it reads.
macro_rules! host_type {
    (
        $(#[$doc:meta])*
        $host:ident { id: $id:literal, label: $label:literal, default: $default:literal, options: $options:ty }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub(crate) struct $host {
            pub(super) edition: &'static Edition,
            pub(super) options: $options,
        }

        /// The host's name.
        pub const ID: &str = $id;

        impl $host {
            pub(crate) const KIND: $crate::host::HostKind<$options> = $crate::host::HostKind {
                id: ID,
                label: $label,
                default: $default,
                editions: || EDITIONS.iter().map(|edition| edition.id).collect(),
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
