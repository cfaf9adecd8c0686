//! Select: the slash commands that a message begins with, and why other names in it choose nothing.

use std::collections::HashMap;

use super::editions::Edition;
use super::invoke::{self, Use};
use super::names::{NO_PROMPTS, forks};
use super::settings::{self, Settings};
use super::setup::Setup;
use crate::host::stages::View;
use crate::model::invocation::{Invocation, InvokedBy};
use crate::model::memory::MAIN_AGENT;
use crate::model::skill::{Skill, SkillKind, Visibility};
use crate::model::turn::{
    Mention, MentionKind, MentionTarget, Outcome, SelectedBy, SelectedSkill, SkipReason, Turn,
    TurnInput, TurnRequest,
};
use crate::text::document::PlaceIndex;
use crate::text::mention;

/// Skills that take commands as arguments, so that no command behind them runs (host facts A4 name `/loop`).
const TAKES_COMMANDS: [&str; 1] = ["loop"];

pub(super) fn turn(view: &View<'_>, request: &TurnRequest, setup: &Setup) -> Turn {
    let edition = setup.edition;
    let settings = settings::read(view.tree, view.environment, &setup.options);
    let mut turn = Turn::default();
    for (input, given) in request.inputs.iter().enumerate() {
        match given {
            // Only the start of the message is looked at, so only its first part.
            TurnInput::Text { text } => {
                let scheduled = request.scheduled && edition.schedules_as_model;
                let scheduled = scheduled.then_some(&settings);
                let run = match input {
                    0 => commands(view, text, scheduled, edition),
                    _ => Run::default(),
                };
                turn.mentions.extend(mentions(view, input, text, &run));
                // What an earlier command of the message brought is there for the later ones.
                let mut memory = view.memory.clone();
                for (index, skill) in run.chosen.iter().enumerate() {
                    let view = View {
                        memory: &memory,
                        ..*view
                    };
                    let used = Use {
                        by: InvokedBy::User,
                        arguments: run.arguments,
                        agent: MAIN_AGENT,
                        call_id: None,
                        id: index.to_string(),
                        outputs: &request.outputs,
                        prompt: Some(text),
                        scheduled: request.scheduled,
                    };
                    let invocation = invoke::run(&view, skill, &used, &settings, setup);
                    memory.remember(&invocation, MAIN_AGENT, skill.directory());
                    take(&mut turn, skill, invocation);
                }
            }
            TurnInput::Skill { name, path } => {
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

fn take(turn: &mut Turn, skill: &Skill, invocation: Invocation) {
    turn.selected.push(SelectedSkill {
        name: skill.name.clone(),
        path: skill.path.clone(),
        scope: skill.scope,
        by: SelectedBy::Slash,
    });
    turn.messages.extend(invocation.messages.iter().cloned());
    turn.warnings.extend(invocation.warnings.iter().cloned());
    turn.events.extend(invocation.events.iter().cloned());
    turn.invocations.push(invocation);
}

/// The commands that a message begins with.
#[derive(Default)]
struct Run<'v, 't> {
    /// The skills, in the order typed.
    chosen: Vec<&'v Skill>,
    /// The arguments that each of them gets.
    arguments: &'t str,
    /// For each command written there its bytes, its name and what came of it.
    written: Vec<Written<'t>>,
}

struct Written<'t> {
    bytes: std::ops::Range<usize>,
    name: &'t str,
    outcome: Outcome,
}

/// The first command, and up to so many more behind it as the edition runs together (host facts A4). The first token
/// that is none of a skill that stays in the conversation ends the run and begins the arguments. `scheduled` are the
/// settings when a schedule sent it and the edition lets it run only what the model may choose.
fn commands<'v, 't>(
    view: &View<'v>,
    text: &'t str,
    scheduled: Option<&Settings>,
    edition: &Edition,
) -> Run<'v, 't> {
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
            if run.written.len() > edition.stacked || !joins {
                break;
            }
        }
        let outcome = match &found {
            // Reported: behind another command such a skill is refused (host facts A4).
            Ok(skill) if !is_first && !skill.model_invocable => skipped(
                SkipReason::NotAtStart,
                format!(
                    "{} may not be chosen by the model, so it runs only as the first command",
                    skill.name
                ),
            ),
            Ok(skill) => Outcome::Selected {
                path: skill.path.clone(),
            },
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

/// Whether a skill stays in the conversation and leaves room for a command behind it.
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
    edition: &Edition,
) -> Result<&'v Skill, (SkipReason, String)> {
    let Some(skill) = invoke::find(view, name, edition) else {
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
    // What a schedule sends runs only skills that the model may choose (host facts A4).
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

/// The commands at the start with what came of them, and known names elsewhere that choose nothing.
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
    let behind = run.written.last().map_or(0, |written| written.bytes.end);
    let mut end = behind;
    for word in text[behind..].split_whitespace() {
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
