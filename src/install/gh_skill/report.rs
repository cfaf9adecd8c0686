//! The request for `gh skill`, and the report.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::text::document::Range;

/// A request for [`check`](super::check).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GhSkillRequest {
    /// The absolute path of the repository, or of a folder in the repository.
    pub source: String,
    /// The absolute path of the git repository into which skills are installed.
    pub project: String,
    /// The absolute path of the user's home. It is needed for `user` and for the lock file.
    #[serde(default)]
    pub home: Option<String>,
    /// The skill to install: its name, or the name that the program shows. If absent, all skills are installed
    /// (`--all`).
    #[serde(default)]
    pub skill: Option<String>,
    /// The agent for which skills are installed (`--agent`). If absent, `github-copilot`.
    #[serde(default)]
    pub agent: Option<String>,
    /// True to install for the user instead of for the project (`--scope user`).
    #[serde(default)]
    pub user: bool,
    /// The absolute path of a folder for the skills (`--dir`), instead of the agent's folder.
    #[serde(default)]
    pub directory: Option<String>,
    /// True to overwrite existing skills (`--force`).
    #[serde(default)]
    pub force: bool,
    /// True to include skills in hidden folders (`--allow-hidden-dirs`).
    #[serde(default)]
    pub hidden: bool,
    /// The repository on GitHub from which the source was copied. Absent for a local installation (`--from-local`).
    #[serde(default)]
    pub remote: Option<GhRemote>,
    /// True if the source is in a git repository, false if it is not. If absent, this depends on a folder `.git` in the
    /// tree.
    #[serde(default)]
    pub is_git: Option<bool>,
    /// The addresses of the git repository's remotes, by name. If absent, they are read from the tree's `.git/config`.
    #[serde(default)]
    pub remotes: Option<BTreeMap<String, String>>,
}

crate::record! { GhSkillRequest: has(source, project, home, skill, agent, user, directory, force, hidden, remote, is_git, remotes) needs(source, project) }

/// A commit of a repository on GitHub.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GhRemote {
    /// The owner and the name of the repository, such as `octocat/skills`.
    pub repository: String,
    /// The resolved reference, such as `refs/tags/v1.0.0`, or the hash of a commit.
    pub reference: String,
    /// The value of `--pin`.
    #[serde(default)]
    pub pinned: Option<String>,
    /// The hashes of the skills' git trees, by the path of each skill's folder in the repository. If a hash is missing,
    /// an empty text is written.
    #[serde(default)]
    pub trees: BTreeMap<String, String>,
    /// The time of the installation that the lock file records, such as `2026-11-25T12:00:00Z`.
    #[serde(default)]
    pub at: Option<String>,
}

crate::record! { GhRemote: has(repository, reference, pinned, trees, at) needs(repository, reference) }

/// The results of `gh skill` for a tree.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GhSkillReport {
    /// The skills that the program finds, in the program's order.
    pub skills: Vec<GhSkill>,
    /// The `SKILL.md` files that the program skips without a message, sorted by path.
    pub passed_over: Vec<GhPassedOver>,
    /// The result of `gh skill publish --dry-run`, and the files that `gh skill publish --fix` would write.
    pub publish: GhPublish,
    /// The result of `gh skill install`.
    pub install: GhInstall,
}

/// A skill that the program finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GhSkill {
    /// The name of the skill. The folder into which the skill is installed has the same name.
    pub name: String,
    /// The part of the full name before the slash: the plugin's name, or the name of the folder between `skills` and
    /// the skill's folder. Absent if the layout has neither.
    pub namespace: Option<String>,
    /// The name that the program shows, such as `[plugins] forms/pdf`.
    pub shown: String,
    /// The description. Empty if the skill has no description, or if its frontmatter cannot be read.
    pub description: String,
    /// The layout of folders through which the program finds the skill.
    pub convention: GhConvention,
    /// The path of the skill's folder.
    pub folder: String,
    /// The path of the skill's `SKILL.md`.
    pub path: String,
    /// True if the request includes the skill.
    pub chosen: bool,
}

/// A layout of folders through which the program finds a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GhConvention {
    /// The folder itself is the skill.
    Single,
    /// `skills/<name>`, at the top or below other folders.
    Skills,
    /// `skills/<scope>/<name>`, at the top or below other folders.
    SkillsNamespaced,
    /// `plugins/<plugin>/skills/<name>`.
    Plugins,
    /// `<name>`: a folder at the top of the repository.
    Root,
    /// `skills/<name>` below a hidden folder.
    HiddenDir,
    /// `skills/<scope>/<name>` below a hidden folder.
    HiddenDirNamespaced,
}

impl GhConvention {
    /// Returns true if skills with this layout are found only with `--allow-hidden-dirs`.
    #[must_use]
    pub fn is_hidden(self) -> bool {
        matches!(self, Self::HiddenDir | Self::HiddenDirNamespaced)
    }
}

/// A `SKILL.md` that the program skips without a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GhPassedOver {
    /// The path of the skipped file.
    pub path: String,
    /// The reason why the program skips the file.
    pub reason: GhPassedOverReason,
    /// The change after which the program finds the skill.
    pub help: String,
}

/// The reason why the program skips a `SKILL.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GhPassedOverReason {
    /// The folder's path matches none of the layouts.
    NoLayout,
    /// The folder is below a hidden folder, and the request does not include hidden folders.
    HiddenFolder,
    /// The name of the skill's folder, or of the folder between `skills` and the skill's folder, has characters that
    /// the program does not allow.
    UnsafeFolder,
    /// The name in the frontmatter has characters that the program does not allow.
    UnsafeName,
    /// The file is a link.
    Link,
    /// The file is in the folder of another skill, because a `SKILL.md` at the top makes the whole folder one skill.
    InsideSkill,
}

/// The result of `gh skill publish`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GhPublish {
    /// True if the program would publish, because no skill has an error.
    pub accepted: bool,
    /// The program's last message. None if the program would publish.
    pub error: Option<String>,
    /// The findings, in the program's order.
    pub findings: Vec<GhFinding>,
    /// The files that `gh skill publish --fix` writes.
    pub fixes: Vec<GhFix>,
    /// The repository on GitHub that the remotes name. The program also checks this repository's settings on GitHub,
    /// which this report does not contain.
    pub repository: Option<String>,
}

/// A finding of `gh skill publish`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GhFinding {
    /// The severity of the finding.
    pub severity: GhSeverity,
    /// The name that the program shows for the skill. Empty if the finding is about the repository.
    pub skill: String,
    /// The program's message.
    pub message: String,
    /// The path of the file. Absent if the finding is about the repository.
    pub path: Option<String>,
    /// The place of the finding in the file: the field, or the first line if the field is missing.
    pub range: Option<Range>,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum GhSeverity {
    /// The program does not publish the skills.
    Error,
    /// The program publishes the skills nevertheless.
    Warning,
}

/// A file that `gh skill publish --fix` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GhFix {
    /// The path of the file.
    pub path: String,
    /// The program's message about the file.
    pub message: String,
    /// The whole new text of the file. Bytes that are not UTF-8 are shown as replacement characters.
    pub text: String,
}

/// The result of `gh skill install`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GhInstall {
    /// The folder into which the skills are installed.
    pub target: String,
    /// The message with which the program ends, if it ends before all skills are installed. Entries that it already
    /// wrote are not removed.
    pub error: Option<String>,
    /// The names of the skills that are installed completely.
    pub installed: Vec<String>,
    /// The entries that the program writes, in the program's order.
    pub entries: Vec<GhEntry>,
    /// The paths of entries in the skills that the program does not copy, because they are links.
    pub left_out: Vec<String>,
}

/// A file or folder that the program writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GhEntry {
    /// The path of the file or folder.
    pub path: String,
    /// The content of the entry.
    pub content: GhContent,
    /// True if the file gets the executable bit. If absent, the file gets the bit only if the original file has the
    /// bit.
    pub executable: Option<bool>,
}

/// The content of an entry that the program writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum GhContent {
    /// A copy of a file.
    File {
        /// The path of the original file.
        from: String,
    },
    /// A file with a new text that the program writes.
    Text {
        /// The text of the file. Bytes that are not UTF-8 are shown as replacement characters.
        text: String,
    },
    /// A folder.
    Directory,
}
