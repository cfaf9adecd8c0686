//! The selection stage: selects skills by `/name` at the start of a text, and by `$name` anywhere
//! in the text (`docs/hosts/standard.md#activation`). Text after `$name` is not passed to the skill
//! as arguments.

use super::activate::activate;
use super::editions::Standard;
use crate::hashing::{HashMap, HashSet};
use crate::host::Select;
use crate::host::stages::View;
use crate::model::invocation::{InvocationOutcome, InvokedBy};
use crate::model::memory::MAIN_AGENT;
use crate::model::skill::Skill;
use crate::model::turn::{
    Mention, MentionKind, MentionTarget, Outcome, SelectedBy, SelectedSkill, SkipReason, Turn,
    TurnInput, TurnRequest,
};
use crate::text::document::{PlaceIndex, Range};
use crate::text::mention;

/// Returns true if the name of a mentioned skill may contain this byte. These are the characters
/// that the specification allows in names, and `_`, because lenient clients load skills with `_` in
/// their names.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

impl Select for Standard {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let skills = view.catalog.skills.iter();
        let mut selection = Selection {
            view,
            host: self,
            by_name: skills.map(|skill| (skill.name.as_str(), skill)).collect(),
            chosen: HashSet::default(),
            turn: Turn::default(),
        };
        for (input, given) in request.inputs.iter().enumerate() {
            match given {
                TurnInput::Text { text } => selection.read(input, text),
                TurnInput::Image { .. } => {}
                TurnInput::Skill { name, path } | TurnInput::Mention { name, path } => {
                    let chosen = (view.catalog.skills.iter())
                        .find(|skill| skill.path == *path || skill.discovered_path == *path);
                    let written = Written {
                        kind: MentionKind::Structured,
                        by: SelectedBy::Structured,
                        name,
                        path: Some(path),
                        range: None,
                        rest: "",
                    };
                    selection.choose(input, &written, chosen);
                }
            }
        }
        selection.turn
    }
}

/// A mention of a skill: in a text, or chosen in the user interface.
struct Written<'m> {
    kind: MentionKind,
    by: SelectedBy,
    name: &'m str,
    path: Option<&'m str>,
    range: Option<Range>,
    /// The text after a slash command. Empty for other mentions.
    rest: &'m str,
}

struct Selection<'v> {
    view: &'v View<'v>,
    host: &'v Standard,
    by_name: HashMap<&'v str, &'v Skill>,
    /// The paths of the skills that the turn has invoked so far. A turn invokes each skill only
    /// once.
    chosen: HashSet<&'v str>,
    turn: Turn,
}

impl<'v> Selection<'v> {
    fn read(&mut self, input: usize, text: &str) {
        let places = PlaceIndex::new(text);
        if let Some(slash) = mention::slash(text) {
            let written = Written {
                kind: MentionKind::Slash,
                by: SelectedBy::Slash,
                name: slash.name,
                path: None,
                range: Some(places.range(slash.bytes)),
                rest: slash.rest,
            };
            self.choose_by_name(input, &written);
        }
        for found in mention::find(text, is_name_byte) {
            let written = Written {
                kind: match found.path {
                    Some(_) => MentionKind::Link,
                    None => MentionKind::Plain,
                },
                by: SelectedBy::Name,
                name: found.name,
                path: found.path,
                range: Some(places.range(found.bytes)),
                rest: "",
            };
            self.choose_by_name(input, &written);
        }
    }

    fn choose_by_name(&mut self, input: usize, written: &Written<'_>) {
        let chosen = self.by_name.get(written.name).copied();
        self.choose(input, written, chosen);
    }

    fn choose(&mut self, input: usize, written: &Written<'_>, chosen: Option<&'v Skill>) {
        let outcome = match chosen {
            Some(skill) => Outcome::selected(skill),
            None => Outcome::skipped(
                SkipReason::Unknown,
                format!("no skill is named {}", written.name),
            ),
        };
        let turn = &mut self.turn;
        turn.mentions.push(Mention {
            input,
            kind: written.kind,
            target: MentionTarget::Skill,
            name: written.name.to_owned(),
            path: written.path.map(str::to_owned),
            range: written.range,
            outcome,
        });
        let Some(skill) = chosen.filter(|skill| self.chosen.insert(&skill.path)) else {
            return;
        };
        turn.selected.push(SelectedSkill::new(skill, written.by));
        let by = InvokedBy::User;
        let invocation = activate(self.view, skill, by, written.rest, MAIN_AGENT, self.host);
        match &invocation.outcome {
            InvocationOutcome::Failed { message, .. } => turn.warnings.push(message.clone()),
            _ => turn.messages.extend(invocation.messages.iter().cloned()),
        }
        turn.invocations.push(invocation);
    }
}
