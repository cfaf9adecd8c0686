//! Builds the input of a hook: JSON with fields that all events have, and fields of one event.

use super::events::{Event, Field};
use crate::hosts::claude_code::editions::ClaudeCode;
use crate::model::argument::{ArgumentError, check_directory};
use crate::model::environment::Environment;
use crate::model::hook_run::HookOccurrence;
use crate::model::json_text::JsonText;
use crate::text::js_value::json_text;

/// The input of a hook, a JSON object.
#[derive(Debug)]
pub(super) struct HookInput {
    /// The fields of the hook's input, in order, each with its value in JSON.
    members: Vec<(&'static str, String)>,
}

impl HookInput {
    /// Builds the input of a hook when its event occurs.
    ///
    /// # Errors
    /// Returns an error if `occurrence` lacks a value that the event needs, or has a value that the
    /// event does not support.
    pub(super) fn new(
        event: &'static Event,
        occurrence: &HookOccurrence,
        environment: &Environment,
        setup: &ClaudeCode,
    ) -> Result<Self, ArgumentError> {
        check_members(event, occurrence)?;
        let options = &setup.options;
        let mut input = Self {
            members: Vec::new(),
        };
        let session = occurrence
            .session_id
            .as_ref()
            .or(options.session_id.as_ref());
        let Some(session) = session else {
            let message = "is missing, here and in the options of the host (claudeCode.sessionId)";
            return Err(ArgumentError::new("sessionId", message));
        };
        input.text("session_id", session);
        let transcript = occurrence.transcript_path.as_deref();
        input.text("transcript_path", transcript.unwrap_or_default());
        input.text("cwd", directory(occurrence, environment)?);
        if let Some(prompt) = &occurrence.prompt_id {
            input.text("prompt_id", prompt);
        }
        if event.has_mode {
            let mode = occurrence.permission_mode.as_deref();
            input.text("permission_mode", mode.unwrap_or("default"));
        }
        if let Some(agent) = &occurrence.agent_id {
            input.text("agent_id", agent);
        }
        if let Some(agent) = &occurrence.agent_type {
            input.text("agent_type", agent);
        }
        if let Some(effort) = effort(event, occurrence, setup) {
            let level = format!("{{\"level\":{}}}", json_text(effort));
            input.members.push(("effort", level));
        }
        input.text("hook_event_name", event.name);
        for field in event.fields {
            input.field(*field, occurrence)?;
        }
        Ok(input)
    }

    fn text(&mut self, name: &'static str, text: &str) {
        self.members.push((name, json_text(text)));
    }

    fn field(&mut self, field: Field, occurrence: &HookOccurrence) -> Result<(), ArgumentError> {
        let text = |text: &Option<String>| text.as_deref().map(json_text);
        let json = |value: &Option<JsonText>| value.as_ref().map(|value| value.text().to_owned());
        let given = |name: &str| {
            occurrence
                .fields
                .get(name)
                .map(|value| value.text().to_owned())
        };
        let missing = |member: &str| ArgumentError::new(member, "is missing");
        let (name, value) = match field {
            Field::ToolName => ("tool_name", text(&occurrence.tool)),
            Field::ToolInput => ("tool_input", json(&occurrence.input)),
            Field::CallId => ("tool_use_id", text(&occurrence.call_id)),
            Field::Response => ("tool_response", json(&occurrence.response)),
            Field::Prompt => ("prompt", text(&occurrence.prompt)),
            Field::Message(name, _) => (name, text(&occurrence.message)),
            Field::Required(name) | Field::Optional(name) => (name, given(name)),
            Field::Or(name, value) => (name, given(name).or_else(|| Some(value.to_owned()))),
        };
        match value {
            Some(value) => self.members.push((name, value)),
            None if field.is_optional() => {}
            None => return Err(missing(&field.argument())),
        }
        Ok(())
    }

    /// Returns the hook's input as JSON text.
    pub(super) fn json(&self) -> String {
        let members = self.members.iter();
        let members: Vec<_> = members
            .map(|(name, value)| format!("{}:{value}", json_text(name)))
            .collect();
        format!("{{{}}}", members.join(","))
    }

    /// Returns the hook's input as a parsed JSON value.
    pub(super) fn values(&self) -> serde_json::Value {
        serde_json::from_str(&self.json()).unwrap_or_default()
    }

    /// Returns the value of a field. None if the input has no such field.
    pub(super) fn at(&self, name: &str) -> Option<serde_json::Value> {
        let mut members = self.members.iter();
        let (_, json) = members.find(|(known, _)| *known == name)?;
        serde_json::from_str(json).ok()
    }

    /// Returns the text that a hook's matcher is compared with. Empty if hooks of the event have no
    /// matcher.
    pub(super) fn subject(&self, event: &Event) -> String {
        let value = event.subject.and_then(|name| self.at(name));
        let text = value.as_ref().and_then(serde_json::Value::as_str);
        let text = text.unwrap_or_default();
        // A watched file is compared by its file name, without its folder.
        let is_file = event.name == "FileChanged";
        let name = text.rsplit('/').next().filter(|_| is_file);
        name.unwrap_or(text).to_owned()
    }
}

impl Field {
    /// Returns true if the caller may omit the value of this field.
    fn is_optional(self) -> bool {
        matches!(
            self,
            Self::Optional(_) | Self::Message(_, false) | Self::CallId
        )
    }

    /// Returns the name of the `HookOccurrence` field from which the value of this input field is
    /// taken.
    fn argument(self) -> String {
        match self {
            Self::ToolName => "tool".to_owned(),
            Self::ToolInput => "input".to_owned(),
            Self::CallId => "callId".to_owned(),
            Self::Response => "response".to_owned(),
            Self::Prompt => "prompt".to_owned(),
            Self::Message(..) => "message".to_owned(),
            Self::Required(name) | Self::Optional(name) | Self::Or(name, _) => {
                format!("fields.{name}")
            }
        }
    }
}

/// Returns the directory in which a hook runs: the `cwd` of `occurrence`, or the working directory.
pub(super) fn directory<'o>(
    occurrence: &'o HookOccurrence,
    environment: &'o Environment,
) -> Result<&'o str, ArgumentError> {
    let directory = occurrence.cwd.as_deref().unwrap_or(&environment.cwd);
    check_directory("cwd", directory)?;
    Ok(directory)
}

/// Returns the model's effort level that a hook's input contains, such as `high`. None if the
/// event's input has no effort level, or if no level is set.
pub(super) fn effort<'o>(
    event: &Event,
    occurrence: &'o HookOccurrence,
    setup: &'o ClaudeCode,
) -> Option<&'o str> {
    let effort = occurrence.effort.as_ref().or(setup.options.effort.as_ref());
    effort.filter(|_| event.has_effort).map(String::as_str)
}

/// Returns an error if `occurrence` has a value that the event does not support, or if an event
/// about a sub-agent has no sub-agent.
fn check_members(event: &Event, occurrence: &HookOccurrence) -> Result<(), ArgumentError> {
    let HookOccurrence {
        tool,
        input,
        call_id,
        response,
        prompt,
        message,
        fields,
        ..
    } = occurrence;
    let given = [
        ("tool", tool.is_some()),
        ("input", input.is_some()),
        ("callId", call_id.is_some()),
        ("response", response.is_some()),
        ("prompt", prompt.is_some()),
        ("message", message.is_some()),
    ];
    let given = given.into_iter().filter(|(_, is_given)| *is_given);
    let given = given.map(|(name, _)| name.to_owned());
    let further = fields.keys().map(|name| format!("fields.{name}"));
    let known: Vec<_> = event.fields.iter().map(|field| field.argument()).collect();
    for member in given.chain(further) {
        if !known.contains(&member) {
            let known = match &known[..] {
                [] => "it has no further members".to_owned(),
                known => format!("it has {}", known.join(", ")),
            };
            let message = format!("the input of {} has no such member; {known}", event.name);
            return Err(ArgumentError::new(member, message));
        }
    }
    let is_of_agent = matches!(event.name, "SubagentStart" | "SubagentStop");
    for (name, value) in [
        ("agentId", &occurrence.agent_id),
        ("agentType", &occurrence.agent_type),
    ] {
        if is_of_agent && value.is_none() {
            return Err(ArgumentError::new(name, "is missing"));
        }
    }
    match input {
        Some(input) if !input.value().is_object() => {
            Err(ArgumentError::new("input", "must be a JSON object"))
        }
        _ => Ok(()),
    }
}
