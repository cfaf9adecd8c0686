//! The editions: the dated states of the host, each as its differences from the one before.

use super::options::{ClaudeCodeOptions, PathMatching};
use crate::model::invocation::Until;
use crate::text::budget::Overflow;

crate::host::host_type! {
    /// The host in one of its editions, with the options that only it reads.
    ClaudeCode { id: "claude-code", label: "Claude Code", default: "2026-11", options: ClaudeCodeOptions }
}

/// A dated state of the host. How each edition is known stands in docs/hosts/claude-code.md#editions, the version of
/// each change in docs/hosts/claude-code.md#versions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edition {
    pub id: &'static str,
    /// How far up from the working directory the project's skills are collected.
    pub walks_up_to: WalkTop,
    /// Whether a linked worktree without skills of its own takes the main checkout's.
    pub worktree_takes_main_checkouts: bool,
    /// Whether directories below the working directory count once a file there was touched.
    pub nested: bool,
    /// Whether what is ignored counts below a repository's root alone.
    pub gitignore_needs_repository: bool,
    /// Whether a discovered directory is announced in words, with the skills that the model may choose.
    pub announces_directories: bool,
    /// Whether the administrator's commands count.
    pub managed_commands: bool,
    /// Whether a `SKILL.md` makes a folder of commands one command.
    pub command_folders: bool,
    /// Whether names with angle brackets, control characters or odd blanks are dropped.
    pub drops_odd_names: bool,
    /// How the skills that count are arranged.
    pub arrangement: Arrangement,
    /// How a plugin's manifest and its folders' names are taken.
    pub plugins: PluginStyle,
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
    /// Whether a boolean that is there and has none of the words is false.
    pub other_words_are_false: bool,
    /// Where the frontmatter ends.
    pub fence: Fence,
    /// The levels of `effort`, and whether a number is one too.
    pub efforts: &'static [&'static str],
    pub numbers_as_effort: bool,
    /// Whether a file that begins with a byte order mark is read.
    pub byte_order_mark: bool,
    /// How the frontmatter's YAML is read.
    pub yaml: YamlReading,
    /// What comes of a file with broken YAML.
    pub broken_yaml: BrokenYaml,
    /// Whether `paths` may be a list.
    pub path_lists: bool,
    /// How `paths` are matched unless the caller says so.
    pub path_matching: PathMatching,
    /// Which `paths` are a condition.
    pub path_conditions: PathConditions,
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
    /// How settings are taken.
    pub settings: SettingsPolicy,
    /// How typed commands run.
    pub typed: TypedPolicy,
    /// How the model's calls are judged and answered.
    pub tool: ToolPolicy,
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
    /// What comes of a text that the conversation has.
    pub repeats: Repeats,
    /// How the variants of a skill in directories below are told of.
    pub variants: Variants,
    /// How commands in the text are judged, and their outputs put in.
    pub shell: ShellPolicy,
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
    /// Whether plugins' skills without a description or a `when_to_use` of their own are shown.
    pub undescribed_plugin_skills: bool,
    /// How a description becomes a line.
    pub text: ListText,
    /// Whether the model decides on the role of the list and on the characters that a token is worth, and the variable
    /// is read as JavaScript reads numbers.
    pub by_model: bool,
    /// Whether a skill's label stands behind its name.
    pub labels: bool,
}

/// How the skills that count are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// In the order of the places.
    AsFound,
    /// Each place sorted, commands together; with labels, and remarks on nested skills (recorded).
    Collated,
}

/// How plugins are taken (docs/hosts/claude-code.md#plugins).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PluginStyle {
    /// What is wrong in a manifest is ignored alone; a skill's `name` is a part of the command.
    Lenient,
    /// What is wrong drops the plugin; the folder alone is the command, which is never run without the plugin's name; the
    /// root as a directory of skills is the one skill in it (recorded).
    Strict,
}

/// Where the frontmatter ends (docs/hosts/claude-code.md#parsing-skillmd).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fence {
    /// At a line that is `---`.
    OwnLine,
    /// At the next `---`, wherever it stands (recorded).
    Anywhere,
}

/// How the frontmatter's YAML is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum YamlReading {
    /// As it stands.
    Plain,
    /// Values that YAML chokes on are quoted and tried once more.
    Repaired,
    /// More of them are, the last of equal keys counts, and whatever scalar stands there becomes a text (recorded).
    Lenient,
}

/// What comes of a file with broken YAML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BrokenYaml {
    /// It is dropped.
    Drops,
    /// It loads without metadata, and without a description.
    Loads,
    /// It loads without metadata, described by its body (recorded).
    LoadsDescribed,
}

/// Which `paths` are a condition (docs/hosts/claude-code.md#conditional-skills).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathConditions {
    /// All.
    All,
    /// None in plugins and nested skills, and not `**` (recorded).
    OwnAndNarrow,
}

/// How a description becomes a line (docs/hosts/claude-code.md#the-list).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListText {
    /// Line ends become blanks.
    Folded,
    /// Escape sequences and odd characters go, and angle brackets are escaped (recorded).
    Escaped,
}

/// How settings are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SettingsPolicy {
    /// Whether one value that is none voids its file.
    pub checked_whole: bool,
    /// Whether a project's rules that allow wait for its trust.
    pub allow_needs_trust: bool,
}

/// How typed commands run (docs/hosts/claude-code-use.md#invoking).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypedPolicy {
    /// Commands behind the first that run with it, each with the same arguments.
    pub stacked: usize,
    /// Whether what the model may not choose runs in the first place only.
    pub reserved_run_first: bool,
    /// Whether without a user the message begins with the one command that runs.
    pub one_without_user: bool,
    /// Whether a command that does not run is answered, and a name elsewhere remarked on.
    pub answers_others: bool,
    /// Whether what the model is not asked about is kept as a local command.
    pub local_commands: bool,
    /// Whether `@path` brings files along.
    pub attaches_files: bool,
}

/// How the model's calls are judged and answered (docs/hosts/claude-code-use.md#invoking).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ToolPolicy {
    /// The properties that are asked for, the first that a skill has.
    pub asks_for: &'static [Property],
    /// Whether a rule that denies comes before what the skill says.
    pub deny_comes_first: bool,
    /// Whether without a user what would be asked for is refused.
    pub refuses_without_user: bool,
    /// The words of its answers.
    pub words: ToolWords,
}

/// A property of a skill that is not harmless.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Property {
    /// A hook.
    Hooks,
    /// A list of hooks for an event, an empty one too.
    HookLists,
    AllowedTools,
    DisallowedTools,
    Fork,
}

/// The words of the tool's answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ToolWords {
    /// Those that descriptions of the program quote.
    Described,
    /// Those that were seen, refusals in a tag of their own.
    Recorded,
}

/// What comes of a text that the conversation has (docs/hosts/claude-code-use.md#using-a-skill-again).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeats {
    /// It comes again.
    Again,
    /// A note takes its place.
    Noted,
    /// A note takes its place when the model calls the tool; what is typed comes again (recorded).
    NotedToTool,
}

/// How the variants of a skill in directories below are told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variants {
    /// At the end of the text.
    InText,
    /// In a message of their own (recorded).
    OwnMessage,
}

/// How commands in the text are judged (docs/hosts/claude-code-use.md#commands-of-the-shell).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShellPolicy {
    /// Programs that only read, besides those of the documentation.
    pub readers: &'static [&'static str],
    /// Whether what cannot be checked is refused, and a refusal says why.
    pub says_why: bool,
    /// Whether an empty output is marked.
    pub marks_no_output: bool,
}

/// How the words of the arguments are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// By blanks outside of quotes.
    Quoted,
    /// As those of a shell's first command (recorded).
    Shell,
}

/// How an edition reads rules on skills (docs/hosts/claude-code-use.md#permissions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SkillRulePolicy {
    /// Whether `*` is a wildcard, so that `Skill(name *)` is a rule on `name` (from 2.1.139).
    pub wildcards: bool,
    /// Whether a deny rule on an alias, or on a nested skill's name without its directory, counts (from 2.1.260).
    pub denies_other_names: bool,
    /// Whether such a wildcard is on all that begins so, and no other counts (recorded).
    pub plain_prefixes: bool,
    /// Whether a rule that asks counts for one skill, too; else only for the whole tool.
    pub asks_for_one: bool,
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
    /// How the words are told apart.
    pub words: Words,
    /// Whether marks of commands in a value are taken apart.
    pub disarms: bool,
    /// Whether `$ARGUMENTS` is replaced in a longer word, too.
    pub inside_words: bool,
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

/// The properties that descriptions of the program name.
const DOCUMENTED_PROPERTIES: &[Property] =
    &[Property::Hooks, Property::AllowedTools, Property::Fork];

/// Other programs that were seen to run without a question (recorded).
const MORE_READERS: [&str; 17] = [
    "basename", "cd", "date", "dirname", "false", "hostname", "id", "jq", "node", "printf", "sed",
    "sleep", "sort", "test", "true", "uniq", "whoami",
];

const EDITION_2026_02: Edition = Edition {
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
        words: Words::Quoted,
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

const EDITION_2026_04: Edition = Edition {
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

const EDITION_2026_08: Edition = Edition {
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

const EDITION_2026_11: Edition = Edition {
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
        words: Words::Shell,
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

/// Oldest first.
pub(super) const EDITIONS: [Edition; 4] = [
    EDITION_2026_02,
    EDITION_2026_04,
    EDITION_2026_08,
    EDITION_2026_11,
];
