//! Inject: what a turn puts before the model, and what is asked and counted on the way.

use super::select::{APP_SCHEME, is_environment_variable, is_name_byte, select};
use super::{Edition, dependencies};
use crate::mention;
use crate::skill::Skill;
use crate::tree::{EntryKind, Tree};
use crate::turn::{
    EventStatus, Mention, MentionKind, Message, Outcome, Role, SkillEvent, Turn, TurnRequest,
};

/// The counter of injections (seed 001, stage 5).
const INJECTED: &str = "codex.skill.injected";

/// What a skill's text stands between (seed 001, stage 5).
pub(super) const TAGS: &[&str] = &["skill"];

pub(super) fn turn(
    tree: &Tree,
    skills: &[Skill],
    request: &TurnRequest,
    edition: &Edition,
) -> Turn {
    let (mut turn, chosen) = select(skills, request, edition);
    turn.questions = dependencies::questions(&chosen, request, edition);
    if edition.warns_of_unknown_choices {
        turn.warnings
            .extend(turn.mentions.iter().filter_map(unknown_choice));
    }
    for skill in chosen {
        let status = match read(tree, &skill.path) {
            Ok(contents) => {
                collect_app_ids(contents, edition, &mut turn.app_ids);
                let text = format!(
                    "<skill>\n<name>{}</name>\n<path>{}</path>\n{contents}\n</skill>",
                    skill.name, skill.path
                );
                turn.messages
                    .push(Message::new(Role::User, text).about(&skill.path));
                EventStatus::Ok
            }
            Err(problem) => {
                turn.warnings.push(format!(
                    "Failed to load skill {} at {}: {problem}",
                    skill.name, skill.path
                ));
                EventStatus::Error
            }
        };
        turn.events.push(SkillEvent::Counter {
            name: INJECTED.to_owned(),
            status,
            skill: skill.name.clone(),
        });
        if status == EventStatus::Ok {
            let event = SkillEvent::invocation(&skill.name, &skill.path, skill.scope, true);
            turn.events.push(event);
        }
    }
    turn
}

/// The apps that a skill's text links to.
fn collect_app_ids(text: &str, edition: &Edition, ids: &mut Vec<String>) {
    for found in mention::find(text, |byte| is_name_byte(byte, edition)) {
        let id = found.path.and_then(|path| path.strip_prefix(APP_SCHEME));
        if let Some(id) = id
            && !is_environment_variable(found.name)
            && !id.is_empty()
            && !ids.iter().any(|known| known == id)
        {
            ids.push(id.to_owned());
        }
    }
}

/// Seed 001 says that there is a warning, not what it says; the words are ours.
fn unknown_choice(mention: &Mention) -> Option<String> {
    match (&mention.path, &mention.outcome) {
        (Some(path), Outcome::Skipped { message, .. })
            if mention.kind == MentionKind::Structured =>
        {
            Some(format!(
                "Failed to find skill {} at {path}: {message}",
                mention.name
            ))
        }
        _ => None,
    }
}

fn read<'t>(tree: &'t Tree, path: &str) -> Result<&'t str, String> {
    match tree.entry(path).map(|entry| entry.kind()) {
        Some(EntryKind::File(Some(contents))) => contents.text().map_err(|error| error.to_string()),
        Some(EntryKind::File(None)) => Err("its contents have not been given yet".to_owned()),
        _ => Err("there is no such file".to_owned()),
    }
}
