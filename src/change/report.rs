//! The requests and the reports of comparisons between two editions of a host, or between two
//! trees.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::compare::{ListedAs, Obstacle};
use crate::lint::Diagnostic;
use crate::model::host_choice::HostChoice;
use crate::model::invocation::InvokedBy;
use crate::support::{SupportGroup, SupportLevel};
use crate::workspace::WorkspaceOptions;

/// A request for the changes between two editions of a host.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct DiffRequest {
    /// The host in its earlier edition, such as `claude-code@2026-08`.
    pub from: HostChoice,
    /// The later edition of the same host as in `from`. By default, the host's default edition.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "HostChoice | null", optional))]
    pub to: Option<HostChoice>,
    /// The paths of the main files of skills, such as `SKILL.md`. If the list is empty, all skills
    /// of the tree are compared.
    #[serde(default)]
    pub skills: Vec<String>,
}

crate::record! { DiffRequest: has(from, to, skills) needs(from) }

/// A request for the changes between two trees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct TreeDiffRequest {
    /// The hosts for which trees are compared. If the list is empty, the most common hosts are used
    /// in their default editions.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// True to search for new findings of the safety rules, which is the default. The search takes most of the time
    /// of a comparison, because the rules read every text of both trees.
    #[serde(default = "is_wanted")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub findings: bool,
}

crate::record! { TreeDiffRequest: has(hosts, findings) from Self::default() }

/// Returns true, because findings are requested by default.
fn is_wanted() -> bool {
    true
}

impl Default for TreeDiffRequest {
    fn default() -> Self {
        Self {
            hosts: Vec::new(),
            findings: is_wanted(),
        }
    }
}

/// A request for the edition in which a host began to list a skill, or stopped listing the skill.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SinceRequest {
    /// The path of the skill's main file, such as `SKILL.md`.
    pub skill: String,
    /// The host, and optionally the last edition to consider. By default, the host's default
    /// edition is the last.
    pub host: HostChoice,
}

crate::record! { SinceRequest: has(skill, host) needs(skill, host) }

/// The changes between two trees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TreeDiff {
    /// The changes in each host, in the order of the request.
    pub hosts: Vec<HostDiff>,
    /// The findings of the safety rules in the second tree that are not in the first tree. Empty if
    /// the request does not ask for findings.
    pub findings: Vec<Diagnostic>,
}

/// The changes in one host, between two editions or two trees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostDiff {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's display name, such as `Claude Code`.
    pub label: String,
    /// The earlier edition, such as `2026-08`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub from: String,
    /// The later edition. Equal to `from` if two trees are compared.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub to: String,
    /// The skills with changes, sorted by path.
    pub skills: Vec<ChangedSkill>,
    /// The skills that moved. Each is also in `skills` twice: as a skill that vanishes and as a
    /// skill that appears. Always empty if two editions are compared.
    pub moves: Vec<SkillMove>,
    /// The number of loaded skills without changes.
    pub same: usize,
    /// The changes in the message that lists the skills. Empty if the message stays the same.
    pub list: Vec<DiffLine>,
    /// The changes in the host's tool that loads skills: its name, its inputs and its description.
    /// Empty if the tool stays the same.
    pub tool: Vec<DiffLine>,
    /// The change in how the host treats a message with the commands of two skills. None if there
    /// is no change.
    pub together: Option<TogetherChange>,
    /// The estimated tokens of the list of skills and of the host's tool, before and after the
    /// changes.
    pub tokens: TokenChange,
}

/// A skill that moved: its file is gone, and a new file that the host lists has the same name or the same text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkillMove {
    /// The path of the skill's file before the move.
    pub from: String,
    /// The path of the skill's file after the move.
    pub to: String,
    /// True if the text of the new file differs from the text of the old file.
    pub edited: bool,
}

/// The estimated number of tokens before and after a change: a quarter of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[allow(missing_docs, reason = "the type has the meaning of both")]
pub struct TokenChange {
    pub before: u64,
    pub after: u64,
}

/// A change in how a host treats a message with two commands, such as `/pdf /docx`: whether the
/// host invokes both skills or only one of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TogetherChange {
    /// The paths of the main files of two skills. The message to the host has the commands of these
    /// two skills, such as `/pdf /docx`.
    pub skills: Vec<String>,
    /// The paths of the main files of the skills that the message invokes in the earlier edition or
    /// tree. The message has the commands of both skills in `skills`, such as `/pdf /docx`.
    pub before: Vec<String>,
    /// The paths of the main files of the skills that the message invokes in the later edition or
    /// tree. The message has the commands of both skills in `skills`, such as `/pdf /docx`.
    pub after: Vec<String>,
}

/// A skill, and its changes between two editions or two trees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ChangedSkill {
    /// The path of the skill's main file, such as `SKILL.md`, with links resolved.
    pub path: String,
    /// The skill's name in the later edition or tree. If the host no longer loads the skill, this
    /// is the name in the earlier edition or tree. None if the host never loads the skill.
    pub name: Option<String>,
    /// The changes, in the order in which a host works: loading, listing, then use.
    pub changes: Vec<SkillChange>,
}

/// A difference in the way in which a host treats a skill, between two editions or two trees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SkillChange {
    /// The host loads the skill only in the later edition or tree.
    Appears {
        /// The reason why the host does not load the skill in the earlier edition or tree. None if
        /// the file does not exist there.
        because: Option<Obstacle>,
        /// The part of the skill that the host's list shows in the later edition or tree.
        listed: ListedAs,
    },
    /// The host loads the skill only in the earlier edition or tree.
    Vanishes {
        /// The reason why the host does not load the skill in the later edition or tree. None if
        /// the file does not exist there.
        because: Option<Obstacle>,
    },
    /// The host loads the file neither in the earlier nor in the later edition or tree, and the two
    /// reasons differ.
    NotLoaded {
        /// The reason why the host does not load the file in the earlier edition or tree. None if
        /// the file does not exist there.
        before: Option<Obstacle>,
        /// The reason why the host does not load the file in the later edition or tree. None if the
        /// file does not exist there.
        after: Option<Obstacle>,
    },
    /// The skill's own name or one of its other names differs between the two editions or trees.
    Names {
        /// The skill's own name in the earlier edition or tree, followed by its other names.
        before: Vec<String>,
        /// The skill's own name in the later edition or tree, followed by its other names.
        after: Vec<String>,
    },
    /// The host's list shows a different part of the skill.
    Listed {
        /// The part of the skill that the host's list shows in the earlier edition or tree.
        before: ListedAs,
        /// The part of the skill that the host's list shows in the later edition or tree.
        after: ListedAs,
        /// The reason why the host's list shows only a part of the skill in one of the editions or
        /// trees. None if the host gives no reason.
        because: Option<Obstacle>,
    },
    /// The line of the skill in the host's list has a different text.
    Line {
        /// The skill's line in the host's list of skills, in the earlier edition or tree.
        before: String,
        /// The skill's line in the host's list of skills, in the later edition or tree.
        after: String,
    },
    /// Users type different texts to invoke the skill in the two editions or trees.
    Command {
        /// The text that users type in the earlier edition or tree. None if users cannot invoke the
        /// skill there.
        before: Option<String>,
        /// The text that users type in the later edition or tree. None if users cannot invoke the
        /// skill there.
        after: Option<String>,
    },
    /// One edition or tree allows the model to choose the skill without a user's command, and the
    /// other edition or tree does not.
    Model {
        /// True if the model may choose the skill in the earlier edition or tree.
        before: bool,
        /// True if the model may choose the skill in the later edition or tree.
        after: bool,
        /// The reason why the model may not choose the skill. None if the host gives no reason.
        because: Option<Obstacle>,
    },
    /// The host's messages about field values differ between the two editions or trees. There is
    /// such a message if the host ignores a value, or if the host accepts a value although its
    /// documentation forbids the value.
    Ignored {
        /// The host's messages about field values in the earlier edition or tree, such as a message
        /// that a value is ignored.
        before: Vec<String>,
        /// The host's messages about field values in the later edition or tree, such as a message
        /// that a value is ignored.
        after: Vec<String>,
    },
    /// When the skill is used, the host adds different texts to the conversation in the two
    /// editions or trees.
    Text {
        /// The user or the model that invokes the skill.
        by: InvokedBy,
        /// The arguments with which the skill is invoked. Empty if there are none.
        arguments: String,
        /// The changes in the text that the model gets. In this text, `<output of COMMAND>`
        /// replaces the output of a command.
        lines: Vec<DiffLine>,
        /// The estimated tokens of the text, before and after the change.
        tokens: TokenChange,
    },
    /// The effects of using the skill differ, such as commands, permissions and hooks. The text
    /// that the host adds to the conversation is not one of these effects.
    Effects {
        /// The user or the model that invokes the skill.
        by: InvokedBy,
        /// The arguments with which the skill is invoked. Empty if there are none.
        arguments: String,
        /// The effects of using the skill in the earlier edition or tree, each in words, such as
        /// `asks the user first`.
        before: Vec<String>,
        /// The effects of using the skill in the later edition or tree, each in words, such as
        /// `asks the user first`.
        after: Vec<String>,
    },
}

/// A line in the difference between two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum DiffLine {
    /// An unchanged line before or after a change.
    Same {
        /// The line, without its line end.
        text: String,
    },
    /// A line that only the earlier text contains.
    Removed {
        /// The line, without its line end.
        text: String,
    },
    /// A line that only the later text contains.
    Added {
        /// The line, without its line end.
        text: String,
    },
    /// Unchanged lines that are not shown.
    Skipped {
        /// The number of lines that are not shown.
        count: usize,
    },
}

/// The edition in which a host began to list a skill, or stopped listing the skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Since {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's display name, such as `Claude Code`.
    pub label: String,
    /// The path of the skill's main file, such as `SKILL.md`, with links resolved.
    pub skill: String,
    /// True if the host lists the skill in the last edition that the request includes.
    pub listed: bool,
    /// The edition in which the host began to list the skill, or stopped listing the skill. None if
    /// there was no such change in the known editions.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition | null"))]
    pub since: Option<String>,
    /// The state of the skill in each edition, the oldest first, up to the last edition that the
    /// request includes.
    pub editions: Vec<EditionState>,
}

/// The state of a skill in one edition of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct EditionState {
    /// The edition, such as `2026-08`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// True if the host loads the skill.
    pub loaded: bool,
    /// The part of the skill that the host's list shows.
    pub listed: ListedAs,
    /// The reason why the host's list does not show the whole skill. None if the list shows the
    /// whole skill, or if the host gives no reason.
    pub because: Option<Obstacle>,
}

/// The differences between each edition of a host and the previous edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Changelog {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's display name, such as `Claude Code`.
    pub label: String,
    /// The differences between each edition and the previous edition, the oldest edition first. The
    /// first known edition is left out, because there is no earlier edition to compare.
    pub editions: Vec<EditionChanges>,
}

/// The differences between one edition of a host and the previous edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct EditionChanges {
    /// The edition, such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The earlier edition with which this edition is compared.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub previous: String,
    /// The rows of the support table ("can I use") that differ between the two editions, in the
    /// order of the table.
    pub rows: Vec<ChangedRow>,
}

/// A row of the support table ("can I use") that differs between two editions of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ChangedRow {
    /// The stable identifier of the row, such as `field/allowed-tools`.
    pub id: String,
    /// The group of the table to which the row belongs.
    pub group: SupportGroup,
    /// The title of the row in a few words. Text in backquotes is code.
    pub title: String,
    /// The question that this row of the support table answers, as a sentence.
    pub summary: String,
    /// The row's cell for the previous edition: the level of support and a note.
    pub before: RowState,
    /// The row's cell for the later edition: the level of support and a note.
    pub after: RowState,
    /// The address of the section about this row of the support table in Skillglass's
    /// documentation, such as `docs/hosts/codex.md#the-list`. None if the documentation has no such
    /// section.
    pub page: Option<String>,
    /// A small tree of files that shows the difference between the two editions. None only if the
    /// row is about the number of files or folders that a host reads at most, because a small tree
    /// does not exceed such a limit.
    pub example: Option<ChangeExample>,
}

/// The content of one cell of the support table ("can I use") for one edition of the host: the
/// level of support and a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct RowState {
    /// The level of support that this edition has.
    pub support: SupportLevel,
    /// The reason for the level of support, in a few words.
    pub note: String,
}

/// A small tree that shows a difference between two editions of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ChangeExample {
    /// The options for a workspace that contains the files of this tree. The option `host` is not
    /// set.
    pub options: WorkspaceOptions,
    /// The files of the example tree: the text of each file, keyed by the file's path.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub files: BTreeMap<String, String>,
    /// The targets of the symbolic links, keyed by the path of the link.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub links: BTreeMap<String, String>,
}
