//! The request and the result of an installation.

use serde::{Deserialize, Serialize};

/// A request for [`install`](super::install).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InstallRequest {
    /// The repository, or a folder in it, as an absolute path.
    pub source: String,
    /// The project to install into, as an absolute path.
    pub project: String,
    /// The home, as an absolute path, for `global`.
    #[serde(default)]
    pub home: Option<String>,
    /// The names of skills (`--skill`), without regard to case; `*` or an empty list for all skills.
    #[serde(default)]
    pub skills: Vec<String>,
    /// True to search the whole repository (`--full-depth`).
    #[serde(default)]
    pub full_depth: bool,
    /// True to include skills that are marked as internal (`INSTALL_INTERNAL_SKILLS`).
    #[serde(default)]
    pub internal: bool,
    /// The agents to install for (`--agent`), such as `claude-code`; if the list is empty, the folder that most agents
    /// share.
    #[serde(default)]
    pub agents: Vec<String>,
    /// True to give each agent a copy (`--copy`) instead of a link.
    #[serde(default)]
    pub copy: bool,
    /// True to install for the user instead of the project (`--global`).
    #[serde(default)]
    pub global: bool,
}

/// The result of an installation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InstallReport {
    /// The skills that the program finds, in that order.
    pub skills: Vec<OfferedSkill>,
    /// The files that the program skips with a message, in that order.
    pub skipped: Vec<SkippedSkill>,
    /// The files that the program skips without a message, in that order.
    pub hidden: Vec<HiddenSkill>,
    /// Why nothing is installed, in the program's words.
    pub error: Option<String>,
    /// The entries of the project (or home) after the installation, by path.
    pub entries: Vec<InstalledEntry>,
}

/// A skill that the program finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OfferedSkill {
    /// The name, without control sequences of terminals.
    pub name: String,
    /// The description, without control sequences of terminals.
    pub description: String,
    /// The skill's folder in the repository.
    pub folder: String,
    /// The plugin that the skill is listed under, as words.
    pub group: Option<String>,
    /// The name of the folder that the skill is installed as.
    pub installed_as: String,
    /// The folder of the skill that replaces this one, because it is installed under the same name.
    pub replaced_by: Option<String>,
    /// True if the request includes the skill.
    pub chosen: bool,
}

/// A file that the program skips with a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkippedSkill {
    /// The file.
    pub path: String,
    /// The program's message.
    pub reason: String,
    /// Advice on how to install the skill.
    pub help: String,
}

/// A skill that the program skips without a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HiddenSkill {
    /// The file.
    pub path: String,
    /// The reason.
    pub reason: HiddenReason,
    /// Advice on how to install the skill.
    pub help: String,
}

/// The reason why a skill is skipped without a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum HiddenReason {
    /// The skill is marked as internal.
    Internal,
    /// Another skill with the same name was found before.
    SameName,
    /// The repository's own lock file contains the skill, so it was installed there itself.
    Locked,
    /// The program does not search that location.
    NotSearched,
}

/// An entry after the installation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InstalledEntry {
    /// The path.
    pub path: String,
    /// The content.
    pub content: InstalledContent,
}

/// The content of an installed entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum InstalledContent {
    /// A copy of a file.
    File {
        /// The path of the original.
        from: String,
    },
    /// An empty folder.
    Directory,
    /// A link.
    Link {
        /// The target of the link.
        target: String,
    },
}
