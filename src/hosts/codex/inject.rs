//! The injection stage: builds the messages of a turn, with its questions, warnings and counters.

use super::editions::{Codex, CodexEdition};
use super::select::{APP_SCHEME, is_environment_variable, is_name_byte, select};
use super::{dependencies, discover};
use crate::host::Select;
use crate::host::stages::View;
use crate::model::message::{EventStatus, Message, Role, SkillEvent};
use crate::model::turn::{Mention, MentionKind, Outcome, SkipReason, Turn, TurnRequest};
use crate::text::mention;
use crate::tree::{EntryKind, Tree};

/// The name of the counter for injected skills (`docs/hosts/codex.md#what-is-counted`).
const INJECTED: &str = "codex.skill.injected";

/// The names of the tags that enclose a skill's text (`docs/hosts/codex.md#injection`).
pub(super) const TAGS: &[&str] = &["skill"];

impl Select for Codex {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let (mut turn, chosen) = select(&view.catalog.skills, request, self.edition);
        turn.questions = dependencies::questions(&chosen, request, self.edition, || {
            discover::config(view.tree, view.environment, self).servers()
        });
        if self.edition.warns_of_unknown_choices {
            turn.warnings
                .extend(turn.mentions.iter().filter_map(unknown_choice));
        }
        for skill in chosen {
            let status = match read(view.tree, &skill.path) {
                Ok(contents) => {
                    collect_app_ids(contents, self.edition, &mut turn.app_ids);
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
}

/// Adds the ids of the apps that a skill's text links to with `app://` links. Each id is added
/// once.
fn collect_app_ids(text: &str, edition: &CodexEdition, ids: &mut Vec<String>) {
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

/// Returns a warning if the user chose a skill in the user interface, but no skill matches the
/// choice. Returns none for any other mention, and none if the chosen skill is disabled. The text
/// is Skillglass's own, because the source does not quote Codex's warning
/// (`docs/hosts/codex.md#mentions-and-selection`).
fn unknown_choice(mention: &Mention) -> Option<String> {
    match (&mention.path, &mention.outcome) {
        (
            Some(path),
            Outcome::Skipped {
                reason: SkipReason::Unknown,
                message,
            },
        ) if mention.kind == MentionKind::Structured => Some(format!(
            "Failed to find skill {} at {path}: {message}",
            mention.name
        )),
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
