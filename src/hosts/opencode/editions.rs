//! The editions, each as its differences from the one before. A field's source holds for its values in all three.

use super::options::OpencodeOptions;

crate::host::host_type! {
    /// The host in one of its editions, with the options that only it reads.
    Opencode { id: "opencode", label: "opencode", default: "1.18", options: OpencodeOptions }
}

/// A state of the host (`docs/hosts/opencode.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Edition {
    /// Such as `1.18`.
    pub id: &'static str,
    /// The identity of a skill. Source: `docs/hosts/opencode.md#names`.
    pub identity: Identity,
    /// Where skills come from, and which of one name goes before the others. Source:
    /// `docs/hosts/opencode.md#where-it-looks`.
    pub sources: Sources,
    /// A file without a description loads; it is not listed. Source: `docs/hosts/opencode.md#frontmatter`.
    pub description_may_be_missing: bool,
    /// Frontmatter that does not parse is repaired line by line and tried once more. Source:
    /// `docs/hosts/opencode.md#frontmatter`.
    pub repairs_yaml: bool,
    /// The fields of an entry of the list. Source: `docs/hosts/opencode.md#the-list`.
    pub entry: ListEntry,
    /// Whether the list has a budget. Source: `docs/hosts/opencode.md#the-list`.
    pub budget: bool,
    /// Directories are shown as file URLs, not as plain paths. Source: `docs/hosts/opencode.md#the-list`.
    pub file_urls: bool,
    /// The text of a command that the user types. Source: `docs/hosts/opencode.md#typed-commands`.
    pub command: Expansion,
    /// The name of the tool's input, which its errors and descriptions use. Source:
    /// `docs/hosts/opencode.md#the-tool`.
    pub tool_input: &'static str,
}

/// The identity of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identity {
    /// The frontmatter's name, whatever it is.
    Name,
    /// The frontmatter's name, which must be well formed and the folder's.
    StrictName,
    /// The folder's name, or the file's.
    Folder,
}

/// Where skills come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sources {
    /// Four levels, the higher before the lower.
    Levels,
    /// Folders of three hosts and the configuration; among equals chance decides.
    Scan,
    /// The same and flat files; a later source goes before an earlier one.
    Ordered,
}

/// The fields of an entry of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListEntry {
    /// Name, description and location.
    Located,
    /// Id, name and description.
    Identified,
}

/// The text of a command that the user types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expansion {
    /// The skill's text, with arguments and the outputs of commands put in.
    Template,
    /// The skill as the tool gives it, as it is.
    Whole,
}

/// `2026-03` follows a textbook, `1.18` the released program 1.18.33 and its source, `2.0` source and
/// documentation alone (`docs/hosts/opencode.md#editions`).
const EDITION_2026_03: Edition = Edition {
    id: "2026-03",
    identity: Identity::StrictName,
    sources: Sources::Levels,
    description_may_be_missing: false,
    repairs_yaml: false,
    entry: ListEntry::Located,
    budget: true,
    file_urls: true,
    command: Expansion::Template,
    tool_input: "name",
};

const EDITION_1_18: Edition = Edition {
    id: "1.18",
    identity: Identity::Name,
    sources: Sources::Scan,
    description_may_be_missing: true,
    repairs_yaml: true,
    budget: false,
    file_urls: false,
    ..EDITION_2026_03
};

const EDITION_2_0: Edition = Edition {
    id: "2.0",
    identity: Identity::Folder,
    sources: Sources::Ordered,
    entry: ListEntry::Identified,
    command: Expansion::Whole,
    tool_input: "id",
    ..EDITION_1_18
};

/// Oldest first.
const EDITIONS: [Edition; 3] = [EDITION_2026_03, EDITION_1_18, EDITION_2_0];
