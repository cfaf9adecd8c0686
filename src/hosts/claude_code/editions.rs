//! The editions of Claude Code. Each edition is written as its differences from the previous
//! edition.

use super::options::{ClaudeCodeOptions, PathMatching};
use crate::model::invocation::Until;
use crate::text::budget::{BudgetUnit, Overflow};

/// The id of the edition whose decisions on tool calls were recorded.
pub(super) const RECORDED: &str = "2026-11";

crate::host::host_type! {
    /// Claude Code in one of its editions, with the options that only this host reads.
    ClaudeCode { id: "claude-code", label: "Claude Code", default: "2026-11", edition: ClaudeCodeEdition, options: ClaudeCodeOptions }
}

/// The behaviour of Claude Code at one date. The sources are in docs/hosts/claude-code.md#editions,
/// and the version of each change is in docs/hosts/claude-code.md#versions.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClaudeCodeEdition {
    pub id: &'static str,
    /// The directory at which the upward search for the project's skills ends.
    pub walks_up_to: WalkTop,
    /// True if a linked Git worktree without skills uses the skills of the main checkout.
    pub worktree_takes_main_checkouts: bool,
    /// True if skills in a directory below the working directory load after a file in that
    /// directory was touched.
    pub nested: bool,
    /// True if `.gitignore` files apply only inside of a Git repository.
    pub gitignore_needs_repository: bool,
    /// True if Claude Code sends the model a message when it adds a directory of skills to the
    /// session, because a file was touched (read or changed). The message lists the skills that the
    /// model may choose.
    pub announces_directories: bool,
    /// True if Claude Code loads the administrator's commands.
    pub managed_commands: bool,
    /// True if a folder of commands that contains a `SKILL.md` is loaded as a single command.
    pub command_folders: bool,
    /// True if skills and commands are dropped because of angle brackets, control characters or
    /// unusual whitespace in their names.
    pub drops_odd_names: bool,
    /// The order of the skills in the catalog.
    pub arrangement: Arrangement,
    /// How Claude Code interprets a plugin's manifest and the names of the plugin's folders.
    pub plugins: PluginStyle,
    /// True if a plugin's skills may be in nested folders. The names of these folders become part
    /// of the skill's name.
    pub deep_plugin_skills: bool,
    /// True if a plugin's manifest may list the plugin's root as `.` in the field `skills` (since
    /// 2.1.221).
    pub lists_plugin_roots: bool,
    /// True if a folder among the skill folders is read as a plugin when it contains a plugin's
    /// manifest.
    pub plugins_among_skills: bool,
    /// True if Claude Code reserves the folder `synced` for skills from the user's account.
    pub synced: bool,
    /// The words that a field with a boolean value accepts.
    pub booleans: Booleans,
    /// True if Claude Code reads an unknown word in a boolean field as false. Otherwise it ignores
    /// the field.
    pub other_words_are_false: bool,
    /// The rule that determines where the frontmatter ends.
    pub fence: Fence,
    /// The values that the field `effort` accepts.
    pub efforts: &'static [&'static str],
    pub numbers_as_effort: bool,
    /// True if a file that begins with a byte order mark loads.
    pub byte_order_mark: bool,
    /// How Claude Code parses the frontmatter's YAML.
    pub yaml: YamlReading,
    /// The treatment of a file whose frontmatter is not valid YAML.
    pub broken_yaml: BrokenYaml,
    /// True if the field `paths` may be a list.
    pub path_lists: bool,
    /// How Claude Code matches patterns of the field `paths`, unless an option chooses another way.
    pub path_matching: PathMatching,
    /// The rule that determines which skills are conditional because of their field `paths`.
    pub path_conditions: PathConditions,
    /// The text that replaces a missing description.
    pub description_fallback: Fallback,
    /// True if the `name` in the frontmatter of a plugin's skill replaces the skill's whole name.
    /// If false, it replaces only the last segment of the name.
    pub plugin_names_replace: bool,
    /// The treatment of skills with the same name.
    pub same_name: SameName,
    /// True if the setting `skillOverrides` has an effect.
    pub overrides: bool,
    /// True if the model may invoke prompts of MCP servers as skills.
    pub model_uses_mcp_prompts: bool,
    /// True if a list of skills shows a skill again when its text in the list has changed (since
    /// 2.1.174).
    pub announces_changes: bool,
    /// How Claude Code shows the list of skills.
    pub list: ListStyle,
    /// How Claude Code reads its settings.
    pub settings: SettingsPolicy,
    /// How Claude Code handles slash commands that the user types.
    pub typed: TypedPolicy,
    /// How Claude Code handles the model's calls of the Skill tool.
    pub tool: ToolPolicy,
    /// True if a scheduled message can invoke only skills that the model may choose (since
    /// 2.1.196).
    pub schedules_as_model: bool,
    /// How Claude Code reads permission rules on skills.
    pub skill_rules: SkillRulePolicy,
    /// True if the message that refuses the model's call tells the model to ask the user.
    pub refusal_asks_user: bool,
    /// True if tools that ask the user a question still ask when a skill's `allowed-tools` lists
    /// them (since 2.1.69).
    pub interactive_tools_ask: bool,
    /// True if the field `disallowed-tools` removes tools (since 2.1.152).
    pub disallows_tools: bool,
    /// True if a name with the prefix `_canonical_` belongs to a remote skill.
    pub remote_skills: bool,
    /// How Claude Code inserts arguments into a skill's text.
    pub arguments: ArgumentPolicy,
    /// The variables that are replaced in all skills. Skills of plugins have further variables.
    pub variables: &'static [Variable],
    /// The text in which Claude Code searches for shell commands: a skill's text before or after
    /// arguments are inserted.
    pub commands_from: CommandsFrom,
    /// True if, in auto mode, the model gets the commands in a skill's text instead of their
    /// outputs.
    pub auto_mode: bool,
    /// True if a skill with `context: fork` runs in the background by default.
    pub forks_in_background: bool,
    /// The time at which the effects of `allowed-tools` and similar fields end.
    pub changes_last: Until,
    /// The treatment of a skill whose text is already in the conversation.
    pub repeats: Repeats,
    /// The place where Claude Code tells the model about skills in subdirectories that have the
    /// same name as the invoked skill.
    pub variants: Variants,
    /// How Claude Code reports refused shell commands and empty outputs in a skill's text.
    pub shell: ShellPolicy,
    /// How Claude Code distinguishes a list of names in a hook's matcher from a regular expression.
    pub matchers: MatcherPolicy,
    /// The limits on the texts that Claude Code injects again after compaction. None if it injects
    /// no text again.
    pub restore: Option<RestoreLimits>,
}

/// The directory at which an upward search from the working directory ends
/// (docs/hosts/claude-code.md#where-it-looks).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WalkTop {
    /// The search ends at the user's home.
    Home,
    /// The search ends at the repository's root.
    Repository,
    /// The search ends at the repository's root. Outside of a repository, it ends at the root of
    /// the file system. Source: recorded answers of Claude Code.
    RepositoryOrRoot,
}

/// The words that a field with a boolean value accepts, in uppercase or lowercase
/// (docs/hosts/claude-code.md#parsing-skillmd).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Booleans {
    /// A field with a boolean value accepts only `true` and `false` (before 2.1.218).
    TrueFalse,
    /// A field with a boolean value accepts `true`, `false`, `yes`, `no`, `on`, `off`, `1` and `0`.
    Words,
}

/// The text that replaces a missing description (docs/hosts/claude-code.md#parsing-skillmd).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fallback {
    /// The first heading of the body replaces a missing description. If the body has no heading, the
    /// name of the skill replaces it.
    HeadingThenName,
    /// The first paragraph of the body replaces a missing description.
    FirstParagraph,
    /// The first line of the body replaces a missing description. If this line is a heading, the `#`
    /// characters are removed. Source: recorded answers of Claude Code.
    FirstLine,
}

/// The treatment of skills with the same name (docs/hosts/claude-code.md#one-name-twice).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SameName {
    /// The list shows all skills with the same name, and the first is invoked. Their order is:
    /// bundled, administrator, personal, project, plugins.
    FirstRuns,
    /// The first of the skills with the same name hides the others. Their order is: administrator,
    /// personal, project, bundled.
    FirstHides,
}

/// How an edition shows the list of skills (docs/hosts/claude-code.md#the-list).
#[derive(Debug, Clone, Copy)]
pub(super) struct ListStyle {
    /// The percentage of the context window that the list may fill.
    pub percent: u64,
    /// The list's budget in characters if the size of the context window is unknown.
    pub fallback: u64,
    /// The maximum length of a description including `when_to_use`, in UTF-16 units. None if there
    /// is no limit.
    pub max_description: Option<u64>,
    /// The unit in which the list's budget is measured.
    pub unit: BudgetUnit,
    /// How a list that exceeds its budget is shortened.
    pub overflow: Overflow,
    /// True if settings can change the list's budget and the maximum length of a description.
    pub settings: bool,
    /// True if the list includes project skills without a description in their frontmatter (since
    /// 2.1.69).
    pub undescribed_project_skills: bool,
    /// True if the list includes a plugin's skill that has neither `description` nor `when_to_use`
    /// in its frontmatter.
    pub undescribed_plugin_skills: bool,
    /// How a description is converted to a single line.
    pub text: ListText,
    /// True if the model determines the role of the message that contains the list of skills, and
    /// also the number of characters per token in the list's budget. In the editions for which this
    /// is true, the environment variable `SLASH_COMMAND_TOOL_CHAR_BUDGET`, which sets the budget,
    /// is parsed like JavaScript's `Number`.
    pub by_model: bool,
    /// True if the list shows a skill's label after the skill's name. The label is the `name` in
    /// the skill's frontmatter.
    pub labels: bool,
}

/// The order of the skills in the catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// The skills are in the order in which the discovery stage found them.
    AsFound,
    /// The skills are sorted by name within each directory of skills. The commands of all
    /// directories are sorted together. The `name` in a skill's frontmatter becomes a label, which
    /// is a second name of the skill. The description of a skill in a subdirectory gets a remark
    /// that names the subdirectory. Source: recorded answers of Claude Code.
    Collated,
}

/// How an edition interprets a plugin's manifest and the names of its folders
/// (docs/hosts/claude-code.md#plugins).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PluginStyle {
    /// A fault in the manifest affects only the faulty field. The `name` in a skill's frontmatter
    /// becomes part of the skill's full name.
    Lenient,
    /// A fault in the manifest drops the whole plugin. A skill's full name is the plugin's name and
    /// the name of the skill's folder. If the manifest lists the plugin's root as a directory of
    /// skills, the root is a single skill. Source: recorded answers of Claude Code.
    Strict,
}

/// The rule that determines where the frontmatter ends (docs/hosts/claude-code.md#parsing-skillmd).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fence {
    /// The frontmatter ends at a line `---`.
    OwnLine,
    /// The frontmatter ends at the next `---`, even inside of a line. Source: recorded answers of
    /// Claude Code.
    Anywhere,
}

/// How an edition parses the frontmatter's YAML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum YamlReading {
    /// The YAML is parsed as written.
    Plain,
    /// If parsing fails, values that YAML would misread are quoted, and the text is parsed again.
    Repaired,
    /// If parsing fails, values that YAML would misread are quoted, and the text is parsed again.
    /// More values are quoted than in the variant `Repaired`. If a key occurs several times, its
    /// last value is used. A field for a text also accepts a number or another scalar. Source:
    /// recorded answers of Claude Code.
    Lenient,
}

/// The treatment of a file whose frontmatter is not valid YAML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BrokenYaml {
    /// A file does not load if its frontmatter is not valid YAML.
    Drops,
    /// A file also loads if its frontmatter is not valid YAML. The fields in the frontmatter are
    /// then ignored, and the skill has no description.
    Loads,
    /// A file also loads if its frontmatter is not valid YAML. The fields in the frontmatter are
    /// then ignored, and the description comes from the body. Source: recorded answers of Claude
    /// Code.
    LoadsDescribed,
}

/// The rule that determines which skills are conditional because of their field `paths`
/// (docs/hosts/claude-code.md#conditional-skills).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathConditions {
    /// All skills with the field `paths` are conditional.
    All,
    /// Skills with the field `paths` are conditional, except skills of plugins and nested skills.
    /// The pattern `**` is no condition. Source: recorded answers of Claude Code.
    OwnAndNarrow,
}

/// How an edition converts a description to a single line (docs/hosts/claude-code.md#the-list).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListText {
    /// The line ends of the description are replaced by spaces.
    Folded,
    /// Terminal escape sequences and unusual characters are removed from the description, and angle
    /// brackets are escaped. Source: recorded answers of Claude Code.
    Escaped,
}

/// How an edition reads its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SettingsPolicy {
    /// True if one invalid value makes Claude Code ignore the whole settings file.
    pub checked_whole: bool,
    /// True if the allow rules in a project's settings apply only after the user has trusted the
    /// folder.
    pub allow_needs_trust: bool,
}

/// How an edition handles slash commands that the user types
/// (docs/hosts/claude-code-use.md#invoking).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypedPolicy {
    /// The number of further commands that run together with the first command of a message. All
    /// commands get the same arguments.
    pub stacked: usize,
    /// True if a skill that the model may not choose runs only if its command is the first in the
    /// message.
    pub reserved_run_first: bool,
    /// True if a session without a user (`-p`) runs only the first slash command of a message. The
    /// message must begin with this command.
    pub one_without_user: bool,
    /// True if Claude Code reacts to slash commands that do not run. If the command begins the
    /// message, Claude Code tells the user why the command does not run. If a skill's command is
    /// elsewhere in the message, Claude Code adds a remark for the model.
    pub answers_others: bool,
    /// True if a command that runs without the model is recorded in the conversation as a local
    /// command.
    pub local_commands: bool,
    /// True if `@path` in a text attaches the file to the conversation.
    pub attaches_files: bool,
}

/// How an edition handles the model's calls of the Skill tool
/// (docs/hosts/claude-code-use.md#invoking).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ToolPolicy {
    /// The properties of a skill that make Claude Code ask the user before the model invokes the
    /// skill. If a skill has several of these properties, the question mentions the first.
    pub asks_for: &'static [Property],
    /// True if a rule that denies the skill is reported as the reason for a refused call, even if
    /// the skill's own fields also forbid the call. If false, the reason in the fields is reported.
    pub deny_comes_first: bool,
    /// True if a session without a user refuses a call about which Claude Code would ask the user.
    pub refuses_without_user: bool,
    /// The wording of the Skill tool's answers.
    pub words: ToolWords,
}

/// A property of a skill, such as a hook. Some editions ask the user before the model invokes a
/// skill with this property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Property {
    /// The skill declares at least one hook.
    Hooks,
    /// The field `hooks` has a list for at least one event. The list may be empty.
    HookLists,
    AllowedTools,
    DisallowedTools,
    Fork,
}

/// The wording of the Skill tool's answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ToolWords {
    /// The Skill tool's answers have the wording that is quoted in documents about Claude Code.
    Described,
    /// The Skill tool's answers have the wording that was recorded from Claude Code. A refusal is
    /// enclosed in a tag.
    Recorded,
}

/// The treatment of a skill whose text is already in the conversation
/// (docs/hosts/claude-code-use.md#using-a-skill-again).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeats {
    /// The skill's text is injected again.
    Again,
    /// Only a note is injected, because the text is already in the conversation.
    Noted,
    /// If the model calls the Skill tool for the skill again, only a note is injected. If the user
    /// types the skill's command again, the whole text is injected again. Source: recorded answers
    /// of Claude Code.
    NotedToTool,
}

/// The place where Claude Code tells the model about other skills in subdirectories. These skills
/// have the same name as the invoked skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variants {
    /// At the end of the invoked skill's text, Claude Code lists other skills in subdirectories.
    /// These skills have the same name as the invoked skill.
    InText,
    /// A separate message lists other skills in subdirectories. These skills have the same name as
    /// the invoked skill. Source: recorded answers of Claude Code.
    OwnMessage,
}

/// How an edition reports refused shell commands and empty outputs in a skill's text
/// (docs/hosts/claude-code-use.md#commands-of-the-shell).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShellPolicy {
    /// True if the message about a refused shell command contains the reason.
    pub says_why: bool,
    /// True if a note replaces the output of a shell command that prints nothing.
    pub marks_no_output: bool,
}

/// How an edition splits the text of the arguments into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordSplitting {
    /// The arguments are split at spaces outside of quotes.
    Quoted,
    /// The arguments are split as a shell splits the first command of a line. Source: recorded
    /// answers of Claude Code.
    Shell,
}

/// How an edition reads permission rules on skills (docs/hosts/claude-code-use.md#permissions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SkillRulePolicy {
    /// True if `*` is a wildcard, so that `Skill(name *)` is a rule on `name` (since 2.1.139).
    pub wildcards: bool,
    /// True if a deny rule also matches a skill's aliases, and a nested skill's name without its
    /// directory (since 2.1.260).
    pub denies_other_names: bool,
    /// True if `Skill(name *)` matches every name that begins with `name`, and `*` has no meaning
    /// at other positions. Source: recorded answers of Claude Code.
    pub plain_prefixes: bool,
    /// True if an ask rule may be about a single skill. If false, only an ask rule about all skills
    /// has an effect.
    pub asks_for_one: bool,
}

/// How an edition inserts arguments into a skill's text (docs/hosts/claude-code-use.md#arguments).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ArgumentPolicy {
    /// The condition under which arguments are added to the end of the skill's text.
    pub append: Append,
    /// The treatment of a placeholder whose index is larger than the number of arguments.
    pub unmatched_index: Unmatched,
    /// True if a backslash before a placeholder prevents its replacement.
    pub escapes: bool,
    /// True if each kind of placeholder is replaced in a separate pass. A placeholder in an
    /// inserted value is then replaced, too, if its kind has a later pass.
    pub rescans_values: bool,
    /// How the text of the arguments is split into words.
    pub words: WordSplitting,
    /// True if an argument cannot add a shell command to a skill's text. Claude Code adds a space
    /// or a backslash to the characters of the argument that would begin a command.
    pub disarms: bool,
    /// True if `$ARGUMENTS` is also replaced inside of a longer word.
    pub inside_words: bool,
}

/// The condition under which arguments are added to the end of the skill's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Append {
    /// Arguments are added if the text does not contain `$ARGUMENTS`. Other placeholders make no
    /// difference.
    UnlessArgumentsNamed,
    /// Arguments are added if no placeholder received an argument. A placeholder with a declared
    /// name, such as `$file`, always prevents the addition, even if its argument is missing.
    UnlessPlaceholderFilled,
}

/// The treatment of `$N` and `$ARGUMENTS[N]` if there are too few arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unmatched {
    /// The placeholder is removed.
    Removed,
    /// The placeholder is not replaced (since 2.1.210).
    Kept,
}

/// A variable that Claude Code replaces in a skill's text, written as `${CLAUDE_…}`.
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
    /// The variables that are replaced only in skills of plugins. All editions have these
    /// variables.
    pub(super) const OF_PLUGINS: [Self; 2] = [Self::PluginRoot, Self::PluginData];

    /// Returns the variable's name, without `${` and `}`.
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
    /// Returns the variables of this edition, including the variables of plugins.
    pub(super) fn all_variables(&self) -> impl Iterator<Item = Variable> + use<> {
        self.variables.iter().copied().chain(Variable::OF_PLUGINS)
    }
}

/// The text in which Claude Code searches for shell commands: a skill's text before or after
/// arguments are inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandsFrom {
    /// Claude Code searches for shell commands before it inserts the arguments into the body of
    /// `SKILL.md`. An argument can therefore not add a shell command.
    Original,
    /// Claude Code searches for shell commands after it has inserted the arguments into the skill's
    /// text. An argument can therefore add a shell command.
    Substituted,
}

/// How an edition distinguishes a list of names in a hook's matcher from a regular expression. In
/// every edition a matcher with only letters, digits, underscores and `|` is a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MatcherPolicy {
    /// True if a comma also separates names in a list, and spaces around names are ignored (since
    /// 2.1.191).
    pub commas_separate: bool,
    /// True if a hook's matcher with a hyphen can be a list of names (since 2.1.195). If false,
    /// such a matcher is a regular expression.
    pub hyphens_are_plain: bool,
}

/// The limits on the texts of skills that Claude Code injects again after compaction, in UTF-16
/// units (docs/hosts/claude-code-use.md#what-survives-compaction).
#[derive(Debug, Clone, Copy)]
pub(super) struct RestoreLimits {
    /// The maximum length of one skill's text that is injected again after a compaction, in UTF-16
    /// units.
    pub each: u64,
    /// The maximum total length of all skills' texts that are injected again after a compaction, in
    /// UTF-16 units.
    pub together: u64,
}

/// The limits on restored texts: 5,000 tokens for each skill and 25,000 tokens in total. A token
/// counts as four characters, because a text in a real conversation was truncated at 20,000
/// characters.
const RESTORE_LIMITS: RestoreLimits = RestoreLimits {
    each: 20_000,
    together: 100_000,
};

/// The properties of a skill that make Claude Code ask the user before the model invokes the skill.
/// Source: documents about Claude Code.
const DOCUMENTED_PROPERTIES: &[Property] =
    &[Property::Hooks, Property::AllowedTools, Property::Fork];

/// The edition of February 2026, which the other editions are based on.
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

/// The editions of Claude Code, oldest first.
pub(super) const EDITIONS: [ClaudeCodeEdition; 4] = [
    EDITION_2026_02,
    EDITION_2026_04,
    EDITION_2026_08,
    EDITION_2026_11,
];
