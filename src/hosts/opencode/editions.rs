//! The editions of opencode. Each edition is written as its differences from the edition before it.
//! A source in the comment of a field covers the values of all editions.

use super::options::OpencodeOptions;

crate::host::host_type! {
    /// opencode in one edition, with the options that only this host reads.
    Opencode { id: "opencode", label: "opencode", default: "1.18", edition: OpencodeEdition, options: OpencodeOptions }
}

/// One edition of the host: its behaviour at a date or in a version
/// (`docs/hosts/opencode.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct OpencodeEdition {
    /// The edition's id, such as `1.18`.
    pub id: &'static str,
    /// The origin of a skill's name. Source: `docs/hosts/opencode.md#names`.
    pub identity: Identity,
    /// The skill roots that are searched, and the rule for skills with the same name. Source:
    /// `docs/hosts/opencode.md#where-it-looks`.
    pub sources: Sources,
    /// True if a skill without a description loads. The list does not show such a skill. Source:
    /// `docs/hosts/opencode.md#frontmatter`.
    pub description_may_be_missing: bool,
    /// True if frontmatter that does not parse is repaired line by line and parsed again. Source:
    /// `docs/hosts/opencode.md#frontmatter`.
    pub repairs_yaml: bool,
    /// The fields of a skill that the list shows. Source: `docs/hosts/opencode.md#the-list`.
    pub entry: ListEntry,
    /// True if the total length of the descriptions in the list is limited. Source:
    /// `docs/hosts/opencode.md#the-list`.
    pub budget: bool,
    /// True if directories are written as `file:` URLs for the model, false if they are written as
    /// plain paths. Source: `docs/hosts/opencode.md#the-list`.
    pub file_urls: bool,
    /// The text that replaces a typed command. Source: `docs/hosts/opencode.md#typed-commands`.
    pub command: Expansion,
    /// The name of the skill tool's parameter, which also occurs in the tool's errors and
    /// description. Source: `docs/hosts/opencode.md#the-tool`.
    pub tool_input: &'static str,
}

/// The origin of a skill's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identity {
    /// The frontmatter field `name`. All characters are allowed.
    Name,
    /// The frontmatter field `name`, which must be valid and equal to the name of the skill's
    /// folder.
    StrictName,
    /// The name of the skill's folder. For a Markdown file directly in a skill root, the name of
    /// the file.
    Folder,
}

/// The skill roots that are searched, and the rule that decides which of several skills with the
/// same name is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sources {
    /// The skill roots are on four levels. Of skills with the same name, the one on the highest
    /// level is used.
    Levels,
    /// The skill roots are the folders of three hosts, and the folders that the configuration
    /// names. Chance decides which of several skills with the same name is used.
    Scan,
    /// The skill roots are the same as for `Scan`. Markdown files directly in a root are skills,
    /// too. Of skills with the same name, the one in the last root is used.
    Ordered,
}

/// The fields of a skill that the list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListEntry {
    /// The name, description and location of the skill.
    Located,
    /// The id, name and description of the skill.
    Identified,
}

/// The text that replaces a typed command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expansion {
    /// The skill's text replaces the command that the user typed. Arguments and the outputs of
    /// shell commands are inserted into the text.
    Template,
    /// The answer of the skill tool replaces the command that the user typed. Arguments and the
    /// outputs of shell commands are not inserted.
    Whole,
}

/// The behavior of opencode in edition `2026-03`. The only source of this edition is the
/// description of opencode in a Chinese textbook on agents (`docs/hosts/opencode.md#editions`).
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

/// The editions of opencode, oldest first.
const EDITIONS: [OpencodeEdition; 3] = [EDITION_2026_03, EDITION_1_18, EDITION_2_0];
