//! Parses the hooks that a skill's frontmatter declares.

use std::collections::BTreeMap;

use serde_yaml::{Mapping, Value};

use super::events::EVENTS;
use super::matcher::unusable;
use crate::model::hook::{Hook, HookHandler};
use crate::sort;

/// An ignored field of the frontmatter: its path, and the reason why it is ignored.
pub(crate) type IgnoredField = (String, String);

/// Returns the hooks in the frontmatter's field `hooks`, and the ignored fields. A fault in one
/// hook does not affect the other hooks.
pub(crate) fn parse(value: &Value) -> (Vec<Hook>, Vec<IgnoredField>) {
    let mut reader = HookReader::default();
    reader.events(value);
    (reader.hooks, reader.ignored)
}

/// Returns the events for which the field `hooks` has a list. The list may be empty.
pub(crate) fn events(value: &Value) -> Vec<String> {
    let Value::Mapping(events) = value else {
        return Vec::new();
    };
    let lists = events.iter().filter(|(_, groups)| groups.is_sequence());
    lists
        .filter_map(|(event, _)| event.as_str())
        .filter(|event| EVENTS.contains(event))
        .map(str::to_owned)
        .collect()
}

/// A reader that collects the valid hooks, and the faults of invalid hooks.
#[derive(Default)]
struct HookReader {
    hooks: Vec<Hook>,
    ignored: Vec<IgnoredField>,
}

impl HookReader {
    fn ignore(&mut self, field: &str, message: impl Into<String>) {
        self.ignored.push((field.to_owned(), message.into()));
    }

    fn events(&mut self, value: &Value) {
        let Value::Mapping(events) = value else {
            if !value.is_null() {
                self.ignore("hooks", "it must be a map from event to a list of matchers");
            }
            return;
        };
        for (event, groups) in events {
            let Some(event) = event.as_str() else {
                self.ignore("hooks", "a key is not the name of an event");
                continue;
            };
            let field = format!("hooks.{event}");
            if !EVENTS.contains(&event) {
                self.ignore(&field, "the host has no event of that name");
                continue;
            }
            let Value::Sequence(groups) = groups else {
                self.ignore(
                    &field,
                    "it must be a list of matchers, each with its `hooks`",
                );
                continue;
            };
            for (index, group) in groups.iter().enumerate() {
                self.group(event, &format!("{field}[{index}]"), group);
            }
        }
    }

    fn group(&mut self, event: &str, field: &str, group: &Value) {
        let handlers = group.get("hooks").and_then(Value::as_sequence);
        let (Some(group), Some(handlers)) = (group.as_mapping(), handlers) else {
            return self.ignore(field, "it must be a map with a list `hooks`");
        };
        let matcher = match text(group, "matcher") {
            Ok(matcher) => matcher,
            Err(message) => return self.ignore(&format!("{field}.matcher"), message),
        };
        if let Some(problem) = matcher.as_deref().and_then(unusable) {
            self.ignore(&format!("{field}.matcher"), problem);
        }
        for (index, handler) in handlers.iter().enumerate() {
            match hook(event, matcher.as_ref(), handler) {
                Ok(hook) => self.hooks.push(hook),
                Err((member, message)) => {
                    let field = format!("{field}.hooks[{index}]");
                    let field = match member {
                        "" => field,
                        member => format!("{field}.{member}"),
                    };
                    self.ignore(&field, message);
                }
            }
        }
    }
}

/// A fault in a hook's handler: the name of the faulty field, and the reason. The name is empty if
/// the whole handler is faulty.
type HandlerFault = (&'static str, String);

fn hook(event: &str, matcher: Option<&String>, handler: &Value) -> Result<Hook, HandlerFault> {
    let members = handler
        .as_mapping()
        .ok_or_else(|| ("", "it must be a map with a `type`".to_owned()))?;
    let members = Members(members);
    Ok(Hook {
        event: event.to_owned(),
        matcher: matcher.cloned(),
        condition: members.text("if")?,
        handler: members.handler()?,
        timeout_ms: members.milliseconds("timeout")?,
        status_message: members.text("statusMessage")?,
        once: members.boolean("once")?,
    })
}

/// The fields of a hook's handler.
struct Members<'v>(&'v Mapping);

impl Members<'_> {
    fn handler(&self) -> Result<HookHandler, HandlerFault> {
        let kind = self.required("type")?;
        Ok(match kind.as_str() {
            "command" => HookHandler::Command {
                command: self.required("command")?,
                args: self.texts("args")?,
                shell: self.text("shell")?,
                background: self.boolean("async")? || self.boolean("asyncRewake")?,
                wakes: self.boolean("asyncRewake")?,
            },
            "http" => HookHandler::Http {
                url: self.required("url")?,
                headers: self.map("headers", |value| value.as_str().map(str::to_owned))?,
                allowed_variables: self.texts("allowedEnvVars")?.unwrap_or_default(),
            },
            "mcp_tool" => HookHandler::McpTool {
                server: self.required("server")?,
                tool: self.required("tool")?,
                input: self.map("input", |value| serde_json::to_value(value).ok())?,
            },
            "prompt" => HookHandler::Prompt {
                prompt: self.required("prompt")?,
                model: self.text("model")?,
            },
            "agent" => HookHandler::Agent {
                prompt: self.required("prompt")?,
                model: self.text("model")?,
            },
            _ => {
                return Err((
                    "type",
                    format!(
                        "there is no type {kind:?}; there is command, http, mcp_tool, prompt, agent"
                    ),
                ));
            }
        })
    }

    fn get(&self, member: &str) -> Option<&Value> {
        present(self.0, member)
    }

    fn text(&self, member: &'static str) -> Result<Option<String>, HandlerFault> {
        text(self.0, member).map_err(|message| (member, message))
    }

    fn required(&self, member: &'static str) -> Result<String, HandlerFault> {
        self.text(member)?
            .filter(|text| !text.is_empty())
            .ok_or_else(|| (member, "it is missing".to_owned()))
    }

    fn boolean(&self, member: &'static str) -> Result<bool, HandlerFault> {
        match self.get(member) {
            None => Ok(false),
            Some(value) => value
                .as_bool()
                .ok_or_else(|| (member, "it must be true or false".to_owned())),
        }
    }

    /// Returns a field with a number of seconds, converted to milliseconds. None if the field is
    /// missing.
    fn milliseconds(&self, member: &'static str) -> Result<Option<u64>, HandlerFault> {
        let Some(value) = self.get(member) else {
            return Ok(None);
        };
        match value.as_f64() {
            // The conversion to an integer cannot overflow, because a cast of a float saturates.
            Some(seconds) if seconds > 0.0 => Ok(Some((seconds * 1000.0).round() as u64)),
            _ => Err((member, "it must be a number of seconds above 0".to_owned())),
        }
    }

    fn texts(&self, member: &'static str) -> Result<Option<Vec<String>>, HandlerFault> {
        let Some(value) = self.get(member) else {
            return Ok(None);
        };
        let texts = value.as_sequence().and_then(|values| {
            values
                .iter()
                .map(|value| value.as_str().map(str::to_owned))
                .collect()
        });
        match texts {
            Some(texts) => Ok(Some(texts)),
            None => Err((member, "it must be a list of texts".to_owned())),
        }
    }

    fn map<T>(
        &self,
        member: &'static str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<BTreeMap<String, T>, HandlerFault> {
        let Some(value) = self.get(member) else {
            return Ok(BTreeMap::new());
        };
        let map = value.as_mapping().and_then(|map| {
            let pairs = map.iter();
            let pairs = pairs.map(|(key, value)| Some((key.as_str()?.to_owned(), read(value)?)));
            pairs.collect::<Option<Vec<_>>>().map(sort::collect_map)
        });
        map.ok_or_else(|| {
            (
                member,
                "it must be a map whose keys and values can be sent".to_owned(),
            )
        })
    }
}

/// Returns the value of a key. None if the key is missing or the value is null.
fn present<'v>(map: &'v Mapping, member: &str) -> Option<&'v Value> {
    map.get(member).filter(|value| !value.is_null())
}

fn text(map: &Mapping, member: &str) -> Result<Option<String>, String> {
    match present(map, member) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err("it must be a text".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(yaml: &str) -> (Vec<Hook>, Vec<IgnoredField>) {
        parse(&serde_yaml::from_str(yaml).unwrap())
    }

    #[test]
    fn a_handler_is_read_with_its_event_and_matcher() {
        let (hooks, ignored) = parsed(
            "PreToolUse:\n- matcher: Bash\n  hooks:\n  - type: command\n    command: ./check.sh\n    args: [--fast]\n    shell: bash\n    if: Bash(git *)\n    timeout: 1.5\n    statusMessage: Checking\n    once: true\n    asyncRewake: true\n",
        );
        assert_eq!(ignored, []);
        assert_eq!(
            hooks,
            [Hook {
                event: "PreToolUse".to_owned(),
                matcher: Some("Bash".to_owned()),
                condition: Some("Bash(git *)".to_owned()),
                handler: HookHandler::Command {
                    command: "./check.sh".to_owned(),
                    args: Some(vec!["--fast".to_owned()]),
                    shell: Some("bash".to_owned()),
                    background: true,
                    wakes: true,
                },
                timeout_ms: Some(1500),
                status_message: Some("Checking".to_owned()),
                once: true,
            }]
        );
    }

    #[test]
    fn each_type_of_handler_is_read() {
        let cases = [
            (
                "{type: http, url: 'http://x', headers: {A: $B}, allowedEnvVars: [B]}",
                HookHandler::Http {
                    url: "http://x".to_owned(),
                    headers: BTreeMap::from([("A".to_owned(), "$B".to_owned())]),
                    allowed_variables: vec!["B".to_owned()],
                },
            ),
            (
                "{type: mcp_tool, server: s, tool: t, input: {n: 1}}",
                HookHandler::McpTool {
                    server: "s".to_owned(),
                    tool: "t".to_owned(),
                    input: BTreeMap::from([("n".to_owned(), 1.into())]),
                },
            ),
            (
                "{type: prompt, prompt: Right?, model: haiku}",
                HookHandler::Prompt {
                    prompt: "Right?".to_owned(),
                    model: Some("haiku".to_owned()),
                },
            ),
            (
                "{type: agent, prompt: Look}",
                HookHandler::Agent {
                    prompt: "Look".to_owned(),
                    model: None,
                },
            ),
        ];
        for (handler, expected) in cases {
            let (hooks, ignored) = parsed(&format!("Stop: [{{hooks: [{handler}]}}]"));
            assert_eq!(ignored, [], "{handler}");
            assert_eq!(hooks[0].handler, expected);
            assert_eq!((&hooks[0].matcher, hooks[0].once), (&None, false));
        }
    }

    #[test]
    fn only_the_malformed_part_is_dropped() {
        const GOOD: &str = "{type: prompt, prompt: x}";
        let handlers = [
            ("5", "", "it must be a map with a `type`"),
            ("{prompt: x}", ".type", "it is missing"),
            (
                "{type: shell}",
                ".type",
                "there is no type \"shell\"; there is command, http, mcp_tool, prompt, agent",
            ),
            ("{type: command}", ".command", "it is missing"),
            ("{type: command, command: ''}", ".command", "it is missing"),
            (
                "{type: command, command: 1}",
                ".command",
                "it must be a text",
            ),
            (
                "{type: command, command: x, args: x}",
                ".args",
                "it must be a list of texts",
            ),
            ("{type: http}", ".url", "it is missing"),
            (
                "{type: http, url: x, headers: {a: 1}}",
                ".headers",
                "it must be a map whose keys and values can be sent",
            ),
            ("{type: mcp_tool, server: s}", ".tool", "it is missing"),
            ("{type: mcp_tool, tool: t}", ".server", "it is missing"),
            ("{type: agent}", ".prompt", "it is missing"),
            (
                "{type: prompt, prompt: x, timeout: 0}",
                ".timeout",
                "it must be a number of seconds above 0",
            ),
            (
                "{type: prompt, prompt: x, once: sure}",
                ".once",
                "it must be true or false",
            ),
        ];
        for (handler, member, message) in handlers {
            let (hooks, ignored) = parsed(&format!("Stop: [{{hooks: [{handler}, {GOOD}]}}]"));
            assert_eq!(hooks.len(), 1, "{handler}");
            let field = format!("hooks.Stop[0].hooks[0]{member}");
            assert_eq!(ignored, [(field, message.to_owned())], "{handler}");
        }
        let groups = [
            (
                "Stop: x",
                "hooks.Stop",
                "it must be a list of matchers, each with its `hooks`",
            ),
            (
                "Stop: [x]",
                "hooks.Stop[0]",
                "it must be a map with a list `hooks`",
            ),
            (
                "Stop: [{matcher: x}]",
                "hooks.Stop[0]",
                "it must be a map with a list `hooks`",
            ),
            (
                "Stop: [{matcher: 1, hooks: []}]",
                "hooks.Stop[0].matcher",
                "it must be a text",
            ),
            (
                "stop: []",
                "hooks.stop",
                "the host has no event of that name",
            ),
            ("1: []", "hooks", "a key is not the name of an event"),
        ];
        for (group, field, message) in groups {
            let (hooks, ignored) = parsed(&format!("{group}\nPreToolUse: [{{hooks: [{GOOD}]}}]"));
            assert_eq!(hooks.len(), 1, "{group}");
            assert_eq!(ignored, [(field.to_owned(), message.to_owned())], "{group}");
        }
        assert_eq!(parsed("[]").1.len(), 1);
        assert_eq!(parsed("~"), (vec![], vec![]));
    }

    proptest! {
        #[test]
        fn any_value_gives_a_result(yaml in r"(Stop|hooks|matcher|type|command|prompt|once|timeout|:|: |\n|  |- |\[|\]|\{|\}|,|1|x){0,30}") {
            if let Ok(value) = serde_yaml::from_str::<Value>(&yaml) {
                let _ = parse(&value);
            }
        }
    }
}
