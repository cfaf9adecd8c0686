//! The editions of Codex. Each edition is written as its differences from the previous edition. If
//! a field's comment names a source, the source covers the field in all editions.

use super::options::CodexOptions;
use crate::model::message::Role;

crate::host::host_type! {
    /// Codex in one of its editions, with the options that only this host reads.
    Codex { id: "codex", label: "Codex", default: "2026-11", edition: CodexEdition, options: CodexOptions }
}

/// The behaviour of Codex at one date. The edition `2026-02` is based on articles of that month.
/// The editions `2026-05` and `2026-11` are based on recorded answers of the programs released in
/// those months (`docs/hosts/codex.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct CodexEdition {
    /// The edition's id, such as `2026-05`.
    pub id: &'static str,
    /// True if a skill without the field `name` has its folder's name. Source:
    /// `docs/hosts/codex.md#parsing-skillmd`.
    pub name_may_be_missing: bool,
    /// True if frontmatter that is not valid YAML is repaired line by line and parsed again.
    /// Source: `docs/hosts/codex.md#the-repair`.
    pub repairs_yaml: bool,
    /// The folders in which Codex searches for a plugin's manifest. In each directory only the
    /// first existing manifest is read. A manifest above a skill gives the skill's name a
    /// namespace. Source: `docs/hosts/codex.md#plugin-namespaces`.
    pub manifest_folders: &'static [&'static str],
    /// The maximum length, in characters, of a name with its namespace. None if the limit for names
    /// without a namespace also applies to names with a namespace. Source:
    /// `docs/hosts/codex.md#parsing-skillmd`.
    pub qualified_name: Option<usize>,
    /// How the edition reads the entries of `skills.config`. Source:
    /// `docs/hosts/codex.md#disable-rules`.
    pub rules: RulePolicy,
    /// True if an unknown name in `policy.products` is ignored. If false, an unknown name makes the
    /// whole `openai.yaml` invalid. Source: `docs/hosts/codex.md#agentsopenaiyaml`.
    pub unknown_products_load: bool,
    /// The maximum length, in characters, of the description and of the short description. Codex
    /// drops a skill with a longer text. None if the edition has no limit. Source:
    /// `docs/hosts/codex.md#parsing-skillmd`.
    pub max_description: Option<usize>,
    /// True if a mentioned name may contain `:`, as in the names of plugin skills. Source:
    /// `docs/hosts/codex.md#mentions-and-selection`.
    pub colon_in_mentions: bool,
    /// True if Codex asks the user about missing MCP servers. Source:
    /// `docs/hosts/codex.md#questions-before-that`.
    pub asks_for_servers: bool,
    /// True if Codex warns the user when no skill matches a choice that the user made in the user
    /// interface. Source: `docs/hosts/codex.md#mentions-and-selection`.
    pub warns_of_unknown_choices: bool,
    /// True if Codex recognizes `plugin://` links as a separate kind of link. Source:
    /// `docs/hosts/codex.md#mentions-and-selection`.
    pub plugin_links: bool,
    /// True if a link selects a skill by the path on which Codex found the skill, and also by the
    /// path without symbolic links. If false, only the path without symbolic links selects the
    /// skill. Source: `docs/hosts/codex.md#mentions-and-selection`.
    pub selects_by_discovered_path: bool,
    /// True if a `.git` directory must contain a file `HEAD` to end the upward search for `.codex`
    /// folders. Source: `docs/hosts/codex.md#roots-and-configuration`.
    pub config_root_needs_head: bool,
    /// The maximum number of files and folders that Codex inspects in the search of one directory
    /// of skills. None if there is no maximum. Source: `docs/hosts/codex.md#discovery`.
    pub max_entries: Option<usize>,
    /// True if Skillglass knows how this edition decides on tool calls, because the decisions were
    /// recorded (`docs/hosts/codex.md#approvals`).
    pub decides_on_calls: bool,
    /// How the edition shows the list of skills. Source: `docs/hosts/codex.md#the-list`.
    pub list: Style,
}

/// How an edition reads the entries of `skills.config`, which enable or disable skills
/// (`docs/hosts/codex.md#disable-rules`).
#[derive(Debug, Clone, Copy)]
pub(super) struct RulePolicy {
    /// True if an entry of `skills.config` may select skills by name. If false, only entries that
    /// select skills by path have an effect.
    pub by_name: bool,
    /// True if the session's entries of `skills.config` also apply. If false, only the user's
    /// entries apply.
    pub session: bool,
    /// True if one entry of `skills.config` with wrong types voids all entries of its configuration
    /// layer.
    pub one_malformed_entry_voids_all: bool,
    /// True if an entry of `skills.config` without `enabled` prevents every skill from loading.
    pub missing_enabled_is_fatal: bool,
}

const EDITION_2026_02: CodexEdition = CodexEdition {
    id: "2026-02",
    name_may_be_missing: false,
    repairs_yaml: false,
    manifest_folders: &[],
    qualified_name: None,
    rules: RulePolicy {
        by_name: false,
        session: false,
        one_malformed_entry_voids_all: true,
        missing_enabled_is_fatal: false,
    },
    unknown_products_load: false,
    max_description: Some(1024),
    colon_in_mentions: false,
    asks_for_servers: false,
    warns_of_unknown_choices: true,
    plugin_links: false,
    selects_by_discovered_path: false,
    config_root_needs_head: false,
    max_entries: None,
    decides_on_calls: false,
    list: Style {
        role: Role::User,
        budget: None,
        tagged: false,
        discovered_paths: false,
        max_description: None,
        how_to: HowTo::Always,
    },
};

const EDITION_2026_05: CodexEdition = CodexEdition {
    id: "2026-05",
    name_may_be_missing: true,
    manifest_folders: &[".codex-plugin", ".claude-plugin"],
    rules: RulePolicy {
        by_name: true,
        session: true,
        ..EDITION_2026_02.rules
    },
    colon_in_mentions: true,
    asks_for_servers: true,
    warns_of_unknown_choices: false,
    plugin_links: true,
    list: Style {
        role: Role::Developer,
        budget: Some(ACCOUNTING_2026_05),
        ..EDITION_2026_02.list
    },
    ..EDITION_2026_02
};

const EDITION_2026_11: CodexEdition = CodexEdition {
    id: "2026-11",
    repairs_yaml: true,
    manifest_folders: &[".codex-plugin", ".claude-plugin", ".cursor-plugin"],
    qualified_name: Some(129),
    rules: RulePolicy {
        one_malformed_entry_voids_all: false,
        missing_enabled_is_fatal: true,
        ..EDITION_2026_05.rules
    },
    unknown_products_load: true,
    max_description: None,
    selects_by_discovered_path: true,
    config_root_needs_head: true,
    max_entries: Some(20_000),
    decides_on_calls: true,
    list: Style {
        budget: Some(ACCOUNTING_2026_11),
        tagged: true,
        discovered_paths: true,
        max_description: Some(1024),
        how_to: HowTo::WhenAsked(ACCOUNTING_2026_11_WITH_HOW_TO),
        ..EDITION_2026_05.list
    },
    ..EDITION_2026_05
};

/// The editions of Codex, oldest first.
pub(super) const EDITIONS: [CodexEdition; 3] = [EDITION_2026_02, EDITION_2026_05, EDITION_2026_11];

/// How an edition shows the list of skills.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// The role of the message that contains the list of skills.
    pub role: Role,
    /// The sizes of the fixed texts around the lines of the list of skills, which count towards the
    /// list's budget. None if the list has no budget, so that every line is shown whole.
    pub budget: Option<Accounting>,
    /// True if the message with the list of skills is enclosed in a tag.
    pub tagged: bool,
    /// True if a line shows the path on which Codex found the skill. If false, the line shows the
    /// path without symbolic links.
    pub discovered_paths: bool,
    /// The maximum length, in characters, of a description before the budget is applied. A longer
    /// description is cut and ends in `...`. None if there is no maximum.
    pub max_description: Option<usize>,
    /// The condition under which the message with the list of skills ends with instructions on how
    /// to use skills.
    pub how_to: HowTo,
}

/// The condition under which the message with the list of skills ends with instructions on how to
/// use skills.
#[derive(Debug, Clone, Copy)]
pub(super) enum HowTo {
    /// The message with the list always ends with instructions on how to use skills.
    Always,
    /// The message with the list ends with instructions on how to use skills only if the model's
    /// entry in Codex's catalog of models asks for instructions. The [`Accounting`] has the sizes
    /// of the fixed texts of a message that ends with the instructions. Source:
    /// `docs/hosts/codex.md#the-text-around-the-lines`.
    WhenAsked(Accounting),
}

/// The sizes of Codex's fixed texts around the lines of the list of skills, and rules about aliases
/// for root directories (`docs/hosts/codex.md#what-the-texts-cost`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Accounting {
    /// The size, in bytes, of Codex's fixed texts in a list of skills without aliases for root
    /// directories. All texts are ASCII.
    pub absolute_text: u64,
    /// The size, in bytes, of Codex's fixed texts in a list of skills with aliases for root
    /// directories. The lines that define the aliases are not included.
    pub aliased_text: u64,
    /// True if Codex uses aliases for root directories only when the list of skills without aliases
    /// would exceed the budget.
    pub aliases_under_pressure_only: bool,
    /// True if Codex warns the user when the budget removes many characters from descriptions.
    /// Source: `docs/hosts/codex.md#warnings`.
    pub warns_of_cuts: bool,
    /// True if the warning about omitted skills mentions the share of the context window that the
    /// list of skills may fill. Source: `docs/hosts/codex.md#warnings`.
    pub warns_with_share: bool,
}

/// The sizes of Codex's fixed texts, as measured in answers of Codex from May 2026
/// (`docs/hosts/codex.md#what-the-texts-cost`).
const ACCOUNTING_2026_05: Accounting = Accounting {
    absolute_text: 2296,
    aliased_text: 2296 + 173,
    aliases_under_pressure_only: true,
    warns_of_cuts: true,
    warns_with_share: true,
};

/// The sizes of Codex's fixed texts in Codex 0.169.0. They agree with 625 recorded lists
/// (`docs/hosts/codex.md#what-the-texts-cost`).
const ACCOUNTING_2026_11: Accounting = Accounting {
    absolute_text: 495,
    aliased_text: 354,
    aliases_under_pressure_only: false,
    warns_of_cuts: false,
    warns_with_share: false,
};

/// The sizes of Codex's fixed texts in Codex 0.169.0 if the message ends with instructions on how
/// to use skills (`docs/hosts/codex.md#what-the-texts-cost`).
const ACCOUNTING_2026_11_WITH_HOW_TO: Accounting = Accounting {
    absolute_text: 3549,
    aliased_text: 2908,
    ..ACCOUNTING_2026_11
};
