//! Tests how Claude Code reads the result of a hook. `conformance/hooks-claude-code.jsonl.br` has
//! more cases.

use proptest::prelude::*;
use skillglass::model::hook_run::{HookAnswer, HookDecision, HookOutcome, HookResult};

use super::hook_run::{CHECK, minimal, registered};

fn answer_of(handler: &str, event: &str, result: &HookResult) -> HookAnswer {
    let (workspace, session) = registered(event, handler);
    let answer = session.hook_answer(&workspace, 1, &minimal(event), result);
    answer.unwrap()
}

fn answer(event: &str, exit_code: i32, stdout: &str, stderr: &str) -> HookAnswer {
    let result = HookResult {
        exit_code,
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
        ..HookResult::default()
    };
    answer_of(CHECK, event, &result)
}

#[test]
fn exit_code_2_blocks_where_the_event_allows_it() {
    use HookDecision::{Block, Deny};
    use HookOutcome::{Blocked, Failed};
    let reminder = |text: &str| format!("<system-reminder>\n{text}\n</system-reminder>");
    let cases = [
        ("PreToolUse", Blocked, Some(Deny), vec![]),
        ("PermissionRequest", Failed, None, vec![]),
        (
            "PostToolUse",
            Blocked,
            Some(Block),
            vec![reminder(
                "PostToolUse:Bash hook blocking error from command: \"./check.sh\": [./check.sh]: no\n",
            )],
        ),
        ("PostToolBatch", Blocked, Some(Block), vec![]),
        ("UserPromptSubmit", Blocked, Some(Block), vec![]),
        (
            "Stop",
            Blocked,
            Some(Block),
            vec!["Stop hook feedback:\n[./check.sh]: no\n".to_owned()],
        ),
        ("TaskCreated", Blocked, Some(Block), vec![]),
        ("PreCompact", Blocked, Some(Block), vec![]),
        ("Elicitation", Blocked, Some(Block), vec![]),
        ("WorktreeCreate", Blocked, Some(Block), vec![]),
        ("SessionStart", Failed, None, vec![]),
        ("StopFailure", Failed, None, vec![]),
    ];
    for (event, outcome, decision, messages) in cases {
        let answer = answer(event, 2, "", "no\n");
        assert_eq!(
            (answer.outcome, answer.decision),
            (outcome, decision),
            "{event}"
        );
        let texts: Vec<_> = answer
            .messages
            .iter()
            .map(|message| message.text.as_str())
            .collect();
        assert_eq!(texts, messages, "{event}");
        assert_eq!(answer.stops, event == "PostToolBatch", "{event}");
    }
}

#[test]
fn a_block_tells_the_model_or_the_user() {
    let tool = answer("PreToolUse", 2, "", "no\n").tool_result;
    assert_eq!(
        tool.as_deref(),
        Some("PreToolUse:Bash hook error: [./check.sh]: no")
    );
    let task = answer("TaskCreated", 2, "", "").tool_result;
    assert_eq!(
        task.as_deref(),
        Some("TaskCreated hook feedback:\n[./check.sh]: No stderr output")
    );
    assert_eq!(
        answer(
            "UserPromptSubmit",
            0,
            r#"{"decision": "block", "reason": "why"}"#,
            ""
        )
        .notices,
        ["UserPromptSubmit operation blocked by hook:\nwhy\n\nOriginal prompt: hello"]
    );
    let hidden = r#"{"decision": "block", "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "suppressOriginalPrompt": true}}"#;
    assert_eq!(
        answer("UserPromptSubmit", 0, hidden, "").notices,
        ["UserPromptSubmit operation blocked by hook:\nBlocked by hook"]
    );
    assert_eq!(
        answer("PreCompact", 2, "", "no\n").notices,
        ["Compaction blocked by PreCompact hook: [./check.sh]: no"]
    );
}

#[test]
fn other_exit_codes_fail_unless_the_output_is_an_object() {
    let failed = answer("PreToolUse", 1, "", "went wrong\n");
    assert_eq!(
        (failed.outcome, failed.decision),
        (HookOutcome::Failed, None)
    );
    assert_eq!(
        failed.notices,
        ["Failed with non-blocking status code: went wrong"]
    );
    let decided = answer(
        "PostToolUse",
        1,
        r#"{"decision": "block", "reason": "why"}"#,
        "err",
    );
    assert_eq!(
        (decided.outcome, decided.reason.as_deref()),
        (HookOutcome::Blocked, Some("why"))
    );
    let missing = answer("PreToolUse", 127, "", "not found");
    assert_eq!(
        missing.notices.last().map(String::as_str),
        Some("A hook gave no usable answer, so it didn't check this action.")
    );
}

#[test]
fn an_output_is_an_object_only_if_it_is_json_that_begins_with_a_brace() {
    for (stdout, outcome, said) in [
        ("{oops", HookOutcome::Success, 1),
        ("[\"a\"]", HookOutcome::Success, 1),
        ("\"text\"", HookOutcome::Success, 1),
        ("  {\"other\": 1}", HookOutcome::Success, 0),
        ("{\"decision\": 5}", HookOutcome::Failed, 0),
        (
            "{\"hookSpecificOutput\": {\"additionalContext\": \"x\"}}",
            HookOutcome::Failed,
            0,
        ),
        (
            "{\"hookSpecificOutput\": {\"hookEventName\": \"Stop\"}}",
            HookOutcome::Failed,
            0,
        ),
        ("", HookOutcome::Success, 0),
    ] {
        let answer = answer("UserPromptSubmit", 0, stdout, "");
        assert_eq!(
            (answer.outcome, answer.messages.len()),
            (outcome, said),
            "{stdout}"
        );
    }
    let blocked = answer("PreToolUse", 2, "{\"decision\": 5}", "err");
    assert_eq!(blocked.reason.as_deref(), Some("[./check.sh]: err"));
}

#[test]
fn a_tool_is_allowed_denied_asked_about_or_deferred() {
    let decided = |members: &str| {
        let stdout =
            format!("{{\"hookSpecificOutput\": {{\"hookEventName\": \"PreToolUse\", {members}}}}}");
        answer("PreToolUse", 0, &stdout, "")
    };
    for (word, decision) in [
        ("allow", HookDecision::Allow),
        ("deny", HookDecision::Deny),
        ("ask", HookDecision::Ask),
        ("defer", HookDecision::Defer),
    ] {
        let answer = decided(&format!(
            "\"permissionDecision\": \"{word}\", \"permissionDecisionReason\": \"why\""
        ));
        assert_eq!(
            (answer.decision, answer.reason.as_deref()),
            (Some(decision), Some("why")),
            "{word}"
        );
        assert_eq!(
            answer.tool_result.is_some(),
            decision == HookDecision::Deny,
            "{word}"
        );
    }
    let changed =
        decided("\"permissionDecision\": \"allow\", \"updatedInput\": {\"command\": \"ls -l\"}");
    assert_eq!(
        changed.input,
        Some(serde_json::json!({ "command": "ls -l" }))
    );
    let approved = answer(
        "PreToolUse",
        0,
        r#"{"decision": "approve", "reason": "fine"}"#,
        "",
    );
    assert_eq!(approved.decision, Some(HookDecision::Allow));
}

#[test]
fn a_request_for_a_permission_is_decided_by_an_object() {
    let decided = |decision: &str| {
        let stdout = format!(
            "{{\"hookSpecificOutput\": {{\"hookEventName\": \"PermissionRequest\", \"decision\": {decision}}}}}"
        );
        answer("PermissionRequest", 0, &stdout, "")
    };
    let allowed = decided(
        r#"{"behavior": "allow", "updatedInput": {"command": "x"}, "updatedPermissions": []}"#,
    );
    assert_eq!(allowed.decision, Some(HookDecision::Allow));
    assert_eq!(allowed.input, Some(serde_json::json!({ "command": "x" })));
    assert!(allowed.fields.contains_key("updatedPermissions"));
    let denied = decided(r#"{"behavior": "deny", "message": "no", "interrupt": true}"#);
    assert_eq!(
        (denied.decision, denied.tool_result.as_deref(), denied.stops),
        (Some(HookDecision::Deny), Some("no"), true)
    );
}

#[test]
fn context_messages_and_stops_are_read_where_the_event_has_them() {
    let members = |event: &str| {
        format!(
            "{{\"continue\": false, \"stopReason\": \"enough\", \"systemMessage\": \"look\", \"hookSpecificOutput\": {{\"hookEventName\": \"{event}\", \"additionalContext\": \"note\"}}}}"
        )
    };
    for (event, name, stops, told, context) in [
        ("PreToolUse", "PreToolUse:Bash", true, true, true),
        (
            "PostToolUseFailure",
            "PostToolUseFailure:Bash",
            false,
            true,
            true,
        ),
        ("Stop", "Stop", true, true, true),
        ("TaskCreated", "TaskCreated", false, true, false),
        ("PreCompact", "PreCompact", false, false, false),
        ("StopFailure", "StopFailure", false, false, false),
    ] {
        let answer = answer(event, 0, &members(event), "");
        assert_eq!(
            (answer.stops, answer.stop_reason.is_some()),
            (stops, stops),
            "{event}"
        );
        let says = format!("{name} says: look");
        assert_eq!(answer.notices.contains(&says), told, "{event}");
        let note =
            format!("<system-reminder>\n{name} hook additional context: note\n</system-reminder>");
        assert_eq!(
            answer.messages.iter().any(|message| message.text == note),
            context,
            "{event}"
        );
    }
}

#[test]
fn the_answer_of_a_model_a_request_and_a_background_command_has_rules_of_its_own() {
    let with = |stdout: &str| HookResult {
        stdout: stdout.to_owned(),
        ..HookResult::default()
    };
    let prompt = "{type: prompt, prompt: Right?}";
    let refused = with(r#"{"ok": false, "reason": "why"}"#);
    let answer = answer_of(prompt, "PreToolUse", &refused);
    assert_eq!(
        (answer.decision, answer.stops),
        (Some(HookDecision::Deny), true)
    );
    let answer = answer_of("{type: agent, prompt: Right?}", "PreToolUse", &refused);
    assert_eq!(
        (answer.decision, answer.stops),
        (Some(HookDecision::Deny), false)
    );
    assert_eq!(
        answer_of(prompt, "Stop", &with(r#"{"ok": true}"#)).decision,
        None
    );
    assert_eq!(
        answer_of(prompt, "Stop", &with("Done.")).outcome,
        HookOutcome::Failed
    );
    let impossible = with(r#"{"ok": false, "reason": "why", "impossible": true}"#);
    assert_eq!(answer_of(prompt, "Stop", &impossible).decision, None);

    let http = "{type: http, url: 'http://x'}";
    let status = |status| HookResult {
        status: Some(status),
        ..with(r#"{"decision": "block"}"#)
    };
    assert_eq!(
        answer_of(http, "Stop", &status(200)).outcome,
        HookOutcome::Blocked
    );
    assert_eq!(
        answer_of(http, "Stop", &status(500)).outcome,
        HookOutcome::Failed
    );
    assert_eq!(
        answer_of(http, "Stop", &with("text")).outcome,
        HookOutcome::Failed
    );

    let background = "{type: command, command: x, asyncRewake: true}";
    let failed = HookResult {
        exit_code: 2,
        stderr: "broken\n".to_owned(),
        ..HookResult::default()
    };
    let answer = answer_of(background, "PreToolUse", &failed);
    assert_eq!(answer.decision, None);
    assert_eq!(
        answer.messages[0].text,
        "<system-reminder>\nbroken\n</system-reminder>"
    );
}

#[test]
fn a_hook_that_timed_out_or_could_not_run_has_no_effect() {
    let late = HookResult {
        timed_out: true,
        ..HookResult::default()
    };
    let answer = answer_of(CHECK, "PreToolUse", &late);
    assert_eq!(
        (answer.outcome, answer.decision),
        (HookOutcome::TimedOut, None)
    );
    let failed = HookResult {
        failed: true,
        stderr: "no such program".to_owned(),
        ..HookResult::default()
    };
    let answer = answer_of(CHECK, "Stop", &failed);
    assert_eq!(
        (answer.outcome, answer.decision),
        (HookOutcome::Failed, None)
    );
}

#[test]
fn a_worktree_is_at_the_last_printed_line() {
    let created = answer("WorktreeCreate", 0, "banner\n /w/bold-oak \n\n", "");
    assert_eq!(created.fields["worktreePath"], "/w/bold-oak");
    assert_eq!(
        answer("WorktreeCreate", 0, "", "").outcome,
        HookOutcome::Blocked
    );
}

proptest! {
    #[test]
    fn any_output_of_any_event_has_an_answer(
        event in prop::sample::select(vec![
            "PreToolUse", "PermissionRequest", "PostToolUse", "PostToolBatch", "UserPromptSubmit", "Stop", "TaskCreated", "PreCompact",
            "SessionStart", "WorktreeCreate", "StopFailure", "Elicitation",
        ]),
        stdout in r#"(\{|\}|"decision"|"block"|"continue"|false|"hookSpecificOutput"|"hookEventName"|"Stop"|:|,|\PC|\n| ){0,16}"#,
        exit_code in prop::sample::select(vec![-1, 0, 1, 2, 127]),
        handler in prop::sample::select(vec![CHECK, "{type: http, url: x}", "{type: prompt, prompt: x}", "{type: command, command: x, async: true}"]),
    ) {
        let result = HookResult { exit_code, stdout, ..HookResult::default() };
        let answer = answer_of(handler, event, &result);
        prop_assert!(answer.stops || answer.stop_reason.is_none());
        let denies = answer.decision == Some(HookDecision::Deny);
        prop_assert!(!denies || answer.outcome == HookOutcome::Blocked && answer.tool_result.is_some());
    }
}
