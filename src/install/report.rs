//! The request and the result of an installation.

use serde::{Deserialize, Deserializer, Serialize};

use crate::input::{self, Fault, Input, Read, Value};

/// A request for [`install`](super::install).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
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

crate::record! { InstallRequest: has(source, project, home, skills, full_depth, internal, agents, copy, global) needs(source, project) }

/// The result of an installation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
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

crate::record! { InstallReport: has(skills, skipped, hidden, error, entries) needs(skills, skipped, hidden, entries) takes others }

/// A skill that the program finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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

crate::record! { OfferedSkill: has(name, description, folder, group, installed_as, replaced_by, chosen) needs(name, description, folder, installed_as, chosen) takes others }

/// A file that the program skips with a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkippedSkill {
    /// The file.
    pub path: String,
    /// The program's message.
    pub reason: String,
    /// Advice on how to install the skill.
    pub help: String,
}

crate::record! { SkippedSkill: has(path, reason, help) needs(path, reason, help) takes others }

/// A skill that the program skips without a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HiddenSkill {
    /// The file.
    pub path: String,
    /// The reason.
    pub reason: HiddenReason,
    /// Advice on how to install the skill.
    pub help: String,
}

crate::record! { HiddenSkill: has(path, reason, help) needs(path, reason, help) takes others }

/// The reason why a skill is skipped without a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
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

crate::choice! { HiddenReason: Internal = "internal", SameName = "same-name", Locked = "locked", NotSearched = "not-searched" }

/// An entry after the installation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InstalledEntry {
    /// The path.
    pub path: String,
    /// The content.
    pub content: InstalledContent,
}

crate::record! { InstalledEntry: has(path, content) needs(path, content) takes others }

/// The content of an installed entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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

/// The members of all contents.
struct ContentMembers {
    kind: ContentKind,
    from: Option<String>,
    target: Option<String>,
}

crate::record! { ContentMembers: has(kind = "type", from, target) needs(type) takes others }

#[derive(Clone, Copy)]
enum ContentKind {
    File,
    Directory,
    Link,
}

crate::choice! { ContentKind: File = "file", Directory = "directory", Link = "link" }

impl Read for InstalledContent {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        let ContentMembers { kind, from, target } = input::read(value)?;
        *self = match kind {
            ContentKind::File => Self::File {
                from: from.ok_or_else(|| Fault::missing("from"))?,
            },
            ContentKind::Directory => Self::Directory,
            ContentKind::Link => Self::Link {
                target: target.ok_or_else(|| Fault::missing("target"))?,
            },
        };
        Ok(())
    }
}

impl Input for InstalledContent {
    fn blank() -> Self {
        Self::Directory
    }
}

impl<'de> Deserialize<'de> for InstalledContent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        input::deserialize(deserializer)
    }
}
