//! The requirements of a skill on the machine, and the host's check of them.

use serde::{Deserialize, Serialize};

/// The requirements of a skill on the machine. Each list is as the file has it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Requirements {
    /// Programs that are all required.
    pub bins: Vec<String>,
    /// Programs of which one is required.
    pub any_bins: Vec<String>,
    /// Environment variables that are all required.
    pub env: Vec<String>,
    /// Places of the host's configuration that must be set, such as `browser.enabled`.
    pub config: Vec<String>,
    /// Operating systems of which one is required: `linux`, `darwin`, `win32`.
    pub os: Vec<String>,
}

/// The requirements in a skill's file, with its other metadata.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Needs {
    /// The name of the skill in the host's configuration, if it differs from the skill's name.
    pub key: Option<String>,
    /// True if only the operating system is checked.
    pub always: bool,
    /// The requirements.
    pub requires: Requirements,
    /// The environment variable with the skill's key for a service.
    pub primary_env: Option<String>,
    /// An emoji for user interfaces.
    pub emoji: Option<String>,
    /// The address of the skill's web page.
    pub homepage: Option<String>,
    /// The ways to install the requirements, in the file's order.
    pub install: Vec<Installer>,
    /// True if the skill's command calls a tool instead of the model.
    pub calls_tool: bool,
    /// The tool that the command calls.
    pub tool: Option<String>,
    /// The first heading of the skill's text.
    pub heading: Option<String>,
}

/// A way to install requirements of a skill, as the file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Installer {
    /// The name of this way.
    pub id: Option<String>,
    /// The program that installs.
    pub kind: InstallerKind,
    /// The name for people.
    pub label: Option<String>,
    /// The programs that it installs.
    pub bins: Vec<String>,
    /// The operating systems that it supports; all if empty.
    pub os: Vec<String>,
    /// The formula, package, module or address.
    pub target: Option<String>,
}

/// The program that installs something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum InstallerKind {
    /// Homebrew
    Brew,
    /// A package manager of Node
    Node,
    /// Go
    Go,
    /// uv
    Uv,
    /// The host itself, by a download.
    Download,
}

/// A way to install requirements of a skill, as the host offers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InstallOption {
    /// The name of this way.
    pub id: String,
    /// The program that installs.
    pub kind: InstallerKind,
    /// The name for people.
    pub label: String,
    /// The programs that it installs.
    pub bins: Vec<String>,
}

/// The result of a host's check whether a skill can be offered on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Eligibility {
    /// The name that the host's configuration has for the skill.
    pub key: String,
    /// True if the host reports the skill as eligible.
    pub eligible: bool,
    /// True if the skill is in the host's prompt and has a command. These may compare more strictly than the report.
    pub offered: bool,
    /// True if the configuration disables the skill.
    pub disabled: bool,
    /// True if the skill came with the host and the configuration does not allow it.
    pub blocked_by_allowlist: bool,
    /// True if the agent may not use the skill.
    pub blocked_by_agent: bool,
    /// The requirements that are not met.
    pub missing: Requirements,
    /// The ways to install the requirements, as the host offers them.
    pub install: Vec<InstallOption>,
    /// The command that a user types, without `/`; none if the skill has no command.
    pub command: Option<String>,
    /// The command's name for people.
    pub display_name: Option<String>,
}

impl Requirements {
    /// Returns true if there are no requirements.
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

    /// Returns all requirements, in words.
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
