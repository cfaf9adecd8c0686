//! Reads the exports of opencode (`opencode export`). An export is one JSON object for a session.
//! An export does not contain the list of skills that the model was shown.

use serde_json::Value;

use super::events::{Event, Skill, items, text};

/// The words before the path of a skill's folder. opencode writes this line into the conversation
/// when the user runs the skill's command.
const LOADED: &str = "Base directory for this skill: ";

/// Returns the events in a message of the export: the user's turn, the skills that the user named,
/// and the calls of skills with their results.
pub(super) fn read(message: &Value) -> Vec<Event> {
    let parts = items(message, "parts");
    match message.get("info").and_then(|info| text(info, "role")) {
        Some("user") => {
            let mut events = vec![Event::Turn];
            for part in parts.iter().filter_map(|part| text(part, "text")) {
                let folder = part.lines().find_map(|line| line.strip_prefix(LOADED));
                let file =
                    folder.map(|folder| format!("{}/SKILL.md", folder.trim_end_matches('/')));
                events.extend(file.map(|file| Event::Named(Skill::File(file))));
            }
            events
        }
        Some("assistant") => parts.iter().flat_map(call).collect(),
        _ => Vec::new(),
    }
}

fn call(part: &Value) -> Vec<Event> {
    let is_skill = text(part, "type") == Some("tool") && text(part, "tool") == Some("skill");
    let Some(state) = part.get("state").filter(|_| is_skill) else {
        return Vec::new();
    };
    let name = state.get("input").and_then(|input| text(input, "name"));
    let (Some(name), Some(id)) = (name, text(part, "callID")) else {
        return Vec::new();
    };
    let skill = Skill::Name(name.to_owned());
    let mut events = vec![Event::Call {
        id: id.to_owned(),
        skill,
    }];
    if let Some(status @ ("completed" | "error")) = text(state, "status") {
        let failed = status == "error";
        events.push(Event::Result {
            id: id.to_owned(),
            failed,
        });
    }
    events
}

/// Returns the messages of a session that opencode exported; `None` if the text is not such an
/// export.
pub(super) fn messages(log: &str) -> Option<Vec<Value>> {
    let mut export: Value = serde_json::from_str(log).ok()?;
    export.get("info").filter(|info| info.is_object())?;
    match export.get_mut("messages")?.take() {
        Value::Array(messages) => Some(messages),
        _ => None,
    }
}
