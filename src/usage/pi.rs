//! Reads the sessions of pi. A skill counts as used when the model reads the skill's file.

use serde_json::Value;

use super::events::{Event, Listed, Skill, between, items, skill_file, text, texts};

/// Returns the events in one line of a pi log, such as a message of the user.
pub(super) fn read(line: &Value) -> Vec<Event> {
    let Some(message) = line
        .get("message")
        .filter(|_| text(line, "type") == Some("message"))
    else {
        return Vec::new();
    };
    match text(message, "role") {
        Some("system") => list(message).into_iter().collect(),
        Some("user") => user(message),
        Some("assistant") => calls(message),
        Some("toolResult") => {
            let failed = message.get("isError").and_then(Value::as_bool) == Some(true);
            let id = text(message, "toolCallId").map(str::to_owned);
            id.map(|id| Event::Result { id, failed })
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

fn list(message: &Value) -> Option<Event> {
    let section = message
        .get("sections")
        .and_then(|sections| text(sections, "skills"))
        .or_else(|| {
            texts(message.get("content"))
                .into_iter()
                .find(|text| text.contains("<available_skills>"))
        })?;
    let skills = section.split("<skill>").skip(1).filter_map(|skill| {
        let description = between(skill, "<description>", "</description>").unwrap_or_default();
        let entities = [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&quot;", "\""),
            ("&apos;", "'"),
            ("&amp;", "&"),
        ];
        let description = (entities.iter())
            .fold(description.to_owned(), |text, (entity, character)| {
                text.replace(entity, character)
            });
        Some(Listed {
            name: between(skill, "<name>", "</name>")?.to_owned(),
            description,
            path: between(skill, "<location>", "</location>").map(str::to_owned),
        })
    });
    Some(Event::List {
        skills: skills.collect(),
        replaces: true,
    })
}

fn user(message: &Value) -> Vec<Event> {
    let mut events = vec![Event::Turn];
    for text in texts(message.get("content")) {
        if text.starts_with("<skill name=\"") {
            let name = between(text, "<skill name=\"", "\"");
            events.extend(name.map(|name| Event::Named(Skill::Name(name.to_owned()))));
        }
    }
    events
}

fn calls(message: &Value) -> Vec<Event> {
    let calls = items(message, "content").iter().filter_map(|block| {
        let arguments = block
            .get("arguments")
            .filter(|_| text(block, "type") == Some("toolCall"))?;
        let named = match text(block, "name")? {
            "read" => text(arguments, "path"),
            "bash" => text(arguments, "command"),
            _ => None,
        };
        let skill = Skill::File(skill_file(named?)?);
        let id = text(block, "id")?.to_owned();
        Some(Event::Call { id, skill })
    });
    calls.collect()
}

/// Returns true if a line of a log is from pi.
pub(super) fn is_line(line: &Value) -> bool {
    let is_head = text(line, "type") == Some("session") && line.get("version").is_some();
    let role = line
        .get("message")
        .and_then(|message| text(message, "role"));
    is_head || (text(line, "type") == Some("message") && role.is_some())
}
