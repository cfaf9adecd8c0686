//! The steps of a hook's run: the event that occurred, the program or request to run, and the
//! effects of the result. Skillglass only describes these steps. The caller runs the hooks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::json_text::JsonText;
use crate::model::message::Message;

/// An occurrence of an event: the input of [`Session::hook_run`](crate::Session::hook_run).
///
/// The fields other than `event` become the input of the hook, under the host's names for these
/// fields. A field that the event does not have is refused.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HookOccurrence {
    /// The host's name for the event, such as `PreToolUse`.
    pub event: String,
    /// The id of the session. The default is the session id in the host's options.
    #[serde(default)]
    pub session_id: Option<String>,
    /// The path of the file that contains the conversation. The default is empty.
    #[serde(default)]
    pub transcript_path: Option<String>,
    /// The absolute path of the directory that the agent works in now, and that the hook runs in.
    /// The default is the `cwd` of the workspace.
    #[serde(default)]
    pub cwd: Option<String>,
    /// The id of the user's message that the model is answering. None if the hook's input has no
    /// such id.
    #[serde(default)]
    pub prompt_id: Option<String>,
    /// The permission mode, such as `acceptEdits`. The default is `default`. Events without a
    /// permission mode in their input ignore this field.
    #[serde(default)]
    pub permission_mode: Option<String>,
    /// The effort of the turn, such as `high`. The default is the effort in the host's options.
    /// Events without an effort in their input ignore this field.
    #[serde(default)]
    pub effort: Option<String>,
    /// The id of the sub-agent in which the event occurs. None for the main agent.
    #[serde(default)]
    pub agent_id: Option<String>,
    /// The type of the sub-agent in which the event occurs, such as `Explore`. None for the main
    /// agent.
    #[serde(default)]
    pub agent_type: Option<String>,
    /// The name of the tool that the event is about, such as `Bash`. None if the event is not about
    /// a tool.
    #[serde(default)]
    pub tool: Option<String>,
    /// The input of the tool that the event is about, as a JSON object.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, unknown>", optional)
    )]
    pub input: Option<JsonText>,
    /// The id of the model's tool call. None if the event is not about a tool call, or if the call
    /// has no id.
    #[serde(default)]
    pub call_id: Option<String>,
    /// The result of the tool, as any JSON value. None if the event has no result of a tool.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "unknown", optional))]
    pub response: Option<JsonText>,
    /// The text that the user sent. None if the event is not about a user's message.
    #[serde(default)]
    pub prompt: Option<String>,
    /// The text of a notification, of a server's question, or of the model's last answer. None if
    /// the event has no such text.
    #[serde(default)]
    pub message: Option<String>,
    /// Further values of the event's input, under the host's names, such as `stop_hook_active`.
    /// Each value is JSON.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, unknown>", optional)
    )]
    pub fields: BTreeMap<String, JsonText>,
}

crate::record! { HookOccurrence: has(event, session_id, transcript_path, cwd, prompt_id, permission_mode, effort, agent_id, agent_type, tool, input, call_id, response, prompt, message, fields) needs(event) }

/// The program, request, tool call, question or task that the caller runs for a hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[non_exhaustive]
pub enum HookRun {
    /// The hook is a program. Its result is the exit code, the output and the error output.
    Command {
        /// The program to start: a path, or a name that is searched on `PATH`.
        program: String,
        /// The arguments of the program.
        args: Vec<String>,
        /// The command line that the shell runs. None if the program is not a shell.
        line: Option<String>,
        /// The directory that the program runs in.
        cwd: String,
        /// The names and values of the environment variables that the host adds to its own
        /// environment.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        env: BTreeMap<String, String>,
        /// The text for the program's standard input: JSON and a newline.
        stdin: String,
        /// The time limit of the program in milliseconds.
        #[cfg_attr(feature = "typescript", tsify(type = "number"))]
        timeout_ms: u64,
        /// True if the session continues while the program runs.
        background: bool,
        /// True if the host wakes the model when the background program fails.
        wakes: bool,
    },
    /// The hook is an HTTP request. Its result is the status and the body of the response.
    Http {
        /// The HTTP method, always `POST`.
        method: String,
        /// The URL of the request.
        url: String,
        /// The HTTP headers of the request, by name in lowercase. The environment variables that
        /// the hook may use are already replaced by their values.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        headers: BTreeMap<String, String>,
        /// The body of the request, as JSON.
        body: String,
        /// The time limit of the request in milliseconds.
        #[cfg_attr(feature = "typescript", tsify(type = "number"))]
        timeout_ms: u64,
    },
    /// The hook is a call of a tool of an MCP server. Its result is the text that the tool returns.
    McpTool {
        /// The name of the MCP server.
        server: String,
        /// The name of the MCP server's tool.
        tool: String,
        /// The arguments of the tool, keyed by name. Values from the hook's input are already
        /// inserted.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
        input: BTreeMap<String, serde_json::Value>,
        /// The time limit of the tool call in milliseconds.
        #[cfg_attr(feature = "typescript", tsify(type = "number"))]
        timeout_ms: u64,
    },
    /// The hook is a question to a model. Its result is the model's answer: JSON with `ok` and
    /// `reason`.
    Prompt {
        /// The question to the model. The hook's input is already inserted.
        prompt: String,
        /// The model that answers the hook's question. None for the host's small model.
        model: Option<String>,
        /// The time limit for the model's answer, in milliseconds.
        #[cfg_attr(feature = "typescript", tsify(type = "number"))]
        timeout_ms: u64,
    },
    /// The hook is a task for a sub-agent. Its result is the sub-agent's answer: JSON with `ok` and
    /// `reason`.
    Agent {
        /// The task for the sub-agent. The hook's input is already inserted.
        prompt: String,
        /// The model of the sub-agent. None for the host's small model.
        model: Option<String>,
        /// The time limit of the task in milliseconds.
        #[cfg_attr(feature = "typescript", tsify(type = "number"))]
        timeout_ms: u64,
    },
    /// There is nothing to run, because the host skips the hook for this occurrence of the event.
    Skipped {
        /// The reason why the hook does not run, as a code.
        reason: HookSkipReason,
        /// The reason why the hook does not run, in words.
        message: String,
    },
}

/// The reason why a hook does not run for an occurrence of its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum HookSkipReason {
    /// The hook's `matcher` does not match this occurrence of the event.
    Matcher,
    /// The hook's `if` rule does not match the tool call, or the event has no tool.
    Condition,
    /// The event does not support this type of handler.
    HandlerType,
    /// The event occurs in a sub-agent, where the host runs no hooks of skills.
    InAgent,
    /// The command contains a variable that the host does not replace for this skill. The host
    /// reports this as an error.
    Variable,
    /// The texts of the hook are larger than 16 MiB after the input is inserted. The limit is
    /// Skillglass's own.
    TooLong,
}

/// The result of running a hook: the input of
/// [`Session::hook_answer`](crate::Session::hook_answer).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HookResult {
    /// The exit code of the program. The default is 0.
    #[serde(default)]
    pub exit_code: i32,
    /// The output of the program, the body of the response, the text of the MCP tool's result, or
    /// the answer of the model.
    #[serde(default)]
    pub stdout: String,
    /// The error output of the program. If the hook could not be run, this is the reason.
    #[serde(default)]
    pub stderr: String,
    /// The HTTP status of the response, for a hook that is a request. The default is 200.
    #[serde(default)]
    pub status: Option<u32>,
    /// True if the hook was stopped because it reached its time limit.
    #[serde(default)]
    pub timed_out: bool,
    /// True if the hook could not be run, for example because there is no such program or no
    /// connection. `stderr` then has the reason.
    #[serde(default)]
    pub failed: bool,
}

crate::record! { HookResult: has(exit_code, stdout, stderr, status, timed_out, failed) }

/// The effects of a hook's result on the session, as the host interprets the result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct HookAnswer {
    /// The outcome of the hook. After a success, the caller calls `hookSucceeded` with the hook's
    /// id.
    pub outcome: HookOutcome,
    /// The hook's decision, such as whether a tool call may run. None if the hook decides nothing,
    /// so the host continues as if there were no hook.
    pub decision: Option<HookDecision>,
    /// The reason that the hook gives for its decision. If the model gets this reason, `messages`
    /// or `toolResult` also contains the reason. None if the hook gives no reason.
    pub reason: Option<String>,
    /// True if the hook requires the host to end the turn. This is independent of `decision`: the
    /// turn ends even if the hook allows the action.
    pub stops: bool,
    /// The reason that the user sees if the host ends the turn. None if the turn does not end, or
    /// if the hook gives no reason.
    pub stop_reason: Option<String>,
    /// The JSON object that replaces the tool's input. None if the hook does not change the input.
    #[cfg_attr(feature = "typescript", tsify(type = "unknown"))]
    pub input: Option<serde_json::Value>,
    /// The value that replaces the tool's result. None if the hook does not change the result.
    #[cfg_attr(feature = "typescript", tsify(type = "unknown"))]
    pub output: Option<serde_json::Value>,
    /// The error that the model gets in place of the tool's result because the tool does not run.
    /// None if the tool runs, or if the event has no tool.
    pub tool_result: Option<String>,
    /// The messages that the host puts into the conversation, in order.
    pub messages: Vec<Message>,
    /// The texts that the host shows to the user, in order.
    pub notices: Vec<String>,
    /// Further values of the hook's answer that only this event has, under the host's names, such
    /// as `displayContent`. Values that the event does not support are omitted.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
    pub fields: BTreeMap<String, serde_json::Value>,
}

/// The outcome of a hook that ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum HookOutcome {
    /// The hook succeeded and does not block the action that triggered it, such as a tool call.
    Success,
    /// The hook blocks the action that triggered it, such as a tool call.
    Blocked,
    /// The hook failed. The host continues with the action that triggered the hook, such as a tool
    /// call.
    Failed,
    /// The hook reached its time limit. The host continues with the action that triggered the hook,
    /// such as a tool call.
    TimedOut,
}

/// A hook's decision about the action that triggered the hook, such as a tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum HookDecision {
    /// The tool runs without a question to the user, unless a permission rule denies the call or
    /// requires a question.
    Allow,
    /// The tool does not run.
    Deny,
    /// The host asks the user before the tool runs.
    Ask,
    /// The turn ends before the tool runs. The session can later be resumed at this tool call. Only
    /// sessions without a user (`-p`) support this decision.
    Defer,
    /// The action that triggered the hook does not take place. For example, the user's message is
    /// not sent, the conversation is not compacted, or the agent does not stop. A tool that already
    /// ran is not undone.
    Block,
}

impl HookAnswer {
    /// Creates the answer of a hook that has this outcome and no effects.
    #[must_use]
    pub fn new(outcome: HookOutcome) -> Self {
        Self {
            outcome,
            decision: None,
            reason: None,
            stops: false,
            stop_reason: None,
            input: None,
            output: None,
            tool_result: None,
            messages: Vec::new(),
            notices: Vec::new(),
            fields: BTreeMap::new(),
        }
    }
}
