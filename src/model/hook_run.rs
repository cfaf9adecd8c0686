//! Running a hook: an occurrence of an event, the program or request that the host runs for the occurrence, and the
//! effects of the result. The types here are only data; the caller runs the hooks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::json_text::JsonText;
use crate::model::message::Message;

/// An occurrence of an event, for [`Session::hook_run`](crate::Session::hook_run).
///
/// The members besides `event` become the input of the hook, under the names that the host gives to these members. A
/// member that the event does not have is refused.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HookOccurrence {
    /// The host's name for the event, such as `PreToolUse`.
    pub event: String,
    /// The id of the session. The default is the session id in the options of the host.
    #[serde(default)]
    pub session_id: Option<String>,
    /// The path of the file with the conversation. The default is empty.
    #[serde(default)]
    pub transcript_path: Option<String>,
    /// The directory that the agent works in now, absolute. The hook runs there. The default is the workspace's `cwd`.
    #[serde(default)]
    pub cwd: Option<String>,
    /// The id of the user's message that is being answered. If the id is missing, the input of the hook has no such id,
    /// either.
    #[serde(default)]
    pub prompt_id: Option<String>,
    /// The permission mode, such as `acceptEdits`. The default is `default`. Events whose input has no mode ignore this
    /// member.
    #[serde(default)]
    pub permission_mode: Option<String>,
    /// The effort of the turn, such as `high`. The default is the effort in the options of the host. Events whose input
    /// has no effort ignore this member.
    #[serde(default)]
    pub effort: Option<String>,
    /// The id of the sub-agent in which the event occurs; none for the main agent.
    #[serde(default)]
    pub agent_id: Option<String>,
    /// The type of the sub-agent in which the event occurs, such as `Explore`.
    #[serde(default)]
    pub agent_type: Option<String>,
    /// The name of the tool, such as `Bash`.
    #[serde(default)]
    pub tool: Option<String>,
    /// The input of the tool, a JSON object.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, unknown>", optional)
    )]
    pub input: Option<JsonText>,
    /// The id of the model's call of the tool.
    #[serde(default)]
    pub call_id: Option<String>,
    /// The result of the tool, any JSON value.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "unknown", optional))]
    pub response: Option<JsonText>,
    /// The text that the user sent.
    #[serde(default)]
    pub prompt: Option<String>,
    /// The text of a notification or of a server's question, or the last answer of the model.
    #[serde(default)]
    pub message: Option<String>,
    /// The further members of the event's input, under the host's names, such as `stop_hook_active`. Each is a JSON value.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, unknown>", optional)
    )]
    pub fields: BTreeMap<String, JsonText>,
}

crate::record! { HookOccurrence: has(event, session_id, transcript_path, cwd, prompt_id, permission_mode, effort, agent_id, agent_type, tool, input, call_id, response, prompt, message, fields) needs(event) }

/// The program, request or question that the host runs for a hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[non_exhaustive]
pub enum HookRun {
    /// A program, whose exit code, output and error output are the result.
    Command {
        /// The program: a path, or a name that is searched on `PATH`.
        program: String,
        /// The arguments of the program.
        args: Vec<String>,
        /// The command line, if the program is a shell; none if no shell is used.
        line: Option<String>,
        /// The directory that the program runs in.
        cwd: String,
        /// The environment variables that the host sets in addition to its own environment, by name.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        env: BTreeMap<String, String>,
        /// The standard input: JSON and a newline.
        stdin: String,
        /// The time limit in milliseconds.
        #[cfg_attr(feature = "typescript", tsify(type = "number"))]
        timeout_ms: u64,
        /// True if the session continues while the program runs.
        background: bool,
        /// True if a failure of the background program makes the model continue.
        wakes: bool,
    },
    /// A request, whose status and body are the result.
    Http {
        /// The method, `POST`.
        method: String,
        /// The address to which the request is sent.
        url: String,
        /// The headers, by name in lowercase. The values of variables that the hook may use are inserted.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        headers: BTreeMap<String, String>,
        /// The body of the request, in JSON.
        body: String,
        /// The time limit in milliseconds.
        #[cfg_attr(feature = "typescript", tsify(type = "number"))]
        timeout_ms: u64,
    },
    /// A call of an MCP server's tool, whose text is the result.
    McpTool {
        /// The name of the server.
        server: String,
        /// The name of the tool.
        tool: String,
        /// The arguments, with members of the hook's input inserted.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
        input: BTreeMap<String, serde_json::Value>,
        /// The time limit in milliseconds.
        #[cfg_attr(feature = "typescript", tsify(type = "number"))]
        timeout_ms: u64,
    },
    /// A question to a model, whose answer is the result: JSON with `ok` and `reason`.
    Prompt {
        /// The question, with the hook's input inserted.
        prompt: String,
        /// The model; none for the host's small model.
        model: Option<String>,
        /// The time limit in milliseconds.
        #[cfg_attr(feature = "typescript", tsify(type = "number"))]
        timeout_ms: u64,
    },
    /// A task for a sub-agent, whose answer is the result: JSON with `ok` and `reason`.
    Agent {
        /// The task, with the hook's input inserted.
        prompt: String,
        /// The model; none for the host's small model.
        model: Option<String>,
        /// The time limit in milliseconds.
        #[cfg_attr(feature = "typescript", tsify(type = "number"))]
        timeout_ms: u64,
    },
    /// Nothing: the hook does not run for this occurrence.
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
    /// The hook's `matcher` does not match the occurrence.
    Matcher,
    /// The hook's `if` does not match the call of the tool, or the event has no tool.
    Condition,
    /// The event does not support this type of handler.
    HandlerType,
    /// The host does not run hooks of a skill inside of a sub-agent.
    InAgent,
    /// The command names a variable that the host does not replace for this skill. The host reports this as an error.
    Variable,
    /// With the input inserted, the texts have more than 16 MiB. The limit is ours.
    TooLong,
}

/// The result of a hook that ran, for [`Session::hook_answer`](crate::Session::hook_answer).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HookResult {
    /// The exit code of a program. The default is 0.
    #[serde(default)]
    pub exit_code: i32,
    /// The output of a program, the body of a response, the text of an MCP tool's result, or the answer of a model.
    #[serde(default)]
    pub stdout: String,
    /// The error output of a program; the reason, if the hook could not be run.
    #[serde(default)]
    pub stderr: String,
    /// The status of a response. The default is 200. Only `http` hooks have a status.
    #[serde(default)]
    pub status: Option<u32>,
    /// True if the hook was ended because of its time limit.
    #[serde(default)]
    pub timed_out: bool,
    /// True if the hook could not be run: no such program, no connection, or an error of an MCP tool. `stderr` is the
    /// message.
    #[serde(default)]
    pub failed: bool,
}

crate::record! { HookResult: has(exit_code, stdout, stderr, status, timed_out, failed) }

/// The effects of a hook's result, as the host reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct HookAnswer {
    /// The outcome: the hook succeeded, blocks, failed or timed out. After a success call `hookSucceeded` with the hook's id.
    pub outcome: HookOutcome,
    /// The hook's decision; none if the hook made no decision, so the host continues as if there were no hook.
    pub decision: Option<HookDecision>,
    /// The reason for the decision. If the decision is `block` or `deny` and the model gets the reason, the reason is
    /// also in `messages` or `toolResult`.
    pub reason: Option<String>,
    /// True if the host ends the turn, whatever the decision is.
    pub stops: bool,
    /// The reason that the user gets if the host ends the turn.
    pub stop_reason: Option<String>,
    /// The input that replaces the tool's input, a JSON object; none if the hook does not change the input.
    #[cfg_attr(feature = "typescript", tsify(type = "unknown"))]
    pub input: Option<serde_json::Value>,
    /// The value that replaces the tool's result; none if the hook does not change the result.
    #[cfg_attr(feature = "typescript", tsify(type = "unknown"))]
    pub output: Option<serde_json::Value>,
    /// The error that the model gets as the tool's result because the tool does not run. None if the tool runs, or if
    /// the event has no tool.
    pub tool_result: Option<String>,
    /// The messages that the host puts into the conversation, in order.
    pub messages: Vec<Message>,
    /// The texts that the user gets, in order.
    pub notices: Vec<String>,
    /// The members of the answer that are specific to the event, under the host's names, such as `displayContent`.
    /// Members that the event does not have are omitted.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
    pub fields: BTreeMap<String, serde_json::Value>,
}

/// The outcome of a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum HookOutcome {
    /// The hook succeeded.
    Success,
    /// The hook blocks the action of its event.
    Blocked,
    /// The hook failed, and has no effect on the action of its event.
    Failed,
    /// The hook reached its time limit, and has no effect.
    TimedOut,
}

/// A decision of a hook about the action of its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum HookDecision {
    /// The tool runs without a question to the user, unless a rule denies it or asks.
    Allow,
    /// The tool does not run.
    Deny,
    /// The user is asked about the tool.
    Ask,
    /// The turn ends before the tool runs, and the session can be resumed at the call. This is possible only in a
    /// session without a user (`-p`).
    Defer,
    /// The action does not take place: for example, the user's message is not sent, the task is not created or
    /// completed, the conversation is not compacted, or the agent does not stop. A tool that has run stays as it is.
    Block,
}

impl HookAnswer {
    /// Creates the answer of a hook without an effect.
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
