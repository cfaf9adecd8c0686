//! A skill as a host loads it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::eligibility::{Eligibility, Needs};
use crate::model::hook::Hook;
use crate::tree::path;

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
    /// Its kind.
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
    /// True if the host offers it: no rule of its configuration disables it.
    pub enabled: bool,
    /// True if its condition is met: it has none, or a file that it is for has been touched.
    pub active: bool,
    /// True if the user can put it to use by its name.
    pub user_invocable: bool,
    /// True if the model may choose it by itself.
    pub model_invocable: bool,
    /// The part of it that the list may show.
    pub visibility: Visibility,
    /// Size of `SKILL.md` in bytes.
    pub bytes: usize,
    /// The plugin that brought it.
    pub plugin_id: Option<String>,
    /// Its appearance in user interfaces (`agents/openai.yaml`).
    pub interface: Option<Interface>,
    /// Its requirements (`agents/openai.yaml`).
    pub dependencies: Option<Dependencies>,
    /// The rules for its use (`agents/openai.yaml`).
    pub policy: Option<Policy>,
    /// All fields of the frontmatter, for hosts that act on more than name and description.
    pub frontmatter: Option<Box<Frontmatter>>,
    /// Whether the host offers it on this machine, for hosts that look at what a skill needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eligibility: Option<Box<Eligibility>>,
}

impl Skill {
    /// The names that it answers to, its own first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name)
            .chain(&self.aliases)
            .map(String::as_str)
    }

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
            eligibility: None,
        }
    }
}

/// The kinds of things that a host offers as a skill.
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

/// The part of a skill that a list may show.
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
    /// The events that `hooks` has a list for, an empty one too.
    pub hook_events: Vec<String>,
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
    /// What it needs of the machine, for hosts that look at that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<Box<Needs>>,
}

/// The appearance of a skill in user interfaces.
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

/// The requirements of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Dependencies {
    /// The tools, in the file's order.
    pub tools: Vec<ToolDependency>,
}

/// A tool that a skill needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct ToolDependency {
    /// Such as `mcp`, `env_var` or `cli`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The server, the variable, the program.
    pub value: String,
    /// Its kind.
    pub description: Option<String>,
    /// The transport of a server.
    pub transport: Option<String>,
    /// The command that starts a server.
    pub command: Option<String>,
    /// Where a server is.
    pub url: Option<String>,
}

crate::record! { ToolDependency: has(kind = "type", value, description, transport, command, url) needs(type, value) }

/// The rules for the use of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Policy {
    /// True if the model may choose it by itself; true when absent.
    pub allow_implicit_invocation: Option<bool>,
    /// The products that it is restricted to; all when empty.
    pub products: Vec<Product>,
}

/// A product that a skill may be restricted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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

crate::choice! { Product: Chatgpt = "chatgpt", Codex = "codex", Atlas = "atlas" }

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
