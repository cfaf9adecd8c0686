//! What a host made of the tree: skills, the errors and left-out files beside them, and where it looked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::document::Place;
use crate::hook::Hook;
use crate::host::{Candidate, Fault, Text};
use crate::path;
use crate::tree::{Entry, RefusedPath};

/// The file that makes its folder a skill, as all hosts spell it.
pub(crate) const SKILL_FILE: &str = "SKILL.md";

/// Whether a file is named so in some capitals.
pub(crate) fn is_skill_file_name(name: &str) -> bool {
    name.eq_ignore_ascii_case(SKILL_FILE)
}

/// Whether an entry is named so.
pub(crate) fn is_skill_file(entry: Entry<'_>) -> bool {
    is_skill_file_name(entry.name())
}

/// Whose skill it is; a host's rules and order depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Of the repository that is worked in.
    Repo,
    /// Of the user, for all repositories.
    User,
    /// Shipped with the host.
    System,
    /// Set up by the machine's administrator.
    Admin,
    /// Brought by a plugin, where a host tells that apart.
    Plugin,
    /// Offered by an MCP server.
    Mcp,
}

/// A directory that a host looks for skills in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Root {
    /// The directory, as the host names it (links not followed).
    pub path: String,
    /// The scope of what is found there.
    pub scope: Scope,
    /// Why the host looks there, in words.
    pub origin: String,
    /// The plugin whose root it is.
    pub plugin_id: Option<String>,
    /// What became of it.
    pub status: RootStatus,
    /// How many directories the walk visited, the root included.
    pub directories: usize,
    /// How many `SKILL.md` files the walk found.
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

/// What became of a root.
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

/// A skill that a host loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Skill {
    /// The name that it is mentioned by.
    pub name: String,
    /// Where the name comes from.
    pub name_source: NameSource,
    /// Other names that it answers to.
    pub aliases: Vec<String>,
    /// What kind of thing it is.
    pub kind: SkillKind,
    /// The description as the host keeps it: white space folded, not cut yet.
    pub description: String,
    /// Where the description comes from.
    pub description_source: DescriptionSource,
    /// `metadata.short-description`, white space folded.
    pub short_description: Option<String>,
    /// The path of its `SKILL.md`, without links.
    pub path: String,
    /// The path that the walk came by, through links.
    pub discovered_path: String,
    /// Whose it is.
    pub scope: Scope,
    /// The root that it was found under.
    pub root: String,
    /// Whether the host offers it: no rule of its configuration disables it.
    pub enabled: bool,
    /// Whether its condition is met: it has none, or a file that it is for has been touched.
    pub active: bool,
    /// Whether the user can put it to use by its name.
    pub user_invocable: bool,
    /// Whether the model may choose it by itself.
    pub model_invocable: bool,
    /// How much of it the list may show.
    pub visibility: Visibility,
    /// Size of `SKILL.md` in bytes.
    pub bytes: usize,
    /// The plugin that brought it.
    pub plugin_id: Option<String>,
    /// How user interfaces show it (`agents/openai.yaml`).
    pub interface: Option<Interface>,
    /// What it needs (`agents/openai.yaml`).
    pub dependencies: Option<Dependencies>,
    /// How it may be used (`agents/openai.yaml`).
    pub policy: Option<Policy>,
    /// All fields of the frontmatter, for hosts that act on more than name and description.
    pub frontmatter: Option<Box<Frontmatter>>,
}

impl Skill {
    /// Its folder, as the walk came by.
    #[must_use]
    pub fn directory(&self) -> &str {
        path::parent(&self.discovered_path).unwrap_or("/")
    }
}

impl Skill {
    /// A skill as most are: enabled, active, for users and the model, with nothing but a name.
    #[must_use]
    pub fn plain(name: String, path: String, scope: Scope) -> Self {
        Self {
            name,
            name_source: NameSource::Folder,
            aliases: Vec::new(),
            kind: SkillKind::Skill,
            description: String::new(),
            description_source: DescriptionSource::None,
            short_description: None,
            discovered_path: path.clone(),
            root: String::new(),
            path,
            scope,
            enabled: true,
            active: true,
            user_invocable: true,
            model_invocable: true,
            visibility: Visibility::On,
            bytes: 0,
            plugin_id: None,
            interface: None,
            dependencies: None,
            policy: None,
            frontmatter: None,
        }
    }

    /// The same with what was found and read.
    #[must_use]
    pub fn found(candidate: &Candidate, bytes: usize, name: String, text: &Text) -> Self {
        Self {
            kind: candidate.kind,
            description: text.description.clone(),
            description_source: text.description_source,
            short_description: text.short_description.clone(),
            discovered_path: candidate.found.discovered_path.clone(),
            root: candidate.root.clone(),
            bytes,
            plugin_id: candidate.plugin_id.clone(),
            frontmatter: text.frontmatter.clone(),
            ..Self::plain(name, candidate.found.path.clone(), candidate.scope)
        }
    }
}

/// What kind of thing a host offers as a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SkillKind {
    /// A folder with a `SKILL.md`.
    Skill,
    /// A Markdown file in a folder of commands.
    Command,
    /// A prompt of an MCP server.
    McpPrompt,
}

/// Where a description comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum DescriptionSource {
    /// The frontmatter's `description`.
    Frontmatter,
    /// The body's first heading.
    Heading,
    /// The body's first paragraph.
    Paragraph,
    /// The skill's name.
    Name,
    /// There is none.
    None,
}

/// How much of a skill a list may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Name and description.
    On,
    /// Its name.
    NameOnly,
    /// Nothing; the user can still use it.
    UserInvocableOnly,
    /// Nothing, and nobody can use it.
    Off,
}

/// The fields of a frontmatter, as the host that acts on them reads them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Frontmatter {
    /// `name`; where the folder names the skill, only a label.
    pub name: Option<String>,
    /// `description`
    pub description: Option<String>,
    /// `when_to_use`: stands behind the description in the list.
    pub when_to_use: Option<String>,
    /// `argument-hint`: shown while the user types.
    pub argument_hint: Option<String>,
    /// `arguments`: names of the arguments, in their order.
    pub arguments: Vec<String>,
    /// `disable-model-invocation`
    pub disable_model_invocation: Option<bool>,
    /// `user-invocable`
    pub user_invocable: Option<bool>,
    /// `allowed-tools`: rules, in the file's order.
    pub allowed_tools: Vec<String>,
    /// `disallowed-tools`
    pub disallowed_tools: Vec<String>,
    /// `model`
    pub model: Option<String>,
    /// `effort`
    pub effort: Option<String>,
    /// `context`
    pub context: Option<String>,
    /// `agent`: the type of sub-agent, with `context: fork`.
    pub agent: Option<String>,
    /// `background`: whether the conversation goes on meanwhile, with `context: fork`.
    pub background: Option<bool>,
    /// `hooks`
    pub hooks: Vec<Hook>,
    /// `paths`: patterns of files that switch the skill on.
    pub paths: Vec<String>,
    /// `shell`: what runs the commands in the text.
    pub shell: Option<String>,
    /// `license`
    pub license: Option<String>,
    /// `compatibility`
    pub compatibility: Option<String>,
    /// `version`
    pub version: Option<String>,
    /// `metadata`, values as text.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub metadata: BTreeMap<String, String>,
    /// The keys that the host does not know, in the file's order.
    pub unknown: Vec<String>,
}

/// How user interfaces show a skill.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Interface {
    /// The name shown.
    pub display_name: Option<String>,
    /// The description shown.
    pub short_description: Option<String>,
    /// The small icon, as an absolute path.
    pub icon_small: Option<String>,
    /// The large icon, as an absolute path.
    pub icon_large: Option<String>,
    /// `#RRGGBB`
    pub brand_color: Option<String>,
    /// A prompt to start from.
    pub default_prompt: Option<String>,
}

/// What a skill needs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Dependencies {
    /// The tools, in the file's order.
    pub tools: Vec<ToolDependency>,
}

/// A tool that a skill needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ToolDependency {
    /// Such as `mcp`, `env_var` or `cli`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The server, the variable, the program.
    pub value: String,
    /// What it is.
    pub description: Option<String>,
    /// How a server is spoken to.
    pub transport: Option<String>,
    /// How a server is started.
    pub command: Option<String>,
    /// Where a server is.
    pub url: Option<String>,
}

/// How a skill may be used.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Policy {
    /// Whether the model may choose it by itself; true when absent.
    pub allow_implicit_invocation: Option<bool>,
    /// The products that it is restricted to; all when empty.
    pub products: Vec<Product>,
}

/// A product that a skill may be restricted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Product {
    /// ChatGPT
    Chatgpt,
    /// Codex
    Codex,
    /// Atlas
    Atlas,
}

/// Something that a host read and ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
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

/// Where a skill's name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum NameSource {
    /// The frontmatter's `name`.
    Frontmatter,
    /// The folder, or the file where the file is the skill.
    Folder,
    /// The MCP server.
    Server,
}

/// A `SKILL.md` that a host refuses and says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
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
    /// What to do about it, in our words.
    pub help: String,
}

impl SkillError {
    /// A candidate that is refused for a fault.
    #[must_use]
    pub fn new(candidate: &Candidate, fault: Fault) -> Self {
        Self {
            path: candidate.found.path.clone(),
            scope: candidate.scope,
            code: fault.code,
            message: fault.message,
            place: fault.place,
            help: fault.help,
        }
    }
}

/// What is wrong with a file that a host refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
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
    /// The host's configuration keeps every skill from loading.
    Configuration,
}

/// A file, folder or link that a host passes over without a word, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// What was passed over, links not followed.
    pub path: String,
    /// The root whose walk passed it over; none when no walk came near it.
    pub root: Option<String>,
    /// The reason, as a code.
    pub reason: LeftOutReason,
    /// What is wrong with the file, if that is the reason.
    pub fault: Option<FaultCode>,
    /// The reason in words.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// Why a host passed something over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
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
    /// It is restricted to other products.
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

/// The words for what lies below none of a host's roots, with the places that would do.
#[must_use]
pub fn outside_roots<'r>(
    host: &str,
    places: impl IntoIterator<Item = &'r Root>,
) -> (String, String) {
    let places: Vec<_> = (places.into_iter())
        .map(|root| root.path.as_str())
        .collect();
    (
        format!("it lies below none of the folders that {host} looks in"),
        format!("Move the skill's folder into one of {}.", places.join(", ")),
    )
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
pub struct Catalog {
    /// The host, such as `codex`.
    pub host: String,
    /// Its edition, such as `2026-05`.
    pub edition: String,
    /// The revision of the tree that this was made from.
    pub revision: u64,
    /// Where the host looked, in its order.
    pub roots: Vec<Root>,
    /// The skills it loaded, in its order.
    pub skills: Vec<Skill>,
    /// The files it refused, with its words, sorted by path.
    pub errors: Vec<SkillError>,
    /// What it read and ignored, sorted by path.
    pub ignored: Vec<Ignored>,
    /// What it passed over without a word, sorted by path.
    pub left_out: Vec<LeftOut>,
    /// Paths that never came into the tree, sorted by path.
    pub refused: Vec<RefusedPath>,
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
        }
    }
}
