//! Hooks: handlers of a skill that the host runs at events of the session. The types here are only data; the caller
//! runs the handlers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A handler and the event that it waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Hook {
    /// The host's name for the event, such as `PreToolUse`.
    pub event: String,
    /// The pattern that selects occurrences of the event, for example by the name of a tool; if absent, the hook runs
    /// at every occurrence.
    pub matcher: Option<String>,
    /// A permission rule that the use of a tool must also match, such as `Bash(git *)`.
    pub condition: Option<String>,
    /// The handler that the host runs at the event.
    pub handler: HookHandler,
    /// The time limit in milliseconds. The default is the host's for this type of handler.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub timeout_ms: Option<u64>,
    /// The text that the user sees while the handler runs.
    pub status_message: Option<String>,
    /// True if the hook is removed after it has succeeded once.
    pub once: bool,
}

/// The handler of a hook, which the host runs at the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum HookHandler {
    /// A command line of a shell, or a program with arguments.
    Command {
        /// The command line for a shell; with `args`, the program.
        command: String,
        /// The program's arguments. If they are given, no shell is used.
        args: Option<Vec<String>>,
        /// The shell that runs the command line, if the hook names a shell.
        shell: Option<String>,
        /// True if the session continues while the command runs.
        background: bool,
        /// True if a failure of the background command makes the model continue.
        wakes: bool,
    },
    /// A POST request to an address.
    Http {
        /// The URL of the request.
        url: String,
        /// The headers of the request, by name.
        headers: BTreeMap<String, String>,
        /// The environment variables that headers may name.
        allowed_variables: Vec<String>,
    },
    /// A call of an MCP server's tool.
    McpTool {
        /// The name of the MCP server.
        server: String,
        /// The name of the server's tool.
        tool: String,
        /// The arguments of the tool, by name.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
        input: BTreeMap<String, serde_json::Value>,
    },
    /// A question to a model.
    Prompt {
        /// The question to the model.
        prompt: String,
        /// The model that gets the question, if the hook names a model.
        model: Option<String>,
    },
    /// A task for a sub-agent.
    Agent {
        /// The prompt of the sub-agent.
        prompt: String,
        /// The model of the sub-agent, if the hook names a model.
        model: Option<String>,
    },
}
