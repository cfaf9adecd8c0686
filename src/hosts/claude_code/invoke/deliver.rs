//! Adds a skill's text to the conversation as a message, or gives it to a sub-agent as the prompt.

use super::used::Use;
use crate::host::stages::View;
use crate::hosts::claude_code::editions::{
    ClaudeCode, ClaudeCodeEdition, Repeats, SameName, ToolWords,
};
use crate::hosts::claude_code::names::{nested_in, own_directory, reminder, unqualified};
use crate::model::invocation::{Fork, Invocation, InvocationOutcome, InvokedBy};
use crate::model::message::{Message, Role};
use crate::model::skill::{Frontmatter, Skill, SkillKind};

/// The type of sub-agent for a forked skill whose frontmatter names no agent
/// (docs/hosts/claude-code-use.md#fork).
const DEFAULT_AGENT: &str = "general-purpose";

/// The types of sub-agents that do not get the project's memory files
/// (docs/hosts/claude-code-use.md#fork).
const WITHOUT_MEMORY: [&str; 2] = ["Explore", "Plan"];

/// Adds the skill's text to the conversation as a hidden message. Some editions add only a note if
/// the conversation already has the same text (docs/hosts/claude-code-use.md#using-a-skill-again).
pub(super) fn inject(
    view: &View<'_>,
    skill: &Skill,
    content: String,
    used: &Use<'_>,
    edition: &ClaudeCodeEdition,
    invocation: &mut Invocation,
) {
    let notes = match edition.repeats {
        Repeats::Again => false,
        Repeats::Noted => true,
        Repeats::NotedToTool => used.by == InvokedBy::Model,
    };
    let recorded = edition.tool.words == ToolWords::Recorded;
    let known = (view.memory.invoked(used.agent, &skill.path)).filter(|_| notes);
    // If the known text is empty, no note is added, because nothing of the text is in the
    // conversation.
    let known = known.filter(|known| !recorded || !known.content.is_empty());
    let mut note_before = None;
    let (outcome, text) = match known {
        Some(known) if recorded && known.content == content && !known.compacted => {
            let arguments = used.arguments.trim();
            let arguments = if arguments.is_empty() {
                String::new()
            } else {
                format!(" Arguments: {arguments}")
            };
            let note = format!(
                "Skill /{} is already loaded above; instructions unchanged.{arguments}",
                used.called
            );
            (InvocationOutcome::AlreadyLoaded, note)
        }
        Some(known) if recorded && !known.compacted => {
            note_before = Some(format!(
                "(Re-invocation of /{} — the skill instructions were previously loaded; the arguments or dynamic output below are new.)",
                used.called
            ));
            (InvocationOutcome::Injected, content.clone())
        }
        Some(known) if known.content == content && !known.compacted => (
            InvocationOutcome::AlreadyLoaded,
            // The documentation mentions a short note; the wording is ours.
            format!(
                "The skill {} is already loaded with the same text above.",
                skill.name
            ),
        ),
        Some(known) => {
            let note = if known.compacted {
                "This is a new invocation of a skill that was used before the summary."
            } else {
                "This skill was used before; what follows is its text for this invocation."
            };
            (InvocationOutcome::Injected, format!("{note}\n\n{content}"))
        }
        None => (InvocationOutcome::Injected, content.clone()),
    };
    let launched = if recorded {
        used.called
    } else {
        skill.name.as_str()
    };
    if used.by == InvokedBy::Model {
        let launching = Message::new(Role::Tool, format!("Launching skill: {}", launched));
        invocation.messages.push(called(launching, used));
    }
    let text = match outcome {
        InvocationOutcome::AlreadyLoaded if !recorded => reminder(&text),
        _ => text,
    };
    if let Some(note) = note_before {
        let note = Message {
            hidden: true,
            ..Message::new(Role::User, note).about(&skill.path)
        };
        invocation.messages.push(called(note, used));
    }
    let message = Message {
        hidden: true,
        ..Message::new(Role::User, text).about(&skill.path)
    };
    invocation.messages.push(called(message, used));
    invocation.outcome = outcome;
    invocation.content = Some(content);
}

fn called(message: Message, used: &Use<'_>) -> Message {
    Message {
        call_id: used.call_id.map(str::to_owned),
        ..message
    }
}

/// Adds a sub-agent whose prompt is the skill's text. Depending on the edition, the conversation
/// gets a record of the typed command, or a notice that the sub-agent runs in the background.
pub(super) fn fork(
    view: &View<'_>,
    skill: &Skill,
    fields: &Frontmatter,
    content: String,
    used: &Use<'_>,
    setup: &ClaudeCode,
    invocation: &mut Invocation,
) {
    let ClaudeCode { edition, options } = setup;
    let agent = fields
        .agent
        .clone()
        .unwrap_or_else(|| DEFAULT_AGENT.to_owned());
    // docs/hosts/claude-code-use.md#fork lists the conditions under which the conversation waits.
    let waits = !fields.background.unwrap_or(true)
        || options.headless
        || options.sdk.is_some()
        || view
            .environment
            .is_on("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS")
        || view.memory.runs(&skill.name)
        || used.scheduled;
    let background = edition.forks_in_background && !waits;
    let changes = invocation.changes.take().unwrap_or_default();
    let is_local = edition.typed.local_commands && used.by == InvokedBy::User;
    if is_local {
        let typed = format!("/{} {}", skill.name, used.arguments);
        invocation.messages.extend(local_command(typed.trim_end()));
    } else if background {
        // A report mentions a notice; the wording is ours.
        let notice = format!("Skill \"{}\" launched in the background.", skill.name);
        let role = match used.by {
            InvokedBy::Model => Role::Tool,
            InvokedBy::User => Role::User,
        };
        invocation
            .messages
            .push(called(Message::new(role, notice), used));
    }
    invocation.fork = Some(Fork {
        id: view.memory.next_fork(),
        reads_memory: !WITHOUT_MEMORY.contains(&agent.as_str()),
        agent,
        prompt: content.clone(),
        model: changes.model,
        effort: changes.effort,
        allowed_tools: changes.allowed_tools,
        disallowed_tools: changes.disallowed_tools,
        background,
    });
    invocation.outcome = InvocationOutcome::Forked;
    invocation.content = Some(content);
}

/// Returns the message that reports the end of a forked skill's sub-agent to the conversation
/// (docs/hosts/claude-code-use.md#fork).
pub(crate) fn fork_result(skill: &str, result: &str) -> String {
    format!("Skill \"{skill}\" completed (forked execution).\n\nResult:\n{result}")
}

/// Returns the message that reports the failure of a forked skill's sub-agent to the conversation.
/// The wording is Skillglass's own (`docs/hosts/claude-code-use.md#fork`).
pub(crate) fn fork_failure(skill: &str, error: &str) -> String {
    format!("Skill \"{skill}\" failed (forked execution).\n\nError:\n{error}")
}

/// The note that Claude Code adds before the record of a command that ran without the model. The
/// text is from recorded answers of Claude Code.
const CAVEAT: &str = "<local-command-caveat>The command below was run directly in Claude Code, not sent to you as a request, and its output goes straight to the user. It's recorded here as context for later messages.</local-command-caveat>";

/// Returns the messages that record a command which ran without the model, in the form that Claude
/// Code uses.
pub(crate) fn local_command(text: &str) -> Vec<Message> {
    let messages = [CAVEAT, text].map(|text| Message::new(Role::User, text));
    messages.into()
}

/// Returns the message that records a failed typed command, in the form that Claude Code uses. The
/// message contains the name in the skill's frontmatter, if there is one.
pub(super) fn failed_tags(skill: &Skill, arguments: &str) -> String {
    const INDENT: &str = "            ";
    let named = skill
        .frontmatter
        .as_deref()
        .and_then(|fields| fields.name.as_deref());
    let named = named.filter(|_| skill.kind == SkillKind::Skill);
    let name = named.unwrap_or(&skill.name);
    format!(
        "<command-name>/{name}</command-name>\n{INDENT}<command-message>{name}</command-message>\n{INDENT}<command-args>{arguments}</command-args>"
    )
}

/// Returns the message that shows the model the command which the user typed
/// (docs/hosts/claude-code-use.md#invoking).
pub(super) fn command_tags(skill: &Skill, used: &Use<'_>) -> Message {
    let name = &skill.name;
    let mut text =
        format!("<command-message>{name}</command-message>\n<command-name>/{name}</command-name>");
    if !used.arguments.trim().is_empty() {
        text.push_str(&format!(
            "\n<command-args>{}</command-args>",
            used.arguments
        ));
    }
    Message::new(Role::User, text).about(&skill.path)
}

/// Returns the message about other skills that have the same name as `skill` and are in
/// subdirectories. None if there are no such skills. Claude Code sends this message after the
/// skill's text. Source: recorded answers of Claude Code.
pub(super) fn variants(view: &View<'_>, skill: &Skill) -> Option<Message> {
    let cwd = &view.environment.cwd;
    let lines: Vec<_> = (view.catalog.skills.iter())
        .filter(|other| other.active && other.enabled && other.model_invocable)
        .filter(|other| other.path != skill.path)
        .filter(|other| unqualified(other, view.environment) == Some(skill.name.as_str()))
        .filter_map(|other| Some((other, own_directory(&other.root, cwd)?)))
        .map(|(other, directory)| format!("- `{}` — for files under {directory}/", other.name))
        .collect();
    (!lines.is_empty()).then(|| Message {
        hidden: true,
        ..Message::new(Role::User, reminder(&format!(
            "Directory-scoped variants of the \"{}\" skill exist in this repo:\n{}\nThe bare name always resolves to this unscoped skill; the variants are reachable only by their exact qualified names. If the files you are working on are under a variant's directory, invoke that variant now with the Skill tool and follow it instead — it carries that subtree's own instructions. If your changes span more than one variant's directory, run each matching variant.",
            skill.name,
            lines.join("\n")
        )))
    })
}

/// Returns the skill's text, followed by a list of other skills that have the same name and are in
/// subdirectories (docs/hosts/claude-code-use.md#invoking).
pub(super) fn with_variants(
    view: &View<'_>,
    skill: &Skill,
    content: String,
    edition: &ClaudeCodeEdition,
) -> String {
    let qualified = |other: &&Skill| {
        other.active
            && other.enabled
            && other.path != skill.path
            && unqualified(other, view.environment) == Some(skill.name.as_str())
    };
    let variants: Vec<_> = (view.catalog.skills.iter())
        .filter(qualified)
        .map(|other| format!("- {}", other.name))
        .collect();
    // A nested skill has its plain name only if no other skill has this name, so there is nothing
    // to list.
    let is_nested = nested_in(&skill.root, &view.environment.cwd).is_some();
    if variants.is_empty() || is_nested || edition.same_name != SameName::FirstHides {
        return content;
    }
    // The meaning of the text is documented; the wording is ours.
    format!(
        "{content}\n\nThere are skills of the same name for directories below. When you work in one of them, load that one:\n{}",
        variants.join("\n")
    )
}
