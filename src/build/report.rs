//! The request for a build, and the plan of it.

use serde::Serialize;

use crate::compare::{ListedAs, Obstacle};
use crate::model::host_choice::HostChoice;

/// A request to build the layout of hosts from one folder of skills.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BuildRequest {
    /// The folder of skills: absolute, or relative to the working directory, such as `skills`. Each folder in it or below
    /// it that has a `SKILL.md` is a skill.
    pub from: String,
    /// The hosts that should list the skills; the usual hosts in their default edition if the list is empty.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The owner of the built skills: the project in the working directory, or the user.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub scope: BuildScope,
    /// The kind of the built skills: copies or links. A skill that needs a change for a host is always a copy.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub how: BuildHow,
    /// The folder of an Agent Plugin that also gets the skills: absolute, or relative to the working directory. The
    /// folder's name is the plugin's name.
    #[serde(default)]
    pub plugin: Option<String>,
}

crate::record! { BuildRequest: has(from, hosts, scope, how, plugin) needs(from) }

/// The owner of the built skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum BuildScope {
    /// The project: folders in the working directory.
    #[default]
    Project,
    /// The user: folders in the home.
    User,
}

crate::choice! { BuildScope: Project = "project", User = "user" }

/// The kind of the built skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum BuildHow {
    /// A copy of each file.
    #[default]
    Copy,
    /// A link to each skill's folder.
    Link,
}

crate::choice! { BuildHow: Copy = "copy", Link = "link" }

/// The plan of a build: all changes to the tree, everything that prevents one, and the answers of the hosts after the
/// build. Nothing is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BuildPlan {
    /// The folder of skills, as an absolute path.
    pub from: String,
    /// The file with the record of the build. It tells built files from files of others.
    pub record: String,
    /// The folders in which the hosts find the skills: the fewest with which each host lists each skill once.
    pub folders: Vec<BuildFolder>,
    /// The number of skills that are built.
    pub skills: usize,
    /// The files and links to remove, sorted. They are removed before anything is written, with folders that become
    /// empty.
    pub removes: Vec<String>,
    /// The files and links to write, sorted by path; the record is the last.
    pub writes: Vec<BuildWrite>,
    /// The files and links that are already as they should be, sorted.
    pub keeps: Vec<String>,
    /// Everything that is not built, or that a host does not list, with the reason and the remedy, sorted by path.
    pub conflicts: Vec<BuildConflict>,
    /// The differences between the source and a copy, and other facts that readers of the plan should know.
    pub notes: Vec<BuildNote>,
    /// The answer of each host about each skill after the build, by skill and in the order of the hosts.
    pub proof: Vec<BuildProof>,
    /// The Agent Plugin after the build; none if the request has none, or if there are no skills.
    pub plugin: Option<BuiltPlugin>,
}

impl BuildPlan {
    /// Returns true if the tree already is as the build would leave it.
    #[must_use]
    pub fn is_up_to_date(&self) -> bool {
        self.writes.is_empty() && self.removes.is_empty()
    }
}

/// A folder in which hosts find the skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BuildFolder {
    /// The absolute path.
    pub path: String,
    /// The identifiers of the hosts that read the folder, in the order of the request.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId[]"))]
    pub hosts: Vec<String>,
    /// True if this is the folder of skills itself, so nothing is written into it.
    pub is_source: bool,
}

/// A file or link to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BuildWrite {
    /// The absolute path.
    pub path: String,
    /// The content.
    pub content: BuildContent,
    /// True if an earlier build wrote this path, so its content is replaced.
    pub replaces: bool,
}

/// The content of a built file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum BuildContent {
    /// The bytes of another file.
    File {
        /// The path of that file.
        from: String,
    },
    /// A text.
    Text {
        /// The text.
        text: String,
    },
    /// A link.
    Link {
        /// The target, relative to the folder of the link.
        target: String,
    },
}

/// Something that is not built, or that a host does not list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BuildConflict {
    /// The file, link or folder.
    pub path: String,
    /// The reason.
    pub reason: BuildConflictReason,
    /// The reason in words.
    pub message: String,
    /// The remedy.
    pub help: String,
    /// The identifiers of the hosts that the conflict concerns; empty if it concerns all.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId[]"))]
    pub hosts: Vec<String>,
}

/// The reason of a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BuildConflictReason {
    /// No build wrote the file or folder at the path.
    NotBuilt,
    /// The file was changed after a build wrote it.
    Changed,
    /// A file or a link is at the path of a folder, or a folder at the path of a file.
    Blocked,
    /// Another skill has the same name.
    SameName,
    /// A link leads to nothing, or out of the project.
    LinkOut,
    /// The contents of the file have not been given.
    Unread,
    /// The record of the build cannot be read, so nothing is written.
    Record,
    /// A host does not list the skill, and no safe change helps.
    NotListed,
    /// The Agent Plugin violates the specification.
    Plugin,
}

/// A fact about a build.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BuildNote {
    /// The file or folder.
    pub path: String,
    /// The fact in words.
    pub message: String,
}

/// The answer of a host about a skill after the build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BuildProof {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The edition, such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The skill's file in the folder of skills.
    pub skill: String,
    /// The file that the host loads, with links resolved; none if it loads none.
    pub path: Option<String>,
    /// The part of the skill that the host's list shows.
    pub listed: ListedAs,
    /// The number of times that the host's list shows the skill.
    pub times: usize,
    /// The description that the host reads; none if it does not load the skill.
    pub description: Option<String>,
    /// True if the host reads the description that most of the hosts read in the frontmatter. Whitespace does not count.
    pub same: bool,
    /// The reason why the list does not show the whole skill; none if it does.
    pub because: Option<Obstacle>,
}

/// An Agent Plugin after the build, as the specification reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BuiltPlugin {
    /// The plugin's folder, as an absolute path.
    pub path: String,
    /// The plugin's name; none if clients reject the plugin.
    pub name: Option<String>,
    /// The names of the skills that load.
    pub skills: Vec<String>,
}
