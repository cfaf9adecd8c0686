//! Stage Select: invokes a skill if the user's text starts with `/skill:` and the skill's name
//! (`docs/hosts/pi.md#typed-names`).

use super::editions::Pi;
use super::frontmatter::body;
use crate::host::Select;
use crate::host::stages::View;
use crate::model::invocation::{Invocation, InvocationOutcome};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::model::turn::{Mention, Outcome, SkipReason, Turn, TurnRequest};
use crate::text::document::PlaceIndex;
use crate::text::{js, mention};
use crate::tree::{Entry, EntryKind};

/// The start of a text with which the user invokes a skill.
const COMMAND: &str = "/skill:";

/// The name of the tag around a skill's text.
pub(super) const TAG: &str = "skill";

/// Returns the text that a user types to invoke a skill.
pub(super) fn typed(skill: &Skill) -> String {
    format!("{COMMAND}{}", skill.name)
}

impl Select for Pi {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        for (input, given) in request.inputs.iter().enumerate() {
            let why =
                |name: &str| format!("pi has no menu that chooses skills; type {COMMAND}{name}");
            if let Some(text) = turn.text_of(input, given, why) {
                read(view, input, text, &mut turn);
            }
        }
        turn
    }
}

fn read(view: &View<'_>, input: usize, text: &str, turn: &mut Turn) {
    let find = |name: &str| view.catalog.skills.iter().find(|skill| skill.name == name);
    let (name, bytes, outcome) = if let Some(rest) = text.strip_prefix(COMMAND) {
        // The name is everything up to the first space.
        let (name, arguments) = rest.split_once(' ').unwrap_or((rest, ""));
        let outcome = match find(name) {
            Some(skill) => {
                let invocation = invoke(view, skill, js::trim(arguments));
                turn.take(skill, invocation);
                Outcome::selected(skill)
            }
            None => {
                let message =
                    format!("no loaded skill is named {name:?}; the text goes out as it is");
                Outcome::skipped(SkipReason::Unknown, message)
            }
        };
        (name, 0..COMMAND.len() + name.len(), outcome)
    } else if let Some(slash) = mention::slash(text) {
        let name = slash.name.strip_prefix("skill:").unwrap_or(slash.name);
        let (reason, message) = match find(name) {
            // There is whitespace before the slash.
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
        (name, slash.bytes, Outcome::skipped(reason, message))
    } else {
        return;
    };
    let range = PlaceIndex::new(text).range(bytes);
    turn.mentions
        .push(Mention::slash(input, name, range, outcome));
}

/// Invokes a skill for the user. The message with the skill's text replaces the text that the user
/// typed.
fn invoke(view: &View<'_>, skill: &Skill, arguments: &str) -> Invocation {
    let mut invocation = Invocation::by_user(skill, arguments, InvocationOutcome::Injected);
    let text = match view.tree.entry(&skill.path).map(Entry::kind) {
        Some(EntryKind::File(Some(contents))) => contents.text_with_line_feeds(),
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
