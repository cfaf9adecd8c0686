//! Reads the rollouts of Codex, which are the logs of its sessions. A skill counts as used when the
//! model reads the skill's file with a command.

use serde_json::Value;

use super::events::{Event, Listed, Skill, between, skill_file, text, texts};

/// Returns the events that a line of Codex's session log records.
pub(super) fn read(line: &Value) -> Vec<Event> {
    let Some(payload) = line.get("payload") else {
        return Vec::new();
    };
    match (text(line, "type"), text(payload, "type")) {
        (Some("response_item"), Some("message")) => message(payload),
        (
            Some("response_item"),
            Some("function_call" | "custom_tool_call" | "local_shell_call"),
        ) => call(payload).into_iter().collect(),
        (Some("response_item"), Some("function_call_output" | "custom_tool_call_output")) => {
            let id = text(payload, "call_id").map(str::to_owned);
            let failed = payload.get("output").is_some_and(has_failed);
            id.map(|id| Event::Result { id, failed })
                .into_iter()
                .collect()
        }
        (Some("event_msg"), Some("item_completed")) => {
            payload.get("item").and_then(command).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn message(payload: &Value) -> Vec<Event> {
    let role = text(payload, "role");
    let texts = texts(payload.get("content"));
    if let Some(list) = texts
        .iter()
        .find(|text| text.starts_with("<skills_instructions>"))
    {
        let skills = list.lines().filter_map(listed).collect();
        let replaces = true;
        return vec![Event::List { skills, replaces }];
    }
    if role != Some("user") {
        return Vec::new();
    }
    let mut events = Vec::new();
    for text in &texts {
        if text.starts_with("<skill>") {
            let path = between(text, "<path>", "</path>").map(str::to_owned);
            let name = between(text, "<name>", "</name>").map(str::to_owned);
            let skill = path.map(Skill::File).or_else(|| name.map(Skill::Name));
            events.extend(skill.map(Event::Named));
        }
    }
    // Texts that the program itself adds begin with a tag, or with the heading of the project's instructions.
    let is_typed =
        |text: &&str| !text.starts_with('<') && !text.starts_with("# AGENTS.md instructions");
    if events.is_empty() && texts.iter().any(is_typed) {
        events.push(Event::Turn);
    }
    events
}

/// Returns the skill in a line of the list, such as `- pdf: Fills in forms. (file:
/// r0/pdf/SKILL.md)`. Returns `None` if the line has another form.
fn listed(line: &str) -> Option<Listed> {
    let line = line.strip_prefix("- ")?;
    let (line, path) = line.rsplit_once("(file: ")?;
    let path = path.strip_suffix(')')?;
    let line = line.trim_end();
    let (name, description) = line
        .split_once(": ")
        .unwrap_or((line.trim_end_matches(':'), ""));
    Some(Listed {
        name: name.to_owned(),
        description: description.to_owned(),
        path: path.starts_with('/').then(|| path.to_owned()),
    })
}

fn call(payload: &Value) -> Option<Event> {
    let arguments = text(payload, "arguments")
        .or_else(|| text(payload, "input"))
        .map(str::to_owned)
        .or_else(|| payload.get("action").map(Value::to_string))?;
    // The command may be one text or a list of words. Both contain the whole path.
    let file = skill_file(&arguments.replace('\\', " "))?;
    let id = text(payload, "call_id")?.to_owned();
    let skill = Skill::File(file);
    Some(Event::Call { id, skill })
}

/// Returns the event for the result of a command. Returns `None` if the item is not the result of a
/// command.
fn command(item: &Value) -> Option<Event> {
    if text(item, "type") != Some("CommandExecution") {
        return None;
    }
    let code = item.get("exit_code").and_then(Value::as_i64)?;
    let id = text(item, "id")?.to_owned();
    let failed = code != 0;
    Some(Event::Result { id, failed })
}

/// Returns true if the output of a command shows an exit code that is not 0.
fn has_failed(output: &Value) -> bool {
    let shown = match output {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let codes = ["exited with code ", "\"exit_code\":"];
    let code = codes
        .iter()
        .find_map(|mark| shown.split_once(mark))
        .map(|(_, rest)| rest.trim_start());
    code.is_some_and(|code| !code.starts_with('0'))
}

/// Returns true if a line of a session log has the form of Codex's logs.
pub(super) fn is_line(line: &Value) -> bool {
    let kinds = [
        "session_meta",
        "response_item",
        "event_msg",
        "turn_context",
        "compacted",
    ];
    line.get("payload").is_some_and(Value::is_object)
        && text(line, "type").is_some_and(|kind| kinds.contains(&kind))
}
