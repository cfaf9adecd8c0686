//! The editions: dated states of the host. Each edition is written as its differences from the previous edition.

use super::options::{ClaudeCodeOptions, PathMatching};
use crate::model::invocation::Until;
use crate::text::budget::{BudgetUnit, Overflow};

/// The edition whose decisions on calls of tools were recorded.
pub(super) const RECORDED: &str = "2026-11";

crate::host::host_type! {
    /// Claude Code in one of its editions, with the options that only this host reads.
    ClaudeCode { id: "claude-code", label: "Claude Code", default: "2026-11", edition: ClaudeCodeEdition, options: ClaudeCodeOptions }
}

/// A dated state of the host. docs/hosts/claude-code.md#editions has the sources of each edition, and
/// docs/hosts/claude-code.md#versions the version of each change.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClaudeCodeEdition {
    pub id: &'static str,
    /// The directory where the upward search for the project's skills ends.
    pub walks_up_to: WalkTop,
    /// True if a linked worktree without skills uses the skills of the main checkout.
    pub worktree_takes_main_checkouts: bool,
    /// True if skills in a directory below the working directory load after a file in that directory was touched.
    pub nested: bool,
    /// True if ignore files apply only inside a repository.
    pub gitignore_needs_repository: bool,
    /// True if the host announces a directory that a touched file added. The message names the skills of the directory
    /// that the model may choose.
    pub announces_directories: bool,
    /// True if the administrator's commands are loaded.
    pub managed_commands: bool,
    /// True if a folder of commands that contains a `SKILL.md` is a single command.
    pub command_folders: bool,
    /// True if skills and commands with angle brackets, control characters or unusual whitespace in their names are
    /// dropped.
    pub drops_odd_names: bool,
    /// The order of the skills in the catalog.
    pub arrangement: Arrangement,
    /// How the manifest of a plugin and the names of the plugin's folders are interpreted.
    pub plugins: PluginStyle,
    /// True if skills of plugins are also found in deeper folders. The names of these folders become part of the
    /// skill's name.
    pub deep_plugin_skills: bool,
    /// True if a manifest may list the plugin's root as `.` in its field `skills` (2.1.221).
    pub lists_plugin_roots: bool,
    /// True if a folder among the skills that contains a plugin's manifest is a plugin.
    pub plugins_among_skills: bool,
    /// True if the host reserves the folder `synced` for skills from the account.
    pub synced: bool,
    /// The words that a boolean field accepts.
    pub booleans: Booleans,
    /// True if a word that is not one of the accepted words means false in a boolean field.
    pub other_words_are_false: bool,
    /// The rule that decides where the frontmatter ends.
    pub fence: Fence,
    /// The values that the field `effort` accepts.
    pub efforts: &'static [&'static str],
    pub numbers_as_effort: bool,
    /// True if a file that begins with a byte order mark loads.
    pub byte_order_mark: bool,
    /// How the frontmatter's YAML is read.
    pub yaml: YamlReading,
    /// The treatment of a file whose frontmatter is not valid YAML.
    pub broken_yaml: BrokenYaml,
    /// True if `paths` may be a list.
    pub path_lists: bool,
    /// How `paths` are matched by default.
    pub path_matching: PathMatching,
    /// The kinds of skills in which `paths` is a condition.
    pub path_conditions: PathConditions,
    /// The substitute for a missing description.
    pub description_fallback: Fallback,
    /// True if the `name` in the frontmatter of a plugin's skill replaces the skill's whole name; false if the `name`
    /// replaces only the last segment.
    pub plugin_names_replace: bool,
    /// The treatment of skills with the same name.
    pub same_name: SameName,
    /// True if the settings' `skillOverrides` apply.
    pub overrides: bool,
    /// True if the model may call prompts of MCP servers.
    pub model_uses_mcp_prompts: bool,
    /// True if a skill is announced again when its entry in the list has changed (2.1.174).
    pub announces_changes: bool,
    /// How the list is shown.
    pub list: ListStyle,
    /// How settings are read.
    pub settings: SettingsPolicy,
    /// The treatment of commands that the user types.
    pub typed: TypedPolicy,
    /// The treatment of the model's calls of the tool.
    pub tool: ToolPolicy,
    /// True if a scheduled message runs only skills that the model may choose (2.1.196).
    pub schedules_as_model: bool,
    /// How permission rules on skills are read.
    pub skill_rules: SkillRulePolicy,
    /// True if the refusal of the model's call tells the model to ask the user.
    pub refusal_asks_user: bool,
    /// True if tools that ask the user a question still ask if a skill allows these tools (2.1.69).
    pub interactive_tools_ask: bool,
    /// True if `disallowed-tools` removes tools (2.1.152).
    pub disallows_tools: bool,
    /// True if a name that begins with `_canonical_` is the name of a remote skill.
    pub remote_skills: bool,
    /// How arguments are inserted.
    pub arguments: ArgumentPolicy,
    /// The variables that are replaced, besides the variables that only plugins have.
    pub variables: &'static [Variable],
    /// The text in which the host searches for commands.
    pub commands_from: CommandsFrom,
    /// True if the model gets the commands of a text instead of the commands' outputs in auto mode.
    pub auto_mode: bool,
    /// True if a forked skill runs in the background by default.
    pub forks_in_background: bool,
    /// How long the effects of `allowed-tools` and similar fields last.
    pub changes_last: Until,
    /// The treatment of a skill whose text is already in the conversation.
    pub repeats: Repeats,
    /// Where the model learns that subdirectories have skills with the same name.
    pub variants: Variants,
    /// How the host decides whether a command in the text may run, and how the output is inserted.
    pub shell: ShellPolicy,
    /// How the host distinguishes a list of names in a hook's matcher from a regular expression.
    pub matchers: MatcherPolicy,
    /// The limits on the texts that the host injects again after compaction; none if the host injects no text again.
    pub restore: Option<RestoreLimits>,
}

/// The directory where an upward search from the working directory ends (docs/hosts/claude-code.md#where-it-looks).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WalkTop {
    /// The search ends at the user's home.
    Home,
    /// The search ends at the repository's root.
    Repository,
    /// The search ends at the repository's root. Outside of a repository, it ends at the root directory of the file
    /// system (recorded).
    RepositoryOrRoot,
}

/// The words that a boolean field accepts, regardless of case (docs/hosts/claude-code.md#parsing-skillmd).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Booleans {
    /// `true` and `false` (before 2.1.218).
    TrueFalse,
    /// The words of `TrueFalse`, and also `yes`, `no`, `on`, `off`, `1` and `0`.
    Words,
}

/// The substitute for a missing description (docs/hosts/claude-code.md#parsing-skillmd).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fallback {
    /// The first heading of the body. If the body has no heading, the skill's name.
    HeadingThenName,
    /// The body's first paragraph.
    FirstParagraph,
    /// The first line of the body. If this line is a heading, the `#` characters are removed (recorded).
    FirstLine,
}

/// The treatment of skills with the same name (docs/hosts/claude-code.md#one-name-twice).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SameName {
    /// All skills are listed, and the first in the host's order runs. The order is bundled, managed, personal, project,
    /// plugins.
    FirstRuns,
    /// The first skill hides the other skills. The order is managed, personal, project, bundled.
    FirstHides,
}

/// How an edition shows the list (docs/hosts/claude-code.md#the-list).
#[derive(Debug, Clone, Copy)]
pub(super) struct ListStyle {
    /// The list's share of the context window, in percent.
    pub percent: u64,
    /// The number of characters that the list may have if the context window is unknown.
    pub fallback: u64,
    /// The longest description including `when_to_use`, in UTF-16 units; none if there is no limit.
    pub max_description: Option<u64>,
    /// The unit of the budget.
    pub unit: BudgetUnit,
    /// How a list that does not fit is shortened.
    pub overflow: Overflow,
    /// True if settings can change the share of the window and the longest description.
    pub settings: bool,
    /// True if the list has project skills whose frontmatter has no description (2.1.69).
    pub undescribed_project_skills: bool,
    /// True if the list has plugins' skills whose frontmatter has neither a description nor a `when_to_use`.
    pub undescribed_plugin_skills: bool,
    /// How a description becomes a single line.
    pub text: ListText,
    /// True if the role of the list's message and the number of characters per token depend on the model. The variable
    /// with the budget is then parsed in the same way as JavaScript parses numbers.
    pub by_model: bool,
    /// True if the line of a skill shows the skill's label after its name.
    pub labels: bool,
}

/// The order of the skills in the catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// The order in which the roots found the skills.
    AsFound,
    /// Sorted by name within each root, with commands of all roots together. Skills get labels, and nested skills get
    /// remarks (recorded).
    Collated,
}

/// How a plugin's manifest and the names of its folders are interpreted (docs/hosts/claude-code.md#plugins).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PluginStyle {
    /// A fault in a manifest voids only the faulty field. The `name` in a skill's frontmatter is part of the skill's
    /// full name.
    Lenient,
    /// A fault in a manifest drops the plugin. A skill is named after its folder, always with the plugin's name before
    /// it. If a manifest lists the plugin's root as a directory of skills, the root is a single skill (recorded).
    Strict,
}

/// The rule that decides where the frontmatter ends (docs/hosts/claude-code.md#parsing-skillmd).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fence {
    /// The frontmatter ends at a line that is exactly `---`.
    OwnLine,
    /// The frontmatter ends at the next `---`, even inside a line (recorded).
    Anywhere,
}

/// How the frontmatter's YAML is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum YamlReading {
    /// The YAML is parsed without changes.
    Plain,
    /// If parsing fails, the values that YAML would misread are quoted, and the text is parsed again.
    Repaired,
    /// If parsing fails, more values are quoted than in `Repaired`. If a key occurs several times, the last value is
    /// used. Every scalar can be read as text (recorded).
    Lenient,
}

/// The treatment of a file whose frontmatter is not valid YAML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BrokenYaml {
    /// The file does not load.
    Drops,
    /// The file loads without metadata and without a description.
    Loads,
    /// The file loads without metadata. Its description is taken from the body (recorded).
    LoadsDescribed,
}

/// The kinds of skills in which `paths` is a condition (docs/hosts/claude-code.md#conditional-skills).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathConditions {
    /// In all skills, `paths` is a condition.
    All,
    /// In all skills except skills of plugins and nested skills, `paths` is a condition. The pattern `**` is not a
    /// condition (recorded).
    OwnAndNarrow,
}

/// How a description becomes a single line (docs/hosts/claude-code.md#the-list).
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
    /// True if one invalid value voids the whole file of settings.
    pub checked_whole: bool,
    /// True if the allow rules in a project's settings apply only after the folder is trusted.
    pub allow_needs_trust: bool,
}

/// The treatment of commands that the user types (docs/hosts/claude-code-use.md#invoking).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypedPolicy {
    /// The number of further commands that run together with the first command. All commands get the same arguments.
    pub stacked: usize,
    /// True if a skill that the model may not choose runs only when its command is the first.
    pub reserved_run_first: bool,
    /// True if a session without a user runs only one command, which must begin the message.
    pub one_without_user: bool,
    /// True if the program answers the user when a typed command does not run. The program then also adds a remark if a
    /// skill's name is elsewhere in the message.
    pub answers_others: bool,
    /// True if a command that runs without the model is recorded in the conversation as a local command.
    pub local_commands: bool,
    /// True if `@path` in a text attaches the file.
    pub attaches_files: bool,
}

/// The treatment of the model's calls of the tool (docs/hosts/claude-code-use.md#invoking).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ToolPolicy {
    /// The properties of a skill because of which the user is asked. If a skill has several of these properties, the
    /// first is reported.
    pub asks_for: &'static [Property],
    /// True if a rule that denies the skill is reported before a reason in the skill's own fields.
    pub deny_comes_first: bool,
    /// True if a session without a user refuses a call about which the user would be asked.
    pub refuses_without_user: bool,
    /// The wording of the answers.
    pub words: ToolWords,
}

/// A property of a skill because of which the user may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Property {
    /// The skill declares a hook.
    Hooks,
    /// The skill has a list of hooks for an event, even if the list is empty.
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
    /// The recorded wording. Refusals are inside a tag of their own.
    Recorded,
}

/// The treatment of a skill whose text is already in the conversation
/// (docs/hosts/claude-code-use.md#using-a-skill-again).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeats {
    /// The text is injected again.
    Again,
    /// A note is injected instead of the text, because the text is already in the conversation.
    Noted,
    /// A note is injected instead of the text if the model calls the tool. A typed command injects the text again
    /// (recorded).
    NotedToTool,
}

/// Where the model learns that subdirectories have skills with the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variants {
    /// The skill's text ends with the names of the other skills with the same name.
    InText,
    /// A separate message has the names of the other skills with the same name (recorded).
    OwnMessage,
}

/// How the host decides whether commands in the text may run (docs/hosts/claude-code-use.md#commands-of-the-shell).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShellPolicy {
    /// True if each refusal gives its reason.
    pub says_why: bool,
    /// True if a note replaces an empty output.
    pub marks_no_output: bool,
}

/// How the text of the arguments is split into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordSplitting {
    /// The text is split at spaces outside of quotes.
    Quoted,
    /// The text is split in the same way as a shell splits the first command of a line (recorded).
    Shell,
}

/// How an edition reads rules on skills (docs/hosts/claude-code-use.md#permissions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SkillRulePolicy {
    /// True if `*` is a wildcard, so that `Skill(name *)` is a rule on `name` (from 2.1.139).
    pub wildcards: bool,
    /// True if a deny rule also applies to a skill's aliases, and to a nested skill's name without its directory (from
    /// 2.1.260).
    pub denies_other_names: bool,
    /// True if `Skill(name *)` is a rule on every name that begins with `name`. `*` has no meaning at other positions
    /// (recorded).
    pub plain_prefixes: bool,
    /// True if an ask rule may name one skill; false if only an ask rule on the whole tool applies.
    pub asks_for_one: bool,
}

/// How an edition inserts arguments (docs/hosts/claude-code-use.md#arguments).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ArgumentPolicy {
    /// The condition under which arguments are added to the end of the text.
    pub append: Append,
    /// The treatment of a placeholder whose index is larger than the number of arguments.
    pub unmatched_index: Unmatched,
    /// True if a backslash before a placeholder prevents its replacement.
    pub escapes: bool,
    /// True if each kind of placeholder is replaced in its own pass. If a value contains a placeholder of a kind that
    /// is replaced later, this placeholder is then replaced, too.
    pub rescans_values: bool,
    /// How arguments are split into words.
    pub words: WordSplitting,
    /// True if the marks of a command are broken up when they occur in an argument's value, so that the value is not
    /// run as a command.
    pub disarms: bool,
    /// True if `$ARGUMENTS` is also replaced inside a longer word.
    pub inside_words: bool,
}

/// The condition under which arguments are added to the end of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Append {
    /// Arguments are added if the text does not contain `$ARGUMENTS`. Other placeholders do not matter.
    UnlessArgumentsNamed,
    /// Arguments are added if no placeholder received an argument. A placeholder with a declared name counts even if
    /// its argument is missing.
    UnlessPlaceholderFilled,
}

/// The treatment of `$N` and `$ARGUMENTS[N]` if there are too few arguments.
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
    /// The variables that only skills of plugins have, in every edition.
    pub(super) const OF_PLUGINS: [Self; 2] = [Self::PluginRoot, Self::PluginData];

    /// Returns the variable's name as it is written in a text, without `${` and `}`.
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
    /// Returns the variables of the edition, including the variables that only skills of plugins have.
    pub(super) fn all_variables(&self) -> impl Iterator<Item = Variable> + use<> {
        self.variables.iter().copied().chain(Variable::OF_PLUGINS)
    }
}

/// The text in which an edition searches for commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandsFrom {
    /// The file's text before any replacement, so that an argument cannot add a command.
    Original,
    /// The text with the arguments inserted.
    Substituted,
}

/// How an edition distinguishes a list of names in a hook's matcher from a regular expression. A matcher that contains
/// only letters, digits, underscores and `|` is a list in every edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MatcherPolicy {
    /// True if a comma separates names in a list, and spaces around names are ignored (from 2.1.191).
    pub commas_separate: bool,
    /// True if names in a list may contain hyphens (from 2.1.195).
    pub hyphens_are_plain: bool,
}

/// The limits on the texts that the host injects again after compaction, in UTF-16 units
/// (docs/hosts/claude-code-use.md#what-survives-compaction).
#[derive(Debug, Clone, Copy)]
pub(super) struct RestoreLimits {
    /// The limit for the text of one skill.
    pub each: u64,
    /// The limit for the texts of all skills together.
    pub together: u64,
}

/// The limits are 5,000 tokens for each skill and 25,000 tokens for all skills together. One token is four characters
/// here, because a text in a real conversation was truncated at 20,000 characters.
const RESTORE_LIMITS: RestoreLimits = RestoreLimits {
    each: 20_000,
    together: 100_000,
};

/// The properties of a skill because of which the program asks the user, according to descriptions of the program.
const DOCUMENTED_PROPERTIES: &[Property] =
    &[Property::Hooks, Property::AllowedTools, Property::Fork];

/// Programs that ran without a question, in addition to the programs that the documentation lists (recorded).
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
        unit: BudgetUnit::Utf16,
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
    id: RECORDED,
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
        unit: BudgetUnit::Columns,
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
