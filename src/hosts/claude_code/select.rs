//! The selection stage: runs the slash commands at the start of a message, and explains why other
//! names in the message select no skill.

use super::attached;
use super::editions::{ClaudeCode, ClaudeCodeEdition};
use super::invoke::{self, Use};
use super::names::{BUILT_IN, NO_PROMPTS, forks, reminder};
use super::settings::{self, Settings};
use crate::hashing::HashMap;
use crate::host::Select;
use crate::host::stages::View;
use crate::model::invocation::{Invocation, InvocationOutcome, InvokedBy, RefusalReason};
use crate::model::memory::MAIN_AGENT;
use crate::model::message::{Message, Role};
use crate::model::skill::{Skill, SkillKind, Visibility};
use crate::model::turn::{
    Mention, MentionKind, MentionTarget, Outcome, SkipReason, Turn, TurnInput, TurnRequest,
};
use crate::text::document::PlaceIndex;
use crate::text::mention;

/// The names of skills whose arguments may be slash commands. In `/loop /fix`, for example, `/fix`
/// is an argument of the skill `loop` and does not run on its own
/// (docs/hosts/claude-code-use.md#invoking).
const TAKES_COMMANDS: [&str; 1] = ["loop"];

impl Select for ClaudeCode {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let edition = self.edition;
        let settings = settings::read(view.tree, view.environment, self);
        let mut turn = Turn::default();
        for (input, given) in request.inputs.iter().enumerate() {
            match given {
                // Only the first input is searched for commands, because commands are at the start
                // of the message.
                TurnInput::Text { text } => {
                    let scheduled = request.scheduled && edition.schedules_as_model;
                    let scheduled = scheduled.then_some(&settings);
                    let run = match input {
                        0 => commands(view, text, scheduled, self),
                        _ => Run::default(),
                    };
                    turn.mentions.extend(mentions(view, input, text, &run));
                    if edition.typed.answers_others && input == 0 {
                        answer_unrun(view, text, &run, self, &mut turn);
                    }
                    if edition.typed.attaches_files
                        && input == 0
                        && run.chosen.is_empty()
                        && turn.invocations.is_empty()
                        && may_attach(text, &run)
                    {
                        turn.attached.extend(attached::files(view, text));
                    }
                    // A command sees the effects of the earlier commands in the same message.
                    let mut memory = view.memory.clone();
                    for (index, skill) in run.chosen.iter().enumerate() {
                        let view = View {
                            memory: &memory,
                            ..*view
                        };
                        let used = Use {
                            by: InvokedBy::User,
                            called: &skill.name,
                            arguments: run.arguments,
                            agent: MAIN_AGENT,
                            call_id: None,
                            id: index.to_string(),
                            outputs: &request.outputs,
                            prompt: Some(text),
                            scheduled: request.scheduled,
                        };
                        let mut invocation = invoke::run(&view, skill, &used, &settings, self);
                        // A message attaches each file only once.
                        let attached = &mut invocation.attached;
                        attached.retain(|file| !turn.attached.contains(file));
                        memory.remember(&invocation, MAIN_AGENT, None, skill.directory());
                        take(&mut turn, skill, invocation);
                    }
                }
                TurnInput::Image { .. } => {}
                TurnInput::Skill { name, path } | TurnInput::Mention { name, path } => {
                    let message = format!(
                        "Claude Code has no structured choices; begin the message with /{name}"
                    );
                    let outcome = skipped(SkipReason::NotOffered, message);
                    turn.mentions
                        .push(Mention::structured(input, name, path, outcome));
                }
            }
        }
        turn
    }
}

/// If a message begins with a slash command that does not run, adds Claude Code's answer to the
/// turn. If a message does not begin with a slash command, adds remarks about commands at other
/// positions. Source: recorded answers of Claude Code.
fn answer_unrun(
    view: &View<'_>,
    text: &str,
    run: &Run<'_, '_>,
    setup: &ClaudeCode,
    turn: &mut Turn,
) {
    let Some(first) = run.written.first() else {
        if !setup.options.headless {
            turn.messages.extend(mentioned(view, text, setup.edition));
        }
        return;
    };
    let Outcome::Skipped { reason, .. } = &first.outcome else {
        return;
    };
    let name = first.name;
    let refused = |reason, message: String, help: &str| {
        let outcome = InvocationOutcome::refused(reason, message, help);
        Invocation::new(InvokedBy::User, name, run.arguments, outcome)
    };
    match reason {
        SkipReason::NotUserInvocable => {
            let message = format!(
                "This skill can only be invoked by Claude, not directly by users. Ask Claude to use the \"{name}\" skill for you."
            );
            let invocation = Invocation {
                messages: invoke::local_command(&format!("/{name}")),
                ..refused(
                    RefusalReason::NotUserInvocable,
                    message,
                    "Remove user-invocable from the frontmatter.",
                )
            };
            refuse(turn, invocation);
        }
        SkipReason::Disabled => {
            let message = format!(
                "Skill \"{name}\" is disabled via skillOverrides. Remove the override from your settings to run it."
            );
            let help = "Set it to on in the settings' skillOverrides.";
            refuse(turn, refused(RefusalReason::Off, message, help));
        }
        // The program's own commands are not refused, because the program runs them.
        SkipReason::Unknown | SkipReason::NotActive if BUILT_IN.contains(&name) => {}
        // A name that is also a file or directory in the root directory counts as a path
        // (recorded).
        SkipReason::Unknown | SkipReason::NotActive
            if setup.options.headless && view.tree.resolve(&format!("/{name}")).is_ok() => {}
        SkipReason::Unknown | SkipReason::NotActive if is_command_name(name) => {
            if setup.options.headless {
                turn.messages.push(not_available(view, name));
            } else {
                // The program sends nothing and shows a message to the user; the wording is ours.
                let message = format!("Unknown command: /{name}");
                let help = "Begin the message with another word to send it.";
                refuse(turn, refused(RefusalReason::Unknown, message, help));
            }
        }
        _ => {}
    }
}

/// Returns true if Claude Code attaches the files that a message mentions. Callers use this
/// function only for messages that run no command. If the message begins with `/`, the result is
/// true only if a command could have the name after the `/`. Source: recorded answers of Claude
/// Code.
fn may_attach(text: &str, run: &Run<'_, '_>) -> bool {
    match run.written.first() {
        Some(first) => is_command_name(first.name),
        None => !text.starts_with('/'),
    }
}

/// Returns true if a text can be the name of a slash command.
fn is_command_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':');
    name.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_')
        && name.bytes().all(is_plain)
}

/// Returns the message to the model that a slash command is not available in this session. It lists
/// the skills that the user can invoke.
fn not_available(view: &View<'_>, name: &str) -> Message {
    let skills = view.catalog.skills.iter();
    let typed = skills.filter(|skill| skill.active && skill.enabled && skill.user_invocable);
    let names: Vec<_> = typed
        .map(|skill| format!("/{}", skill.aliases.first().unwrap_or(&skill.name)))
        .collect();
    let text = reminder(&format!(
        "The user's message starts with the slash command /{name}, but no command with that name is available in this session, so it did not run. Slash commands available in this session: {}. Treat the message as a plain request and do the task with the tools you have. If the task needs that command, tell the user it is not installed in this session. The user can add it as an organization plugin or a project skill. Do not give installation steps you are not sure of. Do not say the command ran.",
        names.join(", ")
    ));
    Message {
        hidden: true,
        ..Message::new(Role::User, text)
    }
}

/// Returns the remarks to the model about the skills whose slash commands are anywhere in the
/// message.
fn mentioned(view: &View<'_>, text: &str, edition: &ClaudeCodeEdition) -> Vec<Message> {
    let mut names: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let name = word.strip_prefix('/');
        let known = name.filter(|name| invoke::find(view, name, edition).is_some());
        if let Some(name) = known.filter(|name| !names.contains(name)) {
            names.push(name);
        }
    }
    let remark = |name: &&str| {
        let text = reminder(&format!(
            "The user's message contains /{name}, which is the name of a skill. If they are asking you to run it, call the Skill tool with skill: \"{name}\", passing any arguments they gave as args. If they only mention it, do not run it."
        ));
        Message {
            hidden: true,
            ..Message::new(Role::User, text)
        }
    };
    names.iter().map(remark).collect()
}

fn take(turn: &mut Turn, skill: &Skill, invocation: Invocation) {
    turn.attached.extend(invocation.attached.iter().cloned());
    turn.warnings.extend(invocation.warnings.iter().cloned());
    turn.take(skill, invocation);
}

/// Records that Claude Code does not run a slash command. The typed text is not sent to the model.
fn refuse(turn: &mut Turn, invocation: Invocation) {
    turn.replace_text(&invocation.outcome);
    turn.messages.extend(invocation.messages.iter().cloned());
    turn.invocations.push(invocation);
}

/// The slash commands at the start of a message, and the skills that they select.
#[derive(Default)]
struct Run<'v, 't> {
    /// The selected skills, in the order of their slash commands in the message.
    chosen: Vec<&'v Skill>,
    /// The text of the arguments. All selected skills get the same arguments.
    arguments: &'t str,
    /// The slash commands as written, each with its outcome.
    written: Vec<Written<'t>>,
}

struct Written<'t> {
    bytes: std::ops::Range<usize>,
    name: &'t str,
    outcome: Outcome,
}

/// Returns the slash commands at the start of a message, and the skills that they select
/// (docs/hosts/claude-code-use.md#invoking). The edition limits the number of commands. The text
/// after the last command becomes the arguments of the skills.
///
/// If a scheduled task sent the message, `scheduled` is `Some` with the session's settings, and
/// only skills that the model may choose can run. If the user sent the message, `scheduled` is
/// `None`.
fn commands<'v, 't>(
    view: &View<'v>,
    text: &'t str,
    scheduled: Option<&Settings>,
    setup: &ClaudeCode,
) -> Run<'v, 't> {
    let edition = setup.edition;
    let policy = &edition.typed;
    // Recorded: in a session without a user, only one command runs, and this command must begin the
    // message.
    let text = if policy.one_without_user {
        text.trim_end()
    } else {
        text
    };
    let is_alone = policy.one_without_user && setup.options.headless;
    if is_alone && !text.starts_with('/') {
        return Run {
            arguments: text,
            ..Run::default()
        };
    }
    let mut run = Run {
        arguments: text,
        ..Run::default()
    };
    let mut rest = text;
    while let Some(slash) = mention::slash(rest) {
        let start = text.len() - rest.len();
        let found = look_up(view, slash.name, scheduled, edition);
        let is_first = run.written.is_empty();
        if !is_first {
            let joins = matches!(found, Ok(skill) if stays(skill));
            if run.written.len() > policy.stacked || !joins || is_alone {
                break;
            }
        }
        let outcome = match &found {
            // If the model may not choose a skill, its command is refused when it follows another
            // command (docs/hosts/claude-code-use.md#invoking).
            Ok(skill) if !is_first && !skill.model_invocable && policy.reserved_run_first => {
                skipped(
                    SkipReason::NotAtStart,
                    format!(
                        "{} may not be chosen by the model, so it runs only as the first command",
                        skill.name
                    ),
                )
            }
            Ok(skill) => Outcome::selected(skill),
            Err((reason, message)) => skipped(*reason, message.clone()),
        };
        let is_selected = matches!(outcome, Outcome::Selected { .. });
        run.written.push(Written {
            bytes: start + slash.bytes.start..start + slash.bytes.end,
            name: slash.name,
            outcome,
        });
        rest = slash.rest;
        run.arguments = rest;
        match found {
            Ok(skill) if is_selected => {
                run.chosen.push(skill);
                if !stays(skill) {
                    break;
                }
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
    run
}

/// Returns true if another slash command may follow the command of this skill in a message. This is
/// the case if the skill's text is added to the conversation, and if the skill does not take slash
/// commands as arguments.
fn stays(skill: &Skill) -> bool {
    let is_forked = skill.frontmatter.as_deref().is_some_and(forks);
    !is_forked
        && skill.kind != SkillKind::McpPrompt
        && !TAKES_COMMANDS.contains(&skill.name.as_str())
}

fn look_up<'v>(
    view: &View<'v>,
    name: &str,
    scheduled: Option<&Settings>,
    edition: &ClaudeCodeEdition,
) -> Result<&'v Skill, (SkipReason, String)> {
    let labelled = |skill: &&Skill| skill.aliases.iter().any(|label| label == name);
    let hidden = || view.catalog.hidden.iter().find(labelled);
    let Some(skill) = invoke::find(view, name, edition).or_else(hidden) else {
        return Err(unknown(view, name));
    };
    if skill.visibility == Visibility::Off {
        return Err((
            SkipReason::Disabled,
            format!("{name} is off in the settings' skillOverrides"),
        ));
    }
    if !skill.user_invocable {
        return Err((
            SkipReason::NotUserInvocable,
            format!("{name} has `user-invocable: false`; only the model can use it"),
        ));
    }
    // A schedule runs only skills that the model may choose
    // (docs/hosts/claude-code-use.md#invoking).
    if let Some(settings) = scheduled
        && (!skill.model_invocable
            || skill.kind == SkillKind::McpPrompt
            || invoke::is_denied(view, skill, settings, edition))
    {
        return Err((
            SkipReason::NotScheduled,
            format!(
                "{name} may not be chosen by the model, so a schedule sends its name as plain text"
            ),
        ));
    }
    Ok(skill)
}

fn unknown(view: &View<'_>, name: &str) -> (SkipReason, String) {
    let skills = &view.catalog.skills;
    if skills
        .iter()
        .any(|skill| skill.name == name && !skill.active)
    {
        let message =
            format!("{name} waits for a file that its `paths` match; until then it is unknown");
        return (SkipReason::NotActive, message);
    }
    let near = skills
        .iter()
        .find(|skill| skill.name.eq_ignore_ascii_case(name));
    let message = match near {
        Some(near) => format!("no skill is called {name}; there is {}", near.name),
        None if NO_PROMPTS.contains(&name) => {
            format!("/{name} is a command of the program's own and no skill")
        }
        None => format!("no skill is called {name}"),
    };
    (SkipReason::Unknown, message)
}

fn skipped(reason: SkipReason, message: String) -> Outcome {
    Outcome::Skipped { reason, message }
}

/// Returns the mentions in a message. These are the slash commands at the start, each with its
/// outcome, and the names of skills at other positions. Such names select nothing.
fn mentions(view: &View<'_>, input: usize, text: &str, run: &Run<'_, '_>) -> Vec<Mention> {
    let places = PlaceIndex::new(text);
    let by_name: HashMap<_, _> = (view.catalog.skills.iter())
        .map(|skill| (skill.name.as_str(), skill))
        .collect();
    let mention = |bytes, kind, name: &str, outcome| Mention {
        input,
        kind,
        target: MentionTarget::Skill,
        name: name.to_owned(),
        path: None,
        range: Some(places.range(bytes)),
        outcome,
    };
    let mut mentions: Vec<_> = (run.written.iter())
        .map(|written| {
            let outcome = written.outcome.clone();
            mention(
                written.bytes.clone(),
                MentionKind::Slash,
                written.name,
                outcome,
            )
        })
        .collect();
    let after = run.written.last().map_or(0, |written| written.bytes.end);
    let mut end = after;
    for word in text[after..].split_whitespace() {
        let start = end + text[end..].find(word).unwrap_or_default();
        end = start + word.len();
        if let Some(name) = word.strip_prefix('/')
            && by_name.contains_key(name)
        {
            let outcome = skipped(
                SkipReason::NotAtStart,
                format!("a command runs only at the start of the message; begin it with /{name}"),
            );
            mentions.push(mention(
                start..start + word.len(),
                MentionKind::Slash,
                name,
                outcome,
            ));
        }
    }
    let is_name_byte =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':');
    for found in mention::find(text, is_name_byte) {
        if by_name.contains_key(found.name) {
            let outcome = skipped(
                SkipReason::NotOffered,
                format!(
                    "Claude Code takes ${0} for plain text; begin the message with /{0}",
                    found.name
                ),
            );
            let kind = match found.path {
                Some(_) => MentionKind::Link,
                None => MentionKind::Plain,
            };
            mentions.push(Mention {
                path: found.path.map(str::to_owned),
                ..mention(found.bytes.clone(), kind, found.name, outcome)
            });
        }
    }
    mentions
}
