//! The table "Can I use": a row for each fact that authors look up, with a cell for each host.

use serde::{Deserialize, Serialize};

/// A table of facts about hosts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Support {
    /// The columns of the table: hosts in their editions, in the order of a row's cells.
    pub columns: Vec<SupportColumn>,
    /// The rows of the table, sorted by group.
    pub rows: Vec<SupportRow>,
}

/// A column of the table: a host in one of its editions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SupportColumn {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The edition, such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The host's display name, such as `Claude Code`.
    pub label: String,
    /// True for the edition that is used by default.
    pub is_default: bool,
}

/// A row of the table "Can I use". Its subject is one thing that hosts may treat differently, such
/// as a field, a placeholder, a folder or a limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SupportRow {
    /// The stable identifier of the row, such as `field/allowed-tools`.
    pub id: String,
    /// The group that the row belongs to.
    pub group: SupportGroup,
    /// The title of the row in a few words. Text in backquotes is code.
    pub title: String,
    /// The question that the row answers, as a sentence.
    pub summary: String,
    /// A cell for each column, in the order of the columns.
    pub cells: Vec<SupportCell>,
}

/// A group of rows in the table "Can I use".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SupportGroup {
    /// Rows about fields of the frontmatter.
    Fields,
    /// Rows about fields of `agents/openai.yaml`.
    SideFile,
    /// Rows about placeholders in a skill's text.
    Placeholders,
    /// Rows about the tags that hosts put around a skill. The same tag in the skill's text can end
    /// the host's tag too early.
    Tags,
    /// Rows about the folders in which hosts search for skills.
    Folders,
    /// Rows about limits on lengths, numbers and depth.
    Limits,
    /// Rows about everything that the other groups do not cover, such as a skill without
    /// frontmatter.
    Behaviours,
}

/// A cell of the table "Can I use". It shows how one edition of a host treats the subject of the
/// row, such as a field or a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SupportCell {
    /// The verdict on how the host treats the subject of the row, such as a field.
    pub support: SupportLevel,
    /// The reason for the verdict in a few words. If the host refuses the skill, these are the
    /// host's own words.
    pub note: String,
    /// The edition in which this verdict began. All later editions, up to the edition of this cell,
    /// have the same verdict. `None` if the verdict began in the oldest known edition.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition | null"))]
    pub since: Option<String>,
    /// The page of the host's documentation and its section, such as `docs/hosts/codex.md#the-list`. `None` if the host
    /// has no page.
    pub page: Option<String>,
}

/// The verdict on how a host treats the subject of a row in the table "Can I use", such as a field
/// or a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SupportLevel {
    /// The subject of the row, such as a field, has the effect that an author expects. In a row
    /// about a limit, the host does not have this limit.
    Works,
    /// The host does only a part of what an author expects, only within a limit, or in a different way.
    Partly,
    /// The host ignores the subject of the row, such as a field. The skill works as if the author
    /// had not written the field.
    Ignored,
    /// The subject of the row, such as a field, does harm. For example, the host does not load a
    /// skill with this field.
    Breaks,
}

/// The content of one cell of the table "Can I use" for one edition: a verdict and a note. A
/// comparison of all editions later adds the edition in which the verdict began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) support: SupportLevel,
    pub(crate) note: String,
}

impl Answer {
    pub(super) fn works(note: impl Into<String>) -> Self {
        Self::new(SupportLevel::Works, note)
    }

    pub(super) fn partly(note: impl Into<String>) -> Self {
        Self::new(SupportLevel::Partly, note)
    }

    pub(super) fn ignored(note: impl Into<String>) -> Self {
        Self::new(SupportLevel::Ignored, note)
    }

    pub(super) fn breaks(note: impl Into<String>) -> Self {
        Self::new(SupportLevel::Breaks, note)
    }

    pub(super) fn new(support: SupportLevel, note: impl Into<String>) -> Self {
        let note = note.into();
        Self { support, note }
    }

    /// Returns the answer with a remark added to the end of the answer's note.
    pub(super) fn and(mut self, remark: &str) -> Self {
        if !self.note.is_empty() && !remark.is_empty() {
            self.note.push_str("; ");
        }
        self.note.push_str(remark);
        self
    }
}
