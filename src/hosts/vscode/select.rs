//! Select: `/name` at the start of a prompt, which brings the skill's text along (`docs/hosts/vscode.md#typed-names`).

use super::frontmatter::body;
use crate::host::stages::View;
use crate::model::invocation::{Invocation, InvocationOutcome, InvokedBy};
use crate::model::message::{Message, Role};
use crate::model::skill::{Scope, Skill};
use crate::model::turn::{
    Mention, MentionKind, MentionTarget, Outcome, SelectedBy, SelectedSkill, SkipReason, Turn,
    TurnInput, TurnRequest,
};
use crate::text::document::PlaceIndex;
use crate::text::mention;
use crate::tree::path;

/// The tag around a skill's text.
pub(super) const TAG: &str = "attachment";

pub(super) fn turn(view: &View<'_>, request: &TurnRequest) -> Turn {
    let mut turn = Turn::default();
    for (input, given) in request.inputs.iter().enumerate() {
        match given {
            TurnInput::Text { text } => typed(view, input, text, &mut turn),
            TurnInput::Image { .. } => {}
            TurnInput::Skill { name, path } | TurnInput::Mention { name, path } => {
                let outcome = Outcome::Skipped {
                    reason: SkipReason::NotOffered,
                    message: "VS Code's menu of skills writes the name; type a slash and the name"
                        .to_owned(),
                };
                turn.mentions
                    .push(Mention::structured(input, name, path, outcome));
            }
        }
    }
    turn
}

/// A file without frontmatter is no command (`docs/hosts/vscode.md#typed-names`).
pub(super) fn can_be_typed(skill: &Skill) -> bool {
    skill.frontmatter.is_some() || skill.scope == Scope::System
}

fn typed(view: &View<'_>, input: usize, text: &str, turn: &mut Turn) {
    let Some(slash) = mention::slash(text) else {
        return;
    };
    let name = slash.name;
    let skill = (view.catalog.skills.iter()).find(|skill| skill.name == name);
    turn.mentions.push(Mention {
        input,
        kind: MentionKind::Slash,
        target: MentionTarget::Skill,
        name: name.to_owned(),
        path: None,
        range: Some(PlaceIndex::new(text).range(slash.bytes)),
        outcome: match skill {
            Some(skill) if !can_be_typed(skill) => Outcome::Skipped {
                reason: SkipReason::NotUserInvocable,
                message: format!(
                    "the file of {name} has no frontmatter; begin it with a line `---`"
                ),
            },
            Some(skill) => Outcome::Selected {
                path: skill.path.clone(),
            },
            None => Outcome::Skipped {
                reason: SkipReason::Unknown,
                message: format!("no skill's folder is named {name}"),
            },
        },
    });
    let Some(skill) = skill.filter(|skill| can_be_typed(skill)) else {
        return;
    };
    turn.selected.push(SelectedSkill {
        name: name.to_owned(),
        path: skill.path.clone(),
        scope: skill.scope,
        by: SelectedBy::Slash,
    });
    let used = used(view, skill, slash.rest);
    match &used.outcome {
        InvocationOutcome::Failed { message, .. } => turn.warnings.push(message.clone()),
        _ => turn.messages.extend(used.messages.iter().cloned()),
    }
    turn.invocations.push(used);
}

/// The skill's text with what takes the prompt's place.
fn used(view: &View<'_>, skill: &Skill, arguments: &str) -> Invocation {
    let by = InvokedBy::User;
    let contents = view
        .tree
        .entry(&skill.path)
        .and_then(|file| file.contents());
    let Some(contents) = contents else {
        let outcome = InvocationOutcome::Failed {
            message: format!("The file of the skill {} cannot be read", skill.name),
            help: "Write the contents of its file.".to_owned(),
        };
        return Invocation {
            path: Some(skill.path.clone()),
            ..Invocation::new(by, &skill.name, arguments, outcome)
        };
    };
    let text = String::from_utf8_lossy(contents.bytes());
    let file = &skill.discovered_path;
    let id = path::file_name(file);
    let with = match arguments.is_empty() {
        true => String::new(),
        false => format!(" with these arguments: {arguments}"),
    };
    let content = format!(
        "<{TAG} id=\"prompt:{id}\" filePath=\"{file}\">\nPrompt instructions file:\n--\n{}\n</{TAG}>\nFollow instructions in #prompt:{id}{with}",
        body(&text)
    );
    Invocation {
        path: Some(skill.path.clone()),
        messages: vec![Message::new(Role::User, content.clone()).about(&skill.path)],
        content: Some(content),
        ..Invocation::new(by, &skill.name, arguments, InvocationOutcome::Injected)
    }
}
