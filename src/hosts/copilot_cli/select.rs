//! Stage Select: invokes a skill if the user's text in a session starts with `/` and the skill's
//! name (`docs/hosts/copilot-cli.md#typed-names`).

use super::editions::CopilotCli;
use super::options::CopilotCliOptions;
use super::tool::use_of;
use crate::host::Select;
use crate::host::stages::View;
use crate::model::invocation::{InvocationOutcome, InvokedBy};
use crate::model::turn::{Mention, Outcome, SkipReason, Turn, TurnRequest};
use crate::text::document::PlaceIndex;
use crate::text::mention;

impl Select for CopilotCli {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        let why = "Copilot CLI has no menu that chooses skills; type a slash and the name";
        for (input, given) in request.inputs.iter().enumerate() {
            if let Some(text) = turn.text_of(input, given, |_| why.to_owned()) {
                typed(view, input, text, &self.options, &mut turn);
            }
        }
        turn
    }
}

fn typed(view: &View<'_>, input: usize, text: &str, options: &CopilotCliOptions, turn: &mut Turn) {
    let Some(slash) = mention::slash(text) else {
        return;
    };
    let name = slash.name;
    let skill = (view.catalog.skills.iter()).find(|skill| skill.name == name);
    let outcome = match skill {
        None => Outcome::skipped(SkipReason::Unknown, format!("no skill is named {name}")),
        Some(_) if options.headless => Outcome::skipped(
            SkipReason::NotOffered,
            "without a user the prompt is plain text; the model may still call the tool".to_owned(),
        ),
        Some(skill) if !skill.user_invocable => Outcome::skipped(
            SkipReason::NotUserInvocable,
            format!("only the model may choose {name}; remove `user-invocable: false` from it"),
        ),
        Some(skill) => Outcome::selected(skill),
    };
    let is_selected = matches!(outcome, Outcome::Selected { .. });
    let range = PlaceIndex::new(text).range(slash.bytes);
    turn.mentions
        .push(Mention::slash(input, name, range, outcome));
    if let Some(skill) = skill.filter(|_| is_selected) {
        let used = use_of(view, skill, InvokedBy::User, slash.rest, options);
        if let InvocationOutcome::Failed { message, .. } = &used.outcome {
            turn.warnings.push(message.clone());
        }
        // The message does not contain the text after the name, so the prompt is sent, too (assumed).
        turn.add(skill, used);
    }
}
