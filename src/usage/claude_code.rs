//! Reads the logs of Claude Code.

use serde_json::Value;

use super::events::{Event, Listed, Skill, between, items, text, texts};

/// The first words of a skill's text in a conversation.
const LOADED: &str = "Base directory for this skill: ";

/// A reader of Claude Code's logs. If the user types the command of a skill, one line of the log
/// has the command, and a later line has the skill's text. The reader remembers the command until
/// it reads the line with the text.
#[derive(Default)]
pub(super) struct Reader {
    typed: Option<String>,
}

impl Reader {
    /// Returns the events that a line of the log records. Returns no events for a line of a
    /// sub-agent, because sub-agents have their own lists of skills.
    pub fn read(&mut self, line: &Value) -> Vec<Event> {
        if line.get("isSidechain").and_then(Value::as_bool) == Some(true) {
            return Vec::new();
        }
        match text(line, "type") {
            Some("user") => self.user(line),
            Some("assistant") => calls(line),
            Some("attachment") => line.get("attachment").map_or_else(Vec::new, attachment),
            Some("system") if text(line, "subtype") == Some("compact_boundary") => {
                vec![Event::Compacted]
            }
            _ => Vec::new(),
        }
    }

    fn user(&mut self, line: &Value) -> Vec<Event> {
        let Some(message) = line.get("message") else {
            return Vec::new();
        };
        let is = |member: &str| line.get(member).and_then(Value::as_bool) == Some(true);
        let results: Vec<_> = items(message, "content")
            .iter()
            .filter_map(|block| {
                let id = text(block, "tool_use_id")?.to_owned();
                let failed = block.get("is_error").and_then(Value::as_bool) == Some(true);
                Some(Event::Result { id, failed })
            })
            .collect();
        if !results.is_empty() {
            return results;
        }
        if is("isCompactSummary") {
            return Vec::new();
        }
        let texts = texts(message.get("content"));
        let Some(first) = texts.first() else {
            return Vec::new();
        };
        if is("isMeta") {
            let loads = first.starts_with(LOADED) && line.get("sourceToolUseID").is_none();
            return match self.typed.take() {
                Some(name) if loads => vec![Event::Turn, Event::Named(Skill::Name(name))],
                Some(_) => vec![Event::Turn],
                None => Vec::new(),
            };
        }
        self.typed = between(first, "<command-name>/", "</command-name>").map(str::to_owned);
        // The turn of a typed command begins with the text that the command loads. A built-in command loads no text.
        if self.typed.is_some() || first.starts_with("<local-command-") {
            Vec::new()
        } else {
            vec![Event::Turn]
        }
    }
}

fn calls(line: &Value) -> Vec<Event> {
    let blocks = line
        .get("message")
        .map_or(&[][..], |message| items(message, "content"));
    let calls = blocks.iter().filter_map(|block| {
        let is_call =
            text(block, "type") == Some("tool_use") && text(block, "name") == Some("Skill");
        let input = block.get("input").filter(|_| is_call)?;
        let name = text(input, "skill").or_else(|| text(input, "command"))?;
        let skill = Skill::Name(name.trim().trim_start_matches('/').to_owned());
        let id = text(block, "id")?.to_owned();
        Some(Event::Call { id, skill })
    });
    calls.collect()
}

fn attachment(attachment: &Value) -> Vec<Event> {
    match text(attachment, "type") {
        Some("skill_listing") => {
            let content = text(attachment, "content").unwrap_or_default();
            let names: Vec<_> = items(attachment, "names")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            let replaces = attachment.get("isInitial").and_then(Value::as_bool) != Some(false);
            vec![Event::List {
                skills: listed(content, &names),
                replaces,
            }]
        }
        Some("invoked_skills") => {
            let names = items(attachment, "skills")
                .iter()
                .filter_map(|skill| text(skill, "name"));
            vec![Event::Kept(names.map(str::to_owned).collect())]
        }
        _ => Vec::new(),
    }
}

/// Parses a list of skills that the model was shown, and returns the skills in the list. A skill's
/// name may contain a colon and a space. The end of each name is therefore found with the known
/// names in `names`.
fn listed(content: &str, names: &[&str]) -> Vec<Listed> {
    let lines: Vec<_> = (content.lines())
        .filter_map(|line| line.strip_prefix("- "))
        .collect();
    let is_of = |line: &str, name: &str| {
        line.strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
    };
    let mut next = 0;
    let found = names.iter().map(|name| {
        // The list is in the order of the names, so each line is compared with only a few names.
        let line = (lines.iter().enumerate().skip(next)).find(|(_, line)| is_of(line, name));
        if let Some((index, _)) = line {
            next = index + 1;
        }
        let description = line.map_or("", |(_, line)| line.get(name.len() + 2..).unwrap_or(""));
        Listed {
            name: (*name).to_owned(),
            description: description.to_owned(),
            path: None,
        }
    });
    if names.is_empty() {
        let unnamed = lines.iter().map(|line| {
            let (name, description) = line.split_once(": ").unwrap_or((line, ""));
            Listed {
                name: name.to_owned(),
                description: description.to_owned(),
                path: None,
            }
        });
        return unnamed.collect();
    }
    found.collect()
}
