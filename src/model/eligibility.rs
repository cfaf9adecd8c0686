//! The programs, variables and settings that a skill requires on the machine, and a host's check of
//! these requirements.

use serde::{Deserialize, Serialize};

/// The programs, environment variables, settings and operating systems that a skill requires. The
/// items of each list have the same order as in the skill's frontmatter.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Requirements {
    /// Programs that must all be installed.
    pub bins: Vec<String>,
    /// Programs of which at least one must be installed.
    pub any_bins: Vec<String>,
    /// Environment variables that must all be set.
    pub env: Vec<String>,
    /// Keys of the host's configuration that must be set, such as `browser.enabled`.
    pub config: Vec<String>,
    /// Operating systems that the skill supports: `linux`, `darwin` or `win32`. If the list is
    /// empty, the skill supports all.
    pub os: Vec<String>,
}

/// The metadata of a skill for hosts that check requirements: the requirements, and how to install
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Needs {
    /// The skill's name in the host's configuration. None if it is the skill's own name.
    pub key: Option<String>,
    /// True if the host checks only the operating system and skips the other requirements.
    pub always: bool,
    /// The requirements that the host checks.
    pub requires: Requirements,
    /// The environment variable that contains the API key of the service that the skill uses. None
    /// if the frontmatter names no variable.
    pub primary_env: Option<String>,
    /// An emoji that user interfaces show for the skill. None if the frontmatter gives no emoji.
    pub emoji: Option<String>,
    /// The address of the skill's web page. None if the frontmatter gives no address.
    pub homepage: Option<String>,
    /// The ways to install the requirements, in the file's order.
    pub install: Vec<Installer>,
    /// True if the skill's slash command calls a tool directly, and the model does not receive the
    /// command.
    pub calls_tool: bool,
    /// The name of the tool that the skill's slash command calls. None if the frontmatter names no
    /// tool.
    pub tool: Option<String>,
    /// The first heading in the body of `SKILL.md`. None if the body has no heading.
    pub heading: Option<String>,
}

/// A way to install requirements of a skill, as the skill's frontmatter describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Installer {
    /// The id of this installer. None if the frontmatter gives no id.
    pub id: Option<String>,
    /// The kind of program that installs the requirements.
    pub kind: InstallerKind,
    /// The frontmatter's description of this installer for people. None if the frontmatter has no
    /// such description.
    pub label: Option<String>,
    /// The programs that are available after the installation.
    pub bins: Vec<String>,
    /// The operating systems on which this installer works. If the list is empty, the installer
    /// works on all operating systems.
    pub os: Vec<String>,
    /// The formula, package, Go module or download address to install. None if the frontmatter
    /// gives none.
    pub target: Option<String>,
}

/// A kind of program that installs requirements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum InstallerKind {
    /// Homebrew (`brew`).
    Brew,
    /// A package manager of Node, such as npm.
    Node,
    /// The command `go` of the programming language Go.
    Go,
    /// The Python package manager uv.
    Uv,
    /// The host itself downloads a file. No package manager is needed.
    Download,
}

/// A way to install requirements of a skill, as the host offers it to the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InstallOption {
    /// The id of this way to install.
    pub id: String,
    /// The kind of program that installs the requirements.
    pub kind: InstallerKind,
    /// The text with which the host's user interface describes this way to install, such as
    /// `Install ripgrep (brew)`.
    pub label: String,
    /// The programs that are available after the installation.
    pub bins: Vec<String>,
}

/// The result of a host's check of whether a skill can be used on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Eligibility {
    /// The name of the skill in the host's configuration.
    pub key: String,
    /// True if the host's report lists the skill as eligible.
    pub eligible: bool,
    /// True if the host includes the skill in its prompt and creates a command for the skill. This
    /// can be false although `eligible` is true: the host's report accepts `macos` as the name of
    /// an operating system, but its prompt requires the exact name, such as `darwin`.
    pub offered: bool,
    /// True if the configuration disables the skill.
    pub disabled: bool,
    /// True if the skill came with the host and the configuration's list of allowed skills does not
    /// include the skill.
    pub blocked_by_allowlist: bool,
    /// True if the configuration of the agent has a list of skills that does not include this
    /// skill.
    pub blocked_by_agent: bool,
    /// The requirements that this machine does not meet.
    pub missing: Requirements,
    /// The ways to install the requirements, as the host offers them.
    pub install: Vec<InstallOption>,
    /// The slash command of the skill, without `/`. None if the skill has no command.
    pub command: Option<String>,
    /// The name of the skill's command as user interfaces show it. None if the skill has no
    /// command.
    pub display_name: Option<String>,
}

impl Requirements {
    /// Returns true if the skill has no requirements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self {
            bins,
            any_bins,
            env,
            config,
            os,
        } = self;
        [bins, any_bins, env, config, os]
            .iter()
            .all(|list| list.is_empty())
    }

    /// Returns one text that lists all requirements.
    #[must_use]
    pub fn in_words(&self) -> String {
        let all = [
            ("the program", ", ", &self.bins),
            ("the program", " or ", &self.any_bins),
            ("the environment variable", ", ", &self.env),
            ("the setting", ", ", &self.config),
            ("the operating system", " or ", &self.os),
        ];
        let filled = all.iter().filter(|(_, _, list)| !list.is_empty());
        let words: Vec<_> = filled
            .map(|(kind, between, list)| format!("{kind} {}", list.join(between)))
            .collect();
        words.join("; ")
    }
}
