//! The fields that a hook's JSON output may have, and their effects at each event
//! (docs/hosts/claude-code-hooks.md#answers).

use serde_json::{Map, Value};

/// The result if a hook returns the decision to block. It depends on the hook's event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decisions {
    /// If the hook blocks, the tool does not run.
    Tool,
    /// The hook can deny the permission request by `hookSpecificOutput.decision`. Other ways to
    /// block do not deny the request.
    Permission,
    /// The tool has already run, so the hook cannot prevent the call. If the hook blocks, the model
    /// gets the hook's reason after the tool's result.
    AfterTool,
    /// If the hook blocks, the turn ends before the next request to the model.
    Batch,
    /// If the hook blocks, the user's message is not sent.
    Prompt,
    /// If the hook blocks, the agent continues instead of stopping.
    Stop,
    /// If the hook blocks, the creation or the completion of the task does not take place.
    Task,
    /// If the hook blocks, the conversation is not compacted.
    Compaction,
    /// If the hook blocks, Claude Code does not do what the event announces, such as applying a
    /// changed configuration. The reason is not reported.
    Silent,
    /// The hook cannot prevent what the event reports, such as the start of a session. If the hook
    /// blocks, the user gets the hook's reason.
    Notice,
    /// The hook cannot block. Its decision has no effect.
    None,
}

/// Returns the effect that a hook of this event has when the hook decides to block.
pub(super) fn decisions(event: &str) -> Decisions {
    match event {
        "PreToolUse" => Decisions::Tool,
        "PermissionRequest" => Decisions::Permission,
        "PostToolUse" | "PostToolUseFailure" => Decisions::AfterTool,
        "PostToolBatch" => Decisions::Batch,
        "UserPromptSubmit" | "UserPromptExpansion" => Decisions::Prompt,
        "Stop" | "SubagentStop" => Decisions::Stop,
        "TaskCreated" | "TaskCompleted" | "TeammateIdle" => Decisions::Task,
        "PreCompact" => Decisions::Compaction,
        "ConfigChange" | "Elicitation" | "ElicitationResult" => Decisions::Silent,
        "SessionStart" | "Setup" | "SubagentStart" | "SessionEnd" | "CwdChanged"
        | "FileChanged" | "PostCompact" => Decisions::Notice,
        _ => Decisions::None,
    }
}

/// Returns true if Claude Code discards the whole output of hooks at this event.
pub(super) fn is_discarded(event: &str) -> bool {
    matches!(
        event,
        "StopFailure" | "Notification" | "InstructionsLoaded" | "WorktreeRemove" | "SessionEnd"
    )
}

/// Returns true if the output fields `systemMessage` and `continue` have no effect at this event.
pub(super) fn discards_messages(event: &str) -> bool {
    matches!(
        event,
        "MessageDisplay"
            | "ConfigChange"
            | "PreCompact"
            | "PostCompact"
            | "WorktreeCreate"
            | "Elicitation"
            | "ElicitationResult"
            | "PermissionDenied"
    )
}

/// Returns true if `continue: false` in a hook's output ends the turn at this event.
pub(super) fn ends_turns(event: &str) -> bool {
    matches!(
        event,
        "PreToolUse"
            | "PostToolUse"
            | "PostToolBatch"
            | "UserPromptSubmit"
            | "UserPromptExpansion"
            | "Stop"
            | "SubagentStop"
            | "TeammateIdle"
    )
}

/// Returns true if the user gets a notice when a hook of this event fails.
pub(super) fn tells_failures(event: &str) -> bool {
    matches!(
        event,
        "SessionStart"
            | "PreToolUse"
            | "PostToolUse"
            | "PostToolUseFailure"
            | "PostToolBatch"
            | "UserPromptSubmit"
            | "UserPromptExpansion"
            | "Stop"
            | "SubagentStop"
    )
}

/// Returns true if the model gets the `additionalContext` in a hook's output at this event.
pub(super) fn adds_context(event: &str) -> bool {
    matches!(
        event,
        "SessionStart"
            | "SubagentStart"
            | "UserPromptSubmit"
            | "UserPromptExpansion"
            | "PreToolUse"
            | "PostToolUse"
            | "PostToolUseFailure"
            | "PostToolBatch"
            | "Stop"
            | "SubagentStop"
    )
}

/// Returns the fields of `hookSpecificOutput` that only this event has. A `HookAnswer` has these
/// fields in `fields`.
pub(super) fn fields(event: &str) -> &'static [&'static str] {
    match event {
        "SessionStart" => &[
            "initialUserMessage",
            "sessionTitle",
            "watchPaths",
            "reloadSkills",
        ],
        "UserPromptSubmit" => &["sessionTitle", "suppressOriginalPrompt"],
        "PostToolUse" => &["updatedMCPToolOutput", "classifierContext"],
        "PermissionDenied" => &["retry"],
        "CwdChanged" | "FileChanged" => &["watchPaths"],
        "WorktreeCreate" => &["worktreePath"],
        "MessageDisplay" => &["displayContent"],
        "Elicitation" | "ElicitationResult" => &["action", "content"],
        _ => &[],
    }
}

/// Returns an error if a hook's output has a value of the wrong type. The error names the field.
pub(super) fn is_valid(members: &Map<String, Value>, event: &str) -> Result<(), String> {
    let wrong = |name: &str, expected: &str| Err(format!("{name} must be {expected}"));
    for (name, value) in members {
        match name.as_str() {
            "continue" | "suppressOutput" if !value.is_boolean() => {
                return wrong(name, "true or false");
            }
            "stopReason" | "reason" | "systemMessage" | "terminalSequence"
                if !value.is_string() =>
            {
                return wrong(name, "a string");
            }
            "decision" if !is_one_of(value, &["approve", "block"]) => {
                return wrong(name, "`approve` or `block`");
            }
            "hookSpecificOutput" => specific(value, event)?,
            _ => {}
        }
    }
    Ok(())
}

fn specific(value: &Value, event: &str) -> Result<(), String> {
    let wrong =
        |name: &str, expected: &str| Err(format!("hookSpecificOutput.{name} must be {expected}"));
    let Value::Object(members) = value else {
        return Err("hookSpecificOutput must be an object".to_owned());
    };
    match members.get("hookEventName").and_then(Value::as_str) {
        Some(name) if name == event => {}
        Some(name) => return wrong("hookEventName", &format!("`{event}`, not {name:?}")),
        None => return wrong("hookEventName", &format!("`{event}`")),
    }
    for (name, value) in members {
        let expected = match name.as_str() {
            "additionalContext"
            | "permissionDecisionReason"
            | "sessionTitle"
            | "initialUserMessage"
            | "displayContent"
            | "worktreePath"
            | "classifierContext"
                if !value.is_string() =>
            {
                "a string"
            }
            "permissionDecision" if !is_one_of(value, &["allow", "deny", "ask", "defer"]) => {
                "`allow`, `deny`, `ask` or `defer`"
            }
            "updatedInput" if !value.is_object() => "an object",
            "watchPaths" if !value.is_array() => "a list",
            "retry" | "reloadSkills" | "suppressOriginalPrompt" if !value.is_boolean() => {
                "true or false"
            }
            "action" if !is_one_of(value, &["accept", "decline", "cancel"]) => {
                "`accept`, `decline` or `cancel`"
            }
            "decision"
                if !value
                    .get("behavior")
                    .is_some_and(|behavior| is_one_of(behavior, &["allow", "deny"])) =>
            {
                "an object with `behavior`: `allow` or `deny`"
            }
            _ => continue,
        };
        return wrong(name, expected);
    }
    Ok(())
}

fn is_one_of(value: &Value, words: &[&str]) -> bool {
    value.as_str().is_some_and(|text| words.contains(&text))
}
