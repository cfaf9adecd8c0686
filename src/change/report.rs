//! The requests and the reports about changes.

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
    /// The later edition of that host. By default, the host's default edition.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "HostChoice | null", optional))]
    pub to: Option<HostChoice>,
    /// The paths of the skills' files; all skills of the tree if the list is empty.
    #[serde(default)]
    pub skills: Vec<String>,
}

crate::record! { DiffRequest: has(from, to, skills) needs(from) }

/// A request for the changes between two trees.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct TreeDiffRequest {
    /// The hosts; the usual hosts in their default edition if the list is empty.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
}

crate::record! { TreeDiffRequest: has(hosts) }

/// A request for the edition since which a host lists a skill, or does not list it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SinceRequest {
    /// The path of the skill's file.
    pub skill: String,
    /// The host. Its edition is the last one that counts; by default, the host's default edition.
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
    /// The findings of the rules on safety in the second tree that the first tree does not have.
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
    /// The edition before, such as `2026-08`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub from: String,
    /// The edition after. Between two trees it is the same.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub to: String,
    /// The skills that change, by path.
    pub skills: Vec<ChangedSkill>,
    /// The skills that moved. They are also in `skills`, as one that vanishes and one that appears. Empty between two
    /// editions.
    pub moves: Vec<SkillMove>,
    /// The number of other skills that the host loads.
    pub same: usize,
    /// The changes in the message that lists the skills; empty if the message stays the same.
    pub list: Vec<DiffLine>,
    /// The changes in the tool for skills: its name, its inputs and its description. Empty if it stays the same.
    pub tool: Vec<DiffLine>,
    /// The change in a message that invokes two skills; none if there is no change.
    pub together: Option<TogetherChange>,
    /// The estimated tokens of the list and the tool.
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

/// The skills that one message invokes if it contains the commands of two skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TogetherChange {
    /// The paths of the skills in the message.
    pub skills: Vec<String>,
    /// The paths of the skills that were invoked before.
    pub before: Vec<String>,
    /// The paths of the skills that are invoked after.
    pub after: Vec<String>,
}

/// A skill with its changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ChangedSkill {
    /// The skill's file, with links resolved.
    pub path: String,
    /// The skill's name after the change, or before it if the host no longer loads the skill. None if the host loads the
    /// skill neither before nor after.
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
    /// The host loads the skill, which it did not before.
    Appears {
        /// The reason why the host did not load the skill before; none if there was no such file.
        because: Option<Obstacle>,
        /// The part of the skill that the list shows.
        listed: ListedAs,
    },
    /// The host does not load the skill any more.
    Vanishes {
        /// The reason why the host does not load the skill; none if the file is gone.
        because: Option<Obstacle>,
    },
    /// The host loads the file neither before nor after, and the reason is another one.
    NotLoaded {
        /// The reason before; none if there was no such file.
        before: Option<Obstacle>,
        /// The reason after; none if the file is gone.
        after: Option<Obstacle>,
    },
    /// The skill answers to other names.
    Names {
        /// The names before, the skill's own first.
        before: Vec<String>,
        /// The names after, the skill's own first.
        after: Vec<String>,
    },
    /// The list shows another part of the skill.
    Listed {
        /// The part that the list showed before.
        before: ListedAs,
        /// The part that the list shows after.
        after: ListedAs,
        /// The reason why one of the two lists does not show the whole skill; none if the host gives no reason.
        because: Option<Obstacle>,
    },
    /// The skill's line in the list has another text.
    Line {
        /// The line before.
        before: String,
        /// The line after.
        after: String,
    },
    /// Users type another text to invoke the skill.
    Command {
        /// The text before; none if users could not invoke the skill.
        before: Option<String>,
        /// The text after; none if users cannot invoke the skill.
        after: Option<String>,
    },
    /// The model may choose the skill on its own, or may no longer.
    Model {
        /// True if the model could choose the skill before.
        before: bool,
        /// True if the model may choose the skill after.
        after: bool,
        /// The reason why the model may not choose the skill on one side; none if the host gives no reason.
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
        /// The origin of the use: a typed command or the model's call of the tool.
        by: InvokedBy,
        /// The arguments of the use; empty if it has none.
        arguments: String,
        /// The changes in the text. A command's output in it is `<output of COMMAND>`.
        lines: Vec<DiffLine>,
        /// The estimated tokens of the text.
        tokens: TokenChange,
    },
    /// The use of the skill has other effects besides its text, such as commands, permissions and hooks.
    Effects {
        /// The origin of the use: a typed command or the model's call of the tool.
        by: InvokedBy,
        /// The arguments of the use; empty if it has none.
        arguments: String,
        /// The effects before, each in words.
        before: Vec<String>,
        /// The effects after, each in words.
        after: Vec<String>,
    },
}

/// A line of a text that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum DiffLine {
    /// A line next to a change.
    Same {
        /// The line, without its line end.
        text: String,
    },
    /// A line that is only in the text before.
    Removed {
        /// The line, without its line end.
        text: String,
    },
    /// A line that is only in the text after.
    Added {
        /// The line, without its line end.
        text: String,
    },
    /// Lines that both texts share and that are not shown.
    Skipped {
        /// The number of lines.
        count: usize,
    },
}

/// The editions in which a host lists a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Since {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's name for people, such as `Claude Code`.
    pub label: String,
    /// The skill's file, with links resolved.
    pub skill: String,
    /// True if the last edition lists the skill.
    pub listed: bool,
    /// The first edition after which all editions up to the last agree on `listed`. None if all known editions agree.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition | null"))]
    pub since: Option<String>,
    /// The editions up to the last, oldest first.
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
    /// The reason why the list does not show the whole skill; none if it does, or if the host gives no reason.
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
    /// The editions, oldest first, without the first known one.
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
    /// The previous edition.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub previous: String,
    /// The rows of "can I use" whose cells differ, in the order of the table.
    pub rows: Vec<ChangedRow>,
}

/// A row of "can I use" whose cells in two editions of a host differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ChangedRow {
    /// The stable identifier: `field/allowed-tools`.
    pub id: String,
    /// The group that the row belongs to.
    pub group: SupportGroup,
    /// The title in a few words. Text in backquotes is code.
    pub title: String,
    /// The question that the row answers, as a sentence.
    pub summary: String,
    /// The cell of the previous edition.
    pub before: RowState,
    /// The cell of the edition.
    pub after: RowState,
    /// The page with an explanation, and the section. None if the host has no page.
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
    /// The reason in a few words.
    pub note: String,
}

/// A small tree that shows a difference between two editions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ChangeExample {
    /// The options of the workspace, without the host.
    pub options: WorkspaceOptions,
    /// The files, by path.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub files: BTreeMap<String, String>,
    /// The symbolic links with their targets, by path.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub links: BTreeMap<String, String>,
}
