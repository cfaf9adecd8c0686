//! Reads the sessions of Qwen Code. The sessions do not contain the list of skills that the model
//! was shown.

use serde_json::Value;

use super::events::{Event, Skill, between, items, text};

/// The first words of a skill's text in a conversation.
const LOADED: &str = "Base directory for this skill: ";

/// Returns the events in one line of a Qwen Code log, such as a message of the user.
pub(super) fn read(line: &Value) -> Vec<Event> {
    let Some(message) = line.get("message") else {
        return Vec::new();
    };
    let parts = items(message, "parts");
    match text(line, "type") {
        Some("user") => {
            let mut events = vec![Event::Turn];
            for part in parts.iter().filter_map(|part| text(part, "text")) {
                let folder = part
                    .strip_prefix(LOADED)
                    .and_then(|rest| rest.lines().next());
                let file = folder
                    .map(|folder| format!("{}/SKILL.md", folder.trim_end_matches(['/', '.'])));
                let name = || {
                    between(part, "/qwen-skill-args-", ".txt</skill-args-file>").map(str::to_owned)
                };
                let skill = file.map(Skill::File).or_else(|| name().map(Skill::Name));
                events.extend(skill.map(Event::Named));
            }
            events
        }
        Some("assistant") => parts.iter().filter_map(call).collect(),
        Some("tool_result") => parts.iter().filter_map(result).collect(),
        _ => Vec::new(),
    }
}

fn call(part: &Value) -> Option<Event> {
    let call = part.get("functionCall")?;
    let name = call.get("args").and_then(|args| text(args, "skill"))?;
    if text(call, "name") != Some("skill") {
        return None;
    }
    let id = text(call, "id")?.to_owned();
    let skill = Skill::Name(name.to_owned());
    Some(Event::Call { id, skill })
}

fn result(part: &Value) -> Option<Event> {
    let answer = part.get("functionResponse")?;
    let failed = answer
        .get("response")
        .is_some_and(|response| response.get("error").is_some());
    let id = text(answer, "id")?.to_owned();
    Some(Event::Result { id, failed })
}

/// Returns true if a line of a log is from Qwen Code.
pub(super) fn is_line(line: &Value) -> bool {
    let has_parts = line
        .get("message")
        .is_some_and(|message| message.get("parts").is_some());
    text(line, "sessionId").is_some() && (has_parts || line.get("provenance").is_some())
}
