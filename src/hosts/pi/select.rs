//! Select and inject: `/skill:name` at the start of what the user types (`docs/hosts/pi.md#typed-names`).

use super::frontmatter::{body, text_of};
use crate::host::stages::View;
use crate::model::invocation::{Invocation, InvocationOutcome, InvokedBy};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::model::turn::{
    Mention, MentionKind, MentionTarget, Outcome, SelectedBy, SelectedSkill, SkipReason, Turn,
    TurnInput, TurnRequest,
};
use crate::text::document::PlaceIndex;
use crate::text::js;
use crate::text::mention;
use crate::tree::{Entry, EntryKind};

/// The beginning of a text that runs a skill.
const COMMAND: &str = "/skill:";

/// The tag around a skill's text.
pub(super) const TAG: &str = "skill";

/// The text that runs a skill.
pub(super) fn typed(skill: &Skill) -> String {
    format!("{COMMAND}{}", skill.name)
}

pub(super) fn turn(view: &View<'_>, request: &TurnRequest) -> Turn {
    let mut turn = Turn::default();
    for (input, given) in request.inputs.iter().enumerate() {
        match given {
            TurnInput::Text { text } => read(view, input, text, &mut turn),
            TurnInput::Image { .. } => {}
            TurnInput::Skill { name, path } | TurnInput::Mention { name, path } => {
                let outcome = Outcome::Skipped {
                    reason: SkipReason::NotOffered,
                    message: format!("pi has no menu that chooses skills; type {COMMAND}{name}"),
                };
                let mention = Mention::structured(input, name, path, outcome);
                turn.mentions.push(mention);
            }
        }
    }
    turn
}

fn read(view: &View<'_>, input: usize, text: &str, turn: &mut Turn) {
    let find = |name: &str| view.catalog.skills.iter().find(|skill| skill.name == name);
    let skipped = |reason, message: String| Outcome::Skipped { reason, message };
    let (name, bytes, outcome) = if let Some(rest) = text.strip_prefix(COMMAND) {
        // The name goes up to the first blank, whatever is in it.
        let (name, arguments) = rest.split_once(' ').unwrap_or((rest, ""));
        let outcome = match find(name) {
            Some(skill) => {
                let invocation = invoke(view, skill, js::trim(arguments));
                turn.messages.extend(invocation.messages.iter().cloned());
                turn.invocations.push(invocation);
                turn.selected.push(SelectedSkill {
                    name: skill.name.clone(),
                    path: skill.path.clone(),
                    scope: skill.scope,
                    by: SelectedBy::Slash,
                });
                Outcome::Selected {
                    path: skill.path.clone(),
                }
            }
            None => {
                let message =
                    format!("no loaded skill is named {name:?}; the text goes out as it is");
                skipped(SkipReason::Unknown, message)
            }
        };
        (name, 0..COMMAND.len() + name.len(), outcome)
    } else if let Some(slash) = mention::slash(text) {
        let name = slash.name.strip_prefix("skill:").unwrap_or(slash.name);
        let (reason, message) = match find(name) {
            // Blanks before the slash.
            Some(_) if name != slash.name => (
                SkipReason::NotAtStart,
                "the text does not begin with the slash, so it goes out as it is".to_owned(),
            ),
            Some(_) => (
                SkipReason::NotOffered,
                format!("pi runs a skill by {COMMAND}{name}"),
            ),
            None => return,
        };
        (name, slash.bytes, skipped(reason, message))
    } else {
        return;
    };
    turn.mentions.push(Mention {
        input,
        kind: MentionKind::Slash,
        target: MentionTarget::Skill,
        name: name.to_owned(),
        path: None,
        range: Some(PlaceIndex::new(text).range(bytes)),
        outcome,
    });
}

/// The message that takes the place of what was typed.
fn invoke(view: &View<'_>, skill: &Skill, arguments: &str) -> Invocation {
    let mut invocation = Invocation::new(
        InvokedBy::User,
        &skill.name,
        arguments,
        InvocationOutcome::Injected,
    );
    invocation.path = Some(skill.path.clone());
    let text = match view.tree.entry(&skill.path).map(Entry::kind) {
        Some(EntryKind::File(Some(contents))) => text_of(contents),
        _ => {
            invocation.outcome = InvocationOutcome::Failed {
                message: format!("The file of the skill {:?} cannot be read", skill.name),
                help: "Write the contents of its file.".to_owned(),
            };
            return invocation;
        }
    };
    let mut content = format!(
        "<{TAG} name=\"{}\" location=\"{}\">\nReferences are relative to {}.\n\n{}\n</{TAG}>",
        skill.name,
        skill.discovered_path,
        skill.directory(),
        body(&text)
    );
    if !arguments.is_empty() {
        content.push_str("\n\n");
        content.push_str(arguments);
    }
    invocation.messages = vec![Message::new(Role::User, content.clone()).about(&skill.path)];
    invocation.content = Some(content);
    invocation
}
