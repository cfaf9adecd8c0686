//! Stage Select: finds the skills that a user message names, and adds a text before the message
//! (`docs/hosts/openclaw.md#use`).

use super::commands;
use super::editions::{Openclaw, OpenclawEdition};
use crate::host::Select;
use crate::host::stages::View;
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::model::turn::{
    Mention, MentionKind, Outcome, SelectedBy, SelectedSkill, SkipReason, Turn, TurnRequest,
    TypedText,
};
use crate::text::document::{PlaceIndex, utf16_len};
use crate::text::js::{is_blank, trim};

const HEADER: &str = "Use the following explicitly referenced skills for this request. Read each skill's SKILL.md before acting:";
const REQUEST: &str = "User request:";

/// The maximum length of the line about one skill, in UTF-16 units. `MAX_HEADER` is the maximum for
/// all these lines together.
const MAX_LINE: usize = 512;
const MAX_HEADER: usize = 1000;

/// A place in a message that names a skill or a command.
struct Reference<'t> {
    name: &'t str,
    start: usize,
    end: usize,
    kind: MentionKind,
    /// True if the reference must name a command, in uppercase or lowercase. If false, the
    /// reference may also name a skill.
    is_exact: bool,
}

impl Select for Openclaw {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        let why = "OpenClaw knows no such input; type the skill's command";
        for (index, input) in request.inputs.iter().enumerate() {
            if let Some(text) = turn.text_of(index, input, |_| why.to_owned()) {
                message(view, text, index, self.edition, &mut turn);
            }
        }
        turn
    }
}

fn message(view: &View<'_>, text: &str, input: usize, edition: &OpenclawEdition, turn: &mut Turn) {
    let skills = &view.catalog.skills;
    let slash = trim(text).strip_prefix('/');
    let references = match slash {
        Some(_) => command(text).into_iter().collect(),
        None => mentions(text),
    };
    let places = PlaceIndex::new(text);
    let mut chosen: Vec<&Skill> = Vec::new();
    let mut refused = None;
    for reference in &references {
        let by_name = |skill: &&Skill| matches(skill, reference);
        let known = skills
            .iter()
            .find(|skill| command_of(skill).is_some() && by_name(skill));
        let blocked = || {
            skills
                .iter()
                .find(|skill| is_blocked(skill) && by_name(skill))
        };
        let outcome = match known {
            Some(skill) => {
                if chosen.iter().all(|other| other.path != skill.path) {
                    chosen.push(skill);
                }
                Outcome::selected(skill)
            }
            None => match blocked() {
                Some(skill) => {
                    let message = format!(
                        "Skill {:?} is not available for this agent. Update the skill allowlist or choose an allowed skill.",
                        skill.name
                    );
                    refused = refused.or_else(|| Some(message.clone()));
                    Outcome::skipped(SkipReason::Disabled, message)
                }
                None => Outcome::skipped(
                    SkipReason::Unknown,
                    "no skill that is eligible and may be typed has this name",
                ),
            },
        };
        let range = places.range(reference.start..reference.end);
        turn.mentions.push(Mention {
            kind: reference.kind,
            ..Mention::slash(input, reference.name, range, outcome)
        });
    }
    if refused.is_none() && chosen.len() > edition.max_references {
        refused = Some(format!(
            "Too many skill references. Use at most {} skills in one message.",
            edition.max_references
        ));
    }
    let lines: Vec<_> = chosen.iter().map(|skill| line(skill)).collect();
    if refused.is_none() && lines.iter().any(|line| utf16_len(line) > MAX_LINE) {
        refused = Some(format!(
            "Skill reference metadata is too long. Keep each rendered reference at {MAX_LINE} characters or less."
        ));
    }
    let header = format!("{HEADER}\n{}", lines.join("\n"));
    if refused.is_none() && !lines.is_empty() && utf16_len(&header) > MAX_HEADER {
        refused = Some(
            "Combined skill reference metadata is too long. Use fewer or shorter skill references."
                .to_owned(),
        );
    }
    if let Some(refused) = refused {
        turn.warnings.push(refused);
        turn.typed_text = TypedText::NotSent;
        return;
    }
    if chosen.is_empty() {
        return;
    }
    let by = match slash {
        Some(_) => SelectedBy::Slash,
        None => SelectedBy::Name,
    };
    turn.selected
        .extend(chosen.iter().map(|skill| SelectedSkill::new(skill, by)));
    let mut message = Message::new(Role::User, format!("{header}\n\n{REQUEST}\n{text}"));
    if let [skill] = chosen.as_slice() {
        message = message.about(&skill.path);
    }
    turn.messages.push(message);
    // The message ends with the typed text.
    turn.typed_text = TypedText::Replaced;
}

fn line(skill: &Skill) -> String {
    if skill.model_invocable {
        format!("- {}", skill.name)
    } else {
        // For a skill that the model's list does not show, the line contains the path of the skill's file.
        format!("- {} (SKILL.md: {})", skill.name, skill.path)
    }
}

fn command_of(skill: &Skill) -> Option<&str> {
    skill.eligibility.as_deref()?.command.as_deref()
}

/// Returns true if the agent's list of skills is the only reason why users cannot invoke a skill:
/// the list does not include the skill.
fn is_blocked(skill: &Skill) -> bool {
    let typed =
        (skill.frontmatter.as_deref()).and_then(|fields| fields.user_invocable) != Some(false);
    typed
        && (skill.eligibility.as_deref())
            .is_some_and(|eligibility| eligibility.blocked_by_agent && eligibility.offered)
}

/// Returns a name in the form for comparisons. The form is in lowercase, and has one hyphen for
/// each run of hyphens, underscores and whitespace.
fn normalized(name: &str) -> String {
    let lower = name.to_lowercase();
    let mut normalized = String::with_capacity(lower.len());
    for character in lower.chars() {
        let character = match character {
            '_' => '-',
            character if is_blank(character) => '-',
            character => character,
        };
        if character != '-' || !normalized.ends_with('-') {
            normalized.push(character);
        }
    }
    normalized
}

fn matches(skill: &Skill, reference: &Reference<'_>) -> bool {
    let command = commands::command_name(skill);
    if reference.is_exact {
        return command.eq_ignore_ascii_case(reference.name);
    }
    let name = normalized(reference.name);
    normalized(&command) == name || normalized(&skill.name) == name
}

/// Returns the name in the command at the start of a message; `None` if there is no name. A name
/// after `/skill` names a skill, and a name directly after `/` names a command.
fn command(text: &str) -> Option<Reference<'_>> {
    let start = text.find('/')?;
    let rest = &text[start + 1..];
    let end = rest.find(is_blank).unwrap_or(rest.len());
    let word = &rest[..end];
    if word.eq_ignore_ascii_case("skill") {
        let after = rest[end..].trim_start_matches(is_blank);
        let from = text.len() - after.len();
        let length = after.find(is_blank).unwrap_or(after.len());
        let name = &after[..length];
        return (!name.is_empty()).then_some(Reference {
            name,
            start,
            end: from + length,
            kind: MentionKind::Slash,
            is_exact: false,
        });
    }
    (!word.is_empty()).then_some(Reference {
        name: word,
        start,
        end: start + 1 + word.len(),
        kind: MentionKind::Slash,
        is_exact: true,
    })
}

/// Returns the names in a message that are written after a `$`.
fn mentions(text: &str) -> Vec<Reference<'_>> {
    let mut references: Vec<Reference<'_>> = Vec::new();
    let bytes = text.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':');
    let mut at = 0;
    while let Some(found) = text[at..].find('$') {
        let start = at + found;
        at = start + 1;
        let slashes = bytes[..start]
            .iter()
            .rev()
            .take_while(|byte| **byte == b'\\')
            .count();
        let length = bytes[at..]
            .iter()
            .take_while(|byte| is_name(**byte))
            .count();
        let name = text[at..at + length].trim_end_matches(':');
        at += length;
        let is_escaped = slashes % 2 == 1;
        if !is_escaped && name.bytes().any(|byte| byte.is_ascii_lowercase()) {
            references.push(Reference {
                name,
                start,
                end: start + 1 + name.len(),
                kind: MentionKind::Plain,
                is_exact: false,
            });
        }
    }
    references
}
