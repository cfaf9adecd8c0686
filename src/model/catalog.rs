//! All that a host made of the tree: skills, the errors and left-out files beside them, and where it looked.

use serde::{Deserialize, Serialize};

use crate::model::skill::{Scope, Skill};
use crate::text::document::Place;
use crate::tree::RefusedPath;

/// A directory that a host looks for skills in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Root {
    /// The directory, as the host names it (links not followed).
    pub path: String,
    /// The scope of what is found there.
    pub scope: Scope,
    /// The reason why the host looks there, in words.
    pub origin: String,
    /// The plugin whose root it is.
    pub plugin_id: Option<String>,
    /// The outcome.
    pub status: RootStatus,
    /// The number of directories that the walk visited, the root included.
    pub directories: usize,
    /// The number of `SKILL.md` files that the walk found.
    pub candidates: usize,
}

impl Root {
    /// A root that has not been walked.
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

/// The outcome of looking into a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RootStatus {
    /// It was walked.
    Scanned,
    /// There is nothing of that name, or only a link that leads nowhere.
    Missing,
    /// There is something else than a directory.
    NotADirectory,
    /// An earlier root has the same path.
    Duplicate,
    /// A switch keeps the host from looking there.
    Off,
}

/// Something that a host read and ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Ignored {
    /// The file.
    pub path: String,
    /// The field, such as `interface.brand_color`, or `disable rule 2`; none when it is the whole file.
    pub field: Option<String>,
    /// Why.
    pub message: String,
    /// Where in the file, if that is known.
    pub place: Option<Place>,
}

/// A `SKILL.md` that a host refuses and says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SkillError {
    /// The file, without links.
    pub path: String,
    /// Whose it would have been.
    pub scope: Scope,
    /// The kind of fault, the same for all hosts.
    pub code: FaultCode,
    /// The host's own words.
    pub message: String,
    /// Where in the file, if the host's parser knows.
    pub place: Option<Place>,
    /// The remedy, in our words.
    pub help: String,
}

/// The fault of a file that a host refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FaultCode {
    /// It is no UTF-8.
    NotUtf8,
    /// It begins with a byte order mark.
    ByteOrderMark,
    /// It has no frontmatter, or none that ends.
    NoFrontmatter,
    /// Its frontmatter is no YAML, or no list of `key: value` lines.
    InvalidYaml,
    /// Its frontmatter is more than Skillglass reads.
    TooLarge,
    /// It has no name.
    MissingName,
    /// It has no description.
    MissingDescription,
    /// A field that the host needs is no text.
    WrongType,
    /// Its name is too long.
    NameTooLong,
    /// Its name has characters that the host does not take.
    NameInvalid,
    /// Its name is not its folder's.
    NameMismatch,
    /// A description is too long.
    DescriptionTooLong,
    /// Its description has a tag, and the host takes none.
    DescriptionInvalid,
    /// Its frontmatter has a key that the host does not take.
    UnknownField,
    /// The host's configuration keeps every skill from loading.
    Configuration,
}

/// A file, folder or link that a host passes over without a word, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LeftOut {
    /// The path that was passed over, links not followed.
    pub path: String,
    /// The root whose walk passed it over; none when no walk came near it.
    pub root: Option<String>,
    /// The reason, as a code.
    pub reason: LeftOutReason,
    /// The fault of the file, if that is the reason.
    pub fault: Option<FaultCode>,
    /// The reason in words.
    pub message: String,
    /// The remedy.
    pub help: String,
}

/// The reason why a host passed something over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LeftOutReason {
    /// It lies in a folder (or is one) whose name begins with a dot.
    Hidden,
    /// It lies deeper below the root than the host goes.
    TooDeep,
    /// The root's walk had visited as many directories as the host allows.
    DirectoryLimit,
    /// The root's walk had seen as many entries as the host allows.
    EntryLimit,
    /// Its name is `SKILL.md` in other capitals.
    WrongSpelling,
    /// It is a link to a file.
    SymlinkedFile,
    /// It is named `SKILL.md` and is a directory.
    NotAFile,
    /// It is a link to a directory, and the host follows none in this scope.
    LinkNotFollowed,
    /// It is a link that leads nowhere.
    DanglingLink,
    /// It is a link that leads back to itself.
    LinkLoop,
    /// It is a link to a directory that the same walk visits anyway.
    AlreadyVisited,
    /// The same file was loaded from an earlier root.
    Duplicate,
    /// Its contents have not been given yet.
    Unread,
    /// It lies below none of the host's roots.
    OutsideRoots,
    /// The host does not report errors of skills in this scope.
    SystemSkillInvalid,
    /// The skill is restricted to products other than the host's.
    OtherProduct,
    /// The host's configuration keeps every skill from loading; what is wrong with it is an error.
    Configuration,
    /// It came with the host, and the configuration switches such skills off.
    BundledOff,
    /// The configuration or a switch keeps the host from looking there.
    SourceOff,
    /// Another skill of the same name goes before it.
    Shadowed,
    /// It lies in a directory that the host looks into only once a file there has been touched.
    NotTouched,
    /// Its directory is ignored by Git, and the host looks into no such directory.
    GitIgnored,
    /// It lies in a folder (or is one) of a name that the host never looks into.
    SkippedFolder,
    /// Its folder has a name that the host keeps for itself.
    ReservedName,
    /// It is a file of its own where the host wants a folder with a file in it.
    FlatFile,
    /// It is a command in a folder that a `SKILL.md` makes one command.
    HiddenBySkill,
    /// The host cannot read its frontmatter and keeps quiet about it.
    Unreadable,
}

impl LeftOut {
    /// An entry with a reason and a remedy in words.
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
    /// The reason and the remedy in words that are true of every host; hosts have their own where they know more.
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
                "the file's name is not spelt in the capitals that the host looks for",
                "Rename it to SKILL.md.",
            ),
            _ => ("the host passes it over", "Move the skill's folder."),
        };
        (message.to_owned(), help.to_owned())
    }
}

/// All that a host made of the tree, in the host's order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Catalog {
    /// The host, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// Its edition, such as `2026-05`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The revision of the tree that this was made from.
    pub revision: u64,
    /// Where the host looked, in its order.
    pub roots: Vec<Root>,
    /// The skills it loaded, in its order.
    pub skills: Vec<Skill>,
    /// The files it refused, with its words, sorted by path.
    pub errors: Vec<SkillError>,
    /// Fields and files that it read and ignored, sorted by path.
    pub ignored: Vec<Ignored>,
    /// Files that it passed over without a word, sorted by path.
    pub left_out: Vec<LeftOut>,
    /// Paths that never came into the tree, sorted by path.
    pub refused: Vec<RefusedPath>,
    /// Skills that others of their name hide and that are run by another name; each is in `left_out`, too.
    #[serde(skip)]
    pub(crate) hidden: Vec<Skill>,
}

impl Catalog {
    /// A catalog of the same host and tree with nothing in it.
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
