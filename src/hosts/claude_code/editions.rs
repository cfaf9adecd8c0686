//! The editions: what differs between the dated states of the host, as one table of values.

use super::options::PathMatching;
use crate::model::invocation::Until;
use crate::text::budget::Overflow;

/// The edition when none is asked for: the newest.
pub const DEFAULT_EDITION: &str = "2026-11";

/// The editions, oldest first.
pub fn editions() -> Vec<&'static str> {
    EDITIONS.iter().map(|edition| edition.id).collect()
}

/// The edition of that name.
pub(super) fn edition(id: &str) -> Option<&'static Edition> {
    EDITIONS.iter().find(|known| known.id == id)
}

/// A dated state of the host. How each edition is known stands in docs/hosts/claude-code.md#editions, the version of
/// each change in docs/hosts/claude-code.md#versions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edition {
    pub id: &'static str,
    /// Whether this is the edition whose answers were recorded, with all that only the recording shows: how frontmatter
    /// and settings are read, which names count, labels, the order and the cleaning of the list, and the host's words.
    pub recorded: bool,
    /// How far up from the working directory the project's skills are collected.
    pub walks_up_to: WalkTop,
    /// Whether a linked worktree without skills of its own takes the main checkout's.
    pub worktree_takes_main_checkouts: bool,
    /// Whether directories below the working directory count once a file there was touched.
    pub nested: bool,
    /// Whether plugins' skills are found in deeper folders, which become a part of their name.
    pub deep_plugin_skills: bool,
    /// Whether a manifest may list the plugin's root among the skills as `.` (2.1.221).
    pub lists_plugin_roots: bool,
    /// Whether a skill's folder with a plugin's manifest is a plugin.
    pub plugins_among_skills: bool,
    /// Whether the folder `synced` is the host's own.
    pub synced: bool,
    /// The words that are booleans.
    pub booleans: Booleans,
    /// The levels of `effort`, and whether a number is one too.
    pub efforts: &'static [&'static str],
    pub numbers_as_effort: bool,
    /// Whether a file that begins with a byte order mark is read.
    pub byte_order_mark: bool,
    /// Whether values that YAML chokes on are quoted and tried once more.
    pub repairs_yaml: bool,
    /// Whether a file with broken YAML loads without metadata, instead of not at all.
    pub broken_yaml_loads: bool,
    /// Whether `paths` may be a list.
    pub path_lists: bool,
    /// How `paths` are matched unless the caller says so.
    pub path_matching: PathMatching,
    /// The substitute for a missing description.
    pub description_fallback: Fallback,
    /// Whether the `name` of a plugin's skill is the whole command, instead of its last part.
    pub plugin_names_replace: bool,
    /// How skills of one name are treated.
    pub same_name: SameName,
    /// Whether the settings' `skillOverrides` count.
    pub overrides: bool,
    /// Whether the model may call what MCP servers offer as prompts.
    pub model_uses_mcp_prompts: bool,
    /// Whether a skill of which something else is to be said is announced again (2.1.174).
    pub announces_changes: bool,
    /// How the list is shown.
    pub list: ListStyle,
    /// Commands behind the first that run with it, each with the same arguments.
    pub stacked: usize,
    /// Whether a schedule runs only skills that the model may choose (2.1.196).
    pub schedules_as_model: bool,
    /// Rules on skills.
    pub skill_rules: SkillRulePolicy,
    /// Whether the refusal of the model's call has the model ask the user.
    pub refusal_asks_user: bool,
    /// Whether tools that ask the user something do so even when a skill allows them (2.1.69).
    pub interactive_tools_ask: bool,
    /// Whether `disallowed-tools` takes tools away (2.1.152).
    pub disallows_tools: bool,
    /// Whether names that begin with `_canonical_` are looked for elsewhere.
    pub remote_skills: bool,
    /// How arguments are put in.
    pub arguments: ArgumentPolicy,
    /// The variables that are put in, besides those of plugins.
    pub variables: &'static [Variable],
    /// The text that commands are looked for in.
    pub commands_from: CommandsFrom,
    /// Whether auto mode leaves commands to the model.
    pub auto_mode: bool,
    /// Whether a forked skill runs in the background unless it says otherwise.
    pub forks_in_background: bool,
    /// How long `allowed-tools` and the like last.
    pub changes_last: Until,
    /// Whether the same text is injected once.
    pub notes_repeats: bool,
    /// How names in a hook's matcher are told from regular expressions.
    pub matchers: MatcherPolicy,
    /// The limits of what is put back after compaction; none when nothing is.
    pub restore: Option<RestoreLimits>,
}

/// How far up from the working directory something is looked for (docs/hosts/claude-code.md#where-it-looks).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WalkTop {
    /// The user's home.
    Home,
    /// The repository's root.
    Repository,
    /// The same, and outside of one all the way (recorded).
    RepositoryOrRoot,
}

/// The words that are booleans, in any capitals (docs/hosts/claude-code.md#parsing-skillmd).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Booleans {
    /// `true` and `false` (before 2.1.218).
    TrueFalse,
    /// Also `yes`, `no`, `on`, `off`, `1` and `0`.
    Words,
}

/// The substitute for a missing description (docs/hosts/claude-code.md#parsing-skillmd).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fallback {
    /// The body's first heading, or else the skill's name.
    HeadingThenName,
    /// The body's first paragraph.
    FirstParagraph,
    /// The body's first line, without the marks of a heading (recorded).
    FirstLine,
}

/// How skills of one name are treated (docs/hosts/claude-code.md#one-name-twice).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SameName {
    /// All are listed, and the first in the host's order runs: bundled, managed, personal, project, plugins'.
    FirstRuns,
    /// The first hides the others: managed, personal, project, bundled.
    FirstHides,
}

/// How an edition shows the list (docs/hosts/claude-code.md#the-list).
#[derive(Debug, Clone, Copy)]
pub(super) struct ListStyle {
    /// Share of the context window, in hundredths.
    pub percent: u64,
    /// Characters when the window is not known.
    pub fallback: u64,
    /// Longest description with its `when_to_use`, in characters.
    pub max_description: Option<u64>,
    /// The rule for a list that does not fit.
    pub overflow: Overflow,
    /// Whether settings can change share and length.
    pub settings: bool,
    /// Whether project skills without a description of their own are shown (2.1.69).
    pub undescribed_project_skills: bool,
}

/// How an edition reads rules on skills (docs/hosts/claude-code-use.md#permissions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SkillRulePolicy {
    /// Whether `*` is a wildcard, so that `Skill(name *)` is a rule on `name` (from 2.1.139).
    pub wildcards: bool,
    /// Whether a deny rule on an alias, or on a nested skill's name without its directory, counts (from 2.1.260).
    pub denies_other_names: bool,
    /// Whether a rule is exact or on all that begins so, and one that asks counts only for the whole tool (recorded).
    pub as_recorded: bool,
}

/// How an edition fills in arguments (docs/hosts/claude-code-use.md#arguments).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ArgumentPolicy {
    /// When arguments that stand nowhere are added at the end.
    pub append: Append,
    /// How an index without an argument is treated.
    pub unmatched_index: Unmatched,
    /// Whether a backslash before a placeholder keeps it as it is.
    pub escapes: bool,
    /// Whether kind after kind is replaced, so that a value can hold a placeholder of a later kind.
    pub rescans_values: bool,
    /// Whether words are those of a shell's first command and `$ARGUMENTS` is replaced in a longer word, too (recorded).
    pub as_recorded: bool,
}

/// When arguments are added at the end of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Append {
    /// Unless the text holds `$ARGUMENTS`, whatever else it holds.
    UnlessArgumentsNamed,
    /// Unless a placeholder received an argument; a named one counts even when it is empty.
    UnlessPlaceholderFilled,
}

/// How `$N` and `$ARGUMENTS[N]` are treated when there is no such argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unmatched {
    /// Nothing is left of it.
    Removed,
    /// It stays as it was written (from 2.1.210).
    Kept,
}

/// A variable of the host's own, which a text writes as `${CLAUDE_…}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variable {
    SessionId,
    SkillDir,
    Effort,
    ProjectDir,
    PluginRoot,
    PluginData,
}

impl Variable {
    /// Those that every edition has, in plugins only.
    pub(super) const OF_PLUGINS: [Self; 2] = [Self::PluginRoot, Self::PluginData];

    /// Its name in a text.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::SessionId => "CLAUDE_SESSION_ID",
            Self::SkillDir => "CLAUDE_SKILL_DIR",
            Self::Effort => "CLAUDE_EFFORT",
            Self::ProjectDir => "CLAUDE_PROJECT_DIR",
            Self::PluginRoot => "CLAUDE_PLUGIN_ROOT",
            Self::PluginData => "CLAUDE_PLUGIN_DATA",
        }
    }
}

impl Edition {
    /// The variables that a text may name.
    pub(super) fn all_variables(&self) -> impl Iterator<Item = Variable> + use<> {
        self.variables.iter().copied().chain(Variable::OF_PLUGINS)
    }
}

/// In which text an edition looks for commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandsFrom {
    /// The file's, before anything is replaced in it: an argument cannot bring a command along.
    Original,
    /// The one with the arguments in it.
    Substituted,
}

/// How an edition tells a list of names from a regular expression. Letters, digits, underscores and `|` never make one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MatcherPolicy {
    /// Whether a comma separates names, and blanks around them count for nothing (from 2.1.191).
    pub commas_separate: bool,
    /// Whether names may have hyphens (from 2.1.195).
    pub hyphens_are_plain: bool,
}

/// How much is put back, in characters (docs/hosts/claude-code-use.md#what-survives-compaction).
#[derive(Debug, Clone, Copy)]
pub(super) struct RestoreLimits {
    /// Of each skill.
    pub each: u64,
    /// Of all together.
    pub together: u64,
}

/// 5,000 tokens of each and 25,000 together, at four characters a token: the content of one was seen capped at 20,000.
const RESTORE_LIMITS: RestoreLimits = RestoreLimits {
    each: 20_000,
    together: 100_000,
};

const EDITIONS: [Edition; 4] = [
    Edition {
        id: "2026-02",
        recorded: false,
        walks_up_to: WalkTop::Home,
        worktree_takes_main_checkouts: false,
        nested: false,
        deep_plugin_skills: true,
        lists_plugin_roots: false,
        plugins_among_skills: false,
        synced: false,
        booleans: Booleans::TrueFalse,
        efforts: &["low", "medium", "high", "max"],
        numbers_as_effort: true,
        byte_order_mark: false,
        repairs_yaml: false,
        broken_yaml_loads: false,
        path_lists: false,
        path_matching: PathMatching::Gitignore,
        description_fallback: Fallback::HeadingThenName,
        plugin_names_replace: true,
        same_name: SameName::FirstRuns,
        overrides: false,
        model_uses_mcp_prompts: true,
        announces_changes: false,
        list: ListStyle {
            percent: 2,
            fallback: 16_000,
            max_description: None,
            overflow: Overflow::LeaveOut,
            settings: false,
            undescribed_project_skills: false,
        },
        stacked: 0,
        schedules_as_model: false,
        skill_rules: SkillRulePolicy {
            wildcards: false,
            denies_other_names: false,
            as_recorded: false,
        },
        refusal_asks_user: false,
        interactive_tools_ask: false,
        disallows_tools: false,
        remote_skills: false,
        arguments: ArgumentPolicy {
            append: Append::UnlessArgumentsNamed,
            unmatched_index: Unmatched::Removed,
            escapes: false,
            rescans_values: true,
            as_recorded: false,
        },
        variables: &[Variable::SessionId],
        commands_from: CommandsFrom::Substituted,
        auto_mode: false,
        forks_in_background: false,
        changes_last: Until::SkillEnds,
        notes_repeats: false,
        matchers: MatcherPolicy {
            commas_separate: false,
            hyphens_are_plain: false,
        },
        restore: None,
    },
    Edition {
        id: "2026-04",
        recorded: false,
        walks_up_to: WalkTop::Home,
        worktree_takes_main_checkouts: false,
        nested: true,
        deep_plugin_skills: true,
        lists_plugin_roots: false,
        plugins_among_skills: false,
        synced: false,
        booleans: Booleans::TrueFalse,
        efforts: &["low", "medium", "high", "max"],
        numbers_as_effort: true,
        byte_order_mark: false,
        repairs_yaml: true,
        broken_yaml_loads: false,
        path_lists: true,
        path_matching: PathMatching::Gitignore,
        description_fallback: Fallback::HeadingThenName,
        plugin_names_replace: true,
        same_name: SameName::FirstRuns,
        overrides: false,
        model_uses_mcp_prompts: true,
        announces_changes: false,
        list: ListStyle {
            percent: 1,
            fallback: 8_000,
            max_description: Some(250),
            overflow: Overflow::Share { least: 20 },
            settings: false,
            undescribed_project_skills: true,
        },
        stacked: 0,
        schedules_as_model: false,
        skill_rules: SkillRulePolicy {
            wildcards: false,
            denies_other_names: false,
            as_recorded: false,
        },
        refusal_asks_user: false,
        interactive_tools_ask: true,
        disallows_tools: false,
        remote_skills: true,
        arguments: ArgumentPolicy {
            append: Append::UnlessArgumentsNamed,
            unmatched_index: Unmatched::Removed,
            escapes: false,
            rescans_values: true,
            as_recorded: false,
        },
        variables: &[Variable::SessionId, Variable::SkillDir],
        commands_from: CommandsFrom::Substituted,
        auto_mode: false,
        forks_in_background: false,
        changes_last: Until::SkillEnds,
        notes_repeats: false,
        matchers: MatcherPolicy {
            commas_separate: false,
            hyphens_are_plain: false,
        },
        restore: Some(RESTORE_LIMITS),
    },
    Edition {
        id: "2026-08",
        recorded: false,
        walks_up_to: WalkTop::Repository,
        worktree_takes_main_checkouts: true,
        nested: true,
        deep_plugin_skills: false,
        lists_plugin_roots: true,
        plugins_among_skills: true,
        synced: true,
        booleans: Booleans::Words,
        efforts: &["low", "medium", "high", "xhigh", "max"],
        numbers_as_effort: false,
        byte_order_mark: true,
        repairs_yaml: true,
        broken_yaml_loads: true,
        path_lists: true,
        path_matching: PathMatching::Anchored,
        description_fallback: Fallback::FirstParagraph,
        plugin_names_replace: false,
        same_name: SameName::FirstHides,
        overrides: true,
        model_uses_mcp_prompts: false,
        announces_changes: true,
        list: ListStyle {
            percent: 1,
            fallback: 8_000,
            max_description: Some(1_536),
            overflow: Overflow::DropDescriptions,
            settings: true,
            undescribed_project_skills: true,
        },
        stacked: 5,
        schedules_as_model: true,
        skill_rules: SkillRulePolicy {
            wildcards: true,
            denies_other_names: true,
            as_recorded: false,
        },
        refusal_asks_user: true,
        interactive_tools_ask: true,
        disallows_tools: true,
        remote_skills: false,
        arguments: ArgumentPolicy {
            append: Append::UnlessPlaceholderFilled,
            unmatched_index: Unmatched::Kept,
            escapes: true,
            rescans_values: false,
            as_recorded: false,
        },
        variables: &[
            Variable::SessionId,
            Variable::SkillDir,
            Variable::Effort,
            Variable::ProjectDir,
        ],
        commands_from: CommandsFrom::Original,
        auto_mode: true,
        forks_in_background: true,
        changes_last: Until::NextUserMessage,
        notes_repeats: true,
        matchers: MatcherPolicy {
            commas_separate: true,
            hyphens_are_plain: true,
        },
        restore: Some(RESTORE_LIMITS),
    },
    Edition {
        id: "2026-11",
        recorded: true,
        walks_up_to: WalkTop::RepositoryOrRoot,
        worktree_takes_main_checkouts: true,
        nested: true,
        deep_plugin_skills: false,
        lists_plugin_roots: true,
        plugins_among_skills: false,
        synced: true,
        booleans: Booleans::Words,
        efforts: &["low", "medium", "high", "xhigh", "max"],
        numbers_as_effort: false,
        byte_order_mark: true,
        repairs_yaml: true,
        broken_yaml_loads: true,
        path_lists: true,
        path_matching: PathMatching::Gitignore,
        description_fallback: Fallback::FirstLine,
        plugin_names_replace: false,
        same_name: SameName::FirstHides,
        overrides: true,
        model_uses_mcp_prompts: false,
        announces_changes: true,
        list: ListStyle {
            percent: 1,
            fallback: 8_000,
            max_description: Some(1_536),
            overflow: Overflow::KeepWhatFits,
            settings: true,
            undescribed_project_skills: true,
        },
        stacked: 5,
        schedules_as_model: true,
        skill_rules: SkillRulePolicy {
            wildcards: true,
            denies_other_names: true,
            as_recorded: true,
        },
        refusal_asks_user: true,
        interactive_tools_ask: true,
        disallows_tools: true,
        remote_skills: false,
        arguments: ArgumentPolicy {
            append: Append::UnlessPlaceholderFilled,
            unmatched_index: Unmatched::Kept,
            escapes: true,
            rescans_values: false,
            as_recorded: true,
        },
        variables: &[
            Variable::SessionId,
            Variable::SkillDir,
            Variable::Effort,
            Variable::ProjectDir,
        ],
        commands_from: CommandsFrom::Substituted,
        auto_mode: true,
        forks_in_background: true,
        changes_last: Until::NextUserMessage,
        notes_repeats: true,
        matchers: MatcherPolicy {
            commas_separate: true,
            hyphens_are_plain: true,
        },
        restore: Some(RESTORE_LIMITS),
    },
];
