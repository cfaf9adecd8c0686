//! The events at which hooks can run, and the input that a hook gets at each event.

use Field::{CallId, Message, Optional, Or, Prompt, Required, Response, ToolInput, ToolName};

/// A field of a hook's input, and the source of its value. Most values come from the caller's
/// `HookOccurrence`.
#[derive(Debug, Clone, Copy)]
pub(super) enum Field {
    /// The field `tool_name`. Its value is `tool` of the caller's `HookOccurrence`.
    ToolName,
    /// The field `tool_input`. Its value is `input` of the caller's `HookOccurrence`.
    ToolInput,
    /// The field `tool_use_id`, which is optional. Its value is `call_id` of the caller's
    /// `HookOccurrence`.
    CallId,
    /// The field `tool_response`. Its value is `response` of the caller's `HookOccurrence`.
    Response,
    /// The field `prompt`, which contains the user's text. Its value is `prompt` of the caller's
    /// `HookOccurrence`.
    Prompt,
    /// The name of a field. The value is `message` of the caller's `HookOccurrence`. The boolean is
    /// true if the caller must give the message.
    Message(&'static str, bool),
    /// The name of a field. The value comes from `fields` of the caller's `HookOccurrence`, which
    /// must contain this field.
    Required(&'static str),
    /// The name of a field. The value comes from `fields` of the caller's `HookOccurrence`. If the
    /// caller does not give a value, the hook's input does not have the field.
    Optional(&'static str),
    /// The name of a field, and the default value of the field in JSON. The value comes from
    /// `fields` of the caller's `HookOccurrence`. The default value is used if the caller does not
    /// give a value.
    Or(&'static str, &'static str),
}

/// An event at which hooks can run, and the input that a hook gets
/// (docs/hosts/claude-code-hooks.md#events).
#[derive(Debug)]
pub(super) struct Event {
    /// The name of the event.
    pub name: &'static str,
    /// True if the hook's input contains the permission mode.
    pub has_mode: bool,
    /// True if the hook's input contains the model's effort, such as `high`.
    pub has_effort: bool,
    /// The field of the input that a hook's matcher is compared with. None if hooks of this event
    /// have no matcher.
    pub subject: Option<&'static str>,
    /// True if hooks of the types `prompt` and `agent` run at this event.
    pub asks_models: bool,
    /// The fields of the input that only this event has.
    pub fields: &'static [Field],
}

/// The names of the events about tool calls. Only hooks of these events can have an `if`.
pub(super) const OF_TOOLS: [&str; 5] = [
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionRequest",
    "PermissionDenied",
];

const TOOL: Option<&str> = Some("tool_name");

macro_rules! events {
    ($($name:ident: $subject:expr, mode $mode:literal, effort $effort:literal, models $models:literal, [$($field:expr),* $(,)?];)*) => {
        /// The names of all events at which hooks can run.
        pub(crate) const EVENTS: [&str; 31] = [$(stringify!($name)),*];

        /// The inputs of all events, in the order of the names in [`EVENTS`].
        pub(super) const INPUTS: [Event; 31] = [$(Event {
            name: stringify!($name),
            has_mode: $mode,
            has_effort: $effort,
            subject: $subject,
            asks_models: $models,
            fields: &[$($field),*],
        }),*];
    };
}

events! {
    SessionStart: Some("source"), mode false, effort false, models false, [Required("source"), Optional("model"), Optional("session_title")];
    Setup: Some("trigger"), mode false, effort false, models false, [Required("trigger")];
    UserPromptSubmit: None, mode true, effort false, models true, [Prompt];
    UserPromptExpansion: Some("command_name"), mode true, effort false, models true, [
        Or("expansion_type", "\"slash_command\""), Required("command_name"), Or("command_args", "\"\""), Optional("command_source"), Prompt,
    ];
    PreToolUse: TOOL, mode true, effort true, models true, [ToolName, ToolInput, CallId];
    PermissionRequest: TOOL, mode true, effort true, models true, [ToolName, ToolInput, Or("permission_suggestions", "[]")];
    PermissionDenied: TOOL, mode true, effort true, models true, [ToolName, ToolInput, CallId, Required("reason")];
    PostToolUse: TOOL, mode true, effort true, models true, [ToolName, ToolInput, Response, CallId, Optional("duration_ms")];
    PostToolUseFailure: TOOL, mode true, effort true, models true, [
        ToolName, ToolInput, CallId, Required("error"), Or("is_interrupt", "false"), Optional("duration_ms"),
    ];
    PostToolBatch: None, mode true, effort true, models true, [Required("tool_calls")];
    Notification: Some("notification_type"), mode false, effort false, models false, [
        Message("message", true), Optional("title"), Required("notification_type"),
    ];
    MessageDisplay: None, mode false, effort false, models false, [
        Optional("turn_id"), Optional("message_id"), Or("index", "0"), Or("final", "true"), Required("delta"),
    ];
    SubagentStart: Some("agent_type"), mode false, effort false, models false, [];
    SubagentStop: Some("agent_type"), mode true, effort true, models true, [
        Or("stop_hook_active", "false"), Optional("agent_transcript_path"), Message("last_assistant_message", false),
        Or("background_tasks", "[]"), Or("session_crons", "[]"),
    ];
    TaskCreated: None, mode false, effort false, models true, [
        Required("task_id"), Required("task_subject"), Optional("task_description"), Optional("teammate_name"), Optional("team_name"),
    ];
    TaskCompleted: None, mode false, effort false, models true, [
        Required("task_id"), Required("task_subject"), Optional("task_description"), Optional("teammate_name"), Optional("team_name"),
    ];
    Stop: None, mode true, effort true, models true, [
        Or("stop_hook_active", "false"), Message("last_assistant_message", false),
        Or("background_tasks", "[]"), Or("session_crons", "[]"),
    ];
    StopFailure: Some("error"), mode false, effort false, models false, [
        Required("error"), Optional("error_details"), Message("last_assistant_message", false),
    ];
    TeammateIdle: None, mode true, effort false, models true, [Required("teammate_name"), Optional("team_name")];
    InstructionsLoaded: Some("load_reason"), mode false, effort false, models false, [
        Required("file_path"), Required("memory_type"), Required("load_reason"), Optional("globs"), Optional("trigger_file_path"),
        Optional("parent_file_path"),
    ];
    ConfigChange: Some("source"), mode false, effort false, models false, [Required("source"), Optional("file_path")];
    CwdChanged: None, mode false, effort false, models false, [Required("old_cwd"), Required("new_cwd")];
    DirectoryAdded: Some("source"), mode false, effort false, models false, [Required("directory"), Required("source")];
    FileChanged: Some("file_path"), mode false, effort false, models false, [Required("file_path"), Required("event")];
    WorktreeCreate: None, mode false, effort false, models false, [Required("name")];
    WorktreeRemove: None, mode false, effort false, models false, [Required("worktree_path")];
    PreCompact: Some("trigger"), mode false, effort false, models false, [Required("trigger"), Or("custom_instructions", "null")];
    PostCompact: Some("trigger"), mode false, effort false, models false, [Required("trigger"), Required("compact_summary")];
    Elicitation: Some("mcp_server_name"), mode true, effort false, models false, [
        Required("mcp_server_name"), Message("message", true), Optional("mode"), Optional("url"), Optional("elicitation_id"),
        Optional("requested_schema"),
    ];
    ElicitationResult: Some("mcp_server_name"), mode true, effort false, models false, [
        Required("mcp_server_name"), Required("action"), Optional("content"), Optional("mode"), Optional("elicitation_id"),
    ];
    SessionEnd: Some("reason"), mode false, effort false, models false, [Required("reason")];
}

impl Event {
    /// Returns the event with this name. None if there is no such event.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        const ALL: &[Event] = &INPUTS;
        ALL.iter().find(|event| event.name == name)
    }
}
