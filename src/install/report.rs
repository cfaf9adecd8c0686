//! The request for an installation with the `skills` CLI, and the report.

use serde::{Deserialize, Deserializer, Serialize};

use crate::input::{self, Fault, Input, Read, Value};

/// A request for [`install`](super::install), which emulates the `skills` CLI.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InstallRequest {
    /// The absolute path of the repository, or of a folder in the repository.
    pub source: String,
    /// The absolute path of the project into which skills are installed.
    pub project: String,
    /// The absolute path of the user's home. It is needed only if `global` is true.
    #[serde(default)]
    pub home: Option<String>,
    /// The names of the skills to install (`--skill`). Case is ignored. `*` or an empty list means all skills.
    #[serde(default)]
    pub skills: Vec<String>,
    /// True to search the whole repository (`--full-depth`).
    #[serde(default)]
    pub full_depth: bool,
    /// True to include skills that are marked as internal (`INSTALL_INTERNAL_SKILLS`).
    #[serde(default)]
    pub internal: bool,
    /// The agents for which skills are installed (`--agent`), such as `claude-code`. If the list is empty, skills are
    /// installed into the folder that most agents share.
    #[serde(default)]
    pub agents: Vec<String>,
    /// True to copy skills into each agent's folder (`--copy`) instead of linking them.
    #[serde(default)]
    pub copy: bool,
    /// True to install for the user instead of for the project (`--global`).
    #[serde(default)]
    pub global: bool,
}

crate::record! { InstallRequest: has(source, project, home, skills, full_depth, internal, agents, copy, global) needs(source, project) }

/// The result of an installation with the `skills` CLI.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InstallReport {
    /// The skills that the `skills` CLI finds, in the order in which it finds them.
    pub skills: Vec<OfferedSkill>,
    /// The files that the `skills` CLI skips with a message, in the order in which it skips them.
    pub skipped: Vec<SkippedSkill>,
    /// The skills that the `skills` CLI skips without a message. Skills at searched locations come
    /// first, in the order of the search.
    pub hidden: Vec<HiddenSkill>,
    /// The message of the `skills` CLI if nothing is installed. None if at least one skill is
    /// installed.
    pub error: Option<String>,
    /// The files, folders and links that the installation writes, sorted by path.
    pub entries: Vec<InstalledEntry>,
}

crate::record! { InstallReport: has(skills, skipped, hidden, error, entries) needs(skills, skipped, hidden, entries) takes others }

/// A skill that the `skills` CLI finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OfferedSkill {
    /// The skill's name, without control sequences of terminals.
    pub name: String,
    /// The skill's description, without control sequences of terminals.
    pub description: String,
    /// The path of the skill's folder in the repository.
    pub folder: String,
    /// The plugin's name under which the `skills` CLI lists the skill, such as `My Plugin` for the
    /// plugin `my-plugin`. None if no plugin declares the skill.
    pub group: Option<String>,
    /// The name of the folder into which the skill is installed.
    pub installed_as: String,
    /// The folder of the skill that replaces this skill, because both are installed into folders
    /// with the same name. None if no skill replaces it.
    pub replaced_by: Option<String>,
    /// True if the request includes the skill.
    pub chosen: bool,
}

crate::record! { OfferedSkill: has(name, description, folder, group, installed_as, replaced_by, chosen) needs(name, description, folder, installed_as, chosen) takes others }

/// A file that the `skills` CLI skips with a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkippedSkill {
    /// The path of the skipped file.
    pub path: String,
    /// The message of the `skills` CLI about the file.
    pub reason: String,
    /// Advice on how to get the skill installed.
    pub help: String,
}

crate::record! { SkippedSkill: has(path, reason, help) needs(path, reason, help) takes others }

/// A skill that the `skills` CLI skips without a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HiddenSkill {
    /// The path of the skill's `SKILL.md`.
    pub path: String,
    /// The reason why the `skills` CLI skips the skill.
    pub reason: HiddenReason,
    /// Advice on how to get the skill installed.
    pub help: String,
}

crate::record! { HiddenSkill: has(path, reason, help) needs(path, reason, help) takes others }

/// The reason why the `skills` CLI skips a skill without showing a message to the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum HiddenReason {
    /// The skill is marked as internal in its `metadata`.
    Internal,
    /// A skill with the same name was found earlier.
    SameName,
    /// The repository's own lock file lists the skill, so the skill was installed into the repository from elsewhere.
    Locked,
    /// The `skills` CLI does not search the location of the skill.
    NotSearched,
}

crate::choice! { HiddenReason: Internal = "internal", SameName = "same-name", Locked = "locked", NotSearched = "not-searched" }

/// A file, folder or link that an installation writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InstalledEntry {
    /// The path of the file, folder or link.
    pub path: String,
    /// The content of the file, folder or link.
    pub content: InstalledContent,
}

crate::record! { InstalledEntry: has(path, content) needs(path, content) takes others }

/// The content of an installed file, folder or link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum InstalledContent {
    /// A copy of a file.
    File {
        /// The path of the file that is copied.
        from: String,
    },
    /// An empty folder.
    Directory,
    /// A symbolic link.
    Link {
        /// The target of the link.
        target: String,
    },
}

/// The JSON keys of [`InstalledContent`] before they are checked.
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
