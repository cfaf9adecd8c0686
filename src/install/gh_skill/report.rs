//! The request to emulate `gh skill`, and the report.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::text::document::Range;

/// A request for [`check`](super::check), which emulates `gh skill`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GhSkillRequest {
    /// The absolute path of the repository, or of a folder in the repository.
    pub source: String,
    /// The absolute path of the git repository into which skills are installed.
    pub project: String,
    /// The absolute path of the user's home directory. The path is required if `user` is true,
    /// because the skills are then installed into the home directory. If the path is absent, the
    /// lock file in the home directory is not written.
    #[serde(default)]
    pub home: Option<String>,
    /// The skill to install: its name, or the name that `gh skill` shows. If absent, all skills are
    /// installed (`--all`).
    #[serde(default)]
    pub skill: Option<String>,
    /// The agent for which skills are installed (`--agent`). If absent, skills are installed for
    /// `github-copilot`.
    #[serde(default)]
    pub agent: Option<String>,
    /// True to install for the user instead of for the project (`--scope user`).
    #[serde(default)]
    pub user: bool,
    /// The absolute path of a folder for the skills (`--dir`). If absent, the agent's folder is
    /// used.
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
    /// True if the source is in a git repository, false if the source is not. If absent, Skillglass
    /// searches the tree for a folder `.git` in the source's folder and in the folders above.
    #[serde(default)]
    pub is_git: Option<bool>,
    /// The addresses of the git repository's remotes, by name. If absent, the remotes are read from
    /// `.git/config` in the tree.
    #[serde(default)]
    pub remotes: Option<BTreeMap<String, String>>,
}

crate::record! { GhSkillRequest: has(source, project, home, skill, agent, user, directory, force, hidden, remote, is_git, remotes) needs(source, project) }

/// The commit of a repository on GitHub from which skills are installed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GhRemote {
    /// The owner and the name of the repository, such as `octocat/skills`.
    pub repository: String,
    /// The git reference of the commit, such as `refs/tags/v1.0.0`, or the hash of the commit.
    pub reference: String,
    /// The value of `--pin`. Absent if the option is not given.
    #[serde(default)]
    pub pinned: Option<String>,
    /// The hash of each skill's folder in Git, by the folder's path in the repository. If a hash is
    /// missing, an empty text is written to `metadata`.
    #[serde(default)]
    pub trees: BTreeMap<String, String>,
    /// The time of the installation that the lock file records, such as `2026-11-25T12:00:00Z`. If
    /// absent, an empty text is recorded.
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
    /// The skills that `gh skill` finds, in the order in which it lists them.
    pub skills: Vec<GhSkill>,
    /// The `SKILL.md` files that `gh skill` skips without a message, sorted by path.
    pub passed_over: Vec<GhPassedOver>,
    /// The result of `gh skill publish --dry-run`, and the files that `gh skill publish --fix` would write.
    pub publish: GhPublish,
    /// The result of `gh skill install`.
    pub install: GhInstall,
}

/// A skill that `gh skill` finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GhSkill {
    /// The name of the skill. The folder into which the skill is installed has the same name.
    pub name: String,
    /// The part of the shown name before the slash. This is the plugin's name, or the name of the
    /// folder between `skills` and the skill's folder. Absent if the layout has neither.
    pub namespace: Option<String>,
    /// The name that `gh skill` shows, such as `[plugins] forms/pdf`.
    pub shown: String,
    /// The skill's description. Empty if the skill has no description, or if its frontmatter cannot be read.
    pub description: String,
    /// The layout of folders by which `gh skill` finds the skill.
    pub convention: GhConvention,
    /// The path of the skill's folder.
    pub folder: String,
    /// The path of the skill's `SKILL.md`.
    pub path: String,
    /// True if the request includes the skill.
    pub chosen: bool,
}

/// A layout of folders by which `gh skill` finds a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GhConvention {
    /// The source folder itself is the skill.
    Single,
    /// `skills/<name>`, at the top of the repository or below other folders.
    Skills,
    /// `skills/<scope>/<name>`, at the top of the repository or below other folders.
    SkillsNamespaced,
    /// `plugins/<plugin>/skills/<name>`, at the top of the repository.
    Plugins,
    /// `<name>`: a folder at the top of the repository.
    Root,
    /// `skills/<name>` below a hidden folder.
    HiddenDir,
    /// `skills/<scope>/<name>` below a hidden folder.
    HiddenDirNamespaced,
}

impl GhConvention {
    /// Returns true if `gh skill` finds skills with this layout only with `--allow-hidden-dirs`.
    #[must_use]
    pub fn is_hidden(self) -> bool {
        matches!(self, Self::HiddenDir | Self::HiddenDirNamespaced)
    }
}

/// A `SKILL.md` that `gh skill` skips without a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GhPassedOver {
    /// The path of the skipped file.
    pub path: String,
    /// The reason why `gh skill` skips the file.
    pub reason: GhPassedOverReason,
    /// Advice on how to make `gh skill` find the skill.
    pub help: String,
}

/// The reason why `gh skill` skips a `SKILL.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GhPassedOverReason {
    /// The path of the skill's folder matches none of the layouts.
    NoLayout,
    /// The folder is below a hidden folder, and the request does not include hidden folders.
    HiddenFolder,
    /// The name of the skill's folder, or of the folder between `skills` and the skill's folder,
    /// has characters that `gh skill` does not allow.
    UnsafeFolder,
    /// The name in the frontmatter has characters that `gh skill` does not allow.
    UnsafeName,
    /// The `SKILL.md` is a symbolic link.
    Link,
    /// The file is in the folder of another skill, because a `SKILL.md` at the top of the source
    /// makes the whole source one skill.
    InsideSkill,
}

/// The result of `gh skill publish`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GhPublish {
    /// True if `gh skill` would publish, because no skill has an error.
    pub accepted: bool,
    /// The error message of `gh skill publish`. None if the skills would be published.
    pub error: Option<String>,
    /// The findings, in the order in which `gh skill publish` reports them.
    pub findings: Vec<GhFinding>,
    /// The files that `gh skill publish --fix` writes.
    pub fixes: Vec<GhFix>,
    /// The repository on GitHub that the git remotes name. None if no remote is on GitHub.
    /// `gh skill` also checks the settings of this repository, which the report does not contain.
    pub repository: Option<String>,
}

/// A finding of `gh skill publish`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GhFinding {
    /// The severity of the finding.
    pub severity: GhSeverity,
    /// The name that `gh skill` shows for the skill. Empty if the finding is about the repository.
    pub skill: String,
    /// The message of `gh skill publish` about the problem.
    pub message: String,
    /// The path of the `SKILL.md`. Absent if the finding is about the repository.
    pub path: Option<String>,
    /// The place of the finding in the file: the field, or the first line if the field is missing.
    /// Absent if the finding is about the repository.
    pub range: Option<Range>,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum GhSeverity {
    /// A finding that stops `gh skill publish` from publishing the skills.
    Error,
    /// A finding that does not stop `gh skill publish` from publishing the skills.
    Warning,
}

/// A file that `gh skill publish --fix` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GhFix {
    /// The path of the file.
    pub path: String,
    /// The message of `gh skill` about the file.
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
    /// The error message of `gh skill`. Files that it already wrote are not removed. None if all skills
    /// are installed.
    pub error: Option<String>,
    /// The names of the skills that are installed completely.
    pub installed: Vec<String>,
    /// The files and folders that `gh skill install` writes, in the order in which it writes them.
    pub entries: Vec<GhEntry>,
    /// The paths of files and folders that `gh skill` does not copy, because they are symbolic
    /// links.
    pub left_out: Vec<String>,
}

/// A file or folder that `gh skill` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GhEntry {
    /// The path of the file or folder.
    pub path: String,
    /// The content: a copied file, a new text, or a folder.
    pub content: GhContent,
    /// True if the file becomes executable. If absent, the file is executable only if the original
    /// file is.
    pub executable: Option<bool>,
}

/// The content of a file or folder that `gh skill` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum GhContent {
    /// A copy of a file.
    File {
        /// The path of the original file.
        from: String,
    },
    /// A file whose text `gh skill` changes or creates.
    Text {
        /// The text of the file. Bytes that are not UTF-8 are shown as replacement characters.
        text: String,
    },
    /// A folder.
    Directory,
}
