//! Claude Code: editions as one table of values, a file for each stage, and one for each thing that a skill may ask for.

mod arguments;
mod catalog;
mod discover;
mod expand;
mod features;
mod fields;
mod frontmatter;
mod hooks;
mod invoke;
mod left_out;
mod list;
mod options;
mod path_rules;
mod permissions;
mod plugin;
mod restore;
mod rewrite;
mod select;
mod settings;
mod shell;

pub use options::{
    BundledSkill, ClaudeCodeOptions, McpPrompt, PathMatching, SdkOptions, SettingSource,
};

use arguments::{Append, ArgumentPolicy, Unmatched};
use hooks::MatcherPolicy;
use permissions::SkillRulePolicy;
use shell::CommandsFrom;

use crate::host::Host;
use crate::host::format::SkillFormat;
use crate::host::format::{Envelope, Replaced};
use crate::host::session_rules::SessionRules;
use crate::host::stages::View;
use crate::host::stages::{Assembly, Considered, Discovery, Parsed};
use crate::host::tool::SkillTool;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::hook::Hook;
use crate::model::invocation::{Invocation, SkillCall, Until};
use crate::model::listing::Listing;
use crate::model::memory::Memory;
use crate::model::message::Message;
use crate::model::skill::{Frontmatter, Skill};
use crate::model::touch::Touch;
use crate::model::turn::{Turn, TurnRequest};
use crate::text::budget::Overflow;
use crate::tree::path;
use crate::tree::{Contents, Tree};
use std::sync::Arc;

/// The host's name.
pub const ID: &str = "claude-code";

/// What it is called.
pub const LABEL: &str = "Claude Code";

/// The edition when none is asked for. The newest.
pub const DEFAULT_EDITION: &str = "2026-08";

/// What a command's file ends in.
const COMMAND_ENDING: &str = ".md";

/// The tool that the model calls (seed 004 section 11, `SKILL_TOOL_NAME`).
const SKILL_TOOL: &str = "Skill";

/// A dated state of the host. `2026-02` has the numbers of seed 003, `2026-04` is what seed 004 describes, `2026-08` the
/// documented state of that month with what later copies of the documentation add (host facts part A).
#[derive(Debug, Clone, Copy)]
struct Edition {
    id: &'static str,
    /// How far up from the working directory the project's skills are collected.
    walks_up_to: WalkTop,
    /// Whether a linked worktree without skills of its own takes the main checkout's.
    worktree_takes_main_checkouts: bool,
    /// Whether directories below the working directory count once a file there was touched.
    nested: bool,
    /// Whether plugins' skills are found in deeper folders, which become a part of their name.
    deep_plugin_skills: bool,
    /// Whether a manifest may list the plugin's root among the skills as `.` (2.1.221).
    lists_plugin_roots: bool,
    /// Whether a skill's folder with a plugin's manifest is a plugin.
    plugins_among_skills: bool,
    /// Whether the folder `synced` is the host's own.
    synced: bool,
    /// The words that are booleans.
    booleans: Booleans,
    /// The levels of `effort`, and whether a number is one too.
    efforts: &'static [&'static str],
    numbers_as_effort: bool,
    /// Whether a file that begins with a byte order mark is read.
    byte_order_mark: bool,
    /// Whether values that YAML chokes on are quoted and tried once more.
    repairs_yaml: bool,
    /// Whether a file with broken YAML loads without metadata, instead of not at all.
    broken_yaml_loads: bool,
    /// Whether `paths` may be a list.
    path_lists: bool,
    /// How `paths` are matched unless the caller says so.
    path_matching: PathMatching,
    /// What stands for a missing description.
    description_fallback: Fallback,
    /// Whether the `name` of a plugin's skill is the whole command, instead of its last part.
    plugin_names_replace: bool,
    /// What becomes of skills of one name.
    same_name: SameName,
    /// Whether the settings' `skillOverrides` count.
    overrides: bool,
    /// Whether the model may call what MCP servers offer as prompts.
    model_uses_mcp_prompts: bool,
    /// Whether a skill of which something else is to be said is announced again (2.1.174).
    announces_changes: bool,
    /// How the list is shown.
    list: list::Style,
    /// Commands behind the first that run with it, each with the same arguments.
    stacked: usize,
    /// Whether a schedule runs only skills that the model may choose (2.1.196).
    schedules_as_model: bool,
    /// Rules on skills.
    skill_rules: SkillRulePolicy,
    /// Whether the refusal of the model's call has the model ask the user.
    refusal_asks_user: bool,
    /// Whether tools that ask the user something do so even when a skill allows them (2.1.69).
    interactive_tools_ask: bool,
    /// Whether `disallowed-tools` takes tools away (2.1.152).
    disallows_tools: bool,
    /// Whether names that begin with `_canonical_` are looked for elsewhere.
    remote_skills: bool,
    /// How arguments are put in.
    arguments: ArgumentPolicy,
    /// The variables that are put in, without their `CLAUDE_`.
    variables: &'static [&'static str],
    /// The text that commands are looked for in.
    commands_from: CommandsFrom,
    /// Whether auto mode leaves commands to the model.
    auto_mode: bool,
    /// Whether a forked skill runs in the background unless it says otherwise.
    forks_in_background: bool,
    /// How long `allowed-tools` and the like last.
    changes_last: Until,
    /// Whether the same text is injected once.
    notes_repeats: bool,
    /// How names in a hook's matcher are told from regular expressions.
    matchers: MatcherPolicy,
    /// What is put back after compaction.
    restore: Option<restore::Limits>,
}

/// How far up from the working directory something is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WalkTop {
    /// The user's home (seed 004).
    Home,
    /// The repository's root (host facts A1).
    Repository,
}

/// The words that are booleans, in any capitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Booleans {
    /// `true` and `false` (before 2.1.218).
    TrueFalse,
    /// Also `yes`, `no`, `on`, `off`, `1` and `0`.
    Words,
}

/// What stands for a missing description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fallback {
    /// The body's first heading, or else the skill's name (seed 004).
    HeadingThenName,
    /// The body's first paragraph (host facts A2).
    FirstParagraph,
}

/// What becomes of skills of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SameName {
    /// All are listed, and the first in the host's order runs: bundled, managed, personal, project, plugins' (seed 004).
    FirstRuns,
    /// The first hides the others: managed, personal, project, bundled (host facts A1).
    FirstHides,
}

const EDITIONS: [Edition; 3] = [
    Edition {
        id: "2026-02",
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
        list: list::Style {
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
        },
        variables: &["SESSION_ID"],
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
        list: list::Style {
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
        },
        variables: &["SESSION_ID", "SKILL_DIR"],
        commands_from: CommandsFrom::Substituted,
        auto_mode: false,
        forks_in_background: false,
        changes_last: Until::SkillEnds,
        notes_repeats: false,
        matchers: MatcherPolicy {
            commas_separate: false,
            hyphens_are_plain: false,
        },
        restore: Some(restore::LIMITS),
    },
    Edition {
        id: "2026-08",
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
        list: list::Style {
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
        },
        variables: &["SESSION_ID", "SKILL_DIR", "EFFORT", "PROJECT_DIR"],
        commands_from: CommandsFrom::Original,
        auto_mode: true,
        forks_in_background: true,
        changes_last: Until::NextUserMessage,
        notes_repeats: true,
        matchers: MatcherPolicy {
            commas_separate: true,
            hyphens_are_plain: true,
        },
        restore: Some(restore::LIMITS),
    },
];

/// The editions, oldest first.
pub fn editions() -> Vec<&'static str> {
    EDITIONS.iter().map(|edition| edition.id).collect()
}

/// The host in that edition with these options, if there is such an edition.
pub(crate) fn open(edition: &str, options: &ClaudeCodeOptions) -> Option<Arc<dyn Host>> {
    let edition = EDITIONS.iter().find(|known| known.id == edition)?;
    let options = options.clone();
    Some(Arc::new(ClaudeCode { edition, options }))
}

struct ClaudeCode {
    edition: &'static Edition,
    options: ClaudeCodeOptions,
}

impl Host for ClaudeCode {
    fn id(&self) -> &'static str {
        ID
    }

    fn edition(&self) -> &'static str {
        self.edition.id
    }

    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        discover::discover(tree, environment, self.edition)
    }

    fn parse(&self, contents: &Contents) -> Parsed {
        frontmatter::parse(contents, self.edition)
    }

    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        catalog::assemble(tree, environment, candidates, self.edition)
    }

    fn list(&self, view: &View<'_>, agent: &str) -> Listing {
        list::list(view, agent, self.edition)
    }

    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        select::turn(view, request, self.edition)
    }

    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, discover::SKILLS)
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        skill.user_invocable.then(|| format!("/{}", skill.name))
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }

    fn session_rules(&self) -> Option<&dyn SessionRules> {
        Some(self)
    }
}

impl SkillFormat for ClaudeCode {
    fn features(&self, view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(view, skill, self.edition)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition).to_vec()
    }

    fn tool_rule_fault(&self, rule: &str) -> Option<String> {
        permissions::Rule::parse(rule).err()
    }

    fn replaces(&self, text: &str, fields: &Frontmatter) -> Vec<Replaced> {
        features::replaces(text, fields, self.edition)
    }

    fn envelope(&self) -> Envelope {
        // Its list stands in a reminder, and a reminder in a skill's text is taken for the host's.
        const TAGS: &[&str] = &[list::REMINDER];
        Envelope {
            list: TAGS,
            text: TAGS,
        }
    }

    fn unlimited_tools(&self, fields: &Frontmatter) -> Vec<String> {
        features::unlimited_tools(fields)
    }
}

impl SkillTool for ClaudeCode {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        Some(invoke::call(view, call, self.edition))
    }

    fn fork_result(&self, skill: &str, result: &str) -> Option<String> {
        Some(invoke::fork_result(skill, result))
    }
}

impl SessionRules for ClaudeCode {
    fn hook_runs(&self, hook: &Hook, event: &str, subject: &str) -> bool {
        hook.event == event && hooks::fires(hook, subject, self.edition.matchers) == Ok(true)
    }

    fn restore(&self, memory: &Memory, agent: &str) -> Vec<Message> {
        restore::restore(memory, agent, self.edition)
    }

    fn skills_added(&self, environment: &Environment, touch: &mut Touch) {
        list::added(environment, touch);
    }
}
