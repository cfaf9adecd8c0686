//! The effects of an invocation in addition to the skill's text: hooks, changes of tools, model and
//! effort, and events.

use super::used::Use;
use crate::host::stages::View;
use crate::hosts::claude_code::editions::ClaudeCode;
use crate::hosts::claude_code::expand;
use crate::hosts::claude_code::names::SKILL_TOOL;
use crate::hosts::claude_code::options::ClaudeCodeOptions;
use crate::hosts::claude_code::settings::Settings;
use crate::model::hook::Hook;
use crate::model::invocation::{ContextChanges, InvokedBy};
use crate::model::message::SkillEvent;
use crate::model::skill::{Frontmatter, Scope, Skill, SkillKind};
use crate::sort;

/// The value of the field `model` that stands for the session's own model.
const INHERIT: &str = "inherit";

/// The name of the event that reports every invocation
/// (docs/hosts/claude-code-use.md#records-and-events).
const INVOKED: &str = "tengu_skill_tool_invocation";

/// Returns the hooks that a skill registers. Hooks that an earlier invocation registered are
/// omitted, because otherwise they would run twice. Hooks of a project's skill are omitted if the
/// user does not trust the project. Sessions without a user require no trust
/// (docs/hosts/claude-code-use.md#hooks).
pub(super) fn hooks(
    view: &View<'_>,
    skill: &Skill,
    fields: &Frontmatter,
    options: &ClaudeCodeOptions,
) -> Vec<Hook> {
    let is_trusted = options.trusted.unwrap_or(true) || options.headless || options.sdk.is_some();
    if skill.scope == Scope::Repo && !is_trusted {
        return Vec::new();
    }
    let in_force = |hook: &&Hook| {
        let mut known = view.memory.hooks.iter();
        known.any(|known| known.skill == skill.name && known.hook == **hook)
    };
    let declared = fields.hooks.iter();
    declared.filter(|hook| !in_force(hook)).cloned().collect()
}

/// Returns the changes of tools, model and effort that a skill makes. None if nothing changes
/// (docs/hosts/claude-code-use.md#permissions).
pub(super) fn changes(
    view: &View<'_>,
    skill: &Skill,
    fields: &Frontmatter,
    settings: &Settings,
    setup: &ClaudeCode,
) -> Option<ContextChanges> {
    let edition = setup.edition;
    let granted = expand::granted(view, skill, settings, setup);
    let disallowed = fields.disallowed_tools.iter();
    let changes = ContextChanges {
        skill: skill.name.clone(),
        allowed_tools: (granted.iter())
            .map(|granted| granted.rule.to_string())
            .collect(),
        disallowed_tools: disallowed
            .filter(|_| edition.disallows_tools)
            .cloned()
            .collect(),
        model: fields.model.clone().filter(|model| model != INHERIT),
        effort: fields.effort.clone(),
        until: edition.changes_last,
        only_allowed_tools: false,
    };
    let is_nothing = changes.allowed_tools.is_empty()
        && changes.disallowed_tools.is_empty()
        && changes.model.is_none()
        && changes.effort.is_none();
    (!is_nothing).then_some(changes)
}

pub(super) fn events(skill: &Skill, used: &Use<'_>, forks: bool) -> Vec<SkillEvent> {
    let text = |text: &str| text.to_owned();
    let trigger = match used.by {
        InvokedBy::Model => "model",
        InvokedBy::User => "user",
    };
    let telemetry = SkillEvent::Telemetry {
        name: text(INVOKED),
        properties: sort::collect_map([
            (text("command_name"), skill.name.clone()),
            (
                text("execution_context"),
                text(if forks { "fork" } else { "inline" }),
            ),
            (text("invocation_trigger"), text(trigger)),
        ]),
    };
    let hook = match used.by {
        InvokedBy::Model => SkillEvent::HookEvent {
            event: text("PreToolUse"),
            input: sort::collect_map([
                (text("tool_name"), text(SKILL_TOOL)),
                (text("skill"), skill.name.clone()),
                (text("args"), text(used.arguments)),
            ]),
        },
        InvokedBy::User => SkillEvent::HookEvent {
            event: text("UserPromptExpansion"),
            input: sort::collect_map([
                (
                    text("expansion_type"),
                    text(match skill.kind {
                        SkillKind::McpPrompt => "mcp_prompt",
                        SkillKind::Skill | SkillKind::Command => "slash_command",
                    }),
                ),
                (text("command_name"), skill.name.clone()),
                (text("command_args"), text(used.arguments)),
                (text("command_source"), source(skill)),
                (text("prompt"), text(used.prompt.unwrap_or_default())),
            ]),
        },
    };
    vec![hook, telemetry]
}

/// Returns the value of the field `command_source` in the event `UserPromptExpansion`. The field is
/// documented, but the possible values are Skillglass's own.
fn source(skill: &Skill) -> String {
    match skill.scope {
        Scope::Admin => "managed",
        Scope::User => "user",
        Scope::Repo => "project",
        Scope::System => "bundled",
        Scope::Plugin => "plugin",
        Scope::Mcp => "mcp",
    }
    .to_owned()
}
