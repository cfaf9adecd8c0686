//! Stage Select: invokes a skill if the user's text starts with `/` and the skill's command
//! (`docs/hosts/kilo.md#typed-names`).

use std::collections::BTreeMap;
use std::ops::Range;

use super::config::Surroundings;
use super::editions::Kilo;
use super::permission;
use super::text::{filled, is_trusted, without_shell};
use crate::hashing::HashSet;
use crate::host::Select;
use crate::host::command_files::markdown_commands;
use crate::host::stages::View;
use crate::model::invocation::{
    Invocation, InvocationOutcome, InvocationRequest, InvokedBy, RequestOutput,
};
use crate::model::message::{Message, Role};
use crate::model::permission::Verdict;
use crate::model::skill::{Scope, Skill};
use crate::model::turn::{Mention, Outcome, SkipReason, Turn, TurnRequest};
use crate::text::document::PlaceIndex;
use crate::text::mention;
use crate::text::template;
use crate::tree::Tree;

/// The names of the commands that are built into Kilo.
const SHIPPED: [&str; 5] = ["init", "review", "goal", "resume-claude", "resume-codex"];

/// The shell that runs the commands in a skill's text. It is not known which shell Kilo uses, so
/// Skillglass assumes `sh`.
const SHELL: &str = "sh";

/// Returns the names of all commands that do not belong to skills.
pub(super) fn taken_names(tree: &Tree, surroundings: &Surroundings) -> HashSet<String> {
    let mut names: HashSet<_> = SHIPPED.map(str::to_owned).into_iter().collect();
    names.extend(surroundings.commands().map(str::to_owned));
    for directory in &surroundings.directories {
        names.extend(markdown_commands(tree, &directory.path));
    }
    names
}

/// Returns the text that a user types after the slash to invoke a skill.
pub(super) fn command(skill: &Skill) -> &str {
    skill.aliases.first().unwrap_or(&skill.name)
}

impl Select for Kilo {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        let surroundings = Surroundings::read(view.tree, view.environment);
        let why = "Kilo has no menu that chooses skills; type a slash and the name";
        for (input, given) in request.inputs.iter().enumerate() {
            let text = turn.text_of(input, given, |_| why.to_owned());
            let Some((text, slash)) = text.and_then(|text| Some((text, mention::slash(text)?)))
            else {
                continue;
            };
            let skills = &view.catalog.skills;
            let outcome = match skills.iter().find(|skill| command(skill) == slash.name) {
                Some(skill) => {
                    let invocation = invoke(view, &surroundings, skill, slash.rest, request);
                    turn.take(skill, invocation);
                    Outcome::selected(skill)
                }
                None => match skills.iter().find(|skill| skill.name == slash.name) {
                    Some(skill) => Outcome::skipped(
                        SkipReason::NotUserInvocable,
                        format!(
                            "a command with that name takes precedence; type /{}",
                            command(skill)
                        ),
                    ),
                    None => Outcome::skipped(
                        SkipReason::Unknown,
                        format!("no loaded skill is named {:?}", slash.name),
                    ),
                },
            };
            let range = PlaceIndex::new(text).range(slash.bytes);
            turn.mentions
                .push(Mention::slash(input, slash.name, range, outcome));
        }
        turn
    }
}

fn invoke(
    view: &View<'_>,
    surroundings: &Surroundings,
    skill: &Skill,
    arguments: &str,
    request: &TurnRequest,
) -> Invocation {
    let user = InvokedBy::User;
    let mut invocation = Invocation::new(user, &skill.name, arguments, InvocationOutcome::Waits);
    invocation.path = Some(skill.path.clone());
    let failed = |problem: &str, help: &str| InvocationOutcome::Failed {
        message: format!("The skill {:?} cannot be used: {problem}", skill.name),
        help: help.to_owned(),
    };
    let text = match filled(view, surroundings, skill) {
        Ok(text) => text,
        Err(problem) => {
            invocation.outcome = failed(&problem, "Write the contents of its file.");
            return invocation;
        }
    };
    let text = if skill.scope == Scope::System {
        text
    } else {
        template::with_directory(&text, skill.directory())
    };
    let Some(text) = template::fill(text.trim(), arguments, "undefined") else {
        let help = "Use fewer placeholders or shorter arguments.";
        invocation.outcome = failed("its text grows too long", help);
        return invocation;
    };
    let commands = template::commands(&text);
    let content = match without_shell(view, is_trusted(surroundings, skill)) {
        Some(note) => with_outputs(&text, &commands, |_| Some(note.to_owned())),
        None => {
            invocation.requests = requests(skill, &text, &commands, arguments, InvokedBy::User);
            let requests = &invocation.requests;
            with_outputs(&text, &commands, |command| {
                output(requests, &request.outputs, command)
            })
        }
    };
    let Some(content) = content else {
        return invocation;
    };
    let content = content.trim().to_owned();
    invocation.messages = vec![Message::new(Role::User, content.clone()).about(&skill.path)];
    invocation.content = Some(content);
    invocation.outcome = InvocationOutcome::Injected;
    invocation
}

/// Returns a request for each command in a skill's text. If the text contains the same command
/// several times, there is only one request.
pub(super) fn requests(
    skill: &Skill,
    text: &str,
    commands: &[Range<usize>],
    arguments: &str,
    by: InvokedBy,
) -> Vec<InvocationRequest> {
    let decision = permission::on_command(by).decision;
    let mut seen = HashSet::default();
    let commands = commands.iter().map(|bytes| &text[bytes.clone()]);
    let distinct = commands.filter(|pattern| seen.insert(*pattern));
    let requests = distinct.enumerate().map(|(index, pattern)| {
        let command = command_of(pattern);
        let parts = [skill.path.as_str(), arguments, SHELL, command];
        InvocationRequest::Command {
            id: InvocationRequest::unique_id(&skill.name, index, &parts),
            command: command.to_owned(),
            pattern: pattern.to_owned(),
            shell: SHELL.to_owned(),
            range: None,
            verdict: decision.unwrap_or(Verdict::Ask),
            rule: None,
        }
    });
    requests.collect()
}

/// Returns a command without the `!` and backquotes around it.
fn command_of(pattern: &str) -> &str {
    &pattern[2..pattern.len() - 1]
}

/// Returns the output of the command `wanted`; `None` if the caller has not given it.
pub(super) fn output(
    requests: &[InvocationRequest],
    outputs: &BTreeMap<String, RequestOutput>,
    wanted: &str,
) -> Option<String> {
    let is_wanted = |request: &&InvocationRequest| matches!(request, InvocationRequest::Command { command, .. } if command == wanted);
    let request = requests.iter().find(is_wanted)?;
    Some(outputs.get(request.id())?.text.clone())
}

/// Replaces the commands in a text with their outputs, which `output` returns. Returns `None` if
/// `output` returns `None` for a command.
pub(super) fn with_outputs(
    text: &str,
    commands: &[Range<usize>],
    output: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let mut done = String::with_capacity(text.len());
    let mut at = 0;
    for bytes in commands {
        done.push_str(&text[at..bytes.start]);
        done.push_str(&output(command_of(&text[bytes.clone()]))?);
        at = bytes.end;
    }
    done.push_str(&text[at..]);
    Some(done)
}
