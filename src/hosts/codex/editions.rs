//! The editions. Each edition is written as its differences from the previous edition. If a field names a source, this
//! source covers the field in all editions.

use super::options::CodexOptions;
use crate::model::message::Role;

crate::host::host_type! {
    /// Codex in one of its editions, with the options that only this host reads.
    Codex { id: "codex", label: "Codex", default: "2026-11", edition: CodexEdition, options: CodexOptions }
}

/// A dated state of the host. `2026-02` follows descriptions written at that time. `2026-05` and `2026-11`
/// follow the answers of the programs released in those months (`docs/hosts/codex.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct CodexEdition {
    /// The edition's id, such as `2026-05`.
    pub id: &'static str,
    /// True if a file without a name takes the folder's name. Source: `docs/hosts/codex.md#parsing-skillmd`.
    pub name_may_be_missing: bool,
    /// True if frontmatter that does not parse is repaired line by line and parsed again. Source:
    /// `docs/hosts/codex.md#the-repair`.
    pub repairs_yaml: bool,
    /// The folders that may contain a plugin's manifest, of which the first existing folder is used. A manifest in a
    /// directory above a skill gives the skill's name a namespace. Source: `docs/hosts/codex.md#plugin-namespaces`.
    pub manifest_folders: &'static [&'static str],
    /// The longest name including its namespace, in characters. If this limit is none, the limit for a name without a
    /// namespace applies to the name and namespace together. Source: `docs/hosts/codex.md#parsing-skillmd`.
    pub qualified_name: Option<usize>,
    /// How disable rules are read. Source: `docs/hosts/codex.md#disable-rules`.
    pub rules: RulePolicy,
    /// True if an unknown name in `policy.products` is ignored, false if it makes the whole `openai.yaml` invalid.
    /// Source: `docs/hosts/codex.md#agentsopenaiyaml`.
    pub unknown_products_load: bool,
    /// The longest description, and the longest short description, with which a skill loads, in characters. Source:
    /// `docs/hosts/codex.md#parsing-skillmd`.
    pub max_description: Option<usize>,
    /// True if a mentioned name may contain `:`, which the names of plugin skills contain. Source:
    /// `docs/hosts/codex.md#mentions-and-selection`.
    pub colon_in_mentions: bool,
    /// True if the host asks the user about missing MCP servers. Source: `docs/hosts/codex.md#questions-before-that`.
    pub asks_for_servers: bool,
    /// True if the host warns when the user chose a skill in the user interface and no skill matches the choice.
    /// Source: `docs/hosts/codex.md#mentions-and-selection`.
    pub warns_of_unknown_choices: bool,
    /// True if `plugin://` links are a separate kind of link. Source: `docs/hosts/codex.md#mentions-and-selection`.
    pub plugin_links: bool,
    /// True if a link to a skill's discovered path also selects the skill; false if only a link to its canonical path
    /// does. Source: `docs/hosts/codex.md#mentions-and-selection`.
    pub selects_by_discovered_path: bool,
    /// True if a `.git` directory marks the root of the search for `.codex` folders only if it contains a `HEAD`.
    /// Source: `docs/hosts/codex.md#roots-and-configuration`.
    pub config_root_needs_head: bool,
    /// The largest number of entries that the walk of one root inspects. Source: `docs/hosts/codex.md#discovery`.
    pub max_entries: Option<usize>,
    /// True if Skillglass knows the decisions on calls of tools, because they were recorded with this edition
    /// (`docs/hosts/codex.md#approvals`).
    pub decides_on_calls: bool,
    /// How the list is shown. Source: `docs/hosts/codex.md#the-list`.
    pub list: Style,
}

/// How an edition reads `skills.config` (`docs/hosts/codex.md#disable-rules`).
#[derive(Debug, Clone, Copy)]
pub(super) struct RulePolicy {
    /// True if rules that select skills by name apply; false if only rules that select skills by path apply.
    pub by_name: bool,
    /// True if rules of the session apply, false if only the user's rules apply.
    pub session: bool,
    /// True if one entry with wrong types voids all rules of its layer.
    pub one_malformed_entry_voids_all: bool,
    /// True if an entry without `enabled` prevents every skill from loading.
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

/// The editions, oldest first.
pub(super) const EDITIONS: [CodexEdition; 3] = [EDITION_2026_02, EDITION_2026_05, EDITION_2026_11];

/// How an edition shows the list of skills.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// The role of the message with the list.
    pub role: Role,
    /// The cost of the fixed texts around the lines; none if the list has no budget and every line is shown whole.
    pub budget: Option<Accounting>,
    /// True if a tag surrounds the message.
    pub tagged: bool,
    /// True if lines show the path on which the skill was found instead of the canonical path.
    pub discovered_paths: bool,
    /// The longest description in characters, to which a description is cut before the budget is applied. A cut
    /// description ends in `...`.
    pub max_description: Option<usize>,
    /// The condition under which the message ends with instructions on how to use skills.
    pub how_to: HowTo,
}

/// The condition under which the message with the list ends with instructions on how to use skills.
#[derive(Debug, Clone, Copy)]
pub(super) enum HowTo {
    /// The message always ends with the instructions.
    Always,
    /// The message ends with the instructions only if the model's entry in the host's catalog of models asks for them.
    /// The value is the cost of the fixed texts with the instructions. Source:
    /// `docs/hosts/codex.md#the-text-around-the-lines`.
    WhenAsked(Accounting),
}

/// The cost of the fixed texts around the lines, and the rules on root aliases
/// (`docs/hosts/codex.md#what-the-texts-cost`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Accounting {
    /// The size of the program's fixed texts for a list without root aliases, in bytes (all ASCII).
    pub absolute_text: u64,
    /// The size of the program's fixed texts for a list with root aliases, in bytes. The lines that define the aliases
    /// are not included.
    pub aliased_text: u64,
    /// True if aliases are tried only when the list would be truncated without them.
    pub aliases_under_pressure_only: bool,
    /// True if the host warns when many characters of the descriptions are truncated. Source:
    /// `docs/hosts/codex.md#warnings`.
    pub warns_of_cuts: bool,
    /// True if the warning about omitted skills mentions the list's share of the context window. Source:
    /// `docs/hosts/codex.md#warnings`.
    pub warns_with_share: bool,
}

/// The values that were measured on the answers of the program of May 2026 (`docs/hosts/codex.md#what-the-texts-cost`).
const ACCOUNTING_2026_05: Accounting = Accounting {
    absolute_text: 2296,
    aliased_text: 2296 + 173,
    aliases_under_pressure_only: true,
    warns_of_cuts: true,
    warns_with_share: true,
};

/// The values of the released program 0.169.0, exact for 625 recorded lists
/// (`docs/hosts/codex.md#what-the-texts-cost`).
const ACCOUNTING_2026_11: Accounting = Accounting {
    absolute_text: 495,
    aliased_text: 354,
    aliases_under_pressure_only: false,
    warns_of_cuts: false,
    warns_with_share: false,
};

/// The values of [`ACCOUNTING_2026_11`] for a message that ends with instructions on how to use skills
/// (`docs/hosts/codex.md#what-the-texts-cost`).
const ACCOUNTING_2026_11_WITH_HOW_TO: Accounting = Accounting {
    absolute_text: 3549,
    aliased_text: 2908,
    ..ACCOUNTING_2026_11
};
