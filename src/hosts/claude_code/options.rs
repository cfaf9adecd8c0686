//! The options of a workspace that only Claude Code reads.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// The options of a workspace that only Claude Code reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClaudeCodeOptions {
    /// The absolute path of the administrator's directory. The default is `/etc/claude-code`.
    #[serde(default)]
    pub managed: Option<String>,
    /// The absolute paths of directories added with `--add-dir` or `/add-dir`, in order.
    #[serde(default)]
    pub add_directories: Vec<String>,
    /// The active sources of settings (`--setting-sources`). If a source is not active, its skills
    /// do not load, either. By default all sources are active.
    #[serde(default)]
    pub setting_sources: Option<Vec<SettingSource>>,
    /// The settings that are passed on the command line (`--settings`), in JSON. None if there are
    /// no such settings.
    #[serde(default)]
    pub settings: Option<String>,
    /// True if no skills and commands load (`--disable-slash-commands`).
    #[serde(default)]
    pub disable_slash_commands: bool,
    /// True if only skills of added directories load (`--bare`).
    #[serde(default)]
    pub bare: bool,
    /// True if the session starts without the user's customizations, such as skills
    /// (`--safe-mode`).
    #[serde(default)]
    pub safe_mode: bool,
    /// True if the session has no user (`-p`). The default is false: a user types in the terminal.
    /// Since edition `2026-11`, a session without a user runs only one command of a message, and
    /// refuses calls that require a question to the user.
    #[serde(default)]
    pub headless: bool,
    /// The limits that an SDK program sets. None if no SDK program started the session.
    #[serde(default)]
    pub sdk: Option<SdkOptions>,
    /// True if the user trusts the folder. Claude Code asks for this trust in a dialog. The default
    /// is true. Without trust, plugins inside of the project's folder of skills are inactive, and
    /// hooks of the project's skills are not registered. Since edition `2026-11`, the project's
    /// allow rules have no effect, either.
    #[serde(default)]
    pub trusted: Option<bool>,
    /// True if the session is in auto mode. In auto mode the model gets the commands in a skill's
    /// text instead of their outputs.
    #[serde(default)]
    pub auto_mode: bool,
    /// The skills that are bundled with Claude Code.
    #[serde(default)]
    pub bundled: Vec<BundledSkill>,
    /// The prompts of connected MCP servers.
    #[serde(default)]
    pub mcp_prompts: Vec<McpPrompt>,
    /// The number of earlier invocations of each skill, by the skill's name. The default is 0. If
    /// the list exceeds its budget, skills with more invocations keep their descriptions.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, number>"))]
    pub usage: BTreeMap<String, u64>,
    /// The value of `${CLAUDE_SESSION_ID}`. If it is missing, the placeholder is not replaced.
    #[serde(default)]
    pub session_id: Option<String>,
    /// The effort of the session, which is the value of `${CLAUDE_EFFORT}`. If it is missing, the
    /// placeholder is not replaced.
    #[serde(default)]
    pub effort: Option<String>,
    /// The model of the session, such as `claude-opus-5-5`. Since edition `2026-11`, two things
    /// depend on the model: the role of the message that contains the list of skills, and the
    /// number of characters per token in the list's budget. The default is one of the newest
    /// models.
    #[serde(default)]
    pub model: Option<String>,
    /// The way in which patterns of the field `paths` match files. The default depends on the
    /// edition, because the documents about Claude Code contradict each other.
    #[serde(default)]
    pub path_matching: Option<PathMatching>,
}

crate::record! { ClaudeCodeOptions: has(managed, add_directories, setting_sources, settings, disable_slash_commands, bare, safe_mode, headless, sdk, trusted, auto_mode, bundled, mcp_prompts, usage, session_id, effort, model, path_matching) }

/// A source of settings that the option `settingSources` can switch off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SettingSource {
    /// The user's settings in `~/.claude`.
    User,
    /// The project's settings in `.claude/settings.json`.
    Project,
    /// The user's own settings for the project in `.claude/settings.local.json`.
    Local,
}

crate::choice! { SettingSource: User = "user", Project = "project", Local = "local" }

/// The limits that an SDK program sets for its session.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SdkOptions {
    /// The names of the skills that the model may use. None means all.
    #[serde(default)]
    pub skills: Option<Vec<String>>,
}

crate::record! { SdkOptions: has(skills) }

/// A skill that is bundled with Claude Code.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct BundledSkill {
    /// The absolute path of the skill's folder in the tree. The folder contains the `SKILL.md` and
    /// the other files.
    pub directory: String,
    /// Further names that invoke the skill.
    #[serde(default)]
    pub aliases: Vec<String>,
}

crate::record! { BundledSkill: has(directory, aliases) needs(directory) }

/// A prompt that an MCP server offers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct McpPrompt {
    /// The name of the MCP server.
    pub server: String,
    /// The prompt's name on the MCP server.
    pub name: String,
    /// The prompt's description. None if the server gives no description.
    #[serde(default)]
    pub description: Option<String>,
    /// The names of the prompt's arguments, in the order in which the server declares them.
    #[serde(default)]
    pub arguments: Vec<String>,
}

crate::record! { McpPrompt: has(server, name, description, arguments) needs(server, name) }

/// The way in which patterns of the field `paths` match files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PathMatching {
    /// Patterns match as in a `.gitignore`: a pattern without a slash matches at any depth, and a
    /// pattern that matches a directory includes everything in it. This is the default in editions
    /// until `2026-04` and in `2026-11`.
    Gitignore,
    /// Patterns match the whole path relative to the working directory: `*.md` matches only files
    /// directly in this directory. This is the default in edition `2026-08`.
    Anchored,
}

crate::choice! { PathMatching: Gitignore = "gitignore", Anchored = "anchored" }

impl OwnOptions for ClaudeCodeOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        if let Some(managed) = &self.managed {
            check_directory("claudeCode.managed", managed)?;
        }
        for (index, directory) in self.add_directories.iter().enumerate() {
            check_directory(&format!("claudeCode.addDirectories[{index}]"), directory)?;
        }
        for (index, bundled) in self.bundled.iter().enumerate() {
            let argument = format!("claudeCode.bundled[{index}].directory");
            check_directory(&argument, &bundled.directory)?;
        }
        for (index, name) in (self.sdk.iter())
            .flat_map(|sdk| sdk.skills.iter().flatten())
            .enumerate()
        {
            check_sdk_name(name).map_err(|problem| {
                let argument = format!("claudeCode.sdk.skills[{index}]");
                ArgumentError::new(argument, format!("{problem} (given: {name:?})"))
            })?;
        }
        Ok(())
    }
}

/// Returns an error if a name in an SDK program's list of skills is invalid
/// (docs/hosts/claude-code.md#switches). A name must not be empty, begin or end with a space, or
/// contain a comma, parenthesis, control character or wildcard.
fn check_sdk_name(name: &str) -> Result<(), &'static str> {
    if name.is_empty() {
        Err("a skill's name is empty")
    } else if name.trim() != name {
        Err("a skill's name has spaces around it")
    } else if name.contains([',', '(', ')']) {
        Err("a skill's name holds no comma and no parenthesis")
    } else if name.contains(char::is_control) {
        Err("a skill's name holds no control character")
    } else if name == "*" || name.ends_with(":*") {
        Err("names are exact; leave the list out to allow all")
    } else {
        Ok(())
    }
}
