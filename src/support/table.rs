//! The table "Can I use": rows of facts to look up, with a cell for each host.

use serde::{Deserialize, Serialize};

/// A table of facts for every host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Support {
    /// The hosts in their editions, in the order of the cells.
    pub columns: Vec<SupportColumn>,
    /// The rows of the table, by group.
    pub rows: Vec<SupportRow>,
}

/// A host in one of its editions.
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
    /// The host's name for people, such as `Claude Code`.
    pub label: String,
    /// True for the edition that is used by default.
    pub is_default: bool,
}

/// A fact that an author looks up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SupportRow {
    /// The stable identifier: `field/allowed-tools`.
    pub id: String,
    /// The group that the row belongs to.
    pub group: SupportGroup,
    /// The title in a few words. Text in backquotes is code.
    pub title: String,
    /// The question that the row answers, as a sentence.
    pub summary: String,
    /// A cell for each column, in their order.
    pub cells: Vec<SupportCell>,
}

/// A group of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SupportGroup {
    /// Fields of the frontmatter.
    Fields,
    /// Fields of `agents/openai.yaml`.
    SideFile,
    /// Placeholders in the text that a host replaces.
    Placeholders,
    /// Tags in the text or the description.
    Tags,
    /// Folders of skills.
    Folders,
    /// Limits on lengths, numbers and depth.
    Limits,
    /// How hosts treat other habits of authors and users.
    Behaviours,
}

/// A cell of the table: how one host treats the fact of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SupportCell {
    /// The verdict on the fact in this host.
    pub support: SupportLevel,
    /// The reason in a few words; the host's own words if it refuses something.
    pub note: String,
    /// The edition since which all editions have this verdict. `None` if the oldest known edition has it.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition | null"))]
    pub since: Option<String>,
    /// The page with an explanation, and the section: `docs/hosts/codex.md#the-list`. `None` if the host has no page.
    pub page: Option<String>,
}

/// The verdict on something in a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SupportLevel {
    /// The host does what an author expects. For a limit: the host has none.
    Works,
    /// The host does a part of what an author expects, does it within a limit, or in another way.
    Partly,
    /// The host ignores the thing in question. The result is that of a skill without it.
    Ignored,
    /// The host drops a skill because of it, or it does harm.
    Breaks,
}

/// A cell before it is compared with those of other editions.
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

    /// Adds a remark after the note.
    pub(super) fn and(mut self, remark: &str) -> Self {
        if !self.note.is_empty() && !remark.is_empty() {
            self.note.push_str("; ");
        }
        self.note.push_str(remark);
        self
    }
}
