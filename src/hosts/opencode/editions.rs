//! The editions. Each edition is written as its differences from the previous edition. If a field names a source, this
//! source covers the field in all editions.

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
    /// The source of a skill's name. Source: `docs/hosts/opencode.md#names`.
    pub identity: Identity,
    /// The roots of skills, and the rule for skills with the same name. Source:
    /// `docs/hosts/opencode.md#where-it-looks`.
    pub sources: Sources,
    /// True if a skill without a description loads; the list does not show the skill. Source:
    /// `docs/hosts/opencode.md#frontmatter`.
    pub description_may_be_missing: bool,
    /// True if frontmatter that does not parse is repaired line by line and parsed again. Source:
    /// `docs/hosts/opencode.md#frontmatter`.
    pub repairs_yaml: bool,
    /// The fields in an entry of the list. Source: `docs/hosts/opencode.md#the-list`.
    pub entry: ListEntry,
    /// True if the descriptions in the list have a budget. Source: `docs/hosts/opencode.md#the-list`.
    pub budget: bool,
    /// True if the model sees directories as file URLs, false if the model sees plain paths. Source:
    /// `docs/hosts/opencode.md#the-list`.
    pub file_urls: bool,
    /// The text that a typed command expands to. Source: `docs/hosts/opencode.md#typed-commands`.
    pub command: Expansion,
    /// The name of the tool's input. The tool's errors and descriptions contain this name. Source:
    /// `docs/hosts/opencode.md#the-tool`.
    pub tool_input: &'static str,
}

/// The source of a skill's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identity {
    /// The `name` in the frontmatter, whatever its characters.
    Name,
    /// The `name` in the frontmatter, which must be valid and equal to the name of the skill's folder.
    StrictName,
    /// The name of the skill's folder. For a flat file, the name of the file.
    Folder,
}

/// The roots of skills, and the rule that decides which of several skills with the same name is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sources {
    /// The roots are on four levels. The skill on the highest level is used.
    Levels,
    /// The roots are the folders of three hosts and the folders of the configuration. If several skills have the same
    /// name, chance decides which skill is used.
    Scan,
    /// The roots are the same as for `Scan`, and may contain flat files. If several skills have the same name, the
    /// skill from the last root is used.
    Ordered,
}

/// The fields in an entry of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListEntry {
    /// The name, description and location of the skill.
    Located,
    /// The id, name and description of the skill.
    Identified,
}

/// The text that a typed command expands to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expansion {
    /// The skill's text, with the arguments and the outputs of commands inserted.
    Template,
    /// The text that the tool returns for the skill, without arguments or outputs.
    Whole,
}

/// The three editions. `2026-03` follows a textbook; `1.18` follows the released program 1.18.33 and its source; `2.0`
/// follows only source and documentation (`docs/hosts/opencode.md#editions`).
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
