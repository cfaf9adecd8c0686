//! The permission rules that decide which tools, skills and files the model may use
//! (`docs/hosts/opencode.md#permissions`).

use super::config::Surroundings;
use super::editions::Opencode;
use super::options::OpencodeOptions;
use crate::host::pattern_calls::{PatternCalls, Program, default_rules};
use crate::host::pattern_rules::{ANY, Rules};
use crate::host::stages::View;
use crate::host::tool_permissions::ToolPermissions;
use crate::model::invocation::ContextChanges;
use crate::model::permission::{ToolCall, ToolPermission, Verdict};

/// The reason for the decision on shell commands in a skill's text.
const RUNS_COMMANDS: &str = "opencode runs the commands of a skill's text without a question";

/// Returns the permission rules of a session. If several rules match, the last rule decides.
pub(super) fn rules(surroundings: &Surroundings<'_>, options: &OpencodeOptions) -> Rules {
    let mut rules = Rules::default();
    rules.add_plain(ANY, Verdict::Allow);
    add_configured(&mut rules, surroundings, options);
    rules
}

/// The tools, default permissions and permission checks of opencode. Code that opencode and Kilo
/// share reads these values.
static PROGRAM: Program = Program {
    name: "opencode",
    tools: &[
        "bash",
        "edit",
        "glob",
        "grep",
        "invalid",
        "question",
        "read",
        "skill",
        "task",
        "todowrite",
        "webfetch",
        "write",
    ],
    known: None,
    invalid: Some("invalid"),
    denied: &["question", "plan_enter", "plan_exit"],
    asked: &[],
    allowed: &["question", "plan_enter"],
    commands: &[],
    masks_quoted: false,
    compares_whole_text: false,
    exempts_external: false,
    guards_variables: false,
    is_protected: None,
};

impl ToolPermissions for Opencode {
    fn permission(
        &self,
        view: &View<'_>,
        call: &ToolCall,
        _changes: &[ContextChanges],
    ) -> ToolPermission {
        if call.skill.is_some() {
            return ToolPermission::new(Verdict::Allow, RUNS_COMMANDS);
        }
        let surroundings = Surroundings::read(view.tree, view.environment, &self.options);
        let rules = default_rules(&PROGRAM, view, &[], &|rules| {
            add_configured(rules, &surroundings, &self.options);
        });
        let calls = PatternCalls {
            view,
            program: &PROGRAM,
            rules: &rules,
            worktree: &surroundings.worktree,
            shown: &|permission, _| {
                let relevant: Vec<_> = rules.on(permission).map(|rule| rule.json("")).collect();
                format!("[{}]", relevant.join(","))
            },
        };
        calls.decide(call)
    }
}

/// Adds the permission rules of the configuration, then the configuration's rules for the active
/// agent, then the rules of the options.
fn add_configured(rules: &mut Rules, surroundings: &Surroundings<'_>, options: &OpencodeOptions) {
    let source = |keys: &[&str]| surroundings.source(keys).map(str::to_owned);
    let home = surroundings.home.as_deref();
    let agent = Surroundings::agent(options);
    rules.add_configured(&surroundings.merged, agent, home, &source);
    for rule in &options.rules {
        rules.add(&rule.pattern, rule.action, "a rule of the agent");
    }
}
