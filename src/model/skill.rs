//! A skill in the form in which a host loads it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::eligibility::{Eligibility, Needs};
use crate::model::hook::Hook;
use crate::tree::path;

/// The origin of a skill, such as the repository or the user. Some rules of a host, and the order
/// of its list of skills, depend on this origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The skill is in the repository of the working directory.
    Repo,
    /// The skill belongs to the user and applies in all repositories.
    User,
    /// The skill came with the host.
    System,
    /// The machine's administrator installed the skill.
    Admin,
    /// A plugin provides the skill. Hosts that do not distinguish plugins use another value.
    Plugin,
    /// An MCP server provides the skill.
    Mcp,
}

/// A skill that a host loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Skill {
    /// The name by which users and the model refer to the skill.
    pub name: String,
    /// The origin of the name, such as the frontmatter or the folder.
    pub name_source: NameSource,
    /// Other names by which users and the model can refer to the skill.
    pub aliases: Vec<String>,
    /// The kind of skill, such as a folder or a single command file.
    pub kind: SkillKind,
    /// The whole description, with runs of whitespace folded into one space. A list of skills may
    /// show less.
    pub description: String,
    /// The origin of the description, such as the frontmatter or the body.
    pub description_source: DescriptionSource,
    /// The value of `metadata.short-description`, with runs of whitespace folded into one space.
    /// None if the field is missing.
    pub short_description: Option<String>,
    /// The path of the skill's `SKILL.md`, with links resolved.
    pub path: String,
    /// The path on which the host found the skill's file. Links in the path are not resolved.
    pub discovered_path: String,
    /// The origin of the skill, such as the repository or the user.
    pub scope: Scope,
    /// The path of the searched directory in which the host found the skill.
    pub root: String,
    /// True if no rule of the host's configuration disables the skill.
    pub enabled: bool,
    /// True if the host may use the skill now: the skill has no `paths`, or the session has touched
    /// a file that matches them.
    pub active: bool,
    /// True if the user can invoke the skill by its name.
    pub user_invocable: bool,
    /// True if the model may choose the skill on its own.
    pub model_invocable: bool,
    /// The part of the skill that the list of skills may show.
    pub visibility: Visibility,
    /// The size of `SKILL.md` in bytes.
    pub bytes: usize,
    /// The id of the plugin that contains the skill. None if no plugin contains it.
    pub plugin_id: Option<String>,
    /// The skill's appearance in user interfaces, from `agents/openai.yaml`. None if the file does
    /// not define it.
    pub interface: Option<Interface>,
    /// The skill's requirements, from `agents/openai.yaml`. None if the file does not define them.
    pub dependencies: Option<Dependencies>,
    /// The rules for the skill's use, from `agents/openai.yaml`. None if the file does not define
    /// them.
    pub policy: Option<Policy>,
    /// The fields of the frontmatter. None if the host reads only name and description.
    pub frontmatter: Option<Box<Frontmatter>>,
    /// The result of the host's check of whether this machine meets the skill's requirements. None
    /// if the host does not check requirements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eligibility: Option<Box<Eligibility>>,
}

impl Skill {
    /// Returns the names by which users and the model can refer to the skill, the main name first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name)
            .chain(&self.aliases)
            .map(String::as_str)
    }

    /// Returns the path of the skill's folder, as the host found it. Links in the path are not
    /// resolved.
    #[must_use]
    pub fn directory(&self) -> &str {
        path::parent(&self.discovered_path).unwrap_or("/")
    }
}

impl Skill {
    /// Creates a skill with only a name, a path and a scope. Users and the model may invoke this
    /// skill.
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

/// The kind of skill: a folder, a command file, or a prompt of an MCP server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SkillKind {
    /// A folder with a `SKILL.md`.
    Skill,
    /// A Markdown file in a folder of slash commands.
    Command,
    /// A prompt of an MCP server.
    McpPrompt,
}

/// The origin of a skill's description, such as the frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum DescriptionSource {
    /// The frontmatter's `description`.
    Frontmatter,
    /// The first heading of the skill's text.
    Heading,
    /// The first paragraph of the skill's text.
    Paragraph,
    /// The skill's name, in place of a description.
    Name,
    /// The skill has no description.
    None,
}

/// The part of a skill that the list of skills may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// The list of skills may show the name and the description.
    On,
    /// The list of skills may show only the name.
    NameOnly,
    /// The list of skills does not show the skill. The user can still invoke the skill.
    UserInvocableOnly,
    /// The list of skills does not show the skill, and nobody can invoke it.
    Off,
}

/// The fields of a skill's frontmatter, as the host reads them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Frontmatter {
    /// The value of `name`: the name of the skill. None if the field is missing or invalid. If the
    /// skill's name comes from its folder, this value is only a label.
    pub name: Option<String>,
    /// The value of `description`: the purpose of the skill. None if the field is missing or
    /// invalid.
    pub description: Option<String>,
    /// The value of `when_to_use`: a text that the list shows after the description. None if the
    /// field is missing or invalid.
    pub when_to_use: Option<String>,
    /// The value of `argument-hint`: a text that the user sees while typing the command. None if
    /// the field is missing or invalid.
    pub argument_hint: Option<String>,
    /// The value of `arguments`: the names of the arguments, in order.
    pub arguments: Vec<String>,
    /// The value of `disable-model-invocation`: true if the model may not invoke the skill. None if
    /// the field is missing or invalid.
    pub disable_model_invocation: Option<bool>,
    /// The value of `user-invocable`: false if the user may not invoke the skill. None if the field
    /// is missing or invalid.
    pub user_invocable: Option<bool>,
    /// True if `disabled` is true or `enabled` is false. None for hosts that do not read these
    /// fields, or if both are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
    /// The value of `allowed-tools`: permission rules for tools, in the file's order.
    pub allowed_tools: Vec<String>,
    /// The value of `disallowed-tools`: the tools that are removed while the skill is in use.
    pub disallowed_tools: Vec<String>,
    /// The value of `model`: the model that replaces the session's model. None if the field is
    /// missing or invalid.
    pub model: Option<String>,
    /// The value of `effort`: the effort that replaces the session's effort. None if the field is
    /// missing or invalid.
    pub effort: Option<String>,
    /// The value of `context`. With the value `fork`, a sub-agent gets the skill's text. None if
    /// the field is missing or invalid.
    pub context: Option<String>,
    /// The value of `agent`: the type of the sub-agent that gets the skill's text if `context` is
    /// `fork`. None if the field is missing or invalid.
    pub agent: Option<String>,
    /// The value of `background`: true if the conversation continues while the sub-agent runs. Used
    /// only if `context` is `fork`. None if the field is missing or invalid.
    pub background: Option<bool>,
    /// The value of `hooks`: the hooks that the skill registers.
    pub hooks: Vec<Hook>,
    /// The names of the events for which the field `hooks` contains a list, such as `PreToolUse`.
    /// The list may be empty.
    pub hook_events: Vec<String>,
    /// The value of `paths`: file patterns. The skill becomes active when the session touches a
    /// matching file.
    pub paths: Vec<String>,
    /// The value of `shell`: the shell that runs the commands in the skill's text. None if the
    /// field is missing or invalid.
    pub shell: Option<String>,
    /// The value of `license`: the license of the skill. None if the field is missing or invalid.
    pub license: Option<String>,
    /// The value of `compatibility`: the environments that the skill is made for, in words. None if
    /// the field is missing or invalid.
    pub compatibility: Option<String>,
    /// The value of `version`: the version of the skill. None if the field is missing or invalid.
    pub version: Option<String>,
    /// The value of `metadata`: further keys, with their values as text.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub metadata: BTreeMap<String, String>,
    /// The frontmatter keys that the host does not know, in the file's order.
    pub unknown: Vec<String>,
    /// The skill's requirements on the machine. None for hosts that do not check requirements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<Box<Needs>>,
}

/// The appearance of a skill in user interfaces, from `agents/openai.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Interface {
    /// The name that user interfaces show for the skill. None if the file gives no name.
    pub display_name: Option<String>,
    /// The description that user interfaces show for the skill. None if the file gives no
    /// description.
    pub short_description: Option<String>,
    /// The path of the small icon, absolute. None if the file gives no valid icon.
    pub icon_small: Option<String>,
    /// The path of the large icon, absolute. None if the file gives no valid icon.
    pub icon_large: Option<String>,
    /// The brand colour, as `#RRGGBB`. None if the file gives no valid colour.
    pub brand_color: Option<String>,
    /// A prompt that user interfaces propose for the skill. None if the file gives no prompt.
    pub default_prompt: Option<String>,
}

/// The requirements of a skill, from `agents/openai.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Dependencies {
    /// The required tools, in the file's order.
    pub tools: Vec<ToolDependency>,
}

/// A tool that a skill requires: an MCP server, an environment variable or a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct ToolDependency {
    /// The type of the required tool, such as `mcp`, `env_var` or `cli`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The name of the required server, environment variable or program.
    pub value: String,
    /// The purpose of the required tool, as a text for people. None if the file gives no purpose.
    pub description: Option<String>,
    /// The transport of the required MCP server, such as `stdio`. None if the file gives no
    /// transport.
    pub transport: Option<String>,
    /// The command that starts the required MCP server. None if the file gives no command.
    pub command: Option<String>,
    /// The URL of the required MCP server. None if the file gives no URL.
    pub url: Option<String>,
}

crate::record! { ToolDependency: has(kind = "type", value, description, transport, command, url) needs(type, value) }

/// The rules for the use of a skill, from `agents/openai.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Policy {
    /// True if the model may choose the skill on its own. None means true.
    pub allow_implicit_invocation: Option<bool>,
    /// The products in which the skill may be used. If the list is empty, the skill may be used in
    /// all products.
    pub products: Vec<Product>,
}

/// A product that the use of a skill may be restricted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Product {
    /// OpenAI's product ChatGPT.
    Chatgpt,
    /// OpenAI's product Codex.
    Codex,
    /// OpenAI's product Atlas.
    Atlas,
}

crate::choice! { Product: Chatgpt = "chatgpt", Codex = "codex", Atlas = "atlas" }

/// The origin of a skill's name, such as the frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum NameSource {
    /// The frontmatter's `name`.
    Frontmatter,
    /// The name of the skill's folder, or of the file if the file itself is the skill.
    Folder,
    /// The MCP server that provides the skill.
    Server,
}
