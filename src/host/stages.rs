//! The values that pass between the stages of a host.

use crate::host::scan::Found;
use crate::model::catalog::{Catalog, FaultCode, Ignored, LeftOut, Root, SkillError};
use crate::model::environment::Environment;
use crate::model::memory::Memory;
use crate::model::skill::{
    Dependencies, DescriptionSource, Frontmatter, Interface, Policy, Scope, Skill, SkillKind,
};
use crate::text::document::{Document, Place};
use crate::text::yaml::{self, MAX_FRONTMATTER_BYTES};
use crate::tree::Contents;
use crate::tree::{EntryId, Tree};

/// A tree seen through a host: what its later stages read.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The files.
    pub tree: &'a Tree,
    /// The surroundings.
    pub environment: &'a Environment,
    /// The host's catalog of them.
    pub catalog: &'a Catalog,
    /// The memory of the conversation.
    pub memory: &'a Memory,
}

/// The outcome of the first stage.
#[derive(Debug, Clone, Default)]
pub struct Discovery {
    /// The roots in the host's order.
    pub roots: Vec<Root>,
    /// The files that the host would read, in the order found.
    pub candidates: Vec<Candidate>,
    /// Files that were passed over.
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
    /// Its kind.
    pub kind: SkillKind,
    /// The file beside it that says more of the skill.
    pub side: Option<EntryId>,
}

/// A candidate with what it was parsed to.
#[derive(Debug, Clone, Copy)]
pub struct Considered<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// The parsed file; none when it has not been read yet.
    pub parsed: Option<&'a Parsed>,
    /// The parsed file beside it, if there is one and it has been read.
    pub side: Option<&'a Side>,
}

/// The contents of the file beside a skill's. It never keeps the skill from loading.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Side {
    /// How user interfaces show the skill.
    pub interface: Option<Interface>,
    /// Its requirements.
    pub dependencies: Option<Dependencies>,
    /// How it may be used.
    pub policy: Option<Policy>,
    /// Fields that were read and ignored.
    pub ignored: Vec<IgnoredField>,
}

/// A parsed file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// Size of the file in bytes.
    pub bytes: usize,
    /// The fields, or why there are none.
    pub outcome: Result<Fields, Fault>,
    /// Fields that were read and ignored.
    pub ignored: Vec<IgnoredField>,
}

impl Parsed {
    /// Parses a file that must be UTF-8.
    pub(crate) fn of_text(
        contents: &Contents,
        read: impl FnOnce(&str, &mut Vec<IgnoredField>) -> Result<Fields, Fault>,
    ) -> Self {
        let mut ignored = Vec::new();
        let outcome = match contents.text() {
            Ok(text) => read(text, &mut ignored),
            Err(error) => Err(Fault {
                code: FaultCode::NotUtf8,
                message: format!("the file cannot be read: {error}"),
                place: None,
                help: "Save the file as UTF-8.".to_owned(),
            }),
        };
        Self {
            bytes: contents.bytes().len(),
            outcome,
            ignored,
        }
    }
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

/// The words of a file about the skill.
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

/// The reason why a host refuses a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault, the same for all hosts.
    pub code: FaultCode,
    /// The host's own words.
    pub message: String,
    /// Where in the file.
    pub place: Option<Place>,
    /// The remedy.
    pub help: String,
}

impl Fault {
    /// The fault of frontmatter that takes too long to parse, if it does.
    pub(crate) fn check_work(frontmatter: &str) -> Result<(), Self> {
        yaml::check_work(frontmatter, MAX_FRONTMATTER_BYTES).map_err(|problem| Self {
            code: FaultCode::TooLarge,
            message: format!("the frontmatter was not parsed: {problem}"),
            place: None,
            help: "Keep the frontmatter to a few lines and put the rest into the body.".to_owned(),
        })
    }

    /// The fault of frontmatter that is not YAML.
    pub(crate) fn invalid_yaml(
        error: &serde_yaml::Error,
        text: &str,
        document: &Document<'_>,
    ) -> Self {
        let message = format!("invalid YAML: {error}");
        Self {
            code: FaultCode::InvalidYaml,
            help: yaml::advice(&message).to_owned(),
            place: yaml::place_of_error(error, text, document),
            message,
        }
    }
}

/// The parts of a catalog that a host decides on.
#[derive(Debug, Clone, Default)]
pub struct Assembly {
    /// Skills in the host's order.
    pub skills: Vec<Skill>,
    /// Files refused with the host's words.
    pub errors: Vec<SkillError>,
    /// Fields that were read and ignored.
    pub ignored: Vec<Ignored>,
    /// Files passed over without a word.
    pub left_out: Vec<LeftOut>,
    /// Skills that others of their name hide and that are run by another name, where the host does so.
    pub hidden: Vec<Skill>,
}

impl Candidate {
    /// The skill, with what was found and read.
    #[must_use]
    pub fn skill(&self, bytes: usize, name: String, text: &Text) -> Skill {
        Skill {
            kind: self.kind,
            description: text.description.clone(),
            description_source: text.description_source,
            short_description: text.short_description.clone(),
            discovered_path: self.found.discovered_path.clone(),
            root: self.root.clone(),
            bytes,
            plugin_id: self.plugin_id.clone(),
            frontmatter: text.frontmatter.clone(),
            ..Skill::plain(name, self.found.path.clone(), self.scope)
        }
    }

    /// The error of a candidate that is refused for a fault.
    #[must_use]
    pub fn error(&self, fault: Fault) -> SkillError {
        SkillError {
            path: self.found.path.clone(),
            scope: self.scope,
            code: fault.code,
            message: fault.message,
            place: fault.place,
            help: fault.help,
        }
    }
}
