//! The request and the result for `gh skill`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::text::document::Range;

/// A request for [`check`](super::check).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GhSkillRequest {
    /// The repository, or a folder in it, as an absolute path.
    pub source: String,
    /// The git repository to install into, as an absolute path.
    pub project: String,
    /// The user's home folder, as an absolute path. It is needed for `user` and for the lock file.
    #[serde(default)]
    pub home: Option<String>,
    /// The skill to install: its name, or its name as the program shows it. Absent for all skills (`--all`).
    #[serde(default)]
    pub skill: Option<String>,
    /// The agent to install for (`--agent`); `github-copilot` if absent.
    #[serde(default)]
    pub agent: Option<String>,
    /// True to install for the user instead of the project (`--scope user`).
    #[serde(default)]
    pub user: bool,
    /// The folder to install into instead of the agent's folder (`--dir`), as an absolute path.
    #[serde(default)]
    pub directory: Option<String>,
    /// True to write over existing skills (`--force`).
    #[serde(default)]
    pub force: bool,
    /// True to include skills in hidden folders (`--allow-hidden-dirs`).
    #[serde(default)]
    pub hidden: bool,
    /// The repository at GitHub of which the source is a copy; absent for a local installation (`--from-local`).
    #[serde(default)]
    pub remote: Option<GhRemote>,
    /// True if the source is in a git repository, false if it is not. If this is absent, a folder `.git` in the tree
    /// decides.
    #[serde(default)]
    pub is_git: Option<bool>,
    /// The addresses of the git repository's remotes, by name. If this is absent, the tree's `.git/config` lists them.
    #[serde(default)]
    pub remotes: Option<BTreeMap<String, String>>,
}

crate::record! { GhSkillRequest: has(source, project, home, skill, agent, user, directory, force, hidden, remote, is_git, remotes) needs(source, project) }

/// A commit of a repository at GitHub.
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
    /// The hashes of the skills' git trees, by the path of the skill's folder in the repository. A missing hash is written
    /// as an empty text.
    #[serde(default)]
    pub trees: BTreeMap<String, String>,
    /// The time of the installation for the lock file, such as `2026-11-25T12:00:00Z`.
    #[serde(default)]
    pub at: Option<String>,
}

crate::record! { GhRemote: has(repository, reference, pinned, trees, at) needs(repository, reference) }

/// The answers of `gh skill` for a tree.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GhSkillReport {
    /// The skills that the program finds, in its order.
    pub skills: Vec<GhSkill>,
    /// The `SKILL.md` files that the program skips without a message, sorted by path.
    pub passed_over: Vec<GhPassedOver>,
    /// The result of `gh skill publish --dry-run`, with the files that `gh skill publish --fix` would write.
    pub publish: GhPublish,
    /// The result of `gh skill install`.
    pub install: GhInstall,
}

/// A skill that the program finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GhSkill {
    /// The name of the skill, and of the folder into which it is installed.
    pub name: String,
    /// The part of the full name before the slash: the name of the folder between `skills` and the skill's folder, or
    /// the plugin's name. Absent if the layout has neither.
    pub namespace: Option<String>,
    /// The name as the program shows it, such as `[plugins] forms/pdf`.
    pub shown: String,
    /// The description; empty if the skill has no description or its frontmatter cannot be read.
    pub description: String,
    /// The layout by which the skill is found.
    pub convention: GhConvention,
    /// The skill's folder.
    pub folder: String,
    /// The skill's `SKILL.md`.
    pub path: String,
    /// True if the request includes the skill.
    pub chosen: bool,
}

/// The layout by which a skill is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GhConvention {
    /// The folder itself is the skill.
    Single,
    /// `skills/<name>`, also below other folders.
    Skills,
    /// `skills/<scope>/<name>`, also below other folders.
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
    /// Returns true if skills of the layout need `--allow-hidden-dirs`.
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
    /// The change that makes the program find the skill.
    pub help: String,
}

/// The reason why the program skips a `SKILL.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GhPassedOverReason {
    /// The folder is in none of the layouts.
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
    /// A `SKILL.md` at the top makes the whole folder one skill.
    InsideSkill,
}

/// The result of `gh skill publish`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GhPublish {
    /// True if the program would publish: no skill has an error.
    pub accepted: bool,
    /// The program's last message, if the program refuses to publish.
    pub error: Option<String>,
    /// The findings, in the program's order.
    pub findings: Vec<GhFinding>,
    /// The files that `--fix` writes.
    pub fixes: Vec<GhFix>,
    /// The repository at GitHub that the remotes name. The program also checks the settings of this repository, for
    /// which it needs GitHub.
    pub repository: Option<String>,
}

/// A finding of `gh skill publish`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GhFinding {
    /// The severity of the finding.
    pub severity: GhSeverity,
    /// The skill's name as the program shows it; empty if the finding is about the repository.
    pub skill: String,
    /// The program's message.
    pub message: String,
    /// The path of the file; absent if the finding is about the repository.
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
    /// The program does not publish.
    Error,
    /// The program publishes nevertheless.
    Warning,
}

/// A file that `gh skill publish --fix` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GhFix {
    /// The path of the file.
    pub path: String,
    /// The program's message.
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
    /// The folder that the skills are installed in.
    pub target: String,
    /// The message with which the program ends, if it ends early. The entries that it wrote before stay.
    pub error: Option<String>,
    /// The skills that are installed completely, by name.
    pub installed: Vec<String>,
    /// The entries that the program writes, in its order.
    pub entries: Vec<GhEntry>,
    /// The entries of the skills that the program does not copy, because they are links.
    pub left_out: Vec<String>,
}

/// An entry that the program writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GhEntry {
    /// The path of the entry.
    pub path: String,
    /// The content of the entry.
    pub content: GhContent,
    /// True if the file gets the executable bit; absent if it gets the bit only if the original file has the bit.
    pub executable: Option<bool>,
}

/// The content of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum GhContent {
    /// A copy of a file.
    File {
        /// The path of the original file.
        from: String,
    },
    /// A file that the program writes anew.
    Text {
        /// The text of the file. Bytes that are not UTF-8 are shown as replacement characters.
        text: String,
    },
    /// A folder.
    Directory,
}
