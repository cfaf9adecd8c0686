//! The decisions on tool calls by permission rules (`docs/hosts/kilo.md#permissions`).

use super::config::{self, FILES, FOLDERS, Surroundings};
use super::editions::Kilo;
use crate::host::pattern_calls::{PatternCalls, Program, default_rules};
use crate::host::pattern_rules::{ANY, Rule, Rules};
use crate::host::stages::View;
use crate::host::tool_permissions::ToolPermissions;
use crate::model::environment::Environment;
use crate::model::invocation::{ContextChanges, InvokedBy};
use crate::model::permission::{ToolCall, ToolPermission, Verdict};
use crate::tree::path;

/// The name of the agent that answers if the user selects no agent.
const AGENT: &str = "code";

/// The file with instructions for agents in the top folder of a worktree.
const INSTRUCTIONS: &str = "AGENTS.md";

/// The default rules on shell commands: a pattern and its verdict.
const COMMANDS: [(&str, Verdict); 39] = [
    ("*", Verdict::Ask),
    ("cat *", Verdict::Allow),
    ("head *", Verdict::Allow),
    ("tail *", Verdict::Allow),
    ("less *", Verdict::Allow),
    ("ls *", Verdict::Allow),
    ("tree *", Verdict::Allow),
    ("pwd *", Verdict::Allow),
    ("echo *", Verdict::Allow),
    ("wc *", Verdict::Allow),
    ("which *", Verdict::Allow),
    ("type *", Verdict::Allow),
    ("file *", Verdict::Allow),
    ("diff *", Verdict::Allow),
    ("du *", Verdict::Allow),
    ("df *", Verdict::Allow),
    ("date *", Verdict::Allow),
    ("uname *", Verdict::Allow),
    ("whoami *", Verdict::Allow),
    ("printenv *", Verdict::Allow),
    ("man *", Verdict::Allow),
    ("grep *", Verdict::Allow),
    ("rg *", Verdict::Allow),
    ("ag *", Verdict::Allow),
    ("sort *", Verdict::Allow),
    ("uniq *", Verdict::Allow),
    ("cut *", Verdict::Allow),
    ("tr *", Verdict::Allow),
    ("jq *", Verdict::Allow),
    ("touch *", Verdict::Allow),
    ("mkdir *", Verdict::Allow),
    ("cp *", Verdict::Allow),
    ("mv *", Verdict::Allow),
    ("tsc *", Verdict::Allow),
    ("tsgo *", Verdict::Allow),
    ("tar *", Verdict::Allow),
    ("unzip *", Verdict::Allow),
    ("gzip *", Verdict::Allow),
    ("gunzip *", Verdict::Allow),
];

/// Kilo's tools, default permissions and permission checks. Kilo and opencode share the code that
/// uses these values.
static PROGRAM: Program = Program {
    name: "kilo",
    tools: &[
        "background_process",
        "bash",
        "board_post",
        "board_read",
        "cancel_wakeup",
        "cron_create",
        "cron_delete",
        "cron_list",
        "edit",
        "glob",
        "goal",
        "grep",
        "kilo_local_recall",
        "link_pr",
        "question",
        "read",
        "schedule_wakeup",
        "skill",
        "suggest",
        "task",
        "todowrite",
        "webfetch",
        "write",
    ],
    known: Some(&[
        "bash", "edit", "glob", "grep", "read", "skill", "webfetch", "write",
    ]),
    invalid: None,
    denied: &[
        "suggest",
        "question",
        "plan_enter",
        "plan_exit",
        "repo_clone",
        "repo_overview",
    ],
    asked: &["recall", "kilo_memory_recall", "kilo_memory_save"],
    allowed: &["question", "suggest", "plan_enter"],
    commands: &COMMANDS,
    masks_quoted: true,
    compares_whole_text: true,
    exempts_external: true,
    guards_variables: true,
    is_protected: Some(is_protected),
};

/// Returns the permission rules that decide which skills the model may use.
pub(super) fn rules(surroundings: &Surroundings, environment: &Environment) -> Rules {
    let mut rules = Rules::default();
    rules.add_plain(ANY, Verdict::Allow);
    add_configured(&mut rules, surroundings, environment);
    rules
}

/// Adds the permission rules of the merged configuration, then the permission rules of Kilo's
/// agent.
fn add_configured(rules: &mut Rules, surroundings: &Surroundings, environment: &Environment) {
    let source = |keys: &[&str]| surroundings.source(keys).map(str::to_owned);
    let home = environment.home.as_deref();
    rules.add_configured(surroundings.merged(), AGENT, home, &source);
}

impl ToolPermissions for Kilo {
    fn permission(
        &self,
        view: &View<'_>,
        call: &ToolCall,
        _changes: &[ContextChanges],
    ) -> ToolPermission {
        if let Some(skill) = &call.skill {
            return on_command(skill.by);
        }
        let surroundings = Surroundings::read(view.tree, view.environment);
        let folders: Vec<_> = own_folders(view)
            .map(|folder| path::join(&folder, "*"))
            .collect();
        let rules = default_rules(&PROGRAM, view, &folders, &|rules| {
            add_configured(rules, &surroundings, view.environment);
        });
        let calls = PatternCalls {
            view,
            program: &PROGRAM,
            rules: &rules,
            worktree: surroundings.worktree().unwrap_or("/"),
            shown: &|_, rule| {
                rule.map_or_else(String::new, |rule| {
                    rule.json(&format!(",\"source\":\"{}\"", origin(&surroundings, rule)))
                })
            },
        };
        calls.decide(call)
    }
}

/// Returns the decision on a shell command in a skill's text. Rules of the configuration do not
/// apply to such commands.
pub(super) fn on_command(by: InvokedBy) -> ToolPermission {
    match by {
        InvokedBy::User => ToolPermission::new(
            Verdict::Allow,
            "the commands of a typed skill run without a question",
        ),
        InvokedBy::Model => ToolPermission::new(
            Verdict::Ask,
            "the user is asked about the commands of a skill, whatever the configuration allows",
        ),
    }
}

/// Returns Kilo's word for the source of a rule: `global` or `project`. The source is the last
/// configuration file that has a rule for the same permission and pattern. Returns `agent` if no
/// file has such a rule.
fn origin(surroundings: &Surroundings, rule: &Rule) -> &'static str {
    let keys: Vec<_> = rule.keys.iter().map(String::as_str).collect();
    let keys = keys.strip_prefix(&["agent", AGENT]).unwrap_or(&keys);
    let found = surroundings.is_of_user(keys).filter(|_| !keys.is_empty());
    match found {
        Some(true) => "global",
        Some(false) => "project",
        None => "agent",
    }
}

/// Returns the user's own folders with configuration files of Kilo.
fn own_folders(view: &View<'_>) -> impl Iterator<Item = String> {
    let home = view.environment.home.clone();
    let of_home = FOLDERS
        .into_iter()
        .filter_map(move |folder| Some(path::join(home.as_deref()?, folder)));
    config::global(view.environment).into_iter().chain(of_home)
}

/// Returns true if a file belongs to Kilo's configuration. Files in `plans/` in a project's
/// configuration folder do not belong to the configuration.
fn is_protected(view: &View<'_>, file: &str, from_top: &str) -> bool {
    let is_in_project = |folder: &str| {
        let folder = format!("/{folder}/");
        let from_top = format!("/{from_top}");
        let inside = from_top
            .split_once(&folder)
            .map(|(_, inside)| inside.to_owned());
        inside.is_some_and(|inside| !inside.starts_with("plans/"))
    };
    FILES.contains(&from_top)
        || from_top == INSTRUCTIONS
        || FOLDERS.into_iter().any(is_in_project)
        || own_folders(view).any(|folder| path::is_within(file, &folder))
}
