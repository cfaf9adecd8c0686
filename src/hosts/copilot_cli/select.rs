//! Select: `/name` at the start of what is typed in a session (`docs/hosts/copilot-cli.md#typed-names`).

use super::options::CopilotCliOptions;
use super::tool::use_of;
use crate::host::stages::View;
use crate::model::invocation::{InvocationOutcome, InvokedBy};
use crate::model::turn::{
    Mention, MentionKind, MentionTarget, Outcome, SelectedBy, SelectedSkill, SkipReason, Turn,
    TurnInput, TurnRequest,
};
use crate::text::document::PlaceIndex;
use crate::text::mention;

pub(super) fn turn(view: &View<'_>, request: &TurnRequest, options: &CopilotCliOptions) -> Turn {
    let mut turn = Turn::default();
    for (input, given) in request.inputs.iter().enumerate() {
        match given {
            TurnInput::Text { text } => typed(view, input, text, options, &mut turn),
            TurnInput::Image { .. } => {}
            TurnInput::Skill { name, path } | TurnInput::Mention { name, path } => {
                let message =
                    "Copilot CLI has no menu that chooses skills; type a slash and the name";
                let outcome = skipped(SkipReason::NotOffered, message.to_owned());
                turn.mentions
                    .push(Mention::structured(input, name, path, outcome));
            }
        }
    }
    turn
}

fn skipped(reason: SkipReason, message: String) -> Outcome {
    Outcome::Skipped { reason, message }
}

fn typed(view: &View<'_>, input: usize, text: &str, options: &CopilotCliOptions, turn: &mut Turn) {
    let Some(slash) = mention::slash(text) else {
        return;
    };
    let name = slash.name;
    let skill = (view.catalog.skills.iter()).find(|skill| skill.name == name);
    let outcome = match skill {
        None => skipped(SkipReason::Unknown, format!("no skill is named {name}")),
        Some(_) if options.headless => skipped(
            SkipReason::NotOffered,
            "without a user the prompt is plain text; the model may still call the tool".to_owned(),
        ),
        Some(skill) if !skill.user_invocable => skipped(
            SkipReason::NotUserInvocable,
            format!("{name} is the model's alone; take `user-invocable: false` out of it"),
        ),
        Some(skill) => Outcome::Selected {
            path: skill.path.clone(),
        },
    };
    let is_selected = matches!(outcome, Outcome::Selected { .. });
    turn.mentions.push(Mention {
        input,
        kind: MentionKind::Slash,
        target: MentionTarget::Skill,
        name: name.to_owned(),
        path: None,
        range: Some(PlaceIndex::new(text).range(slash.bytes)),
        outcome,
    });
    let Some(skill) = skill.filter(|_| is_selected) else {
        return;
    };
    turn.selected.push(SelectedSkill {
        name: skill.name.clone(),
        path: skill.path.clone(),
        scope: skill.scope,
        by: SelectedBy::Slash,
    });
    let used = use_of(view, skill, InvokedBy::User, slash.rest, options);
    match &used.outcome {
        InvocationOutcome::Failed { message, .. } => turn.warnings.push(message.clone()),
        _ => turn.messages.extend(used.messages.iter().cloned()),
    }
    turn.invocations.push(used);
}
