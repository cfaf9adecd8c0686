//! Invokes skills: by the model's calls of the Skill tool, and by slash commands that the user
//! types.

mod deliver;
mod effects;
mod look_up;
mod permit;
mod used;

pub(super) use deliver::{fork_failure, fork_result, local_command};
pub(super) use look_up::find;
pub(super) use permit::{is_denied, permission};
pub(super) use used::Use;

use std::collections::BTreeMap;

use self::deliver::{command_tags, failed_tags, fork, inject, variants, with_variants};
use self::effects::{changes, events, hooks};
use self::look_up::{refusal, validate};
use self::permit::unasked;
use super::attached;
use super::editions::{ClaudeCode, ToolWords, Variants};
use super::expand::{self, Expanded};
use super::names::{SKILL_TOOL, forks};
use super::settings::{self, Settings};
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{
    Invocation, InvocationOutcome, InvocationRequest, InvokedBy, RefusalReason, SkillCall,
};
use crate::model::memory::MAIN_AGENT;
use crate::model::message::SkillEvent;
use crate::model::permission::{Permission, Verdict};
use crate::model::skill::{Frontmatter, Skill, Visibility};

/// The name of the event that reports a call whose skill name begins with a slash
/// (docs/hosts/claude-code-use.md#records-and-events).
const SLASH_PREFIX: &str = "tengu_skill_tool_slash_prefix";

impl SkillTool for ClaudeCode {
    /// Returns the result of the model's call of the Skill tool. Claude Code always has this tool,
    /// so the result is never none.
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let settings = settings::read(view.tree, view.environment, self);
        let tool = &self.edition.tool;
        let written = call.skill.trim();
        // The slash is removed before the spaces, so `/ pdf` means `pdf`, and `/` is a name that no
        // skill has.
        let name = written.strip_prefix('/').unwrap_or(written).trim();
        let used = Use {
            by: InvokedBy::Model,
            called: name,
            arguments: call.args.as_deref().unwrap_or_default(),
            agent: call.agent.as_deref().unwrap_or(MAIN_AGENT),
            call_id: call.id.as_deref(),
            id: call
                .id
                .clone()
                .or_else(|| call.agent.clone())
                .unwrap_or_else(|| "0".to_owned()),
            outputs: &call.outputs,
            prompt: None,
            scheduled: false,
        };
        let found = if tool.deny_comes_first && settings.rules.denies_all(SKILL_TOOL) {
            Err(refusal(
                RefusalReason::NoTool,
                None,
                format!(
                    "Error: No such tool available: {SKILL_TOOL}. {SKILL_TOOL} is disabled for this session, in subagents as well as here."
                ),
                "Remove the rule that denies the tool from the settings.".to_owned(),
            ))
        } else {
            // A rule that denies the skill is reported before a reason in the skill's own fields,
            // but after `skillOverrides`.
            match find(view, name, self.edition) {
                Some(skill)
                    if tool.deny_comes_first
                        && !matches!(
                            skill.visibility,
                            Visibility::Off | Visibility::UserInvocableOnly
                        )
                        && is_denied(view, skill, &settings, self.edition) =>
                {
                    Ok(skill)
                }
                _ => validate(view, written, name, self.edition),
            }
        };
        let mut invocation = match found {
            Ok(skill) => {
                let permission = permission(view, skill, &settings, self.edition);
                match permission.verdict {
                    Verdict::Allow => run(view, skill, &used, &settings, self),
                    Verdict::Ask if call.approved => run(view, skill, &used, &settings, self),
                    Verdict::Ask if tool.refuses_without_user && self.options.headless => {
                        let message = unasked(skill, name, &permission, &settings, self.edition);
                        let help = format!("Allow it with the rule Skill({name}).");
                        let outcome = refusal(RefusalReason::NobodyToAsk, None, message, help);
                        empty(&skill.name, Some(skill), &used, outcome)
                    }
                    Verdict::Ask => empty(&skill.name, Some(skill), &used, InvocationOutcome::Asks),
                    Verdict::Deny => {
                        let message = "Skill execution blocked by permission rules".to_owned();
                        let help = match &permission.rule {
                            Some(rule) => {
                                format!("The rule {rule} denies it; take it out of the settings.")
                            }
                            None => "Remove the rule from the settings.".to_owned(),
                        };
                        let outcome = refusal(RefusalReason::Denied, None, message, help);
                        empty(&skill.name, Some(skill), &used, outcome)
                    }
                }
                .with_permission(permission)
            }
            Err(outcome) => empty(name, None, &used, tagged(outcome, tool.words)),
        };
        // An invocation that asks or waits is recorded only when it ends, because the caller
        // repeats the call until then.
        let is_over = !matches!(
            invocation.outcome,
            InvocationOutcome::Asks | InvocationOutcome::Waits
        );
        if written.starts_with('/') && is_over {
            let event = SkillEvent::Telemetry {
                name: SLASH_PREFIX.to_owned(),
                properties: BTreeMap::new(),
            };
            invocation.events.insert(0, event);
        }
        Some(invocation)
    }

    fn fork_result(&self, skill: &str, result: &str) -> Option<String> {
        Some(fork_result(skill, result))
    }

    fn fork_failure(&self, skill: &str, error: &str) -> Option<String> {
        Some(fork_failure(skill, error))
    }
}

/// Puts the message of a refused call between tags, in editions that use such tags.
fn tagged(outcome: InvocationOutcome, words: ToolWords) -> InvocationOutcome {
    match outcome {
        InvocationOutcome::Refused {
            reason,
            code,
            message,
            help,
        } if words == ToolWords::Recorded => InvocationOutcome::Refused {
            reason,
            code,
            message: format!("<tool_use_error>{message}</tool_use_error>"),
            help,
        },
        other => other,
    }
}

impl Invocation {
    fn with_permission(self, permission: Permission) -> Self {
        Self {
            permission: Some(permission),
            ..self
        }
    }
}

fn empty(
    name: &str,
    skill: Option<&Skill>,
    used: &Use<'_>,
    outcome: InvocationOutcome,
) -> Invocation {
    Invocation {
        path: skill.map(|skill| skill.path.clone()),
        ..Invocation::new(used.by, name, used.arguments, outcome)
    }
}

/// Invokes a skill that may run, because permission was granted or is not needed.
pub(super) fn run(
    view: &View<'_>,
    skill: &Skill,
    used: &Use<'_>,
    settings: &Settings,
    setup: &ClaudeCode,
) -> Invocation {
    let call = expand::Call {
        arguments: used.arguments,
        id: &used.id,
        outputs: used.outputs,
    };
    let stopped = |outcome, requests: Vec<InvocationRequest>| Invocation {
        requests,
        ..empty(&skill.name, Some(skill), used, outcome)
    };
    match expand::expand(view, skill, &call, settings, setup) {
        Expanded::Waits(requests) => stopped(InvocationOutcome::Waits, requests),
        Expanded::Failed(message, help, requests) => {
            let mut invocation = stopped(InvocationOutcome::Failed { message, help }, requests);
            if setup.edition.typed.local_commands && used.by == InvokedBy::User {
                invocation.messages = local_command(&failed_tags(skill, used.arguments));
            }
            invocation
        }
        Expanded::Whole(content, requests) => {
            let mut invocation = stopped(InvocationOutcome::Injected, requests);
            let edition = setup.edition;
            let content = match edition.variants {
                Variants::OwnMessage => content,
                Variants::InText => with_variants(view, skill, content, edition),
            };
            let none = Frontmatter::default();
            let fields = skill.frontmatter.as_deref().unwrap_or(&none);
            invocation.hooks = hooks(view, skill, fields, &setup.options);
            invocation.changes = changes(view, skill, fields, settings, setup);
            if !fields.allowed_tools.is_empty() && expand::only_managed_rules(skill, settings) {
                invocation.warnings.push(format!(
                    "allowed-tools of {} has no effect: allowManagedPermissionRulesOnly is set",
                    skill.name
                ));
            }
            invocation.events = events(skill, used, forks(fields));
            if used.by == InvokedBy::User && !(edition.typed.local_commands && forks(fields)) {
                invocation.messages.push(command_tags(skill, used));
            }
            if forks(fields) {
                fork(view, skill, fields, content, used, setup, &mut invocation);
            } else {
                if edition.typed.attaches_files {
                    invocation.attached = attached::files(view, &content);
                }
                inject(view, skill, content, used, setup.edition, &mut invocation);
                if edition.variants == Variants::OwnMessage {
                    invocation.messages.extend(variants(view, skill));
                }
            }
            invocation
        }
    }
}
