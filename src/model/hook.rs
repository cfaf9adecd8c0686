//! Hooks: what a skill has a host run when something happens in the session. Plain data; the caller runs them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A handler with the event that it waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Hook {
    /// The host's name for the event, such as `PreToolUse`.
    pub event: String,
    /// Which occurrences of the event count, such as the name of a tool; all when there is none.
    pub matcher: Option<String>,
    /// A permission rule that a tool's use must also match, such as `Bash(git *)`.
    pub condition: Option<String>,
    /// The handler.
    pub handler: HookHandler,
    /// The time limit in milliseconds; the host's default for its type when there is none.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub timeout_ms: Option<u64>,
    /// The text that the user sees meanwhile.
    pub status_message: Option<String>,
    /// True if it is removed after it has run once.
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
        /// The program's arguments; no shell takes part when they are given.
        args: Option<Vec<String>>,
        /// The shell, when one is named.
        shell: Option<String>,
        /// True if the session goes on meanwhile.
        background: bool,
        /// True if the model is woken when it fails in the background.
        wakes: bool,
    },
    /// A POST request.
    Http {
        /// Where to.
        url: String,
        /// Its headers.
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
        /// Its arguments.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
        input: BTreeMap<String, serde_json::Value>,
    },
    /// A question to a model.
    Prompt {
        /// The question.
        prompt: String,
        /// The model, when one is named.
        model: Option<String>,
    },
    /// A task for a sub-agent.
    Agent {
        /// The task.
        prompt: String,
        /// The model, when one is named.
        model: Option<String>,
    },
}
