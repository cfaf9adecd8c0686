//! What a host made of the tree: skills, the errors and left-out files beside them, and where it looked.

use serde::{Deserialize, Serialize};

use crate::document::Place;
use crate::tree::RefusedPath;

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
    /// The description as the host keeps it: white space folded, not cut yet.
    pub description: String,
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
}

impl Skill {
    /// Whether the model may choose it by itself. If not, it is in no list, and still can be mentioned.
    #[must_use]
    pub fn allows_implicit_invocation(&self) -> bool {
        self.policy
            .as_ref()
            .and_then(|policy| policy.allow_implicit_invocation)
            .unwrap_or(true)
    }
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
}

/// Where a skill's name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum NameSource {
    /// The frontmatter's `name`.
    Frontmatter,
    /// The folder, since the frontmatter has no name.
    Folder,
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
    /// The host's own words.
    pub message: String,
    /// Where in the file, if the host's parser knows.
    pub place: Option<Place>,
    /// What to do about it, in our words.
    pub help: String,
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
    /// It came with the host, and the configuration switches such skills off.
    BundledOff,
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
