//! Determines the program, request or question that runs for a hook
//! (docs/hosts/claude-code-hooks.md#running).

use std::collections::BTreeMap;

use serde_json::Value;

use super::condition;
use super::events::{Event, OF_TOOLS};
use super::input::{HookInput, directory, effort};
use super::matcher::fires;
use crate::host::stages::View;
use crate::hosts::claude_code::editions::ClaudeCode;
use crate::hosts::claude_code::permissions::Places;
use crate::hosts::claude_code::plugin;
use crate::model::argument::ArgumentError;
use crate::model::hook::{Hook, HookHandler};
use crate::model::hook_run::{HookOccurrence, HookRun, HookSkipReason};
use crate::model::memory::RegisteredHook;
use crate::sort;

/// The placeholder for the hook's input in a question to a model.
const ARGUMENTS: &str = "$ARGUMENTS";

/// The maximum total length of a hook's texts after insertions, in bytes. Skillglass sets this
/// limit, because each placeholder can insert the whole input.
const MAX_TEXT: usize = 1 << 24;

/// The environment variable with the directory of the project. Claude Code sets this variable for
/// hooks and replaces it in commands.
const PROJECT_DIR: &str = "CLAUDE_PROJECT_DIR";
/// The environment variable with the directory of the plugin or skill that declares a hook.
const PLUGIN_ROOT: &str = "CLAUDE_PLUGIN_ROOT";
/// The environment variable with the directory of a plugin's own data.
const PLUGIN_DATA: &str = "CLAUDE_PLUGIN_DATA";

/// Returns the action of a hook at its event: the program that Claude Code starts, the HTTP request
/// that it sends, or the question that it asks a model. If the hook does not run, the result has
/// the reason.
///
/// # Errors
/// Returns an error if `occurrence` is not the kind of event at which the hook runs, or if a value
/// of `occurrence` is missing or unknown.
pub(in crate::hosts::claude_code) fn run(
    view: &View<'_>,
    registered: &RegisteredHook,
    occurrence: &HookOccurrence,
    setup: &ClaudeCode,
) -> Result<HookRun, ArgumentError> {
    let event = event_of(&registered.hook, occurrence)?;
    let input = HookInput::new(event, occurrence, view.environment, setup)?;
    if let Some(skipped) = skipped(view, &registered.hook, event, &input, occurrence, setup) {
        return Ok(skipped);
    }
    let running = Running {
        view,
        registered,
        occurrence,
        event,
        setup,
        root: root(view, registered, setup),
    };
    running.handler(&input)
}

/// Returns the event of a hook. Fails if `occurrence` is about another event.
pub(super) fn event_of(
    hook: &Hook,
    occurrence: &HookOccurrence,
) -> Result<&'static Event, ArgumentError> {
    let event = Event::named(&hook.event).filter(|event| event.name == occurrence.event);
    event.ok_or_else(|| {
        let message = format!(
            "the hook waits for {}, not for {:?}",
            hook.event, occurrence.event
        );
        ArgumentError::new("event", message)
    })
}

/// Returns the reason why a hook does not run when its event occurs. None if the hook runs.
fn skipped(
    view: &View<'_>,
    hook: &Hook,
    event: &Event,
    input: &HookInput,
    occurrence: &HookOccurrence,
    setup: &ClaudeCode,
) -> Option<HookRun> {
    let skip = |reason, message: String| Some(HookRun::Skipped { reason, message });
    let is_of_agent = matches!(event.name, "SubagentStart" | "SubagentStop");
    if occurrence.agent_id.is_some() && !is_of_agent {
        let message = "the host does not run hooks of a skill inside of a sub-agent".to_owned();
        return skip(HookSkipReason::InAgent, message);
    }
    let subject = input.subject(event);
    if fires(hook, &subject, setup.edition.matchers) != Ok(true) {
        let matcher = hook.matcher.as_deref().unwrap_or_default();
        let message = format!("the matcher {matcher:?} does not match {subject:?}");
        return skip(HookSkipReason::Matcher, message);
    }
    if let Some(rule) = &hook.condition {
        if !OF_TOOLS.contains(&event.name) {
            let message = format!("a hook with `if` never runs at {}", event.name);
            return skip(HookSkipReason::Condition, message);
        }
        let tool = occurrence.tool.as_deref().unwrap_or_default();
        let arguments = input.at("tool_input").unwrap_or_default();
        let places = Places {
            cwd: &view.environment.cwd,
            home: view.environment.home.as_deref(),
            directories: &[],
        };
        if !condition::matches(rule, tool, &arguments, &places) {
            let message = format!("the call does not match the rule {rule:?} of `if`");
            return skip(HookSkipReason::Condition, message);
        }
    }
    let kind = match &hook.handler {
        HookHandler::Prompt { .. } | HookHandler::Agent { .. } if !event.asks_models => {
            "prompt and agent"
        }
        HookHandler::Http { .. } if matches!(event.name, "SessionStart" | "Setup") => "http",
        _ => return None,
    };
    let message = format!("{} does not run hooks of the type {kind}", event.name);
    skip(HookSkipReason::HandlerType, message)
}

/// Returns the value of `CLAUDE_PLUGIN_ROOT`: the plugin's directory if a plugin contains the
/// skill, otherwise the skill's folder.
fn root(view: &View<'_>, registered: &RegisteredHook, setup: &ClaudeCode) -> String {
    let mut skills = view.catalog.skills.iter();
    let skill = skills
        .find(|skill| skill.name == registered.skill && skill.directory() == registered.directory);
    let id = skill.and_then(|skill| skill.plugin_id.as_deref());
    let of_plugin = id.and_then(|id| {
        let plugins = plugin::all(view.tree, view.environment, setup);
        let plugin = plugins.into_iter().find(|plugin| plugin.id == id);
        plugin.map(|plugin| plugin.root)
    });
    of_plugin.unwrap_or_else(|| registered.directory.clone())
}

/// A hook whose event has occurred. Its fields are the data from which Skillglass builds the hook's
/// program, HTTP request or question to a model.
struct Running<'r> {
    view: &'r View<'r>,
    registered: &'r RegisteredHook,
    occurrence: &'r HookOccurrence,
    event: &'static Event,
    setup: &'r ClaudeCode,
    /// The value of the variable `CLAUDE_PLUGIN_ROOT`.
    root: String,
}

impl Running<'_> {
    fn handler(&self, input: &HookInput) -> Result<HookRun, ArgumentError> {
        let cwd = directory(self.occurrence, self.view.environment)?;
        Ok(self
            .inserted(input, cwd)
            .unwrap_or_else(|| HookRun::Skipped {
                reason: HookSkipReason::TooLong,
                message: format!(
                    "with everything inserted, its texts have more than {MAX_TEXT} bytes"
                ),
            }))
    }

    /// Returns the action of the hook: a program, an HTTP request or a question to a model. Values
    /// of the hook's input are inserted into the texts of the action. `None` if these texts become
    /// too long.
    fn inserted(&self, input: &HookInput, cwd: &str) -> Option<HookRun> {
        let timeout_ms = self.timeout_ms();
        let mut left = MAX_TEXT;
        Some(match &self.registered.hook.handler {
            HookHandler::Command {
                command,
                args,
                shell,
                background,
                wakes,
            } => {
                let mut texts = vec![command];
                texts.extend(args.iter().flatten());
                if let Some(text) = texts.iter().find(|text| text.contains(&mark(PLUGIN_DATA))) {
                    return Some(no_data(text));
                }
                let command = self.with_paths(command, &mut left)?;
                let (program, args, line) = match args {
                    Some(args) => {
                        let args = args.iter().map(|text| self.with_paths(text, &mut left));
                        (command, args.collect::<Option<_>>()?, None)
                    }
                    None => in_shell(shell.as_deref(), command),
                };
                HookRun::Command {
                    program,
                    args,
                    line,
                    cwd: cwd.to_owned(),
                    env: self.variables(input),
                    stdin: format!("{}\n", input.json()),
                    timeout_ms,
                    background: *background,
                    wakes: *wakes,
                }
            }
            HookHandler::Http {
                url,
                headers,
                allowed_variables,
            } => HookRun::Http {
                method: "POST".to_owned(),
                url: url.clone(),
                headers: self.headers(headers, allowed_variables, &mut left)?,
                body: input.json(),
                timeout_ms,
            },
            HookHandler::McpTool {
                server,
                tool,
                input: arguments,
            } => {
                let values = input.values();
                let arguments = arguments.iter().map(|(name, value)| {
                    Some((name.clone(), with_members(value, &values, &mut left)?))
                });
                HookRun::McpTool {
                    server: server.clone(),
                    tool: tool.clone(),
                    input: sort::collect_map(arguments.collect::<Option<Vec<_>>>()?),
                    timeout_ms,
                }
            }
            HookHandler::Prompt { prompt, model } => HookRun::Prompt {
                prompt: question(prompt, input, &mut left)?,
                model: model.clone(),
                timeout_ms,
            },
            HookHandler::Agent { prompt, model } => HookRun::Agent {
                prompt: question(prompt, input, &mut left)?,
                model: model.clone(),
                timeout_ms,
            },
        })
    }

    /// Returns the hook's time limit in milliseconds: the declared limit, or the default for the
    /// handler and event.
    fn timeout_ms(&self) -> u64 {
        let hook = &self.registered.hook;
        hook.timeout_ms
            .unwrap_or(match (&hook.handler, self.event.name) {
                (HookHandler::Prompt { .. }, _) => 30_000,
                (HookHandler::Agent { .. }, _) => 60_000,
                (_, "UserPromptSubmit") => 30_000,
                (_, "MessageDisplay") => 10_000,
                (_, "SessionEnd") => 1_500,
                _ => 600_000,
            })
    }

    /// Replaces the variables for directories in a hook's command or in one of its arguments, and
    /// returns the new text. `left` is the number of bytes that replacements may still add. Returns
    /// `None` if more bytes would be added.
    fn with_paths(&self, text: &str, left: &mut usize) -> Option<String> {
        let text = replaced(text, &mark(PLUGIN_ROOT), &self.root, left)?;
        replaced(&text, &mark(PROJECT_DIR), &self.view.environment.cwd, left)
    }

    /// Returns the environment variables that Claude Code sets for a hook's command.
    fn variables(&self, input: &HookInput) -> BTreeMap<String, String> {
        let session = input.at("session_id");
        let session = session.as_ref().and_then(Value::as_str).unwrap_or_default();
        let mut variables = vec![
            ("CLAUDECODE", "1"),
            ("CLAUDE_CODE_SESSION_ID", session),
            (PROJECT_DIR, &self.view.environment.cwd),
            (PLUGIN_ROOT, &self.root),
        ];
        let effort = effort(self.event, self.occurrence, self.setup);
        variables.extend(effort.map(|effort| ("CLAUDE_EFFORT", effort)));
        let variables = variables.into_iter();
        sort::collect_map(variables.map(|(name, value)| (name.to_owned(), value.to_owned())))
    }

    /// Returns the headers of a hook's request, with the values of the allowed variables inserted.
    /// `None` if the inserted values are too long.
    fn headers(
        &self,
        headers: &BTreeMap<String, String>,
        allowed: &[String],
        left: &mut usize,
    ) -> Option<BTreeMap<String, String>> {
        let known = &self.view.environment.variables;
        let value = |name: &str| {
            let is_allowed = allowed.iter().any(|known| known == name);
            let value = known.get(name).filter(|_| is_allowed);
            value.map_or("", String::as_str)
        };
        let own = [("content-type".to_owned(), "application/json".to_owned())];
        let given = headers
            .iter()
            .map(|(name, text)| Some((name.to_ascii_lowercase(), expanded(text, &value, left)?)));
        let given = given.collect::<Option<Vec<_>>>()?;
        Some(sort::collect_map(own.into_iter().chain(given)))
    }
}

/// Returns the placeholder of a variable, such as `${CLAUDE_PLUGIN_ROOT}`.
fn mark(name: &str) -> String {
    format!("${{{name}}}")
}

/// Returns the result for a hook that does not run because its command contains
/// `${CLAUDE_PLUGIN_DATA}`.
fn no_data(text: &str) -> HookRun {
    HookRun::Skipped {
        reason: HookSkipReason::Variable,
        message: format!(
            "{text:?} names ${{{PLUGIN_DATA}}}; for hooks of a skill the host replaces only ${{{PLUGIN_ROOT}}}"
        ),
    }
}

/// Returns three values for a command line: the shell that runs it, the arguments of the shell, and
/// the command line itself.
fn in_shell(shell: Option<&str>, line: String) -> (String, Vec<String>, Option<String>) {
    let (program, flag) = match shell {
        Some("powershell") => ("powershell", "-Command"),
        // `shell: bash` also starts this shell (recorded).
        _ => ("/bin/sh", "-c"),
    };
    let args = vec![flag.to_owned(), line.clone()];
    (program.to_owned(), args, Some(line))
}

/// Subtracts `bytes` from `left`. None if `left` is smaller than `bytes`.
fn take(left: &mut usize, bytes: usize) -> Option<()> {
    *left = left.checked_sub(bytes)?;
    Some(())
}

/// Replaces every `mark` in a text by `by`. None if the insertions would add more than `left`
/// bytes.
fn replaced(text: &str, mark: &str, by: &str, left: &mut usize) -> Option<String> {
    let grown = text.matches(mark).count().saturating_mul(by.len());
    take(left, grown)?;
    Some(text.replace(mark, by))
}

/// Returns the text of a question to a model. The hook's input replaces `$ARGUMENTS` in `prompt`.
/// If `prompt` has no `$ARGUMENTS`, the input is added to its end. `left` is the number of bytes
/// that placeholders may still insert. `None` if the input has more bytes.
fn question(prompt: &str, input: &HookInput, left: &mut usize) -> Option<String> {
    if prompt.contains(ARGUMENTS) {
        return replaced(prompt, ARGUMENTS, &input.json(), left);
    }
    Some(format!("{prompt}\n\nARGUMENTS: {}", input.json()))
}

/// Replaces each `${path}` in an argument of an MCP tool by the value at this path in the hook's
/// input, and returns the new argument. `left` is the number of bytes that may still be inserted.
/// Returns `None` if more bytes would be inserted.
fn with_members(value: &Value, input: &Value, left: &mut usize) -> Option<Value> {
    let Value::String(text) = value else {
        return Some(value.clone());
    };
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("${") {
        let Some((path, behind)) = after.split_once('}') else {
            break;
        };
        out.push_str(before);
        let found = (path.split('.')).try_fold(input, |value, key| value.get(key));
        let found = match found {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => String::new(),
        };
        take(left, found.len())?;
        out.push_str(&found);
        rest = behind;
    }
    out.push_str(rest);
    Some(Value::String(out))
}

/// Returns the text of a header with the values of the variables `$NAME` and `${NAME}` inserted.
/// None if the insertions are too long.
fn expanded<'v>(text: &str, value: &dyn Fn(&str) -> &'v str, left: &mut usize) -> Option<String> {
    let is_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        let in_braces = after
            .strip_prefix('{')
            .and_then(|text| text.split_once('}'));
        let (name, behind) = match in_braces {
            Some((name, behind)) if !name.is_empty() && name.chars().all(is_name) => (name, behind),
            _ => {
                let end = after.find(|character| !is_name(character));
                after.split_at(end.unwrap_or(after.len()))
            }
        };
        if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
            out.push('$');
            rest = after;
            continue;
        }
        take(left, value(name).len())?;
        out.push_str(value(name));
        rest = behind;
    }
    out.push_str(rest);
    Some(out)
}
