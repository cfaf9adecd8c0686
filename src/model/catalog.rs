//! The result of a host's search of a tree: skills, errors, left-out files, and the searched roots.

use serde::{Deserialize, Serialize};

use crate::model::skill::{Scope, Skill};
use crate::text::document::Place;
use crate::tree::RefusedPath;

/// A directory that a host searches for skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Root {
    /// The path of the directory that the host uses. Links in the path are not resolved.
    pub path: String,
    /// The scope of the skills below the root.
    pub scope: Scope,
    /// The reason why the host searches the directory, in words.
    pub origin: String,
    /// The id of the plugin that the root belongs to; none if it belongs to no plugin.
    pub plugin_id: Option<String>,
    /// The outcome of the search of the root.
    pub status: RootStatus,
    /// The number of directories that the walk of the root visited, including the root itself.
    pub directories: usize,
    /// The number of `SKILL.md` files that the walk of the root found.
    pub candidates: usize,
}

impl Root {
    /// Creates a root that has not been searched yet.
    #[must_use]
    pub fn new(path: String, scope: Scope, origin: impl Into<String>) -> Self {
        Self {
            path,
            scope,
            origin: origin.into(),
            plugin_id: None,
            status: RootStatus::Scanned,
            directories: 0,
            candidates: 0,
        }
    }
}

/// The outcome of the search of a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RootStatus {
    /// The root was searched completely or up to a limit.
    Scanned,
    /// Nothing exists at the root's path, or only a link whose target does not exist.
    Missing,
    /// A file, not a directory, has the root's path.
    NotADirectory,
    /// An earlier root has the same path.
    Duplicate,
    /// A switch of the host, such as a setting or an option, excludes the root.
    Off,
}

/// A field or file that a host read and then ignored, usually because it is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Ignored {
    /// The file that was ignored, or that contains the ignored field.
    pub path: String,
    /// The ignored field, such as `interface.brand_color` or `disable rule 2`; none if the whole file is ignored.
    pub field: Option<String>,
    /// The reason why the host ignores the field or file, in words.
    pub message: String,
    /// The place of the field in the file, if the place is known.
    pub place: Option<Place>,
}

/// A `SKILL.md` that a host drops with an error message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SkillError {
    /// The dropped file, with links resolved.
    pub path: String,
    /// The scope that the skill would have.
    pub scope: Scope,
    /// The kind of fault, with the same code in all hosts.
    pub code: FaultCode,
    /// The error message, in the host's words.
    pub message: String,
    /// The place of the fault in the file, if the host's parser reports one.
    pub place: Option<Place>,
    /// How to fix the file, in Skillglass's words.
    pub help: String,
}

/// The kind of a fault that makes a host drop a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FaultCode {
    /// The file is not valid UTF-8.
    NotUtf8,
    /// The file begins with a byte order mark.
    ByteOrderMark,
    /// The file has no frontmatter, or the frontmatter is not closed.
    NoFrontmatter,
    /// The frontmatter is not valid YAML, or not a mapping.
    InvalidYaml,
    /// The frontmatter is larger than the limit of Skillglass.
    TooLarge,
    /// The skill has no name, and the host requires a name.
    MissingName,
    /// The skill has no description, and the host requires a description.
    MissingDescription,
    /// A field that the host requires is not a text.
    WrongType,
    /// The name is longer than the host allows.
    NameTooLong,
    /// The name has characters that the host does not allow.
    NameInvalid,
    /// The name differs from the folder's name.
    NameMismatch,
    /// The description, or the short description, is longer than the host allows.
    DescriptionTooLong,
    /// The description contains a tag, and the host allows none.
    DescriptionInvalid,
    /// The frontmatter has a key that the host does not allow.
    UnknownField,
    /// The file has no text after the frontmatter.
    MissingBody,
    /// The file refers to another file, or to a variable, that the host does not read for a skill of a project.
    BlockedReference,
    /// The host's configuration prevents every skill from loading.
    Configuration,
}

/// A file, folder or link that a host skips without a message, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LeftOut {
    /// The skipped path. Links are not resolved.
    pub path: String,
    /// The root whose walk skipped the path; none if no walk reached the path.
    pub root: Option<String>,
    /// The reason why the host skips the path, as a code that all hosts share.
    pub reason: LeftOutReason,
    /// The fault of the file, if a fault is the reason.
    pub fault: Option<FaultCode>,
    /// The reason why the host skips the path, in words.
    pub message: String,
    /// How the author can make the host load the skill.
    pub help: String,
}

/// The reason why a host skips a file, folder or link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LeftOutReason {
    /// The name of the entry, or of a folder that contains the entry, begins with a dot.
    Hidden,
    /// The file is deeper below the root than the host searches.
    TooDeep,
    /// The walk of the root visited the host's maximum number of directories before it reached the entry.
    DirectoryLimit,
    /// The walk of the root read the host's maximum number of entries before it reached this entry.
    EntryLimit,
    /// The file's name differs from `SKILL.md` only in case.
    WrongSpelling,
    /// The entry is a link to a file.
    SymlinkedFile,
    /// A directory has the name `SKILL.md`.
    NotAFile,
    /// The entry is a link to a directory, and the host follows no such links in this scope.
    LinkNotFollowed,
    /// The entry is a link whose target does not exist.
    DanglingLink,
    /// The entry is a link that leads back to itself.
    LinkLoop,
    /// The entry is a link to a directory that the walk of the root also visits on another path.
    AlreadyVisited,
    /// An earlier root already loaded the file.
    Duplicate,
    /// The contents of the file have not been given yet.
    Unread,
    /// The file is below none of the host's roots.
    OutsideRoots,
    /// The skill has a fault, and the host reports no faults of skills in this scope.
    SystemSkillInvalid,
    /// The skill is restricted to products other than the host's.
    OtherProduct,
    /// The host's configuration prevents every skill from loading. An error describes the mistake in the configuration.
    Configuration,
    /// The skill came with the host, and the configuration switches such skills off.
    BundledOff,
    /// The configuration or a switch excludes the root.
    SourceOff,
    /// Another skill with the same name takes precedence.
    Shadowed,
    /// The host searches the directory only after a session has read or changed a file in it.
    NotTouched,
    /// Git ignores the directory, and the host does not search directories that Git ignores.
    GitIgnored,
    /// The host never searches folders with this name.
    SkippedFolder,
    /// The folder's name is reserved for the host.
    ReservedName,
    /// The file has no folder of its own, and the host requires a folder for each skill.
    FlatFile,
    /// The file is a command in a folder with a `SKILL.md`. The host loads such a folder as one command and skips its
    /// other files.
    HiddenBySkill,
    /// The host cannot read the frontmatter and reports no error.
    Unreadable,
    /// Another file makes the host stop loading, so no skill loads.
    LoadStopped,
}

impl LeftOut {
    /// Creates an entry with a reason and a remedy in words.
    #[must_use]
    pub fn new(
        path: &str,
        root: Option<&str>,
        reason: LeftOutReason,
        (message, help): (String, String),
    ) -> Self {
        Self {
            path: path.to_owned(),
            root: root.map(str::to_owned),
            reason,
            fault: None,
            message,
            help,
        }
    }
}

impl LeftOutReason {
    /// Returns two texts: why the entry was left out, and how to make a host load it. The texts are true for every
    /// host. A host that has more precise texts returns its own instead.
    #[must_use]
    pub fn in_general(self) -> (String, String) {
        let (message, help) = match self {
            Self::DanglingLink => (
                "the link leads nowhere",
                "Create what it points to, or remove it.",
            ),
            Self::LinkLoop => ("the link leads back to itself", "Point it at a folder."),
            Self::AlreadyVisited => (
                "the link leads to a folder that is visited anyway, and a folder is visited once",
                "Nothing is lost; the link can go.",
            ),
            Self::Duplicate => (
                "the same file was loaded from an earlier root",
                "Nothing is lost; one of the two ways to it can go.",
            ),
            Self::Unread => (
                "its contents have not been given yet",
                "Write its contents; the plan lists every such file.",
            ),
            Self::NotAFile => (
                "a directory has the name that a skill's file would have",
                "Make it a file.",
            ),
            Self::FlatFile => (
                "the host looks for a folder with a SKILL.md in it, not for a file",
                "Make a folder of that name and move the file there as SKILL.md.",
            ),
            Self::WrongSpelling => (
                "the file's name is not in the case that the host looks for",
                "Rename it to SKILL.md.",
            ),
            Self::LoadStopped => (
                "another file makes the host stop loading, so no skill loads",
                "Fix or remove the other file.",
            ),
            _ => ("the host passes it over", "Move the skill's folder."),
        };
        (message.to_owned(), help.to_owned())
    }
}

/// The skills, errors and left-out files that a host finds in a tree, in the host's order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Catalog {
    /// The host, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's edition, such as `2026-05`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The revision of the tree that the catalog was made from.
    pub revision: u64,
    /// The searched roots, in the host's order.
    pub roots: Vec<Root>,
    /// The loaded skills, in the host's order.
    pub skills: Vec<Skill>,
    /// The files that the host drops with an error message, sorted by path.
    pub errors: Vec<SkillError>,
    /// The fields and files that the host read and ignored, sorted by path.
    pub ignored: Vec<Ignored>,
    /// The files that the host skips without a message, sorted by path.
    pub left_out: Vec<LeftOut>,
    /// The paths that the tree refused, sorted by path.
    pub refused: Vec<RefusedPath>,
    /// The skills that another skill with the same name hides, but that can still be used under another name. Each such
    /// skill is also in `left_out`.
    #[serde(skip)]
    pub(crate) hidden: Vec<Skill>,
}

impl Catalog {
    /// Returns a catalog with the host, edition and tree revision of `like`, but without roots, skills and other
    /// results.
    #[must_use]
    pub fn empty(like: &Self) -> Self {
        Self {
            host: like.host.clone(),
            edition: like.edition.clone(),
            revision: like.revision,
            roots: Vec::new(),
            skills: Vec::new(),
            errors: Vec::new(),
            ignored: Vec::new(),
            left_out: Vec::new(),
            refused: Vec::new(),
            hidden: Vec::new(),
        }
    }
}
