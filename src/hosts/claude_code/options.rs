//! The options that only Claude Code reads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only Claude Code reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClaudeCodeOptions {
    /// The administrator's directory, absolute; `/etc/claude-code` when absent.
    #[serde(default)]
    pub managed: Option<String>,
    /// Directories added with `--add-dir` or `/add-dir`, absolute, in order.
    #[serde(default)]
    pub add_directories: Vec<String>,
    /// The sources of settings that count (`--setting-sources`); all when absent. Skills follow them.
    #[serde(default)]
    pub setting_sources: Option<Vec<SettingSource>>,
    /// The settings of the command line (`--settings`), in JSON.
    #[serde(default)]
    pub settings: Option<String>,
    /// `--disable-slash-commands`: no skills and no commands.
    #[serde(default)]
    pub disable_slash_commands: bool,
    /// `--bare`: only skills of added directories.
    #[serde(default)]
    pub bare: bool,
    /// `--safe-mode`: nothing customised.
    #[serde(default)]
    pub safe_mode: bool,
    /// Whether the session runs without a user (`-p`); somebody types in the terminal when absent. Since edition `2026-11`
    /// one command runs then, and what would be asked for is refused.
    #[serde(default)]
    pub headless: bool,
    /// Whether the session belongs to a program of the SDK's, and what that program lets in.
    #[serde(default)]
    pub sdk: Option<SdkOptions>,
    /// Whether the folder's trust dialog was accepted; it was when absent. Without it a plugin among the project's skills
    /// does not count, hooks of the project's skills are not registered, and since edition `2026-11` the project's rules
    /// that allow something do not count.
    #[serde(default)]
    pub trusted: Option<bool>,
    /// Whether the session is in auto mode, where commands in a skill's text are left to the model.
    #[serde(default)]
    pub auto_mode: bool,
    /// The skills that the program brings along.
    #[serde(default)]
    pub bundled: Vec<BundledSkill>,
    /// The prompts of connected MCP servers.
    #[serde(default)]
    pub mcp_prompts: Vec<McpPrompt>,
    /// How often each skill was put to use before, by name; 0 for those that are not there. The list depends on it.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, number>"))]
    pub usage: BTreeMap<String, u64>,
    /// The value of `${CLAUDE_SESSION_ID}`, which is left as it is when absent.
    #[serde(default)]
    pub session_id: Option<String>,
    /// The session's effort, the value of `${CLAUDE_EFFORT}`, which is left as it is when absent.
    #[serde(default)]
    pub effort: Option<String>,
    /// The session's model, such as `claude-opus-5-5`. Since edition `2026-11` the role of the list and the characters that
    /// a token is worth depend on it; when absent they are those of the newest models.
    #[serde(default)]
    pub model: Option<String>,
    /// How patterns of `paths` are matched; the edition's way when absent. The documents disagree.
    #[serde(default)]
    pub path_matching: Option<PathMatching>,
}

/// A source of settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SettingSource {
    /// `~/.claude`
    User,
    /// `.claude` of the project.
    Project,
    /// `.claude/settings.local.json` of the project, which is the user's alone.
    Local,
}

/// The limits that a program of the SDK's sets.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SdkOptions {
    /// The names of the skills that the model may use; all when absent.
    #[serde(default)]
    pub skills: Option<Vec<String>>,
}

/// A skill that the program brings along.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct BundledSkill {
    /// Its folder in the tree, absolute: the `SKILL.md` and the files that go with it, if any.
    pub directory: String,
    /// Other names that it answers to.
    #[serde(default)]
    pub aliases: Vec<String>,
}

/// A prompt that an MCP server offers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct McpPrompt {
    /// The server's name.
    pub server: String,
    /// The prompt's name.
    pub name: String,
    /// Its description.
    #[serde(default)]
    pub description: Option<String>,
    /// The names of its arguments, in the declared order.
    #[serde(default)]
    pub arguments: Vec<String>,
}

/// How patterns of `paths` are matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PathMatching {
    /// As in a `.gitignore`: without a slash at any depth, and a directory with all below it. The way until `2026-04`.
    Gitignore,
    /// From the working directory, the whole path: `*.md` is in that directory only. The way since `2026-08`.
    Anchored,
}

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

/// Names are exact, without padding, separators, control characters or wildcards (docs/hosts/claude-code.md#switches).
fn check_sdk_name(name: &str) -> Result<(), &'static str> {
    if name.is_empty() {
        Err("a skill's name is empty")
    } else if name.trim() != name {
        Err("a skill's name has blanks around it")
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
