//! Stage Select: invokes a skill if a prompt starts with `/` and the skill's name
//! (`docs/hosts/vscode.md#typed-names`).

use super::editions::Vscode;
use super::frontmatter::typed_text;
use crate::host::Select;
use crate::host::stages::View;
use crate::model::invocation::{Invocation, InvocationOutcome, InvokedBy};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::model::turn::{Mention, Outcome, SkipReason, Turn, TurnRequest};
use crate::text::document::PlaceIndex;
use crate::text::mention;
use crate::tree::path;

/// The name of the tag around a skill's text.
pub(super) const TAG: &str = "attachment";

impl Select for Vscode {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        let why = "VS Code's menu of skills writes the name; type a slash and the name";
        for (input, given) in request.inputs.iter().enumerate() {
            if let Some(text) = turn.text_of(input, given, |_| why.to_owned()) {
                typed(view, input, text, &mut turn);
            }
        }
        turn
    }
}

fn typed(view: &View<'_>, input: usize, text: &str, turn: &mut Turn) {
    let Some(slash) = mention::slash(text) else {
        return;
    };
    let name = slash.name;
    let skill = (view.catalog.skills.iter()).find(|skill| skill.name == name);
    let outcome = match skill {
        Some(skill) => Outcome::selected(skill),
        None => Outcome::skipped(
            SkipReason::Unknown,
            format!("no skill's folder is named {name}"),
        ),
    };
    let range = PlaceIndex::new(text).range(slash.bytes);
    turn.mentions
        .push(Mention::slash(input, name, range, outcome));
    if let Some(skill) = skill {
        let used = used(view, skill, slash.rest);
        if let InvocationOutcome::Failed { message, .. } = &used.outcome {
            turn.warnings.push(message.clone());
        }
        turn.take(skill, used);
    }
}

/// Invokes a skill for the user. The message has the skill's text, and then the sentence
/// `Follow instructions in …` instead of the user's prompt.
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
    let text = contents.text_lossy();
    let file = &skill.discovered_path;
    let id = path::file_name(file);
    let with = if arguments.is_empty() {
        String::new()
    } else {
        format!(" with these arguments: {arguments}")
    };
    let content = format!(
        "<{TAG} id=\"prompt:{id}\" filePath=\"{file}\">\nPrompt instructions file:\n{}\n</{TAG}>\nFollow instructions in #prompt:{id}{with}",
        typed_text(&text)
    );
    Invocation {
        path: Some(skill.path.clone()),
        messages: vec![Message::new(Role::User, content.clone()).about(&skill.path)],
        content: Some(content),
        ..Invocation::new(by, &skill.name, arguments, InvocationOutcome::Injected)
    }
}
