//! The request for a build, and the plan of the build.

use serde::Serialize;

use crate::compare::{ListedAs, Obstacle};
use crate::model::host_choice::HostChoice;

/// A request to build the layout of hosts from one folder of skills.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BuildRequest {
    /// The folder of skills: absolute, or relative to the working directory, such as `skills`. Every folder at any
    /// depth that contains a `SKILL.md` is a skill.
    pub from: String,
    /// The hosts that should list the skills. If the list is empty, these are the hosts with
    /// `usual: true` in the result of `hosts()`, in their default editions.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The owner of the built skills: the project in the working directory, or the user.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub scope: BuildScope,
    /// How the skills are built: as copies or as links. If a skill needs a change for a host, a copy is always made.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub how: BuildHow,
    /// The folder of an Agent Plugin that also gets the skills: absolute, or relative to the
    /// working directory. The plugin gets the folder's name. None if no plugin is built.
    #[serde(default)]
    pub plugin: Option<String>,
}

crate::record! { BuildRequest: has(from, hosts, scope, how, plugin) needs(from) }

/// The scope of the built skills: a project or a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum BuildScope {
    /// The project: the build writes skills into folders below the working directory.
    #[default]
    Project,
    /// The user: the build writes skills into folders below the user's home.
    User,
}

crate::choice! { BuildScope: Project = "project", User = "user" }

/// The form of a built skill: a copy of the source folder, or a symbolic link to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum BuildHow {
    /// Each skill's folder is a copy of the source folder.
    #[default]
    Copy,
    /// Each skill's folder is a symbolic link to the source.
    Link,
}

crate::choice! { BuildHow: Copy = "copy", Link = "link" }

/// The plan of a build: all changes to the tree, all conflicts, and how the hosts list the skills
/// after the build. A plan writes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BuildPlan {
    /// The folder of skills, as an absolute path.
    pub from: String,
    /// The path of the record: a file that lists the built files. Builds change only files that the
    /// record lists.
    pub record: String,
    /// The folders in which the hosts find the skills. The build chooses as few folders as possible
    /// so that each host lists each skill exactly once.
    pub folders: Vec<BuildFolder>,
    /// The number of skills that are built.
    pub skills: usize,
    /// The files and links to remove, sorted by path. All of them are removed before any file is
    /// written. Folders that become empty are removed too.
    pub removes: Vec<String>,
    /// The files and links to write, sorted by path. If the record of built files changes, the
    /// record is the last entry.
    pub writes: Vec<BuildWrite>,
    /// The files and links that already have the right content, sorted by path.
    pub keeps: Vec<String>,
    /// The skills and files that are not built or that a host does not list, each with a reason and
    /// a remedy. The list is sorted by path.
    pub conflicts: Vec<BuildConflict>,
    /// The differences between a source skill and its copy, and other facts that readers of the
    /// plan should know.
    pub notes: Vec<BuildNote>,
    /// A row for each skill and each host: how the host lists the skill after the build. Rows are
    /// sorted by skill, then in the order of the hosts.
    pub proof: Vec<BuildProof>,
    /// The Agent Plugin after the build. None if the request has no plugin, or if there are no skills.
    pub plugin: Option<BuiltPlugin>,
}

impl BuildPlan {
    /// Returns true if a build would change nothing in the tree.
    #[must_use]
    pub fn is_up_to_date(&self) -> bool {
        self.writes.is_empty() && self.removes.is_empty()
    }
}

/// A folder in which hosts find the built skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BuildFolder {
    /// The absolute path of the folder.
    pub path: String,
    /// The identifiers of the hosts that read the folder, in the order of the request.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId[]"))]
    pub hosts: Vec<String>,
    /// True if the folder is the source folder itself, so nothing is written into it.
    pub is_source: bool,
}

/// A file or link to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BuildWrite {
    /// The absolute path of the file or link.
    pub path: String,
    /// The content to write.
    pub content: BuildContent,
    /// True if an earlier build wrote this path, so the old content is replaced.
    pub replaces: bool,
}

/// The content of a built file or link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum BuildContent {
    /// A copy of another file.
    File {
        /// The path of the file to copy.
        from: String,
    },
    /// A new file with a text.
    Text {
        /// The text of the file.
        text: String,
    },
    /// A symbolic link to a file or folder.
    Link {
        /// The target of the link, relative to the link's folder.
        target: String,
    },
}

/// A skill or file that is not built, or that a host does not list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BuildConflict {
    /// The path of the file, link or folder with the conflict.
    pub path: String,
    /// The reason why the skill or file is not built or not listed, as a value for programs.
    pub reason: BuildConflictReason,
    /// The reason for the conflict, in words.
    pub message: String,
    /// A remedy in words.
    pub help: String,
    /// The identifiers of the hosts with this conflict. Empty if the conflict concerns all hosts.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId[]"))]
    pub hosts: Vec<String>,
}

/// The reason why a skill or file is not built, or why a host does not list a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BuildConflictReason {
    /// The path already has a file or folder that no build wrote.
    NotBuilt,
    /// Somebody changed the file after a build wrote it.
    Changed,
    /// The path of a folder already has a file or a link, or the path of a file already has a folder.
    Blocked,
    /// Another skill in the source folder has the same name.
    SameName,
    /// A link has no target, or its target is outside of the project.
    LinkOut,
    /// The workspace knows that the file exists, but does not know its contents.
    Unread,
    /// The record of the build cannot be read, so nothing is written.
    Record,
    /// A host does not list the skill, and no safe change of the skill helps.
    NotListed,
    /// The Agent Plugin violates the Agent Plugins specification.
    Plugin,
}

/// A remark about a build, such as a change in the copy of a skill. The remark requires no action.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BuildNote {
    /// The path of the file or folder that the remark is about.
    pub path: String,
    /// The remark in words.
    pub message: String,
}

/// The result of one host for one skill after the build: the file that the host loads, and the
/// skill's state in the host's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BuildProof {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's edition, such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The path of the skill's main file, such as `SKILL.md`, in the source folder.
    pub skill: String,
    /// The path of the file that the host loads, with links resolved. None if the host does not load the skill.
    pub path: Option<String>,
    /// The part of the skill that the host's list shows, such as only the name.
    pub listed: ListedAs,
    /// The number of times that the host's list shows the skill.
    pub times: usize,
    /// The description that the host reads. None if the host does not load the skill.
    pub description: Option<String>,
    /// True if the host reads the same description as most of the hosts that read the skill's
    /// frontmatter. Differences in whitespace are ignored.
    pub same: bool,
    /// The reason why the host's list does not show the skill with its whole description. None if
    /// the list shows the whole description.
    pub because: Option<Obstacle>,
}

/// An Agent Plugin after the build, loaded by the rules of the Agent Plugins specification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BuiltPlugin {
    /// The plugin's folder, as an absolute path.
    pub path: String,
    /// The plugin's name. None if clients reject the plugin.
    pub name: Option<String>,
    /// The names of the skills that clients load from the plugin.
    pub skills: Vec<String>,
}
