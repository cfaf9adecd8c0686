//! Finds skills by name, and returns the reasons why the Skill tool refuses a call.

use crate::host::stages::View;
use crate::hosts::claude_code::editions::{ClaudeCodeEdition, PluginStyle, ToolWords};
use crate::hosts::claude_code::names::{BUILT_IN, NO_PROMPTS, SKILL_TOOL, unqualified};
use crate::hosts::claude_code::plugin;
use crate::model::invocation::{InvocationOutcome, RefusalReason};
use crate::model::skill::{Skill, SkillKind, Visibility};

/// Claude Code's numbers for the reasons why the Skill tool refuses a call
/// (docs/hosts/claude-code-use.md#invoking).
mod code {
    pub const EMPTY: u32 = 1;
    pub const UNKNOWN: u32 = 2;
    pub const MODEL_DISABLED: u32 = 4;
    pub const NO_PROMPT: u32 = 5;
    pub const REMOTE_UNKNOWN: u32 = 6;
}

/// The prefix of names of remote skills, which only some sessions have
/// (docs/hosts/claude-code-use.md#invoking).
const REMOTE_PREFIX: &str = "_canonical_";

/// Returns the skill that the model calls, or the refusal of the call
/// (docs/hosts/claude-code-use.md#invoking). `written` is the name as the model wrote it, and
/// `name` is the same name without its slash.
pub(super) fn validate<'v>(
    view: &View<'v>,
    written: &str,
    name: &str,
    edition: &ClaudeCodeEdition,
) -> Result<&'v Skill, InvocationOutcome> {
    let recorded = edition.tool.words == ToolWords::Recorded;
    if written.is_empty() {
        return Err(refusal(
            RefusalReason::EmptyName,
            Some(code::EMPTY),
            format!("Invalid skill format: {name}"),
            "Give the name of a skill of the list.".to_owned(),
        ));
    }
    if edition.remote_skills && name.starts_with(REMOTE_PREFIX) {
        return Err(refusal(
            RefusalReason::Remote,
            Some(code::REMOTE_UNKNOWN),
            format!("Remote skill {name} was not discovered in this session"),
            "Skillglass knows no remote skills; give a name of the list.".to_owned(),
        ));
    }
    // If several skills have the name, the first that the model may choose is used (recorded).
    let for_model = || {
        let mut skills = view.catalog.skills.iter();
        skills.find(|skill| skill.active && skill.name == name && skill.model_invocable)
    };
    let skill = recorded.then(for_model).flatten();
    let Some(skill) = skill.or_else(|| find(view, name, edition)) else {
        if recorded {
            return Err(recorded_unknown(view, name, edition));
        }
        return Err(if NO_PROMPTS.contains(&name) {
            refusal(
                RefusalReason::NotAPrompt,
                Some(code::NO_PROMPT),
                format!("Skill {name} is not a prompt-based skill"),
                format!("Only the user can run /{name}."),
            )
        } else {
            refusal(
                RefusalReason::Unknown,
                Some(code::UNKNOWN),
                format!("Unknown skill: {name}"),
                unknown(view, name),
            )
        });
    };
    if recorded
        && matches!(
            skill.visibility,
            Visibility::Off | Visibility::UserInvocableOnly
        )
    {
        let reason = match skill.visibility {
            Visibility::Off => RefusalReason::Off,
            _ => RefusalReason::UserOnlyBySettings,
        };
        return Err(refusal(
            reason,
            None,
            format!("Skill {name} is disabled for model invocation in skillOverrides settings"),
            "Set it to on in the settings' skillOverrides.".to_owned(),
        ));
    }
    if skill.visibility == Visibility::Off {
        return Err(refusal(
            RefusalReason::Off,
            None,
            format!("Skill {name} is off (skillOverrides)"),
            "Set it to on in the settings' skillOverrides.".to_owned(),
        ));
    }
    if skill.model_invocable {
        return Ok(skill);
    }
    Err(refusal_of_hidden_skill(skill, name, edition))
}

/// Returns the answer that refuses the model's call of a skill that the model may not choose.
fn refusal_of_hidden_skill(
    skill: &Skill,
    name: &str,
    edition: &ClaudeCodeEdition,
) -> InvocationOutcome {
    let recorded = edition.tool.words == ToolWords::Recorded;
    let by_author = (skill.frontmatter.as_ref())
        .is_some_and(|fields| fields.disable_model_invocation == Some(true));
    let (reason, number, mut message, help) = if by_author {
        (
            RefusalReason::DisableModelInvocation,
            Some(code::MODEL_DISABLED),
            format!(
                "Skill {name} cannot be used with {SKILL_TOOL} tool due to disable-model-invocation"
            ),
            "Remove disable-model-invocation from the frontmatter, or type the skill's name."
                .to_owned(),
        )
    } else if skill.visibility == Visibility::UserInvocableOnly {
        (
            RefusalReason::UserOnlyBySettings,
            Some(code::MODEL_DISABLED),
            format!("Skill {name} cannot be used with {SKILL_TOOL} tool due to skillOverrides"),
            "Set it to on in the settings' skillOverrides, or type it.".to_owned(),
        )
    } else if skill.kind == SkillKind::McpPrompt {
        (
            RefusalReason::Unknown,
            Some(code::UNKNOWN),
            format!("Unknown skill: {name}"),
            "In this edition only the user runs prompts of MCP servers.".to_owned(),
        )
    } else {
        (
            RefusalReason::NotInSession,
            None,
            format!("Skill {name} is not among the session's skills"),
            "Add it to the SDK's list of skills.".to_owned(),
        )
    };
    if recorded && by_author {
        message = reserved_for_user(name);
    } else if edition.refusal_asks_user && number == Some(code::MODEL_DISABLED) {
        // The meaning of the message is documented (2.1.222, docs/hosts/claude-code.md#versions);
        // the wording is ours.
        message.push_str(&format!(
            ". Ask the user to run /{} instead of doing its steps yourself",
            skill.name
        ));
    }
    refusal(reason, number, message, help)
}

/// The name of a bundled skill that only the user can invoke. Its only switch is the environment
/// variable `DISABLE_DOCTOR_COMMAND`. The switch for all bundled skills does not apply to it.
const DOCTOR: &str = "doctor";

/// Returns the message that refuses the model's call of a skill with `disable-model-invocation`.
/// The wording was recorded from Claude Code.
fn reserved_for_user(name: &str) -> String {
    format!(
        "Skill {name} cannot be used with {SKILL_TOOL} tool due to disable-model-invocation. Ask the user to run /{name} themselves — it cannot be invoked via the Skill tool. Do not replicate this skill's workflow by other means — it is reserved for explicit user invocation."
    )
}

/// Returns the remark that plugins did not load. Empty if all plugins loaded. The wording for one
/// plugin was recorded from Claude Code. The wording for several plugins is inferred from the
/// wording for one plugin.
fn plugins_missing(view: &View<'_>, edition: &ClaudeCodeEdition) -> String {
    let plugins = plugin::installed(view.tree, view.environment, edition);
    let broken = plugins.iter().filter(|plugin| plugin.broken).count();
    let words = match broken {
        0 => return String::new(),
        1 => {
            "plugin did not load in this session (load error); if this skill belongs to it, tell the user its plugin"
        }
        _ => {
            "plugins did not load in this session (load error); if this skill belongs to one of them, tell the user its plugin"
        }
    };
    format!("{broken} {words} could not be loaded here, not that the skill is not installed.")
}

/// Returns the refusal of a call with an unknown name, as in recorded answers of Claude Code.
fn recorded_unknown(view: &View<'_>, name: &str, edition: &ClaudeCodeEdition) -> InvocationOutcome {
    if name == DOCTOR && !view.environment.is_on("DISABLE_DOCTOR_COMMAND") {
        return refusal(
            RefusalReason::DisableModelInvocation,
            Some(code::MODEL_DISABLED),
            reserved_for_user(name),
            format!("Only the user can run /{name}."),
        );
    }
    let are_off = view.environment.is_on("CLAUDE_CODE_DISABLE_BUNDLED_SKILLS");
    if are_off && BUNDLED.contains(&name) {
        return refusal(
            RefusalReason::Off,
            None,
            format!(
                "Skill {name} is disabled for model invocation by the disableBundledSkills setting or CLAUDE_CODE_DISABLE_BUNDLED_SKILLS env var"
            ),
            "Switch the skills on that come with the program.".to_owned(),
        );
    }
    if BUILT_IN.contains(&name) {
        let kind = if UI_COMMANDS.contains(&name) {
            "UI"
        } else {
            "built-in CLI"
        };
        return refusal(
            RefusalReason::NotAPrompt,
            Some(code::NO_PROMPT),
            format!(
                "{name} is a {kind} command, not a skill. Ask the user to run /{name} themselves — it cannot be invoked via the Skill tool."
            ),
            format!("Only the user can run /{name}."),
        );
    }
    let skills = || {
        view.catalog
            .skills
            .iter()
            .filter(|skill| skill.active && skill.enabled)
    };
    let variants: Vec<_> = skills()
        .filter(|skill| unqualified(skill, view.environment) == Some(name))
        .map(|skill| skill.name.as_str())
        .collect();
    let in_plugin = skills().find(|skill| {
        skill.plugin_id.is_some()
            && skill
                .name
                .split_once(':')
                .is_some_and(|(_, last)| last == name)
    });
    let mut message = format!("Unknown skill: {name}");
    if !variants.is_empty() {
        message.push_str(&format!(
            ". Directory-scoped variants exist: {} — invoke the variant whose directory contains the files you are working on.",
            variants.join(", ")
        ));
    } else if let Some(skill) = in_plugin {
        message.push_str(&format!(
            ". Did you mean {}? Invoke it by that full name.",
            skill.name
        ));
    }
    let missing = plugins_missing(view, edition);
    if !missing.is_empty() {
        if !message.ends_with('.') {
            message.push('.');
        }
        message.push(' ');
        message.push_str(&missing);
    }
    refusal(
        RefusalReason::Unknown,
        Some(code::UNKNOWN),
        message,
        unknown(view, name),
    )
}

/// The names of bundled skills that are also names of built-in commands.
const BUNDLED: [&str; 2] = ["init", "security-review"];

/// The names of built-in commands that Claude Code's messages call UI commands.
const UI_COMMANDS: [&str; 1] = ["plan"];

pub(super) fn refusal(
    reason: RefusalReason,
    code: Option<u32>,
    message: String,
    help: String,
) -> InvocationOutcome {
    InvocationOutcome::Refused {
        reason,
        code,
        message,
        help,
    }
}

fn unknown(view: &View<'_>, name: &str) -> String {
    let skills = &view.catalog.skills;
    if let Some(skill) = skills
        .iter()
        .find(|skill| skill.name == name && !skill.active)
    {
        return format!("{} waits for a file that its paths match.", skill.path);
    }
    let near = skills
        .iter()
        .find(|skill| skill.name.eq_ignore_ascii_case(name));
    match near {
        Some(near) => format!("There is {}; the case must match.", near.name),
        None => "Give the name of a skill of the list.".to_owned(),
    }
}

/// Returns the skill with this name or alias. In some editions the last segment of a plugin skill's
/// name is enough, if only one skill has this segment. None if there is no such skill, or if the
/// skill is inactive because no touched file matches its `paths`
/// (docs/hosts/claude-code.md#conditional-skills).
pub(crate) fn find<'v>(
    view: &View<'v>,
    name: &str,
    edition: &ClaudeCodeEdition,
) -> Option<&'v Skill> {
    let skills = view.catalog.skills.iter().filter(|skill| skill.active);
    let mut named = skills.clone().filter(|skill| skill.name == name);
    let mut aliased = skills
        .clone()
        .filter(|skill| skill.aliases.iter().any(|alias| alias == name));
    let by_last_part = || {
        let mut plugins = skills.clone().filter(|skill| {
            skill.plugin_id.is_some()
                && skill.kind == SkillKind::Skill
                && skill.name.rsplit(':').next() == Some(name)
        });
        let first = plugins.next();
        let is_free = plugins.next().is_none() && !NO_PROMPTS.contains(&name);
        first.filter(|_| {
            is_free && !edition.plugin_names_replace && edition.plugins == PluginStyle::Lenient
        })
    };
    named
        .next()
        .or_else(|| aliased.next())
        .or_else(by_last_part)
}
