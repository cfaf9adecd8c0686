//! The editions, each as its differences from the one before. A field's source holds for its values in all three.

use super::options::CodexOptions;
use crate::model::message::Role;

crate::host::host_type! {
    /// The host in one of its editions, with the options that only it reads.
    Codex { id: "codex", label: "Codex", default: "2026-11", options: CodexOptions }
}

/// A dated state of the host. `2026-02` follows the written descriptions of that time; `2026-05` and `2026-11`
/// follow the answers of the released programs of those months (`docs/hosts/codex.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Edition {
    /// Such as `2026-05`.
    pub id: &'static str,
    /// A file without a name takes the folder's. Source: `docs/hosts/codex.md#parsing-skillmd`.
    pub name_may_be_missing: bool,
    /// Frontmatter that does not parse is repaired line by line and tried once more. Source:
    /// `docs/hosts/codex.md#the-repair`.
    pub repairs_yaml: bool,
    /// The folders of plugin manifests, the first that is there counts; a manifest above a skill gives its name a
    /// namespace. Source: `docs/hosts/codex.md#plugin-namespaces`.
    pub manifest_folders: &'static [&'static str],
    /// Longest name with its namespace, in characters; without one the limit of a bare name counts for both together.
    /// Source: `docs/hosts/codex.md#parsing-skillmd`.
    pub qualified_name: Option<usize>,
    /// How disable rules are read. Source: `docs/hosts/codex.md#disable-rules`.
    pub rules: RulePolicy,
    /// A product that the host does not know restricts nothing, instead of voiding the file that names it. Source:
    /// `docs/hosts/codex.md#agentsopenaiyaml`.
    pub unknown_products_load: bool,
    /// Longest description and short description that load, in characters. Source:
    /// `docs/hosts/codex.md#parsing-skillmd`.
    pub max_description: Option<usize>,
    /// Whether `:` is part of a mentioned name (names of plugin skills have one). Source:
    /// `docs/hosts/codex.md#mentions-and-selection`.
    pub colon_in_mentions: bool,
    /// Whether missing MCP servers are asked for. Source: `docs/hosts/codex.md#questions-before-that`.
    pub asks_for_servers: bool,
    /// A structured choice that matches no skill is warned of. Source: `docs/hosts/codex.md#mentions-and-selection`.
    pub warns_of_unknown_choices: bool,
    /// Whether `plugin://` links are a kind of their own. Source: `docs/hosts/codex.md#mentions-and-selection`.
    pub plugin_links: bool,
    /// Whether a link to the path that the walk came by selects as the canonical one does. Source:
    /// `docs/hosts/codex.md#mentions-and-selection`.
    pub selects_by_discovered_path: bool,
    /// The `.codex` search takes a `.git` directory as the repository's root only with a `HEAD` in it. Source:
    /// `docs/hosts/codex.md#roots-and-configuration`.
    pub config_root_needs_head: bool,
    /// Entries that one root's walk looks at. Source: `docs/hosts/codex.md#discovery`.
    pub max_entries: Option<usize>,
    /// How the list is shown. Source: `docs/hosts/codex.md#the-list`.
    pub list: Style,
}

/// How an edition reads `skills.config` (`docs/hosts/codex.md#disable-rules`).
#[derive(Debug, Clone, Copy)]
pub(super) struct RulePolicy {
    /// Rules by name count, not only those by path.
    pub by_name: bool,
    /// The session's rules count, not only the user's.
    pub session: bool,
    /// One entry of the wrong types voids all rules of its layer.
    pub one_malformed_entry_voids_all: bool,
    /// An entry without `enabled` keeps every skill from loading.
    pub missing_enabled_is_fatal: bool,
}

const EDITION_2026_02: Edition = Edition {
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
    list: Style {
        role: Role::User,
        budget: None,
        tagged: false,
        discovered_paths: false,
        max_description: None,
        how_to: HowTo::Always,
    },
};

const EDITION_2026_05: Edition = Edition {
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

const EDITION_2026_11: Edition = Edition {
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

/// Oldest first.
pub(super) const EDITIONS: [Edition; 3] = [EDITION_2026_02, EDITION_2026_05, EDITION_2026_11];

/// How an edition lists.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// In whose name the list stands.
    pub role: Role,
    /// Whether the list has a budget, and what its fixed texts count for; without one every line is whole.
    pub budget: Option<Accounting>,
    /// Whether the message is wrapped in a tag.
    pub tagged: bool,
    /// Whether lines show the path that the walk came by instead of the canonical one.
    pub discovered_paths: bool,
    /// Longest description that enters the budget, in characters; a longer one ends in `...`.
    pub max_description: Option<usize>,
    /// When the message ends with how to use skills.
    pub how_to: HowTo,
}

/// When the message ends with how to use skills.
#[derive(Debug, Clone, Copy)]
pub(super) enum HowTo {
    /// Always.
    Always,
    /// When the entry of the model in the host's catalog of models asks for it; the texts then count for more. Source:
    /// `docs/hosts/codex.md#the-text-around-the-lines`.
    WhenAsked(Accounting),
}

/// The cost of the texts around the lines, and when root aliases are used (`docs/hosts/codex.md#what-the-texts-cost`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Accounting {
    /// Size of the released texts without root aliases, in bytes (all ASCII).
    pub absolute_text: u64,
    /// Size of the released texts with root aliases, without the root lines, in bytes.
    pub aliased_text: u64,
    /// Aliases are tried only when something would be cut or left out without them.
    pub aliases_under_pressure_only: bool,
    /// Whether a warning is given when descriptions are cut much. Source: `docs/hosts/codex.md#warnings`.
    pub warns_of_cuts: bool,
    /// Whether the warning of omitted skills names the share of the window. Source: `docs/hosts/codex.md#warnings`.
    pub warns_with_share: bool,
}

/// Counted on the answers of the program of May 2026 (`docs/hosts/codex.md#what-the-texts-cost`).
const ACCOUNTING_2026_05: Accounting = Accounting {
    absolute_text: 2296,
    aliased_text: 2296 + 173,
    aliases_under_pressure_only: true,
    warns_of_cuts: true,
    warns_with_share: true,
};

/// Exact on 625 lists that the released program 0.169.0 answered with (`docs/hosts/codex.md#what-the-texts-cost`).
const ACCOUNTING_2026_11: Accounting = Accounting {
    absolute_text: 495,
    aliased_text: 354,
    aliases_under_pressure_only: false,
    warns_of_cuts: false,
    warns_with_share: false,
};

/// The same with the how-to part (`docs/hosts/codex.md#what-the-texts-cost`).
const ACCOUNTING_2026_11_WITH_HOW_TO: Accounting = Accounting {
    absolute_text: 3549,
    aliased_text: 2908,
    ..ACCOUNTING_2026_11
};
