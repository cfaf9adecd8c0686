//! What a skill needs of the machine that it runs on, and whether that is there, where a host looks.

use serde::{Deserialize, Serialize};

/// What a skill needs of the machine; each list as the file has it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Requirements {
    /// Programs, all of them.
    pub bins: Vec<String>,
    /// Programs, one of them.
    pub any_bins: Vec<String>,
    /// Environment variables, all of them.
    pub env: Vec<String>,
    /// Places of the host's configuration that must be set, such as `browser.enabled`.
    pub config: Vec<String>,
    /// Operating systems, one of them: `linux`, `darwin`, `win32`.
    pub os: Vec<String>,
}

/// What a skill's file says of its needs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Needs {
    /// The name that the host's configuration has for the skill, where it is not the skill's own.
    pub key: Option<String>,
    /// True if nothing but the operating system counts.
    pub always: bool,
    /// What it needs.
    pub requires: Requirements,
    /// The environment variable that holds its key for a service.
    pub primary_env: Option<String>,
    /// A picture of one character.
    pub emoji: Option<String>,
    /// Its page in the web.
    pub homepage: Option<String>,
    /// The ways to install what it needs, in the file's order.
    pub install: Vec<Installer>,
    /// True if its command calls a tool in place of the model.
    pub calls_tool: bool,
    /// The tool that it then calls.
    pub tool: Option<String>,
    /// The first heading of its text.
    pub heading: Option<String>,
}

/// A way to install what a skill needs, as the file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Installer {
    /// Its name.
    pub id: Option<String>,
    /// The program that installs.
    pub kind: InstallerKind,
    /// Its name for people.
    pub label: Option<String>,
    /// The programs that it brings.
    pub bins: Vec<String>,
    /// The operating systems that it is for; all when empty.
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
    /// The host itself, from the web.
    Download,
}

/// A way to install what a skill needs, as the host offers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InstallOption {
    /// Its name.
    pub id: String,
    /// The program that installs.
    pub kind: InstallerKind,
    /// Its name for people.
    pub label: String,
    /// The programs that it brings.
    pub bins: Vec<String>,
}

/// Whether a host offers a skill on this machine, and if not, why.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Eligibility {
    /// The name that the host's configuration has for the skill.
    pub key: String,
    /// True if the host reports it as eligible.
    pub eligible: bool,
    /// True if the host's prompt and commands take it: they may compare more strictly than the report.
    pub offered: bool,
    /// True if the configuration switches it off.
    pub disabled: bool,
    /// True if it came with the host and the configuration does not allow it.
    pub blocked_by_allowlist: bool,
    /// True if the agent may not use it.
    pub blocked_by_agent: bool,
    /// What is not there.
    pub missing: Requirements,
    /// How to install what it needs, as the host offers it.
    pub install: Vec<InstallOption>,
    /// The command that a user types, without `/`; none when there is none.
    pub command: Option<String>,
    /// The command's name for people.
    pub display_name: Option<String>,
}

impl Requirements {
    /// True if nothing is in it.
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

    /// Everything in it, in words.
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
