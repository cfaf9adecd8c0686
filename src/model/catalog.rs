//! The result of a host's search of a tree: skills, errors, skipped files, and the searched
//! directories.

use serde::{Deserialize, Serialize};

use crate::model::shared_list::SharedList;
use crate::model::skill::{Scope, Skill};
use crate::text::document::Place;
use crate::tree::RefusedPath;

/// A directory that a host searches for skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Root {
    /// The directory's path as the host builds the path. Links in the path are not resolved.
    pub path: String,
    /// The scope of the skills that the host finds in this directory.
    pub scope: Scope,
    /// The reason why the host searches the directory, in words.
    pub origin: String,
    /// The id of the plugin that the directory belongs to. None if the directory belongs to no
    /// plugin.
    pub plugin_id: Option<String>,
    /// The outcome of the host's search of this directory.
    pub status: RootStatus,
    /// The number of directories that the host visited when it searched this directory for skills,
    /// including this directory.
    pub directories: usize,
    /// The number of `SKILL.md` files that the host found in this directory and below.
    pub candidates: usize,
}

impl Root {
    /// Creates a root, which is a directory to search for skills. The root has not been searched
    /// yet.
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

/// The outcome of the search of a root. A root is a directory that a host searches for skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RootStatus {
    /// The host searched the directory completely or up to a limit.
    Scanned,
    /// Nothing exists at the directory's path, or there is only a link whose target does not exist.
    Missing,
    /// The path is the path of a file, not of a directory.
    NotADirectory,
    /// An earlier directory of the host's search has the same path.
    Duplicate,
    /// A setting or an option of the host excludes the directory from the search.
    Off,
}

/// A field or file that a host read and then ignored, usually because it is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Ignored {
    /// The file that was ignored, or that contains the ignored field.
    pub path: String,
    /// The ignored field, such as `interface.brand_color`, or the ignored entry of a list, such as
    /// `skills.config[2]`. None if the whole file is ignored.
    pub field: Option<String>,
    /// The reason why the host ignores the field or file, in words.
    pub message: String,
    /// The position of the field in the file. None if the position is not known, or if the whole
    /// file is ignored.
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
    /// The scope that the skill would have if the host loaded it.
    pub scope: Scope,
    /// The kind of fault, as a code that all hosts share.
    pub code: FaultCode,
    /// The error message, in the host's words.
    pub message: String,
    /// The position of the fault in the file. None if the host's parser reports no position.
    pub place: Option<Place>,
    /// How to fix the file, in Skillglass's words.
    pub help: String,
}

/// The kind of fault that makes a host drop a file.
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
    /// The frontmatter is not valid YAML, or is valid YAML but not a mapping.
    InvalidYaml,
    /// The file or its frontmatter is larger than the host or Skillglass allows.
    TooLarge,
    /// The skill has no name, and the host requires a name.
    MissingName,
    /// The skill has no description, and the host requires a description.
    MissingDescription,
    /// The value of a required field is not a text.
    WrongType,
    /// The name is longer than the host allows.
    NameTooLong,
    /// The name has characters that the host does not allow.
    NameInvalid,
    /// The skill's name differs from the name of its folder.
    NameMismatch,
    /// The description, or the short description, is longer than the host allows.
    DescriptionTooLong,
    /// The description contains a tag such as `<b>`, and the host allows no tags.
    DescriptionInvalid,
    /// The frontmatter has a key that the host does not allow.
    UnknownField,
    /// The file has no text after the frontmatter.
    MissingBody,
    /// The host does not insert a variable or a file to which the text refers, or the skill's file
    /// is outside of the project.
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
    /// The path of the skill root (a folder that the host searches) in which the host skipped the
    /// path. None if the skipped path is outside of all skill roots that the host searched.
    pub root: Option<String>,
    /// The reason why the host skips the path, as a code that all hosts share.
    pub reason: LeftOutReason,
    /// The kind of fault, if the host skips the file because of a fault. Otherwise none.
    pub fault: Option<FaultCode>,
    /// The reason why the host skips the path, in words.
    pub message: String,
    /// How the author can make the host load the skill, in words.
    pub help: String,
}

/// The reason why a host skips a file, folder or link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LeftOutReason {
    /// The name of the file or folder, or of a folder that contains it, begins with a dot.
    Hidden,
    /// The file is deeper below the searched directory than the host searches. For example, the
    /// host searches two levels and the file is on the third.
    TooDeep,
    /// The host stopped the search at its maximum number of directories, before it got to the file
    /// or folder.
    DirectoryLimit,
    /// The host stopped the search at its maximum number of files and folders, before it got to
    /// this file or folder.
    EntryLimit,
    /// The file's name differs from `SKILL.md` only in case.
    WrongSpelling,
    /// The skipped path is a link to a file.
    SymlinkedFile,
    /// A directory has the name `SKILL.md`.
    NotAFile,
    /// The skipped path is a link to a directory. The host follows no such links among the skills
    /// of this [`Scope`].
    LinkNotFollowed,
    /// The skipped path is a link whose target does not exist.
    DanglingLink,
    /// The skipped path is a link that leads back to itself.
    LinkLoop,
    /// The skipped path is a link to a directory that the host also visits on another path.
    AlreadyVisited,
    /// The host already loaded the same file from another directory that it searched earlier.
    Duplicate,
    /// Skillglass knows that the file exists, but the caller has not passed its contents yet.
    Unread,
    /// The file is in none of the directories that the host searches for skills.
    OutsideRoots,
    /// The skill has a fault, and the host reports no faults of skills that came with the host.
    SystemSkillInvalid,
    /// The skill is restricted to products other than the host's.
    OtherProduct,
    /// A mistake in the host's configuration prevents every skill from loading. An error describes
    /// the mistake.
    Configuration,
    /// The skill came with the host, and the configuration switches off all such skills.
    BundledOff,
    /// The configuration or another switch of the host excludes the directory that contains the
    /// skill.
    SourceOff,
    /// Another skill with the same name takes precedence over this skill.
    Shadowed,
    /// The host searches the directory only after the session has read or changed a file in the
    /// directory.
    NotTouched,
    /// Git ignores the directory, and the host does not search such directories.
    GitIgnored,
    /// The host never searches folders with this name.
    SkippedFolder,
    /// The folder's name is reserved for the host.
    ReservedName,
    /// The file has no folder of its own, and the host requires a folder for each skill.
    FlatFile,
    /// The file is a command in a folder with a `SKILL.md`. The host loads such a folder as a
    /// single command and skips its other files.
    HiddenBySkill,
    /// The host cannot read the frontmatter and reports no error.
    Unreadable,
    /// Another file makes the host stop loading, so no skill loads.
    LoadStopped,
}

impl LeftOut {
    /// Creates the record of a skipped path. The two texts are the reason and the remedy, in words.
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
    /// Returns two texts: why a host skips the path, and how to make the host load it. Both texts
    /// are true for every host. Hosts that have more precise texts use their own texts instead.
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

/// The skills, errors and skipped files that a host finds in a tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Catalog {
    /// The id of the host, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's edition, such as `2026-05`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The revision of the tree of virtual files that this catalog was computed from.
    pub revision: u64,
    /// The directories that the host searches for skills (roots), in the host's order.
    pub roots: Vec<Root>,
    /// The loaded skills, in the host's order.
    #[cfg_attr(feature = "typescript", tsify(type = "Skill[]"))]
    pub skills: SharedList<Skill>,
    /// The files that the host drops with an error message, sorted by path.
    pub errors: Vec<SkillError>,
    /// The fields and files that the host read and then ignored, sorted by path.
    pub ignored: Vec<Ignored>,
    /// The files that the host skips without a message, sorted by path.
    #[cfg_attr(feature = "typescript", tsify(type = "LeftOut[]"))]
    pub left_out: SharedList<LeftOut>,
    /// The invalid paths that the tree did not accept, sorted by path.
    pub refused: Vec<RefusedPath>,
    /// The skills that are hidden by another skill with the same name, but can still be used under
    /// another name. Each of these skills is also in `left_out`.
    #[serde(skip)]
    pub(crate) hidden: Vec<Skill>,
}

impl Catalog {
    /// Returns a catalog with the host, edition and tree revision of `like`. All lists are empty.
    #[must_use]
    pub fn empty(like: &Self) -> Self {
        Self {
            host: like.host.clone(),
            edition: like.edition.clone(),
            revision: like.revision,
            roots: Vec::new(),
            skills: SharedList::default(),
            errors: Vec::new(),
            ignored: Vec::new(),
            left_out: SharedList::default(),
            refused: Vec::new(),
            hidden: Vec::new(),
        }
    }
}
