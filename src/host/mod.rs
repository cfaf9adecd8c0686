//! The hosts. Each is one folder here with one file for each stage; none knows another.
//!
//! To add a host: write its folder, implement [`Host`], and add its line to `hosts!`, the only list of them
//! (`docs/adding-a-host.md`).

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::compare::Feature;
use crate::document::Place;
use crate::environment::{ArgumentError, Environment};
use crate::field::Field;
use crate::hook::Hook;
use crate::invocation::{Invocation, SkillCall};
use crate::listing::Listing;
use crate::memory::Memory;
use crate::scan::Found;
use crate::session::Touch;
use crate::skill::{
    Catalog, Dependencies, DescriptionSource, FaultCode, Frontmatter, Ignored, Interface, LeftOut,
    Policy, Root, Scope, Skill, SkillError, SkillKind,
};
use crate::tree::{Contents, EntryId, Tree};
use crate::turn::{Message, Turn, TurnRequest};

/// Declares the hosts' modules and lists them.
macro_rules! hosts {
    ($($name:ident)*) => {
        $(pub mod $name;)*

        const HOSTS: &[Entry] = &[$(Entry {
            id: $name::ID,
            label: $name::LABEL,
            default: $name::DEFAULT_EDITION,
            editions: $name::editions,
            open: $name::open,
        }),*];
    };
}

// The only list of hosts, in the order in which they are shown.
hosts! {
    codex
    claude_code
    opencode
    standard
}

/// A tree seen through a host: what its later stages read.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The files.
    pub tree: &'a Tree,
    /// The surroundings.
    pub environment: &'a Environment,
    /// What the host made of them.
    pub catalog: &'a Catalog,
    /// What the conversation has already seen.
    pub memory: &'a Memory,
}

/// A host in one of its editions. Its stages take values and return values.
///
/// What has a body here is what only some hosts have.
pub trait Host {
    /// Such as `codex`.
    fn id(&self) -> &'static str;

    /// Such as `2026-05`.
    fn edition(&self) -> &'static str;

    /// Where the host looks, and what it finds there before it reads anything.
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery;

    /// What the host makes of one file, whatever lies around it.
    fn parse(&self, contents: &Contents) -> Parsed;

    /// What the host makes of the file beside a candidate.
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

    /// What an agent is shown: all at the start, or what it has not been shown yet.
    fn list(&self, view: &View<'_>, agent: &str) -> Listing;

    /// What a turn chooses and injects.
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn;

    /// Where the skills of a project go, absolute: what somebody would be told who asks where to put one.
    fn placement(&self, environment: &Environment) -> String;

    /// What a user types to put one of the catalog's skills to use.
    fn typed(&self, skill: &Skill, catalog: &Catalog) -> Option<String>;

    /// Why the host keeps a skill from the model for reasons of its own, as a code, and the change that lets it through.
    fn hides(&self, _skill: &Skill) -> Option<(&'static str, &'static str)> {
        None
    }

    /// What of a skill the host acts on beyond name, description and text.
    fn features(&self, _view: &View<'_>, _skill: &Skill) -> Vec<Feature> {
        Vec::new()
    }

    /// The fields that the host knows, each once, those of the frontmatter first. The host parses by the same table.
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    /// Whether a key of the frontmatter that is none of the fields is a fault.
    fn refuses_unknown_fields(&self) -> bool {
        false
    }

    /// What is wrong with a rule of `allowed-tools`, if the host reads such rules.
    fn tool_rule_fault(&self, _rule: &str) -> Option<String> {
        None
    }

    /// The stretches of a skill's file that something else takes the place of when the skill is used, in their order.
    fn replaces(&self, _text: &str, _fields: &Frontmatter) -> Vec<Replaced> {
        Vec::new()
    }

    /// The tags that a skill's words stand between before the model, as they are.
    fn envelope(&self) -> Envelope {
        Envelope::default()
    }

    /// Of the tools that a skill allows, those that it then runs anything with and asks nobody.
    fn unlimited_tools(&self, _fields: &Frontmatter) -> Vec<String> {
        Vec::new()
    }

    /// What the model's call of the host's tool for skills comes to; none when the host has no such tool.
    fn invoke(&self, _view: &View<'_>, _call: &SkillCall) -> Option<Invocation> {
        None
    }

    /// What the host says to the conversation when a skill's sub-agent has ended with that last text.
    fn fork_result(&self, _skill: &str, _result: &str) -> Option<String> {
        None
    }

    /// Whether a hook runs at an event about `subject` (such as a tool's name).
    fn hook_runs(&self, _hook: &Hook, _event: &str, _subject: &str) -> bool {
        false
    }

    /// What the host puts back after the conversation of an agent was compacted.
    fn restore(&self, _memory: &Memory, _agent: &str) -> Vec<Message> {
        Vec::new()
    }

    /// Adds what the host records and counts when touched files brought these skills.
    fn skills_added(&self, _environment: &Environment, _touch: &mut Touch) {}

    /// The skill that a command of the model's uses without a mention.
    fn implicit_use<'s>(
        &self,
        _view: &View<'s>,
        _command: &str,
        _workdir: &str,
    ) -> Option<&'s Skill> {
        None
    }

    /// The value in one string of an answer to a question for a secret.
    fn secret_in_answer<'a>(&self, _answer: &'a str) -> Option<&'a str> {
        None
    }

    /// What two working directories with the same catalog have in common: their roots and rules.
    fn configuration(&self, _tree: &Tree, environment: &Environment) -> String {
        environment.cwd.clone()
    }

    /// The edit of the user's configuration that enables or disables a skill.
    ///
    /// # Errors
    /// When there is no user's configuration, it cannot be edited, or the host has no such switch.
    fn set_enabled(
        &self,
        _tree: &Tree,
        _environment: &Environment,
        _skill: &Skill,
        _enabled: bool,
    ) -> Result<ConfigEdit, ArgumentError> {
        Err(unsupported(self.id(), "edit of its configuration"))
    }

    /// What installing the skills that the host brings along would do.
    ///
    /// # Errors
    /// When there is no place to install to, or the host installs none.
    fn system_skills(
        &self,
        _tree: &Tree,
        _environment: &Environment,
        _embedded: &BTreeMap<String, String>,
    ) -> Result<Installation, ArgumentError> {
        Err(unsupported(self.id(), "installation of bundled skills"))
    }
}

fn unsupported(host: &str, what: &str) -> ArgumentError {
    ArgumentError::new("host", format!("{host} knows no {what}"))
}

/// The outcome of the first stage.
#[derive(Debug, Clone, Default)]
pub struct Discovery {
    /// The roots in the host's order.
    pub roots: Vec<Root>,
    /// The files that the host would read, in the order found.
    pub candidates: Vec<Candidate>,
    /// What was passed over.
    pub left_out: Vec<LeftOut>,
    /// Files beside the candidates' that the host reads.
    pub side_files: Vec<EntryId>,
    /// Those of them whose contents decided on the roots.
    pub depends_on: Vec<EntryId>,
}

/// A file that the host would read.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The file.
    pub found: Found,
    /// Whose it is.
    pub scope: Scope,
    /// The path of the root that it was found under.
    pub root: String,
    /// The plugin whose root that is.
    pub plugin_id: Option<String>,
    /// What kind of thing it is.
    pub kind: SkillKind,
    /// The file beside it that says more of the skill.
    pub side: Option<EntryId>,
}

/// A candidate with what it was parsed to.
#[derive(Debug, Clone, Copy)]
pub struct Considered<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// What it was parsed to; none when it has not been read yet.
    pub parsed: Option<&'a Parsed>,
    /// What the file beside it was parsed to, if there is one and it has been read.
    pub side: Option<&'a Side>,
}

/// What the file beside a skill's says. It never keeps the skill from loading.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Side {
    /// How user interfaces show the skill.
    pub interface: Option<Interface>,
    /// What it needs.
    pub dependencies: Option<Dependencies>,
    /// How it may be used.
    pub policy: Option<Policy>,
    /// What was read and ignored.
    pub ignored: Vec<IgnoredField>,
}

/// What a file was parsed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// Size of the file in bytes.
    pub bytes: usize,
    /// The fields, or why there are none.
    pub outcome: Result<Fields, Fault>,
    /// What was read and ignored.
    pub ignored: Vec<IgnoredField>,
}

/// Something in a file that was read and ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredField {
    /// The field; none when it is the whole file.
    pub field: Option<String>,
    /// Why.
    pub message: String,
    /// Where in the file, if that is known.
    pub place: Option<Place>,
}

impl IgnoredField {
    /// Without a place.
    #[must_use]
    pub fn new(field: Option<&str>, message: impl Into<String>) -> Self {
        Self {
            field: field.map(str::to_owned),
            message: message.into(),
            place: None,
        }
    }

    /// The same as a part of the catalog.
    #[must_use]
    pub fn at(self, path: &str) -> Ignored {
        Ignored {
            path: path.to_owned(),
            field: self.field,
            message: self.message,
            place: self.place,
        }
    }
}

/// The fields that all hosts share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    /// The name, if the file gives one.
    pub name: Option<String>,
    /// Where the name is, or would be.
    pub name_place: Place,
    /// The rest, or what is wrong with it: the name is judged first, with what lies around the file.
    pub text: Result<Text, Fault>,
}

/// What a file says of the skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The description; empty where a host does without.
    pub description: String,
    /// Where the description comes from.
    pub description_source: DescriptionSource,
    /// The short description, if the file gives one.
    pub short_description: Option<String>,
    /// All fields, for hosts that act on more.
    pub frontmatter: Option<Box<Frontmatter>>,
}

/// Why a host refuses a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault, the same for all hosts.
    pub code: FaultCode,
    /// The host's own words.
    pub message: String,
    /// Where in the file.
    pub place: Option<Place>,
    /// What to do about it.
    pub help: String,
}

/// A stretch of a skill's file that something else takes the place of when the skill is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// Its bytes of the file.
    pub bytes: Range<usize>,
    /// What takes its place.
    pub by: Replacement,
}

/// What takes the place of a stretch of a skill's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// What the user typed behind the skill's name, or a word of it.
    Argument,
    /// A directory, an id or the like.
    Variable,
    /// The output of the command in it.
    Command,
}

/// The names of the tags that a skill's words stand between before the model, as they are. What closes one of them speaks
/// for the host from there on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Envelope {
    /// Around its description, in the list.
    pub list: &'static [&'static str],
    /// Around its text.
    pub text: &'static [&'static str],
}

/// The parts of a catalog that a host decides on.
#[derive(Debug, Clone, Default)]
pub struct Assembly {
    /// Skills in the host's order.
    pub skills: Vec<Skill>,
    /// Files refused with the host's words.
    pub errors: Vec<SkillError>,
    /// What was read and ignored.
    pub ignored: Vec<Ignored>,
    /// Files passed over without a word.
    pub left_out: Vec<LeftOut>,
}

/// A file of the user's configuration with its new text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ConfigEdit {
    /// The file.
    pub path: String,
    /// All of its text.
    pub text: String,
}

/// What an installation of the skills that a host brings along would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Installation {
    /// The fingerprint of the embedded files.
    pub fingerprint: String,
    /// Whether what is installed has another one.
    pub needed: bool,
    /// The directory to remove with all in it; none when nothing is to be done or nothing is there.
    pub remove: Option<String>,
    /// The files to write, by absolute path; the marker is the last. Empty when nothing is to be done.
    pub write: Vec<InstalledFile>,
}

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InstalledFile {
    /// Where.
    pub path: String,
    /// What.
    pub text: String,
}

/// How a host is opened in one of its editions.
struct Entry {
    id: &'static str,
    /// What it is called.
    label: &'static str,
    /// The edition when none is asked for: what most people run.
    default: &'static str,
    /// Newest last.
    editions: fn() -> Vec<&'static str>,
    open: fn(edition: &str) -> Option<Box<dyn Host>>,
}

/// The default host.
const DEFAULT: &str = codex::ID;

/// A host with its editions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HostEditions {
    /// Such as `codex`.
    pub host: String,
    /// What it is called.
    pub label: String,
    /// The editions, oldest first.
    pub editions: Vec<String>,
    /// The edition when none is asked for: what most people run.
    pub default: String,
}

/// The hosts, each with its editions, oldest first.
#[must_use]
pub fn hosts() -> Vec<HostEditions> {
    let owned = |editions: Vec<&str>| editions.into_iter().map(str::to_owned).collect();
    HOSTS
        .iter()
        .map(|host| HostEditions {
            host: host.id.to_owned(),
            label: host.label.to_owned(),
            editions: owned((host.editions)()),
            default: host.default.to_owned(),
        })
        .collect()
}

/// What a host is called; its name when there is no such host.
#[must_use]
pub fn label(id: &str) -> &str {
    let host = HOSTS.iter().find(|host| host.id == id);
    host.map_or(id, |host| host.label)
}

/// Opens a host; without a name the default one, without an edition its default.
///
/// # Errors
/// When there is no such host or edition; the message lists those that there are.
pub fn open(id: Option<&str>, edition: Option<&str>) -> Result<Box<dyn Host>, ArgumentError> {
    let id = id.unwrap_or(DEFAULT);
    let host = HOSTS.iter().find(|host| host.id == id).ok_or_else(|| {
        let known: Vec<_> = HOSTS.iter().map(|host| host.id).collect();
        ArgumentError::new(
            "host",
            format!("there is no host {id:?}; there is {}", known.join(", ")),
        )
    })?;
    let editions = (host.editions)();
    let edition = edition.unwrap_or(host.default);
    (host.open)(edition).ok_or_else(|| {
        ArgumentError::new(
            "edition",
            format!(
                "{id} has no edition {edition:?}; it has {}",
                editions.join(", ")
            ),
        )
    })
}
