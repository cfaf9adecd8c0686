//! Hooks: handlers that a skill declares, and that the host runs at events of the session.
//! Skillglass only describes hooks. The caller runs them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A hook: a handler, and the event at which the host runs the handler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Hook {
    /// The host's name for the event, such as `PreToolUse`.
    pub event: String,
    /// The pattern that selects some occurrences of the event, for example by the tool's name. None
    /// if the hook runs at every occurrence.
    pub matcher: Option<String>,
    /// A permission rule, such as `Bash(git *)`, that the tool call must also match. None if there
    /// is no such rule.
    pub condition: Option<String>,
    /// The handler that the host runs at the event.
    pub handler: HookHandler,
    /// The time limit in milliseconds. None if the host's default for this type of handler applies.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub timeout_ms: Option<u64>,
    /// The text that the user sees while the handler runs. None if the hook has no such text.
    pub status_message: Option<String>,
    /// True if the host removes the hook after its first success.
    pub once: bool,
}

/// The handler of a hook: a command, a request, a tool call, a question or a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum HookHandler {
    /// The handler is a command line for a shell, or a program with arguments.
    Command {
        /// The command line for a shell. If `args` is given, the program to start.
        command: String,
        /// The arguments of the program. None if a shell runs the command line.
        args: Option<Vec<String>>,
        /// The shell that runs the command line. None for the host's default shell.
        shell: Option<String>,
        /// True if the session continues while the command runs.
        background: bool,
        /// True if the host wakes the model when the background command fails.
        wakes: bool,
    },
    /// The handler is a POST request to a URL.
    Http {
        /// The URL of the request.
        url: String,
        /// The headers of the request, by name.
        headers: BTreeMap<String, String>,
        /// The environment variables whose values the headers may contain.
        allowed_variables: Vec<String>,
    },
    /// The handler is a call of a tool of an MCP server.
    McpTool {
        /// The name of the MCP server.
        server: String,
        /// The name of the MCP server's tool.
        tool: String,
        /// The arguments of the tool, by name.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
        input: BTreeMap<String, serde_json::Value>,
    },
    /// The handler is a question to a model.
    Prompt {
        /// The question to the model.
        prompt: String,
        /// The model that answers the question. None for the host's default model.
        model: Option<String>,
    },
    /// The handler is a task for a sub-agent.
    Agent {
        /// The prompt of the sub-agent.
        prompt: String,
        /// The model of the sub-agent. None for the host's default model.
        model: Option<String>,
    },
}
