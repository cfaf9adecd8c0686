//! Inject: the messages of a turn, with its questions, warnings and counted events.

use super::dependencies;
use super::editions::Edition;
use super::select::{APP_SCHEME, is_environment_variable, is_name_byte, select};
use crate::model::message::{EventStatus, Message, Role, SkillEvent};
use crate::model::skill::Skill;
use crate::model::turn::{Mention, MentionKind, Outcome, Turn, TurnRequest};
use crate::text::mention;
use crate::tree::{EntryKind, Tree};

/// The counter of injections (`docs/hosts/codex.md#what-is-counted`).
const INJECTED: &str = "codex.skill.injected";

/// The tags around a skill's text (`docs/hosts/codex.md#injection`).
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

/// The warning of a structured choice that matches no skill. The source has no words for it; these are ours
/// (`docs/hosts/codex.md#mentions-and-selection`).
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::codex::editions::EDITIONS;
    use crate::model::skill::Scope;
    use crate::model::turn::TurnInput;

    #[test]
    fn a_file_that_cannot_be_read_any_more_is_a_warning_and_the_rest_goes_on() {
        // The tree of a moment later: `a` is gone.
        let mut tree = Tree::new();
        tree.write("/repo/b/SKILL.md", Some(b"B".as_slice().into()))
            .unwrap();
        let skill = |name: &str| {
            let path = format!("/repo/{name}/SKILL.md");
            Skill::plain(name.to_owned(), path, Scope::Repo)
        };
        let request = TurnRequest {
            inputs: vec![TurnInput::Text {
                text: "$a $b".to_owned(),
            }],
            ..TurnRequest::default()
        };
        let turn = turn(&tree, &[skill("a"), skill("b")], &request, &EDITIONS[1]);
        let selected: Vec<_> = turn.selected.iter().map(|skill| &*skill.name).collect();
        assert_eq!(selected, ["a", "b"]);
        let injected: Vec<_> = (turn.messages.iter())
            .map(|message| message.skill.as_deref())
            .collect();
        assert_eq!(injected, [Some("/repo/b/SKILL.md")]);
        assert_eq!(turn.warnings.len(), 1);
        assert!(turn.warnings[0].starts_with("Failed to load skill a at /repo/a/SKILL.md: "));
    }
}
