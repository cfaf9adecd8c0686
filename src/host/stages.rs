//! The values that the stages of a host pass to each other.

use crate::host::scan::Found;
use crate::model::catalog::{
    Catalog, FaultCode, Ignored, LeftOut, LeftOutReason, Root, SkillError,
};
use crate::model::environment::Environment;
use crate::model::memory::Memory;
use crate::model::skill::{
    Dependencies, DescriptionSource, Frontmatter, Interface, NameSource, Policy, Scope, Skill,
    SkillKind,
};
use crate::text::document::{Document, Place};
use crate::text::yaml::{self, MAX_FRONTMATTER_BYTES};
use crate::tree::Contents;
use crate::tree::{EntryId, Tree};

/// The input of a host's later stages: the tree, the environment, the catalog and the
/// conversation's memory.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The tree of files that the host reads.
    pub tree: &'a Tree,
    /// The working directory, home directory, variables and plugins with which the host runs.
    pub environment: &'a Environment,
    /// The catalog that the host built from the tree.
    pub catalog: &'a Catalog,
    /// The state of the conversation that the host remembers, such as the skills in use.
    pub memory: &'a Memory,
}

/// The result of the stage [`Discover`](crate::host::Discover).
#[derive(Debug, Clone, Default)]
pub struct Discovery {
    /// The skill roots in the host's order.
    pub roots: Vec<Root>,
    /// The files that the host reads as skills, in the order found.
    pub candidates: Vec<Candidate>,
    /// The files that the host does not read, each with the reason.
    pub left_out: Vec<LeftOut>,
    /// Other files that the host reads, such as settings and metadata of skills.
    pub side_files: Vec<EntryId>,
    /// The side files that decide which skill roots exist. If one of these files changes, discovery
    /// runs again.
    pub depends_on: Vec<EntryId>,
}

/// A file that the host reads as a skill.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The file that the host found, and the path by which the host reached the file.
    pub found: Found,
    /// The scope of the skill root that contains the file.
    pub scope: Scope,
    /// The path of the skill root that contains the file.
    pub root: String,
    /// The id of the plugin that the skill root belongs to; `None` if it belongs to no plugin.
    pub plugin_id: Option<String>,
    /// The kind of skill that the file defines.
    pub kind: SkillKind,
    /// The side file: a second file with metadata about the skill. `None` if the skill has no side
    /// file.
    pub side: Option<EntryId>,
}

/// A candidate with its parsed file.
#[derive(Debug, Clone, Copy)]
pub struct Considered<'a> {
    /// The file that the host reads as a skill.
    pub candidate: &'a Candidate,
    /// The parsed skill file; `None` if the contents of the file are not loaded yet.
    pub parsed: Option<&'a Parsed>,
    /// The parsed side file, which has metadata about the skill. `None` if there is no side file,
    /// or if its contents are not loaded yet.
    pub side: Option<&'a Side>,
}

/// The contents of a side file, which has metadata about a skill. A fault in it never prevents the
/// skill from loading.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Side {
    /// The name, icon and other data with which user interfaces show the skill. `None` if the file
    /// has no such data.
    pub interface: Option<Interface>,
    /// The tools that the skill needs, such as MCP servers. `None` if the file does not list tools.
    pub dependencies: Option<Dependencies>,
    /// The rules about who may invoke the skill. `None` if the file has no such rules.
    pub policy: Option<Policy>,
    /// The fields that the host ignored.
    pub ignored: Vec<IgnoredField>,
}

/// A skill file after parsing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The size of the file in bytes.
    pub bytes: usize,
    /// The fields, or the fault because of which the host rejects the file.
    pub outcome: Result<Fields, Fault>,
    /// The fields that the host ignored.
    pub ignored: Vec<IgnoredField>,
}

impl Considered<'_> {
    /// Returns the catalog's entry for a candidate whose file has not been read yet.
    pub(crate) fn unread(&self) -> LeftOut {
        let Candidate { found, root, .. } = self.candidate;
        let reason = LeftOutReason::Unread;
        LeftOut::new(
            &found.discovered_path,
            Some(root),
            reason,
            reason.in_general(),
        )
    }
}

impl Parsed {
    /// Returns the fields and texts of the file. If the host refuses the file, returns the first
    /// fault that causes the refusal.
    pub(crate) fn read(&self) -> Result<(&Fields, &Text), &Fault> {
        let fields = self.outcome.as_ref()?;
        Ok((fields, fields.text.as_ref()?))
    }

    /// Parses the text of a file with `read`. The outcome is a fault if the file is not UTF-8.
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

/// A field or file that the host ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredField {
    /// The name of the field; `None` if the whole file was ignored.
    pub field: Option<String>,
    /// The reason why the field or file was ignored.
    pub message: String,
    /// The position of the field in the file; `None` if it is unknown.
    pub place: Option<Place>,
}

impl IgnoredField {
    /// Creates the record of an ignored field, without the field's position in the file.
    #[must_use]
    pub fn new(field: Option<&str>, message: impl Into<String>) -> Self {
        Self {
            field: field.map(str::to_owned),
            message: message.into(),
            place: None,
        }
    }

    /// Creates the record of a field that this host ignores, although other hosts read the field.
    pub(crate) fn without_effect(host: &str, key: &str, place: Place) -> Self {
        let message = format!("{host} reads no {key}; it has no effect here");
        Self {
            place: Some(place),
            ..Self::new(Some(key), message)
        }
    }

    /// Converts the ignored field to an entry of the catalog for the file at `path`.
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

/// The fields of a skill file that every host reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    /// The name in the frontmatter; `None` if it is missing.
    pub name: Option<String>,
    /// The position of the name. If the name is missing, the position at which it belongs.
    pub name_place: Place,
    /// The texts that describe the skill, such as the description. The error is a fault in these
    /// texts. The host reports this fault only if the skill's name has no fault.
    pub text: Result<Text, Fault>,
}

/// The texts in a skill file that describe the skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The description; empty if the file has none and the host accepts a skill without a
    /// description.
    pub description: String,
    /// The part of the file from which the description was taken.
    pub description_source: DescriptionSource,
    /// The short description; `None` if the file has none.
    pub short_description: Option<String>,
    /// All fields of the frontmatter. `None` for hosts that use only the name and the descriptions.
    pub frontmatter: Option<Box<Frontmatter>>,
}

/// The reason why a host rejects a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault. All hosts use the same codes.
    pub code: FaultCode,
    /// The message about the fault, in the host's words.
    pub message: String,
    /// The position of the fault in the file, if known.
    pub place: Option<Place>,
    /// How to fix the fault, in Skillglass's words.
    pub help: String,
}

impl Fault {
    /// Returns a fault if the frontmatter would take too long to parse.
    pub(crate) fn check_work(frontmatter: &str) -> Result<(), Self> {
        yaml::check_work(frontmatter, MAX_FRONTMATTER_BYTES).map_err(|problem| Self {
            code: FaultCode::TooLarge,
            message: format!("the frontmatter was not parsed: {problem}"),
            place: None,
            help: "Keep the frontmatter to a few lines and put the rest into the body.".to_owned(),
        })
    }

    /// Builds the fault for frontmatter that is not valid YAML.
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

/// The result of the stage [`Assemble`](crate::host::Assemble), from which the catalog is built.
#[derive(Debug, Clone, Default)]
pub struct Assembly {
    /// The skills that load, in the host's order.
    pub skills: Vec<Skill>,
    /// The files that the host rejects, with the host's messages.
    pub errors: Vec<SkillError>,
    /// The fields and files that the host ignored.
    pub ignored: Vec<Ignored>,
    /// Files that the host leaves out without a message.
    pub left_out: Vec<LeftOut>,
    /// Skills that lose their name to another skill with the same name, but can still be invoked by
    /// an alias. Empty if skills of the host have no aliases.
    pub hidden: Vec<Skill>,
}

impl Assembly {
    /// Adds the ignored fields of a parsed file at `path`.
    pub(crate) fn ignore_fields_of(&mut self, parsed: &Parsed, path: &str) {
        let ignored = parsed.ignored.iter().cloned();
        self.ignored.extend(ignored.map(|field| field.at(path)));
    }
}

impl Fields {
    /// Returns the name in the file; if the file gives none, the name of the folder.
    pub(crate) fn name_or_folder(&self, folder: &str) -> (String, NameSource) {
        match &self.name {
            Some(name) => (name.clone(), NameSource::Frontmatter),
            None => (folder.to_owned(), NameSource::Folder),
        }
    }
}

impl Candidate {
    /// Builds the skill of this candidate from its parsed file.
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

    /// Builds the error for a candidate that the host rejects because of a fault.
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

    /// Builds the catalog's entry of a candidate that the host drops without a message because of a fault.
    pub(crate) fn dropped_silently(&self, host: &str, fault: &Fault) -> LeftOut {
        let words = (
            format!("{host} drops it without a word: {}", fault.message),
            fault.help.clone(),
        );
        let path = &self.found.discovered_path;
        LeftOut {
            fault: Some(fault.code),
            ..LeftOut::new(path, Some(&self.root), LeftOutReason::Unreadable, words)
        }
    }

    /// Builds the error for a candidate that the host rejects because of a fault. Unlike
    /// [`error`](Self::error), the error names the path by which the host found the file. This path
    /// may contain links.
    pub(crate) fn error_as_found(&self, fault: Fault) -> SkillError {
        SkillError {
            path: self.found.discovered_path.clone(),
            ..self.error(fault)
        }
    }
}
