//! Stage Select: invokes a skill if the user's text starts with `/` and the skill's name
//! (`docs/hosts/cline.md#typed-names`).

use super::editions::Cline;
use super::names::{bare, id};
use super::settings::Settings;
use super::tool::body;
use crate::hashing::HashMap;
use crate::host::Select;
use crate::host::stages::View;
use crate::model::invocation::{Invocation, InvocationOutcome};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::model::turn::{Mention, Outcome, SkipReason, Turn, TurnRequest};
use crate::text::document::PlaceIndex;
use crate::text::unicode::is_letter_or_number;
use crate::text::{collation, js};

/// Returns the slash command for a skill with this name, without the slash.
fn command(name: &str) -> String {
    let mut command = String::new();
    for character in js::trim(name).to_lowercase().chars() {
        let is_kept = is_letter_or_number(character) || "_.:@".contains(character);
        if is_kept {
            command.push(character);
        } else if !command.ends_with('-') {
            command.push('-');
        }
    }
    command.trim_matches('-').to_owned()
}

/// Assigns each enabled skill its slash command. If the command differs from the skill's name, it
/// becomes the skill's second name. If several skills have the same command, the skill with the
/// first id gets it.
pub(super) fn assign(skills: &mut [Skill]) {
    let mut owners: HashMap<String, usize> = HashMap::default();
    for (index, skill) in skills.iter().enumerate().filter(|(_, skill)| skill.enabled) {
        let command = command(bare(skill));
        if command.is_empty() {
            continue;
        }
        let owner = owners.entry(command).or_insert(index);
        let [known, other] = [*owner, index].map(|index| id(&skills[index].name));
        if collation::compare(&other, &known).is_lt() {
            *owner = index;
        }
    }
    for skill in &mut *skills {
        skill.user_invocable = false;
    }
    for (command, index) in owners {
        let skill = &mut skills[index];
        skill.user_invocable = true;
        if command != skill.name {
            skill.aliases = vec![command];
        }
    }
}

/// Returns the slash command of a skill, without the slash; `None` if the skill has no command.
fn command_of(skill: &Skill) -> Option<&str> {
    let command = skill.aliases.first().unwrap_or(&skill.name);
    skill.user_invocable.then_some(command)
}

/// Returns the text that a user types to invoke a skill; `None` if users cannot invoke the skill.
pub(super) fn typed(skill: &Skill) -> Option<String> {
    command_of(skill).map(|command| format!("/{command}"))
}

impl Select for Cline {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        let has_tool = Settings::read(view.tree, view.environment, self).has_tool;
        let why = "Cline's menu of skills writes the name; type a slash and the name";
        for (input, given) in request.inputs.iter().enumerate() {
            if let Some(text) = turn.text_of(input, given, |_| why.to_owned()) {
                read(view, input, text, has_tool, &mut turn);
            }
        }
        turn
    }
}

fn read(view: &View<'_>, input: usize, text: &str, has_tool: bool, turn: &mut Turn) {
    let start = text.len() - text.trim_start_matches(js::is_blank).len();
    let Some(rest) = text[start..].strip_prefix('/') else {
        return;
    };
    let name = rest.split(js::is_blank).next().unwrap_or_default();
    let end = start + 1 + name.len();
    let wanted = command(name);
    if wanted.is_empty() {
        return;
    }
    let mut skills = view.catalog.skills.iter();
    let outcome = match skills.find(|skill| command_of(skill) == Some(&wanted)) {
        None => Outcome::skipped(SkipReason::Unknown, format!("no skill is named {name}")),
        Some(_) if start > 0 => Outcome::skipped(
            SkipReason::NotAtStart,
            "the text does not begin with the slash, so it goes out as it is",
        ),
        Some(_) if has_tool => Outcome::skipped(
            SkipReason::NotOffered,
            "the text goes out as it is; the model loads the skill with the tool `skills`",
        ),
        Some(skill) if skill.plugin_id.is_some() => Outcome::skipped(
            SkipReason::NotUserInvocable,
            "only the tool `skills` loads a skill of an Agent Plugin, and the model has no such tool",
        ),
        Some(skill) => {
            let invocation = invoke(view, skill, &text[end..]);
            turn.take(skill, invocation);
            Outcome::selected(skill)
        }
    };
    let range = PlaceIndex::new(text).range(start..end);
    turn.mentions
        .push(Mention::slash(input, name, range, outcome));
}

/// Invokes a skill for the user. The skill's text replaces the command, and `rest` is the text
/// after the command.
fn invoke(view: &View<'_>, skill: &Skill, rest: &str) -> Invocation {
    let invocation = Invocation::by_user(skill, js::trim(rest), InvocationOutcome::Injected);
    let Some(body) = body(view, skill) else {
        return Invocation {
            outcome: InvocationOutcome::Failed {
                message: format!("The file of the skill {} cannot be read", skill.name),
                help: "Write the contents of its file.".to_owned(),
            },
            ..invocation
        };
    };
    let content = format!("{body}{}", rest.trim_end_matches(js::is_blank));
    Invocation {
        messages: vec![Message::new(Role::User, content.clone()).about(&skill.path)],
        content: Some(content),
        ..invocation
    }
}
