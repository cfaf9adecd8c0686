//! Interprets the result of a hook as Claude Code does (docs/hosts/claude-code-hooks.md#answers).

use serde_json::{Map, Value};

use super::run::event_of;
use super::schema::{self, Decisions, is_valid};
use crate::hosts::claude_code::names::reminder;
use crate::model::argument::ArgumentError;
use crate::model::hook::HookHandler;
use crate::model::hook_run::{HookAnswer, HookDecision, HookOccurrence, HookOutcome, HookResult};
use crate::model::memory::RegisteredHook;
use crate::model::message::{Message, Role};

/// The exit code with which a hook blocks the action of its event.
const BLOCKING: i32 = 2;

/// The reason that is reported if a hook blocks without a reason.
const NO_REASON: &str = "Blocked by hook";

/// The message that is reported if a hook fails without a message.
const NO_MESSAGE: &str = "No stderr output";

/// The notice to the user about a hook that could have denied a tool, but gave no valid answer.
const UNUSABLE: &str = "A hook gave no usable answer, so it didn't check this action.";
/// The notice to the user about a hook that could have denied a tool, but reached its time limit.
const TOO_LATE: &str = "A hook didn't answer in time, so it didn't check this action.";

/// The exit codes with which a shell reports that it could not start a program.
const NOT_STARTED: [i32; 2] = [126, 127];

/// Returns the effects of a hook's result. `occurrence` is the event at which the hook ran.
///
/// # Errors
/// Returns an error if `occurrence` is not the kind of event at which the hook runs.
pub(in crate::hosts::claude_code) fn answer(
    registered: &RegisteredHook,
    occurrence: &HookOccurrence,
    result: &HookResult,
) -> Result<HookAnswer, ArgumentError> {
    let event = event_of(&registered.hook, occurrence)?;
    let handler = &registered.hook.handler;
    let mut reader = AnswerReader {
        event: event.name,
        decisions: schema::decisions(event.name),
        name: name(event.name, occurrence),
        label: label(handler),
        occurrence,
        hides_prompt: false,
        answer: HookAnswer::new(HookOutcome::Success),
    };
    let in_background = matches!(
        handler,
        HookHandler::Command {
            background: true,
            ..
        }
    );
    let wakes = matches!(handler, HookHandler::Command { wakes: true, .. });
    if result.timed_out {
        reader.answer.outcome = HookOutcome::TimedOut;
        reader.unchecked(TOO_LATE);
    } else if in_background {
        reader.background(result, wakes);
    } else if result.failed {
        reader.fail(&result.stderr);
        reader.unchecked(UNUSABLE);
    } else {
        match handler {
            HookHandler::Prompt { .. } | HookHandler::Agent { .. } => reader.model(result, handler),
            HookHandler::Http { .. } => reader.response(result),
            HookHandler::Command { .. } | HookHandler::McpTool { .. } => reader.program(result),
        }
    }
    Ok(reader.answer)
}

/// Returns the name of a hook in Claude Code's messages, such as `PreToolUse:Bash`. The name is the
/// hook's event, a colon, and the name of the tool. At the start of a session, the source of the
/// start, such as `resume`, replaces the tool. Without a tool and a source, the name is only the
/// event.
fn name(event: &str, occurrence: &HookOccurrence) -> String {
    let source = match event {
        "SessionStart" => occurrence.fields.get("source").map(|source| source.value()),
        _ => None,
    };
    let source = source.as_ref().and_then(Value::as_str);
    match occurrence.tool.as_deref().or(source) {
        Some(of) => format!("{event}:{of}"),
        None => event.to_owned(),
    }
}

/// Returns the text that names a hook's handler in Claude Code's messages.
fn label(handler: &HookHandler) -> String {
    match handler {
        HookHandler::Command { command, args, .. } => {
            let args = args.iter().flatten();
            let words = std::iter::once(command).chain(args);
            let words: Vec<_> = words.map(String::as_str).collect();
            words.join(" ")
        }
        HookHandler::Http { url, .. } => url.clone(),
        HookHandler::McpTool { server, tool, .. } => format!("{server}/{tool}"),
        HookHandler::Prompt { prompt, .. } | HookHandler::Agent { prompt, .. } => prompt.clone(),
    }
}

/// The output of a hook, as Claude Code parses it.
enum Output {
    /// A JSON object that Claude Code accepts.
    Json(Map<String, Value>),
    /// A JSON object that has a value of the wrong type. The text is the error message.
    Invalid(String),
    /// Any other text, which Claude Code does not parse.
    Text,
}

fn parse(stdout: &str, event: &str) -> Output {
    if !stdout.trim_start().starts_with('{') {
        return Output::Text;
    }
    match serde_json::from_str(stdout) {
        Ok(Value::Object(members)) => match is_valid(&members, event) {
            Ok(()) => Output::Json(members),
            Err(message) => Output::Invalid(message),
        },
        _ => Output::Text,
    }
}

/// A reader of a single hook's result.
struct AnswerReader<'r> {
    event: &'static str,
    decisions: Decisions,
    /// The name of the hook in Claude Code's messages.
    name: String,
    /// The text that names the hook's handler in Claude Code's messages, such as a command line.
    label: String,
    occurrence: &'r HookOccurrence,
    /// True if the notice about a blocked user message must not repeat the message.
    hides_prompt: bool,
    answer: HookAnswer,
}

impl AnswerReader<'_> {
    /// Interprets the result of a hook that runs a program or calls an MCP tool.
    fn program(&mut self, result: &HookResult) {
        if self.event == "WorktreeCreate" {
            return self.worktree(result);
        }
        let output = parse(&result.stdout, self.event);
        let blocks = result.exit_code == BLOCKING;
        match output {
            Output::Json(members) => {
                let blocked = self.members(&members);
                if blocks && !blocked {
                    self.block_by_code(result);
                }
            }
            _ if blocks => self.block_by_code(result),
            Output::Invalid(message) => self.invalid(&message),
            Output::Text if result.exit_code == 0 => self.text(&result.stdout),
            Output::Text => {
                self.fail(&result.stderr);
                if NOT_STARTED.contains(&result.exit_code) {
                    self.unchecked(UNUSABLE);
                }
            }
        }
    }

    /// Interprets the response to a hook's HTTP request.
    fn response(&mut self, result: &HookResult) {
        let status = result.status.unwrap_or(200);
        if !(200..300).contains(&status) {
            return self.fail(&format!("HTTP {status}"));
        }
        if result.stdout.trim().is_empty() {
            return;
        }
        match parse(&result.stdout, self.event) {
            Output::Json(members) => {
                self.members(&members);
            }
            Output::Invalid(message) => self.invalid(&message),
            Output::Text => self.fail("the body of the response is not a JSON object"),
        }
    }

    /// Interprets the answer of a model: `{"ok": true}`, or `{"ok": false, "reason": "…"}`.
    fn model(&mut self, result: &HookResult, handler: &HookHandler) {
        let answer: Option<Value> = serde_json::from_str(&result.stdout).ok();
        let member = |name: &str| answer.as_ref().and_then(|answer| answer.get(name));
        let Some(is_ok) = member("ok").and_then(Value::as_bool) else {
            self.unchecked(UNUSABLE);
            return self.fail_with("JSON validation failed".to_owned());
        };
        let is_agent = matches!(handler, HookHandler::Agent { .. });
        let is_impossible =
            !is_agent && member("impossible").and_then(Value::as_bool) == Some(true);
        if is_ok || is_impossible && self.decisions == Decisions::Stop {
            return;
        }
        let reason = member("reason").and_then(Value::as_str);
        self.block(reason.unwrap_or(NO_REASON), By::Json);
        // The turn continues at the events listed here; at other events it ends, unless an agent
        // answered.
        let goes_on = matches!(self.decisions, Decisions::Stop | Decisions::Task)
            || self.event == "PostToolUseFailure";
        let has_effect = self.answer.decision.is_some();
        if has_effect && !goes_on && !is_agent {
            self.stop(reason.map(str::to_owned));
        }
    }

    /// Interprets the result of a hook that ran in the background. Its decisions have no effect.
    fn background(&mut self, result: &HookResult, wakes: bool) {
        if wakes && result.exit_code == BLOCKING {
            let text = match result.stderr.trim() {
                "" => result.stdout.trim(),
                text => text,
            };
            return self.say(&reminder(text));
        }
        if let Output::Json(members) = parse(&result.stdout, self.event) {
            for text in [
                specific(&members, "additionalContext"),
                members.get("systemMessage"),
            ] {
                if let Some(text) = text.and_then(Value::as_str) {
                    self.say(&reminder(text));
                }
            }
        }
    }

    /// Interprets the result of a hook that creates a worktree: the last line of its output is the
    /// worktree's path.
    fn worktree(&mut self, result: &HookResult) {
        let lines = result.stdout.lines();
        let path = lines.map(str::trim).rfind(|line| !line.is_empty());
        match path {
            Some(path) if result.exit_code == 0 => {
                self.answer
                    .fields
                    .insert("worktreePath".to_owned(), path.into());
            }
            _ => {
                self.answer.outcome = HookOutcome::Blocked;
                self.answer.decision = Some(HookDecision::Block);
                self.answer.reason = Some(error_text(&result.stderr));
            }
        }
    }

    /// Interprets the plain text that a successful hook printed.
    fn text(&mut self, stdout: &str) {
        let is_context = matches!(
            self.event,
            "UserPromptSubmit" | "UserPromptExpansion" | "SessionStart"
        );
        let text = stdout.trim();
        if is_context && !text.is_empty() {
            let said = format!("{} hook success: {text}", self.name);
            self.say(&reminder(&said));
        }
    }

    /// Interprets the fields of a valid JSON object. Returns true if the object blocks the action.
    fn members(&mut self, members: &Map<String, Value>) -> bool {
        let text = |name: &str| members.get(name).and_then(Value::as_str);
        if schema::is_discarded(self.event) {
            return false;
        }
        if !schema::discards_messages(self.event) {
            if let Some(message) = text("systemMessage") {
                let notice = format!("{} says: {message}", self.name);
                self.answer.notices.push(notice);
            }
            if members.get("continue") == Some(&Value::Bool(false)) {
                self.stop(text("stopReason").map(str::to_owned));
                if self.decisions == Decisions::Prompt {
                    let reason =
                        text("stopReason").map_or_else(String::new, |reason| format!(": {reason}"));
                    let notice = format!("Operation stopped by hook{reason}");
                    self.answer.notices.push(notice);
                }
            }
        }
        let hides = specific(members, "suppressOriginalPrompt");
        self.hides_prompt = hides == Some(&Value::Bool(true));
        let blocked = self.decision(members);
        if !(blocked && self.decisions == Decisions::Prompt) {
            self.context(members, blocked);
        }
        for name in schema::fields(self.event) {
            if let Some(value) = specific(members, name) {
                self.answer.fields.insert((*name).to_owned(), value.clone());
            }
        }
        blocked
    }

    /// Interprets the hook's decision in a JSON object. Returns true if the decision blocks the
    /// action.
    fn decision(&mut self, members: &Map<String, Value>) -> bool {
        let reason = members.get("reason").and_then(Value::as_str);
        match self.decisions {
            Decisions::Permission => return self.permission(members),
            Decisions::Tool => {
                self.answer.input = specific(members, "updatedInput").cloned();
                let decision = specific(members, "permissionDecision").and_then(Value::as_str);
                let reason = specific(members, "permissionDecisionReason").and_then(Value::as_str);
                self.answer.reason = reason.map(str::to_owned);
                match decision {
                    Some("deny") => {
                        self.block(reason.unwrap_or(NO_REASON), By::Json);
                        return true;
                    }
                    Some("allow") => self.answer.decision = Some(HookDecision::Allow),
                    Some("ask") => self.answer.decision = Some(HookDecision::Ask),
                    Some("defer") => {
                        self.answer.decision = Some(HookDecision::Defer);
                        self.answer.input = None;
                    }
                    _ => {}
                }
            }
            Decisions::AfterTool => {
                self.answer.output = specific(members, "updatedToolOutput").cloned()
            }
            _ => {}
        }
        match members.get("decision").and_then(Value::as_str) {
            Some("block") => {
                self.block(reason.unwrap_or(NO_REASON), By::Json);
                true
            }
            Some("approve")
                if self.decisions == Decisions::Tool && self.answer.decision.is_none() =>
            {
                self.answer.decision = Some(HookDecision::Allow);
                self.answer.reason = reason.map(str::to_owned);
                false
            }
            _ => false,
        }
    }

    /// Interprets the hook's decision about a permission request. Returns true if the decision
    /// denies the request.
    fn permission(&mut self, members: &Map<String, Value>) -> bool {
        let decision = specific(members, "decision");
        let member = |name: &str| decision.and_then(|decision| decision.get(name));
        match member("behavior").and_then(Value::as_str) {
            Some("allow") => {
                self.answer.decision = Some(HookDecision::Allow);
                self.answer.input = member("updatedInput").cloned();
                if let Some(updates) = member("updatedPermissions") {
                    let name = "updatedPermissions".to_owned();
                    self.answer.fields.insert(name, updates.clone());
                }
                false
            }
            Some("deny") => {
                let message = member("message").and_then(Value::as_str);
                let message = message.unwrap_or("Permission denied by hook");
                self.answer.outcome = HookOutcome::Blocked;
                self.answer.decision = Some(HookDecision::Deny);
                self.answer.reason = Some(message.to_owned());
                self.answer.tool_result = Some(message.to_owned());
                self.answer.stops = member("interrupt") == Some(&Value::Bool(true));
                true
            }
            _ => false,
        }
    }

    /// Adds a message to the answer with the hook's `additionalContext` for the model, if the event
    /// supports such a message.
    fn context(&mut self, members: &Map<String, Value>, blocked: bool) {
        let context = specific(members, "additionalContext").and_then(Value::as_str);
        let Some(context) = context.filter(|_| schema::adds_context(self.event)) else {
            return;
        };
        // The name of the context at the start of a session is only the event.
        let name = match self.event {
            "SessionStart" => self.event,
            _ => &self.name,
        };
        let said = format!("{name} hook additional context: {context}");
        self.say(&reminder(&said));
        if self.decisions == Decisions::Stop && !blocked {
            self.answer.decision = Some(HookDecision::Block);
            self.answer.reason = Some(context.to_owned());
        }
    }

    /// Blocks the action because of the program's exit code.
    fn block_by_code(&mut self, result: &HookResult) {
        let text = error_text(&result.stderr);
        let reason = match self.decisions {
            Decisions::Compaction => result.stderr.trim().to_owned(),
            _ => format!("[{}]: {text}", self.label),
        };
        self.block(&reason, By::ExitCode);
    }

    /// Blocks the action of the event. At events that do not support this, a block has a smaller
    /// effect or none.
    fn block(&mut self, reason: &str, by: By) {
        let (name, label, event) = (&self.name, &self.label, self.event);
        let feedback = || format!("{event} hook feedback:\n{}", reason.trim_end());
        let blocking = || {
            let said = format!("{name} hook blocking error from command: \"{label}\": {reason}");
            reminder(&said)
        };
        let (mut messages, mut notices, mut tool_result) = (Vec::new(), Vec::new(), None);
        let mut decision = HookDecision::Block;
        match self.decisions {
            Decisions::Tool => {
                decision = HookDecision::Deny;
                let text = format!("{} hook error: {}", self.name, reason.trim_end());
                tool_result = Some(text);
            }
            Decisions::AfterTool => messages.push(blocking()),
            Decisions::Batch => {
                self.answer.stops = true;
                self.answer.stop_reason = Some(reason.to_owned());
            }
            Decisions::Prompt => {
                let prompt = self.occurrence.prompt.as_deref();
                let prompt = prompt.filter(|_| !self.hides_prompt);
                let original = prompt.map_or_else(String::new, |prompt| {
                    format!("\n\nOriginal prompt: {prompt}")
                });
                notices.push(format!(
                    "{event} operation blocked by hook:\n{reason}{original}"
                ));
            }
            Decisions::Stop => {
                if by == By::Json {
                    messages.push(blocking());
                }
                messages.push(format!("Stop hook feedback:\n{reason}"));
            }
            Decisions::Task => tool_result = Some(feedback()),
            Decisions::Compaction => {
                let reason = Some(reason).filter(|reason| !reason.is_empty());
                let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
                notices.push(format!(
                    "Compaction blocked by PreCompact hook: [{}]{reason}",
                    self.label
                ));
            }
            Decisions::Silent => {}
            Decisions::Notice => return self.fail_with(reason.to_owned()),
            Decisions::Permission | Decisions::None => {
                if by == By::ExitCode {
                    self.answer.outcome = HookOutcome::Failed;
                }
                return;
            }
        }
        self.answer.outcome = HookOutcome::Blocked;
        self.answer.decision = Some(decision);
        self.answer.reason = Some(reason.to_owned());
        self.answer.tool_result = tool_result;
        self.answer.notices.extend(notices);
        for message in messages {
            self.say(&message);
        }
    }

    /// Ends the turn if hooks of the event can end a turn.
    fn stop(&mut self, reason: Option<String>) {
        if schema::ends_turns(self.event) {
            self.answer.stops = true;
            self.answer.stop_reason = reason;
        }
    }

    /// Records that the hook failed. A failure does not block the action.
    fn fail(&mut self, message: &str) {
        let message = error_text(message.trim());
        self.fail_with(format!("Failed with non-blocking status code: {message}"));
    }

    /// Records that the hook's JSON output has a value of the wrong type.
    fn invalid(&mut self, message: &str) {
        self.unchecked(UNUSABLE);
        self.fail_with(format!("Hook JSON output validation failed — {message}"));
    }

    /// Adds the notice that the hook did not check a tool call. For events that are not about tool
    /// calls, nothing is added.
    fn unchecked(&mut self, notice: &str) {
        if self.decisions == Decisions::Tool {
            self.answer.notices.push(notice.to_owned());
        }
    }

    fn fail_with(&mut self, notice: String) {
        self.answer.outcome = HookOutcome::Failed;
        if schema::tells_failures(self.event) || self.decisions == Decisions::Notice {
            self.answer.notices.push(notice);
        }
    }

    fn say(&mut self, text: &str) {
        self.answer.messages.push(Message {
            hidden: true,
            ..Message::new(Role::User, text)
        });
    }
}

/// The reason why a hook blocks an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// The exit code of the hook's program.
    ExitCode,
    /// A JSON value: in the output of the hook's program, or in the answer of the model that a hook
    /// of type `prompt` or `agent` asks.
    Json,
}

/// Returns a value of the object `hookSpecificOutput`. None if the output has no such value.
fn specific<'m>(members: &'m Map<String, Value>, name: &str) -> Option<&'m Value> {
    members.get("hookSpecificOutput")?.get(name)
}

fn error_text(stderr: &str) -> String {
    match stderr {
        "" => NO_MESSAGE.to_owned(),
        stderr => stderr.to_owned(),
    }
}
