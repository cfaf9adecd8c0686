//! The editions: dated states of the host, each as its differences from the previous one.

use super::options::{ClaudeCodeOptions, PathMatching};
use crate::model::invocation::Until;
use crate::text::budget::Overflow;

crate::host::host_type! {
    /// Claude Code in one of its editions, with the options that only this host reads.
    ClaudeCode { id: "claude-code", label: "Claude Code", default: "2026-11", edition: ClaudeCodeEdition, options: ClaudeCodeOptions }
}

/// A dated state of the host. docs/hosts/claude-code.md#editions gives the sources of each edition,
/// docs/hosts/claude-code.md#versions the version of each change.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClaudeCodeEdition {
    pub id: &'static str,
    /// The end of the upward search for the project's skills.
    pub walks_up_to: WalkTop,
    /// True if a linked worktree without skills uses those of the main checkout.
    pub worktree_takes_main_checkouts: bool,
    /// True if directories below the working directory are used after a file in them was touched.
    pub nested: bool,
    /// True if ignore files apply only inside a repository.
    pub gitignore_needs_repository: bool,
    /// True if a text announces a discovered directory, with the skills that the model may choose.
    pub announces_directories: bool,
    /// True if the administrator's commands are loaded.
    pub managed_commands: bool,
    /// True if a `SKILL.md` makes a folder of commands one command.
    pub command_folders: bool,
    /// True if names with angle brackets, control characters or unusual whitespace are dropped.
    pub drops_odd_names: bool,
    /// The order of the skills that are used.
    pub arrangement: Arrangement,
    /// How a plugin's manifest and its folders' names are interpreted.
    pub plugins: PluginStyle,
    /// True if plugins' skills are found in deeper folders, which become part of their name.
    pub deep_plugin_skills: bool,
    /// True if a manifest may list the plugin's root as `.` among the skills (2.1.221).
    pub lists_plugin_roots: bool,
    /// True if a skill's folder with a plugin's manifest is a plugin.
    pub plugins_among_skills: bool,
    /// True if the folder `synced` is reserved for the host.
    pub synced: bool,
    /// The words that are read as booleans.
    pub booleans: Booleans,
    /// True if any other value of a boolean field means false.
    pub other_words_are_false: bool,
    /// The end of the frontmatter.
    pub fence: Fence,
    /// The levels of `effort`.
    pub efforts: &'static [&'static str],
    pub numbers_as_effort: bool,
    /// True if a file with a byte order mark is read.
    pub byte_order_mark: bool,
    /// How the frontmatter's YAML is read.
    pub yaml: YamlReading,
    /// The treatment of a file with invalid YAML.
    pub broken_yaml: BrokenYaml,
    /// True if `paths` may be a list.
    pub path_lists: bool,
    /// How `paths` are matched by default.
    pub path_matching: PathMatching,
    /// The `paths` that are a condition.
    pub path_conditions: PathConditions,
    /// The substitute for a missing description.
    pub description_fallback: Fallback,
    /// True if the `name` of a plugin's skill replaces the whole command, false if only its last part.
    pub plugin_names_replace: bool,
    /// The treatment of skills with the same name.
    pub same_name: SameName,
    /// True if the settings' `skillOverrides` apply.
    pub overrides: bool,
    /// True if the model may call prompts of MCP servers.
    pub model_uses_mcp_prompts: bool,
    /// True if a skill is announced again after a change of its entry (2.1.174).
    pub announces_changes: bool,
    /// How the list is shown.
    pub list: ListStyle,
    /// How settings are read.
    pub settings: SettingsPolicy,
    /// How typed commands run.
    pub typed: TypedPolicy,
    /// How the model's calls are judged and answered.
    pub tool: ToolPolicy,
    /// True if a schedule runs only skills that the model may choose (2.1.196).
    pub schedules_as_model: bool,
    /// The permission rules on skills.
    pub skill_rules: SkillRulePolicy,
    /// True if the refusal of a call tells the model to ask the user.
    pub refusal_asks_user: bool,
    /// True if tools that ask the user a question do so even if a skill allows them (2.1.69).
    pub interactive_tools_ask: bool,
    /// True if `disallowed-tools` removes tools (2.1.152).
    pub disallows_tools: bool,
    /// True if names that begin with `_canonical_` are looked up elsewhere.
    pub remote_skills: bool,
    /// How arguments are inserted.
    pub arguments: ArgumentPolicy,
    /// The variables that are replaced, besides those of plugins.
    pub variables: &'static [Variable],
    /// The text that is searched for commands.
    pub commands_from: CommandsFrom,
    /// True if auto mode leaves commands to the model.
    pub auto_mode: bool,
    /// True if a forked skill runs in the background by default.
    pub forks_in_background: bool,
    /// The duration of `allowed-tools` and similar fields.
    pub changes_last: Until,
    /// The treatment of a text that the conversation already has.
    pub repeats: Repeats,
    /// How the variants of a skill in directories below are reported.
    pub variants: Variants,
    /// How commands in the text are judged, and how their outputs are inserted.
    pub shell: ShellPolicy,
    /// How names in a hook's matcher are distinguished from regular expressions.
    pub matchers: MatcherPolicy,
    /// The limits on texts that are restored after compaction; none if nothing is restored.
    pub restore: Option<RestoreLimits>,
}

/// The end of an upward search from the working directory (docs/hosts/claude-code.md#where-it-looks).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WalkTop {
    /// The user's home.
    Home,
    /// The repository's root.
    Repository,
    /// The repository's root, or outside of one the root directory (recorded).
    RepositoryOrRoot,
}

/// The words that are read as booleans, in any case (docs/hosts/claude-code.md#parsing-skillmd).
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

/// The treatment of skills with the same name (docs/hosts/claude-code.md#one-name-twice).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SameName {
    /// All are listed, and the first in the host's order runs: bundled, managed, personal, project, plugins.
    FirstRuns,
    /// The first hides the others: managed, personal, project, bundled.
    FirstHides,
}

/// How an edition shows the list (docs/hosts/claude-code.md#the-list).
#[derive(Debug, Clone, Copy)]
pub(super) struct ListStyle {
    /// The share of the context window, in percent.
    pub percent: u64,
    /// The number of characters if the window is unknown.
    pub fallback: u64,
    /// The longest description together with its `when_to_use`, in characters.
    pub max_description: Option<u64>,
    /// How a list that does not fit is shortened.
    pub overflow: Overflow,
    /// True if settings can change share and length.
    pub settings: bool,
    /// True if project skills without a description of their own are shown (2.1.69).
    pub undescribed_project_skills: bool,
    /// True if plugins' skills without a description or a `when_to_use` of their own are shown.
    pub undescribed_plugin_skills: bool,
    /// How a description is converted to a line.
    pub text: ListText,
    /// True if the model determines the role of the list and the characters per token, and if the variable is
    /// parsed as JavaScript parses numbers.
    pub by_model: bool,
    /// True if a skill's label follows its name.
    pub labels: bool,
}

/// The order of the skills that are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// The order of the roots.
    AsFound,
    /// Sorted within each root, commands together, with labels and remarks on nested skills (recorded).
    Collated,
}

/// How plugins are interpreted (docs/hosts/claude-code.md#plugins).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PluginStyle {
    /// Only the faulty parts of a manifest are ignored. A skill's `name` is part of the command.
    Lenient,
    /// A fault drops the plugin. Only the folder gives the command, which always needs the plugin's name. A
    /// root that is listed as a directory of skills is a single skill (recorded).
    Strict,
}

/// The end of the frontmatter (docs/hosts/claude-code.md#parsing-skillmd).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fence {
    /// A line that is exactly `---`.
    OwnLine,
    /// The next `---`, anywhere (recorded).
    Anywhere,
}

/// How the frontmatter's YAML is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum YamlReading {
    /// Without changes.
    Plain,
    /// After an error, with awkward values quoted.
    Repaired,
    /// With more values quoted, the last of equal keys, and any scalar read as text (recorded).
    Lenient,
}

/// The treatment of a file with invalid YAML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BrokenYaml {
    /// The file is dropped.
    Drops,
    /// The file loads without metadata and without a description.
    Loads,
    /// The file loads without metadata, described by its body (recorded).
    LoadsDescribed,
}

/// The `paths` that are a condition (docs/hosts/claude-code.md#conditional-skills).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathConditions {
    /// All.
    All,
    /// All except those of plugins and nested skills, and except `**` (recorded).
    OwnAndNarrow,
}

/// How a description is converted to a line (docs/hosts/claude-code.md#the-list).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListText {
    /// Line ends become spaces.
    Folded,
    /// Escape sequences and unusual characters are removed, and angle brackets are escaped (recorded).
    Escaped,
}

/// How settings are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SettingsPolicy {
    /// True if one invalid value voids its file.
    pub checked_whole: bool,
    /// True if a project's allow rules require trust.
    pub allow_needs_trust: bool,
}

/// How typed commands run (docs/hosts/claude-code-use.md#invoking).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypedPolicy {
    /// The number of further commands that run together with the first, with the same arguments.
    pub stacked: usize,
    /// True if a skill that the model may not choose runs only as the first command.
    pub reserved_run_first: bool,
    /// True if, without a user, only the first command runs and begins the message.
    pub one_without_user: bool,
    /// True if a command that does not run is answered, and a name elsewhere is commented on.
    pub answers_others: bool,
    /// True if a command that does not involve the model is recorded as a local command.
    pub local_commands: bool,
    /// True if `@path` attaches files.
    pub attaches_files: bool,
}

/// How the model's calls are judged and answered (docs/hosts/claude-code-use.md#invoking).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ToolPolicy {
    /// The properties that require a question; the first that a skill has is reported.
    pub asks_for: &'static [Property],
    /// True if a deny rule takes precedence over the skill's own settings.
    pub deny_comes_first: bool,
    /// True if a call that needs a question is refused in a session without a user.
    pub refuses_without_user: bool,
    /// The wording of the answers.
    pub words: ToolWords,
}

/// A property of a skill that is not harmless.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Property {
    /// A hook.
    Hooks,
    /// A list of hooks for an event, even if empty.
    HookLists,
    AllowedTools,
    DisallowedTools,
    Fork,
}

/// The wording of the tool's answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ToolWords {
    /// The wording that descriptions of the program quote.
    Described,
    /// The recorded wording, with refusals in their own tag.
    Recorded,
}

/// The treatment of a text that the conversation already has
/// (docs/hosts/claude-code-use.md#using-a-skill-again).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeats {
    /// The text is repeated.
    Again,
    /// A note replaces the text.
    Noted,
    /// A note replaces the text when the model calls the tool. Typed commands repeat the text (recorded).
    NotedToTool,
}

/// How the variants of a skill in directories below are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variants {
    /// At the end of the text.
    InText,
    /// In a separate message (recorded).
    OwnMessage,
}

/// How commands in the text are judged (docs/hosts/claude-code-use.md#commands-of-the-shell).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShellPolicy {
    /// Programs that only read, in addition to those in the documentation.
    pub readers: &'static [&'static str],
    /// True if a command that cannot be checked is refused, and a refusal gives its reason.
    pub says_why: bool,
    /// True if an empty output is marked.
    pub marks_no_output: bool,
}

/// How arguments are split into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordSplitting {
    /// At spaces outside of quotes.
    Quoted,
    /// Like the words of a shell's first command (recorded).
    Shell,
}

/// How an edition reads rules on skills (docs/hosts/claude-code-use.md#permissions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SkillRulePolicy {
    /// True if `*` is a wildcard, so that `Skill(name *)` is a rule on `name` (from 2.1.139).
    pub wildcards: bool,
    /// True if a deny rule applies to an alias, or to a nested skill's name without its directory (from
    /// 2.1.260).
    pub denies_other_names: bool,
    /// True if such a wildcard matches every name with the prefix, and no other wildcard is supported
    /// (recorded).
    pub plain_prefixes: bool,
    /// True if an ask rule applies to single skills, false if only to the whole tool.
    pub asks_for_one: bool,
}

/// How an edition inserts arguments (docs/hosts/claude-code-use.md#arguments).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ArgumentPolicy {
    /// The condition for adding arguments at the end.
    pub append: Append,
    /// The treatment of an index without an argument.
    pub unmatched_index: Unmatched,
    /// True if a backslash before a placeholder protects it.
    pub escapes: bool,
    /// True if each kind of placeholder is replaced in its own pass, so that a value can contain a
    /// placeholder of a later kind.
    pub rescans_values: bool,
    /// How arguments are split into words.
    pub words: WordSplitting,
    /// True if command marks in a value are broken up.
    pub disarms: bool,
    /// True if `$ARGUMENTS` is replaced inside a longer word, too.
    pub inside_words: bool,
}

/// The condition for adding arguments at the end of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Append {
    /// Unless the text contains `$ARGUMENTS`, regardless of other placeholders.
    UnlessArgumentsNamed,
    /// Unless a placeholder received an argument. A named placeholder counts even if it is empty.
    UnlessPlaceholderFilled,
}

/// The treatment of `$N` and `$ARGUMENTS[N]` if there is no such argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unmatched {
    /// The placeholder is removed.
    Removed,
    /// The placeholder stays as written (from 2.1.210).
    Kept,
}

/// A variable of the host, written as `${CLAUDE_…}`.
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
    /// The variables that every edition has, only in plugins.
    pub(super) const OF_PLUGINS: [Self; 2] = [Self::PluginRoot, Self::PluginData];

    /// Returns the name in a text.
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

impl ClaudeCodeEdition {
    /// Returns the variables that a text may use.
    pub(super) fn all_variables(&self) -> impl Iterator<Item = Variable> + use<> {
        self.variables.iter().copied().chain(Variable::OF_PLUGINS)
    }
}

/// The text that an edition searches for commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandsFrom {
    /// The file's text before any replacement, so that an argument cannot add a command.
    Original,
    /// The text with the arguments inserted.
    Substituted,
}

/// How an edition distinguishes a list of names from a regular expression. Letters, digits, underscores and
/// `|` are always a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MatcherPolicy {
    /// True if a comma separates names, and spaces around names are ignored (from 2.1.191).
    pub commas_separate: bool,
    /// True if names may contain hyphens (from 2.1.195).
    pub hyphens_are_plain: bool,
}

/// The limits on restored texts, in characters (docs/hosts/claude-code-use.md#what-survives-compaction).
#[derive(Debug, Clone, Copy)]
pub(super) struct RestoreLimits {
    /// The limit for each skill.
    pub each: u64,
    /// The limit for all skills together.
    pub together: u64,
}

/// 5,000 tokens for each skill and 25,000 together, at four characters a token: one content was seen
/// truncated at 20,000 characters.
const RESTORE_LIMITS: RestoreLimits = RestoreLimits {
    each: 20_000,
    together: 100_000,
};

/// The properties that descriptions of the program mention.
const DOCUMENTED_PROPERTIES: &[Property] =
    &[Property::Hooks, Property::AllowedTools, Property::Fork];

/// Further programs that ran without a question (recorded).
const MORE_READERS: [&str; 17] = [
    "basename", "cd", "date", "dirname", "false", "hostname", "id", "jq", "node", "printf", "sed",
    "sleep", "sort", "test", "true", "uniq", "whoami",
];

const EDITION_2026_02: ClaudeCodeEdition = ClaudeCodeEdition {
    id: "2026-02",
    walks_up_to: WalkTop::Home,
    worktree_takes_main_checkouts: false,
    nested: false,
    gitignore_needs_repository: false,
    announces_directories: false,
    managed_commands: false,
    command_folders: false,
    drops_odd_names: false,
    arrangement: Arrangement::AsFound,
    plugins: PluginStyle::Lenient,
    deep_plugin_skills: true,
    lists_plugin_roots: false,
    plugins_among_skills: false,
    synced: false,
    booleans: Booleans::TrueFalse,
    other_words_are_false: false,
    fence: Fence::OwnLine,
    efforts: &["low", "medium", "high", "max"],
    numbers_as_effort: true,
    byte_order_mark: false,
    yaml: YamlReading::Plain,
    broken_yaml: BrokenYaml::Drops,
    path_lists: false,
    path_matching: PathMatching::Gitignore,
    path_conditions: PathConditions::All,
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
        undescribed_plugin_skills: true,
        text: ListText::Folded,
        by_model: false,
        labels: false,
    },
    settings: SettingsPolicy {
        checked_whole: false,
        allow_needs_trust: false,
    },
    typed: TypedPolicy {
        stacked: 0,
        reserved_run_first: true,
        one_without_user: false,
        answers_others: false,
        local_commands: false,
        attaches_files: false,
    },
    tool: ToolPolicy {
        asks_for: DOCUMENTED_PROPERTIES,
        deny_comes_first: false,
        refuses_without_user: false,
        words: ToolWords::Described,
    },
    schedules_as_model: false,
    skill_rules: SkillRulePolicy {
        wildcards: false,
        denies_other_names: false,
        plain_prefixes: false,
        asks_for_one: true,
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
        words: WordSplitting::Quoted,
        disarms: false,
        inside_words: false,
    },
    variables: &[Variable::SessionId],
    commands_from: CommandsFrom::Substituted,
    auto_mode: false,
    forks_in_background: false,
    changes_last: Until::SkillEnds,
    repeats: Repeats::Again,
    variants: Variants::InText,
    shell: ShellPolicy {
        readers: &[],
        says_why: false,
        marks_no_output: false,
    },
    matchers: MatcherPolicy {
        commas_separate: false,
        hyphens_are_plain: false,
    },
    restore: None,
};

const EDITION_2026_04: ClaudeCodeEdition = ClaudeCodeEdition {
    id: "2026-04",
    nested: true,
    yaml: YamlReading::Repaired,
    path_lists: true,
    list: ListStyle {
        percent: 1,
        fallback: 8_000,
        max_description: Some(250),
        overflow: Overflow::Share { least: 20 },
        undescribed_project_skills: true,
        ..EDITION_2026_02.list
    },
    interactive_tools_ask: true,
    remote_skills: true,
    variables: &[Variable::SessionId, Variable::SkillDir],
    restore: Some(RESTORE_LIMITS),
    ..EDITION_2026_02
};

const EDITION_2026_08: ClaudeCodeEdition = ClaudeCodeEdition {
    id: "2026-08",
    walks_up_to: WalkTop::Repository,
    worktree_takes_main_checkouts: true,
    deep_plugin_skills: false,
    lists_plugin_roots: true,
    plugins_among_skills: true,
    synced: true,
    booleans: Booleans::Words,
    efforts: &["low", "medium", "high", "xhigh", "max"],
    numbers_as_effort: false,
    byte_order_mark: true,
    broken_yaml: BrokenYaml::Loads,
    path_matching: PathMatching::Anchored,
    description_fallback: Fallback::FirstParagraph,
    plugin_names_replace: false,
    same_name: SameName::FirstHides,
    overrides: true,
    model_uses_mcp_prompts: false,
    announces_changes: true,
    list: ListStyle {
        max_description: Some(1_536),
        overflow: Overflow::DropDescriptions,
        settings: true,
        ..EDITION_2026_04.list
    },
    typed: TypedPolicy {
        stacked: 5,
        ..EDITION_2026_04.typed
    },
    schedules_as_model: true,
    skill_rules: SkillRulePolicy {
        wildcards: true,
        denies_other_names: true,
        ..EDITION_2026_04.skill_rules
    },
    refusal_asks_user: true,
    disallows_tools: true,
    remote_skills: false,
    arguments: ArgumentPolicy {
        append: Append::UnlessPlaceholderFilled,
        unmatched_index: Unmatched::Kept,
        escapes: true,
        rescans_values: false,
        ..EDITION_2026_04.arguments
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
    repeats: Repeats::Noted,
    matchers: MatcherPolicy {
        commas_separate: true,
        hyphens_are_plain: true,
    },
    ..EDITION_2026_04
};

const EDITION_2026_11: ClaudeCodeEdition = ClaudeCodeEdition {
    id: "2026-11",
    walks_up_to: WalkTop::RepositoryOrRoot,
    gitignore_needs_repository: true,
    announces_directories: true,
    managed_commands: true,
    command_folders: true,
    drops_odd_names: true,
    arrangement: Arrangement::Collated,
    plugins: PluginStyle::Strict,
    plugins_among_skills: false,
    other_words_are_false: true,
    fence: Fence::Anywhere,
    yaml: YamlReading::Lenient,
    broken_yaml: BrokenYaml::LoadsDescribed,
    path_matching: PathMatching::Gitignore,
    path_conditions: PathConditions::OwnAndNarrow,
    description_fallback: Fallback::FirstLine,
    list: ListStyle {
        overflow: Overflow::KeepWhatFits,
        undescribed_plugin_skills: false,
        text: ListText::Escaped,
        by_model: true,
        labels: true,
        ..EDITION_2026_08.list
    },
    settings: SettingsPolicy {
        checked_whole: true,
        allow_needs_trust: true,
    },
    typed: TypedPolicy {
        reserved_run_first: false,
        one_without_user: true,
        answers_others: true,
        local_commands: true,
        attaches_files: true,
        ..EDITION_2026_08.typed
    },
    tool: ToolPolicy {
        asks_for: &[
            Property::HookLists,
            Property::AllowedTools,
            Property::DisallowedTools,
        ],
        deny_comes_first: true,
        refuses_without_user: true,
        words: ToolWords::Recorded,
    },
    skill_rules: SkillRulePolicy {
        plain_prefixes: true,
        asks_for_one: false,
        ..EDITION_2026_08.skill_rules
    },
    arguments: ArgumentPolicy {
        words: WordSplitting::Shell,
        disarms: true,
        inside_words: true,
        ..EDITION_2026_08.arguments
    },
    commands_from: CommandsFrom::Substituted,
    repeats: Repeats::NotedToTool,
    variants: Variants::OwnMessage,
    shell: ShellPolicy {
        readers: &MORE_READERS,
        says_why: true,
        marks_no_output: true,
    },
    ..EDITION_2026_08
};

/// The editions, oldest first.
pub(super) const EDITIONS: [ClaudeCodeEdition; 4] = [
    EDITION_2026_02,
    EDITION_2026_04,
    EDITION_2026_08,
    EDITION_2026_11,
];
