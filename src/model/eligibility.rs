//! The requirements of a skill on the machine, and the host's check of these requirements.

use serde::{Deserialize, Serialize};

/// The requirements of a skill on the machine. Each list is in the order of the skill's file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Requirements {
    /// Programs that must all be installed.
    pub bins: Vec<String>,
    /// Programs of which at least one is required.
    pub any_bins: Vec<String>,
    /// Environment variables that must all be set.
    pub env: Vec<String>,
    /// Places of the host's configuration that must be set, such as `browser.enabled`.
    pub config: Vec<String>,
    /// Operating systems of which the machine must have one: `linux`, `darwin`, `win32`.
    pub os: Vec<String>,
}

/// The metadata in a skill's file for hosts that check requirements: the requirements, and how to install them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Needs {
    /// The name of the skill in the host's configuration, if it differs from the skill's name.
    pub key: Option<String>,
    /// True if the host checks only the operating system, and does not check the other requirements.
    pub always: bool,
    /// The requirements that the host checks.
    pub requires: Requirements,
    /// The environment variable that holds the API key of the skill's service.
    pub primary_env: Option<String>,
    /// An emoji that user interfaces show for the skill.
    pub emoji: Option<String>,
    /// The address of the skill's web page.
    pub homepage: Option<String>,
    /// The ways to install the requirements, in the file's order.
    pub install: Vec<Installer>,
    /// True if the skill's command calls a tool instead of the model.
    pub calls_tool: bool,
    /// The name of the tool that the skill's command calls.
    pub tool: Option<String>,
    /// The first heading of the skill's text.
    pub heading: Option<String>,
}

/// A way to install requirements of a skill, in the form in which the skill's file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Installer {
    /// The id of this way to install.
    pub id: Option<String>,
    /// The kind of program that installs the requirements.
    pub kind: InstallerKind,
    /// The label of this way to install, for people.
    pub label: Option<String>,
    /// The programs that are available after the installation.
    pub bins: Vec<String>,
    /// The operating systems on which this way to install works; all if the list is empty.
    pub os: Vec<String>,
    /// The formula, package, module or address to install.
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
    /// The `go` command.
    Go,
    /// The Python package manager uv.
    Uv,
    /// The host itself, which downloads a file.
    Download,
}

/// A way to install requirements of a skill, in the form in which the host offers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InstallOption {
    /// The id of this way to install.
    pub id: String,
    /// The kind of program that installs the requirements.
    pub kind: InstallerKind,
    /// The label of this way to install, for people.
    pub label: String,
    /// The programs that are available after the installation.
    pub bins: Vec<String>,
}

/// The result of a host's check whether a skill can be offered on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Eligibility {
    /// The name of the skill in the host's configuration.
    pub key: String,
    /// True if the host reports the skill as eligible.
    pub eligible: bool,
    /// True if the host puts the skill into its prompt and gives the skill a command. The value can differ from
    /// `eligible`, because the host's report may compare less strictly.
    pub offered: bool,
    /// True if the configuration disables the skill.
    pub disabled: bool,
    /// True if the skill came with the host and the configuration does not allow it.
    pub blocked_by_allowlist: bool,
    /// True if the configuration of the agent does not include the skill.
    pub blocked_by_agent: bool,
    /// The requirements that this machine does not meet.
    pub missing: Requirements,
    /// The ways to install the requirements, as the host offers them.
    pub install: Vec<InstallOption>,
    /// The command that a user types, without `/`; none if the skill has no command.
    pub command: Option<String>,
    /// The command's name as user interfaces show it.
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
