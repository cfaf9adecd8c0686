//! The requests for changes, and the reports.

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
    /// The later edition of the host in `from`. By default, the host's default edition.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "HostChoice | null", optional))]
    pub to: Option<HostChoice>,
    /// The paths of the skills' files. If the list is empty, all skills of the tree are compared.
    #[serde(default)]
    pub skills: Vec<String>,
}

crate::record! { DiffRequest: has(from, to, skills) needs(from) }

/// A request for the changes between two trees.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct TreeDiffRequest {
    /// The hosts for which trees are compared. If the list is empty, the usual hosts in their default editions.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
}

crate::record! { TreeDiffRequest: has(hosts) }

/// A request for the edition since which a host lists a skill, or since which the host does not list the skill.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SinceRequest {
    /// The path of the skill's file.
    pub skill: String,
    /// The host. Editions after the edition of this choice are ignored. By default, the host's default edition is the
    /// last.
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
    /// The findings of the safety rules that only the second tree has.
    pub findings: Vec<Diagnostic>,
}

/// The changes in one host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostDiff {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's name for people, such as `Claude Code`.
    pub label: String,
    /// The earlier edition, such as `2026-08`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub from: String,
    /// The later edition. If two trees are compared, it is equal to `from`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub to: String,
    /// The skills with changes, sorted by path.
    pub skills: Vec<ChangedSkill>,
    /// The skills that moved. They are also in `skills`, as one that vanishes and one that appears. Empty between two
    /// editions.
    pub moves: Vec<SkillMove>,
    /// The number of skills without changes that the host loads.
    pub same: usize,
    /// The changes in the message that lists the skills. Empty if the message stays the same.
    pub list: Vec<DiffLine>,
    /// The changes in the tool for skills: its name, its inputs and its description. Empty if the tool stays the same.
    pub tool: Vec<DiffLine>,
    /// The change in the skills that a message with two commands invokes. None if there is no change.
    pub together: Option<TogetherChange>,
    /// The estimated tokens of the list and the tool on both sides.
    pub tokens: TokenChange,
}

/// A skill that moved: its file is gone, and a new file that the host lists has the same name or the same text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkillMove {
    /// The path of the file that is gone.
    pub from: String,
    /// The path of the new file.
    pub to: String,
    /// True if the text of the new file differs.
    pub edited: bool,
}

/// Two numbers of tokens, estimated as a quarter of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[allow(missing_docs, reason = "the type has the meaning of both")]
pub struct TokenChange {
    pub before: u64,
    pub after: u64,
}

/// The change in the skills that one message with the commands of two skills invokes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TogetherChange {
    /// The paths of the files of the two skills whose commands are in the message.
    pub skills: Vec<String>,
    /// The paths of the skills that the message invokes on the earlier side.
    pub before: Vec<String>,
    /// The paths of the skills that the message invokes on the later side.
    pub after: Vec<String>,
}

/// A skill that changes, and its changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ChangedSkill {
    /// The path of the skill's file, with links resolved.
    pub path: String,
    /// The skill's name on the later side, or on the earlier side if the host no longer loads the skill. None if the
    /// host loads the skill on neither side.
    pub name: Option<String>,
    /// The changes, in the order of a host's stages.
    pub changes: Vec<SkillChange>,
}

/// A change of a skill in a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SkillChange {
    /// The host loads the skill only on the later side.
    Appears {
        /// The reason why the host does not load the skill on the earlier side. None if the file does not exist there.
        because: Option<Obstacle>,
        /// The part of the skill that the list shows on the later side.
        listed: ListedAs,
    },
    /// The host loads the skill only on the earlier side.
    Vanishes {
        /// The reason why the host does not load the skill on the later side. None if the file does not exist there.
        because: Option<Obstacle>,
    },
    /// The host loads the file on neither side, and the reasons differ.
    NotLoaded {
        /// The reason on the earlier side. None if the file does not exist there.
        before: Option<Obstacle>,
        /// The reason on the later side. None if the file does not exist there.
        after: Option<Obstacle>,
    },
    /// The skill has other names.
    Names {
        /// The names on the earlier side. The skill's own name is the first.
        before: Vec<String>,
        /// The names on the later side. The skill's own name is the first.
        after: Vec<String>,
    },
    /// The list shows another part of the skill.
    Listed {
        /// The part that the earlier list shows.
        before: ListedAs,
        /// The part that the later list shows.
        after: ListedAs,
        /// The reason why one of the lists does not show the whole skill. None if the host gives no reason.
        because: Option<Obstacle>,
    },
    /// The skill's line in the list has another text.
    Line {
        /// The line in the earlier list.
        before: String,
        /// The line in the later list.
        after: String,
    },
    /// Users type another text to invoke the skill.
    Command {
        /// The text on the earlier side. None if users cannot invoke the skill there.
        before: Option<String>,
        /// The text on the later side. None if users cannot invoke the skill there.
        after: Option<String>,
    },
    /// The model may choose the skill on its own only on one of the sides.
    Model {
        /// True if the model may choose the skill on the earlier side.
        before: bool,
        /// True if the model may choose the skill on the later side.
        after: bool,
        /// The reason why the model may not choose the skill on one of the sides. None if the host gives no reason.
        because: Option<Obstacle>,
    },
    /// The host ignores other values of the fields that it reads, or accepts others against its documentation.
    Ignored {
        /// The reports before, each in words.
        before: Vec<String>,
        /// The reports after, each in words.
        after: Vec<String>,
    },
    /// The host puts another text into the conversation when the skill is used.
    Text {
        /// The origin of the use: a command that the user typed, or the model's call of the tool.
        by: InvokedBy,
        /// The arguments of the use. Empty if the use has no arguments.
        arguments: String,
        /// The changes in the text. In the text, `<output of COMMAND>` replaces the output of a command.
        lines: Vec<DiffLine>,
        /// The estimated tokens of the text on both sides.
        tokens: TokenChange,
    },
    /// The use of the skill has other effects, such as commands, permissions and hooks. The text is not an effect.
    Effects {
        /// The origin of the use: a command that the user typed, or the model's call of the tool.
        by: InvokedBy,
        /// The arguments of the use. Empty if the use has no arguments.
        arguments: String,
        /// The effects on the earlier side, each in words.
        before: Vec<String>,
        /// The effects on the later side, each in words.
        after: Vec<String>,
    },
}

/// A line in the difference between two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum DiffLine {
    /// A line next to a change that both texts contain.
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
    /// A run of lines that both texts contain and that is not shown.
    Skipped {
        /// The number of lines in the run.
        count: usize,
    },
}

/// The edition since which a host lists a skill, or since which the host does not list the skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Since {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's name for people, such as `Claude Code`.
    pub label: String,
    /// The path of the skill's file, with links resolved.
    pub skill: String,
    /// True if the host lists the skill in the last edition.
    pub listed: bool,
    /// The earliest edition from which on `listed` does not change up to the last edition. None if `listed` is the same
    /// in all known editions.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition | null"))]
    pub since: Option<String>,
    /// The state of the skill in each edition up to the last, the oldest edition first.
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
    /// The part of the skill that the list shows.
    pub listed: ListedAs,
    /// The reason why the list does not show the whole skill. None if the list does, or if the host gives no reason.
    pub because: Option<Obstacle>,
}

/// The changes of each edition of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Changelog {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's name for people, such as `Claude Code`.
    pub label: String,
    /// The changes of each edition, the oldest edition first. The first known edition has no changes, so it is left
    /// out.
    pub editions: Vec<EditionChanges>,
}

/// The changes of one edition of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct EditionChanges {
    /// The edition, such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The edition with which this edition is compared.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub previous: String,
    /// The rows of "can I use" whose cells differ between the two editions, in the order of the table.
    pub rows: Vec<ChangedRow>,
}

/// A row of "can I use" whose cells in two editions of a host differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ChangedRow {
    /// The stable identifier of the row, such as `field/allowed-tools`.
    pub id: String,
    /// The group that the row belongs to.
    pub group: SupportGroup,
    /// The title of the row in a few words. Text in backquotes is code.
    pub title: String,
    /// The question that the row answers, as a sentence.
    pub summary: String,
    /// The cell of the row for the previous edition.
    pub before: RowState,
    /// The cell of the row for this edition.
    pub after: RowState,
    /// The page and section that explain the row. None if the host has no page.
    pub page: Option<String>,
    /// A small tree in which the changes between the two editions show the difference. None only for a limit on the
    /// number of files or folders, because only a tree with more of them shows the difference.
    pub example: Option<ChangeExample>,
}

/// The cell of a row in one edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct RowState {
    /// The verdict on the fact of the row.
    pub support: SupportLevel,
    /// The reason for the verdict in a few words.
    pub note: String,
}

/// A small tree that shows a difference between two editions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ChangeExample {
    /// The options of the example's workspace, without the host.
    pub options: WorkspaceOptions,
    /// The texts of the files, by path.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub files: BTreeMap<String, String>,
    /// The targets of the symbolic links, by path.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub links: BTreeMap<String, String>,
}
