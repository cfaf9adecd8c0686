//! The editions, each as its differences from the previous one. The source of a field applies to its values
//! in all editions.

use super::options::OpencodeOptions;

crate::host::host_type! {
    /// opencode in one of its editions, with the options that only this host reads.
    Opencode { id: "opencode", label: "opencode", default: "1.18", edition: OpencodeEdition, options: OpencodeOptions }
}

/// A dated state of the host (`docs/hosts/opencode.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct OpencodeEdition {
    /// The edition's id, such as `1.18`.
    pub id: &'static str,
    /// How a skill is identified. Source: `docs/hosts/opencode.md#names`.
    pub identity: Identity,
    /// The sources of skills, and their precedence among skills with the same name. Source:
    /// `docs/hosts/opencode.md#where-it-looks`.
    pub sources: Sources,
    /// True if a file without a description loads, without being listed. Source:
    /// `docs/hosts/opencode.md#frontmatter`.
    pub description_may_be_missing: bool,
    /// True if frontmatter that does not parse is repaired line by line and parsed again. Source:
    /// `docs/hosts/opencode.md#frontmatter`.
    pub repairs_yaml: bool,
    /// The fields of an entry of the list. Source: `docs/hosts/opencode.md#the-list`.
    pub entry: ListEntry,
    /// True if the list has a budget. Source: `docs/hosts/opencode.md#the-list`.
    pub budget: bool,
    /// True if directories are shown as file URLs instead of plain paths. Source:
    /// `docs/hosts/opencode.md#the-list`.
    pub file_urls: bool,
    /// The text of a command that the user types. Source: `docs/hosts/opencode.md#typed-commands`.
    pub command: Expansion,
    /// The name of the tool's input, which its errors and descriptions use. Source:
    /// `docs/hosts/opencode.md#the-tool`.
    pub tool_input: &'static str,
}

/// How a skill is identified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identity {
    /// By the frontmatter's name, whatever it is.
    Name,
    /// By the frontmatter's name, which must be valid and equal to the folder's name.
    StrictName,
    /// By the folder's name, or the file's.
    Folder,
}

/// The sources of skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sources {
    /// Four levels, of which higher ones take precedence.
    Levels,
    /// The folders of three hosts and the configuration. Among skills with the same name the winner is
    /// random.
    Scan,
    /// The folders of `Scan` and flat files; later sources take precedence.
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
    /// The skill's text, with arguments and the outputs of commands inserted.
    Template,
    /// The unchanged text that the tool would return.
    Whole,
}

/// `2026-03` follows a textbook. `1.18` follows the released program 1.18.33 and its source. `2.0` follows
/// only source and documentation (`docs/hosts/opencode.md#editions`).
const EDITION_2026_03: OpencodeEdition = OpencodeEdition {
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

const EDITION_1_18: OpencodeEdition = OpencodeEdition {
    id: "1.18",
    identity: Identity::Name,
    sources: Sources::Scan,
    description_may_be_missing: true,
    repairs_yaml: true,
    budget: false,
    file_urls: false,
    ..EDITION_2026_03
};

const EDITION_2_0: OpencodeEdition = OpencodeEdition {
    id: "2.0",
    identity: Identity::Folder,
    sources: Sources::Ordered,
    entry: ListEntry::Identified,
    command: Expansion::Whole,
    tool_input: "id",
    ..EDITION_1_18
};

/// The editions, oldest first.
const EDITIONS: [OpencodeEdition; 3] = [EDITION_2026_03, EDITION_1_18, EDITION_2_0];
