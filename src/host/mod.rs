//! Hosts: the trait of their stages, and small traits for the rest, which only some hosts have.

pub mod configuration;
pub mod format;
pub mod limit;
pub(crate) mod roots;
pub mod scan;
pub mod session_rules;
pub mod stages;
pub mod tool;
pub mod topic;

use crate::host::configuration::Configuration;
use crate::host::format::{PlainFormat, SkillFormat};
use crate::host::limit::Limit;
use crate::host::session_rules::SessionRules;
use crate::host::stages::{Assembly, Candidate, Considered, Discovery, Parsed, Side, View};
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::listing::Listing;
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::{Contents, Tree};

/// A host in one of its editions, with the options that only it reads. Its stages take values and return values.
pub trait Host {
    /// Such as `codex`.
    fn id(&self) -> &'static str;

    /// Such as `2026-05`.
    fn edition(&self) -> &'static str;

    /// Where the host looks, and what it finds there before it reads anything.
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery;

    /// Parses one file, whatever lies around it.
    fn parse(&self, contents: &Contents) -> Parsed;

    /// Whether [`assemble`](Self::assemble) looks at texts of skills besides what they are parsed to.
    fn assembles_texts(&self) -> bool {
        false
    }

    /// Parses the file beside a candidate.
    fn parse_side(
        &self,
        _contents: &Contents,
        _candidate: &Candidate,
        _environment: &Environment,
    ) -> Side {
        Side::default()
    }

    /// The catalog's parts out of the candidates and what each was parsed to.
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly;

    /// The list for an agent: all skills at the start, or those that it has not been shown yet.
    fn list(&self, view: &View<'_>, agent: &str) -> Listing;

    /// The skills that a turn chooses and the messages that it injects.
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn;

    /// The recommended directory for project skills, absolute.
    fn placement(&self, environment: &Environment) -> String;

    /// The text that a user types to put one of the catalog's skills to use.
    fn typed(&self, skill: &Skill, catalog: &Catalog) -> Option<String>;

    /// The section of the host's page that explains a topic, such as `docs/hosts/codex.md#the-list`.
    fn section(&self, _topic: Topic) -> Option<&'static str> {
        None
    }

    /// The limits of the host's own on what it looks at and shows, besides those of fields and of the list's size.
    fn limits(&self) -> Vec<Limit> {
        Vec::new()
    }

    /// The fields and marks that the host knows in a skill's files.
    fn format(&self) -> &dyn SkillFormat {
        &PlainFormat
    }

    /// The tool by which its model puts a skill to use.
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
