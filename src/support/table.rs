//! The answer: rows that an author looks up, and a cell for each host.

use serde::{Deserialize, Serialize};

/// What authors look up against every host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Support {
    /// The hosts in their editions, in the order of the cells.
    pub columns: Vec<SupportColumn>,
    /// The rows, by group.
    pub rows: Vec<SupportRow>,
}

/// A host in one of its editions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SupportColumn {
    /// Such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// Such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The host's label.
    pub label: String,
    /// True for the edition when none is asked for.
    pub is_default: bool,
}

/// Something that an author looks up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SupportRow {
    /// Its name, which stays the same: `field/allowed-tools`.
    pub id: String,
    /// Its group.
    pub group: SupportGroup,
    /// A few words. Between backquotes stands what is written so.
    pub title: String,
    /// What is asked, in a sentence.
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
    /// Marks in the text that something else takes the place of.
    Placeholders,
    /// Tags in the text or the description.
    Tags,
    /// Folders that skills lie in.
    Folders,
    /// Limits.
    Limits,
    /// What else happens to skills as people write and use them.
    Behaviours,
}

/// What a host makes of something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SupportCell {
    /// The verdict.
    pub support: SupportLevel,
    /// The reason for it in a few words; the host's own words where it refuses something.
    pub note: String,
    /// The edition that brought the verdict: the earliest from which on all have it. None where the oldest known one has it.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition | null"))]
    pub since: Option<String>,
    /// The page that explains it, and the section: `docs/hosts/codex.md#the-list`. None where there is no page of the host.
    pub page: Option<String>,
}

/// A verdict on something in a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SupportLevel {
    /// The host does what an author expects; of a limit: it has none.
    Works,
    /// It does so in part, within a limit, or in another way.
    Partly,
    /// It changes nothing: the host goes on as if it were not there.
    Ignored,
    /// A skill with it is dropped, or does harm.
    Breaks,
}

/// A cell before it is compared with those of other editions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) support: SupportLevel,
    pub(super) note: String,
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

    /// The same with a remark behind its note.
    pub(super) fn and(mut self, remark: &str) -> Self {
        if !self.note.is_empty() && !remark.is_empty() {
            self.note.push_str("; ");
        }
        self.note.push_str(remark);
        self
    }
}
