//! What is asked, and what comes of it.

use serde::{Deserialize, Serialize};

/// A request for [`install`](super::install).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InstallRequest {
    /// The repository, or a folder in it, absolute.
    pub source: String,
    /// The project that is installed into, absolute.
    pub project: String,
    /// The home, absolute, for `global`.
    #[serde(default)]
    pub home: Option<String>,
    /// Names of skills (`--skill`), capitals aside; `*` and none are all.
    #[serde(default)]
    pub skills: Vec<String>,
    /// Whether the whole repository is searched (`--full-depth`).
    #[serde(default)]
    pub full_depth: bool,
    /// Whether skills that call themselves internal count (`INSTALL_INTERNAL_SKILLS`).
    #[serde(default)]
    pub internal: bool,
    /// The agents to install for (`--agent`), such as `claude-code`; when none is named, the folder that most share.
    #[serde(default)]
    pub agents: Vec<String>,
    /// Whether each agent gets a copy (`--copy`), and not a link to one.
    #[serde(default)]
    pub copy: bool,
    /// Whether it is for the user and not for the project (`--global`).
    #[serde(default)]
    pub global: bool,
}

/// What the program does with a repository.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InstallReport {
    /// The skills that it finds, in the order found.
    pub skills: Vec<OfferedSkill>,
    /// The files that it skips with a word, in that order.
    pub skipped: Vec<SkippedSkill>,
    /// The files that it passes over without one, in that order.
    pub hidden: Vec<HiddenSkill>,
    /// Why nothing is installed, in the program's words.
    pub error: Option<String>,
    /// What lies in the project (or home) afterwards, by path.
    pub entries: Vec<InstalledEntry>,
}

/// A skill that the program finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OfferedSkill {
    /// The name, cleaned of what terminals act on.
    pub name: String,
    /// The description, likewise.
    pub description: String,
    /// Its folder in the repository.
    pub folder: String,
    /// The plugin that it is shown under, in words.
    pub group: Option<String>,
    /// The name of the folder that it is installed as.
    pub installed_as: String,
    /// The folder of the skill that replaces it afterwards, as it is installed under the same name.
    pub replaced_by: Option<String>,
    /// Whether it is among those asked for.
    pub chosen: bool,
}

/// A file that the program skips and says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkippedSkill {
    /// The file.
    pub path: String,
    /// The program's words.
    pub reason: String,
    /// The remedy.
    pub help: String,
}

/// A skill that the program passes over without a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HiddenSkill {
    /// The file.
    pub path: String,
    /// Why.
    pub reason: HiddenReason,
    /// The remedy.
    pub help: String,
}

/// The reason why a skill is passed over without a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum HiddenReason {
    /// It calls itself internal.
    Internal,
    /// Another skill of the same name was found before.
    SameName,
    /// The repository's own lock file has it: it was installed there itself.
    Locked,
    /// The program does not look there.
    NotSearched,
}

/// Something that is there after installing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InstalledEntry {
    /// Its path.
    pub path: String,
    /// What it is.
    pub content: InstalledContent,
}

/// What an installed entry is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum InstalledContent {
    /// A copy of a file.
    File {
        /// The file.
        from: String,
    },
    /// An empty folder.
    Directory,
    /// A link.
    Link {
        /// Its target.
        target: String,
    },
}
