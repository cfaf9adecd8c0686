//! Hooks: handlers of a skill that the host runs at events of the session. This is only data; the caller runs them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A handler and the event that it waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Hook {
    /// The host's name for the event, such as `PreToolUse`.
    pub event: String,
    /// The occurrences of the event that count, such as the name of a tool; all if absent.
    pub matcher: Option<String>,
    /// A permission rule that the use of a tool must also match, such as `Bash(git *)`.
    pub condition: Option<String>,
    /// The handler.
    pub handler: HookHandler,
    /// The time limit in milliseconds. The default is the host's for this type of handler.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub timeout_ms: Option<u64>,
    /// The text that the user sees while the handler runs.
    pub status_message: Option<String>,
    /// True if the hook is removed after it has succeeded once.
    pub once: bool,
}

/// The handler of a hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum HookHandler {
    /// A command.
    Command {
        /// The command line for a shell; with `args`, the program.
        command: String,
        /// The program's arguments. If they are given, no shell is used.
        args: Option<Vec<String>>,
        /// The shell, if the hook names one.
        shell: Option<String>,
        /// True if the session continues while the command runs.
        background: bool,
        /// True if a failure in the background wakes the model.
        wakes: bool,
    },
    /// A POST request.
    Http {
        /// The address.
        url: String,
        /// The headers.
        headers: BTreeMap<String, String>,
        /// The environment variables that headers may name.
        allowed_variables: Vec<String>,
    },
    /// A call of an MCP server's tool.
    McpTool {
        /// The server's name.
        server: String,
        /// The tool's name.
        tool: String,
        /// The tool's arguments.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
        input: BTreeMap<String, serde_json::Value>,
    },
    /// A question to a model.
    Prompt {
        /// The question.
        prompt: String,
        /// The model, if the hook names one.
        model: Option<String>,
    },
    /// A task for a sub-agent.
    Agent {
        /// The task.
        prompt: String,
        /// The model, if the hook names one.
        model: Option<String>,
    },
}
