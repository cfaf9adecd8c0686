//! What the host runs for a hook, and how it reads the result. `conformance/hooks-claude-code.jsonl.br` has more.

use proptest::prelude::*;
use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::model::hook_run::{
    HookAnswer, HookDecision, HookOccurrence, HookOutcome, HookResult, HookRun, HookSkipReason,
};
use skillglass::workspace::SessionOptions;
use skillglass::{ArgumentError, Session, Workspace};

use super::turn::with_skills;
use super::{typed, with_options, write_text};

const EDITION: &str = "2026-11";

/// A session in which the skill `a` has registered one hook at an event.
fn registered(event: &str, handler: &str) -> (Workspace, Session) {
    let text =
        format!("---\ndescription: d\nhooks: {{{event}: [{{hooks: [{handler}]}}]}}\n---\nBody");
    let workspace = with_skills(EDITION, &[("a", &text)]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    assert_eq!(session.hooks().len(), 1, "{handler}");
    (workspace, session)
}

fn occurrence(json: &str) -> HookOccurrence {
    serde_json::from_str(json).unwrap()
}

/// An occurrence of an event with the members that it needs.
fn minimal(event: &str) -> HookOccurrence {
    let members = match event {
        "PreToolUse" | "PermissionRequest" => r#""tool": "Bash", "input": {"command": "ls"}"#,
        "PostToolUse" => {
            r#""tool": "Bash", "input": {"command": "ls"}, "response": {"stdout": "x"}"#
        }
        "PostToolUseFailure" => {
            r#""tool": "Bash", "input": {"command": "ls"}, "fields": {"error": "Exit code 1"}"#
        }
        "PostToolBatch" => r#""fields": {"tool_calls": []}"#,
        "UserPromptSubmit" => r#""prompt": "hello""#,
        "UserPromptExpansion" => r#""prompt": "/b", "fields": {"command_name": "b"}"#,
        "SessionStart" => r#""fields": {"source": "compact"}"#,
        "TaskCreated" => r#""fields": {"task_id": "1", "task_subject": "S"}"#,
        "PreCompact" => r#""fields": {"trigger": "manual"}"#,
        "WorktreeCreate" => r#""fields": {"name": "bold-oak"}"#,
        "StopFailure" => r#""fields": {"error": "overloaded"}"#,
        "Elicitation" => r#""message": "Name?", "fields": {"mcp_server_name": "s"}"#,
        _ => r#""fields": {}"#,
    };
    occurrence(&format!(
        r#"{{"event": "{event}", "sessionId": "s1", {members}}}"#
    ))
}

fn run(handler: &str, event: &str, occurrence: &HookOccurrence) -> Result<HookRun, ArgumentError> {
    let (workspace, session) = registered(event, handler);
    session.hook_run(&workspace, 1, occurrence)
}

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

const CHECK: &str = "{type: command, command: ./check.sh}";

#[test]
fn a_command_gets_its_directory_variables_and_input() {
    let at = occurrence(
        r#"{"event": "PreToolUse", "sessionId": "s1", "transcriptPath": "/t.jsonl", "cwd": "/repo/sub", "promptId": "p",
            "permissionMode": "plan", "effort": "high", "tool": "Write", "input": {"file_path": "/x", "content": "é\n"}, "callId": "c"}"#,
    );
    let Ok(HookRun::Command {
        program,
        args,
        line,
        cwd,
        env,
        stdin,
        timeout_ms,
        ..
    }) = run(CHECK, "PreToolUse", &at)
    else {
        panic!("the hook runs a command");
    };
    assert_eq!(
        (&*program, &args[..]),
        ("/bin/sh", &["-c".to_owned(), "./check.sh".to_owned()][..])
    );
    assert_eq!(
        (line.as_deref(), &*cwd, timeout_ms),
        (Some("./check.sh"), "/repo/sub", 600_000)
    );
    let env: Vec<_> = env
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(
        env,
        [
            ("CLAUDECODE", "1"),
            ("CLAUDE_CODE_SESSION_ID", "s1"),
            ("CLAUDE_EFFORT", "high"),
            ("CLAUDE_PLUGIN_ROOT", "/repo/.claude/skills/a"),
            ("CLAUDE_PROJECT_DIR", "/repo"),
        ]
    );
    assert_eq!(
        stdin,
        "{\"session_id\":\"s1\",\"transcript_path\":\"/t.jsonl\",\"cwd\":\"/repo/sub\",\"prompt_id\":\"p\",\"permission_mode\":\"plan\",\
         \"effort\":{\"level\":\"high\"},\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Write\",\
         \"tool_input\":{\"file_path\":\"/x\",\"content\":\"é\\n\"},\"tool_use_id\":\"c\"}\n"
    );
}

#[test]
fn the_options_of_the_host_give_the_session_id_and_the_effort() {
    let mut workspace = with_options(
        EDITION,
        ClaudeCodeOptions {
            session_id: Some("of-options".to_owned()),
            effort: Some("low".to_owned()),
            ..ClaudeCodeOptions::default()
        },
    );
    let text = format!("---\nhooks: {{Stop: [{{hooks: [{CHECK}]}}]}}\n---\nBody");
    write_text(&mut workspace, "/repo/.claude/skills/a", &text);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    let run = session.hook_run(&workspace, 1, &occurrence(r#"{"event": "Stop"}"#));
    let Ok(HookRun::Command { stdin, .. }) = run else {
        panic!("the hook runs a command: {run:?}");
    };
    assert_eq!(
        stdin,
        "{\"session_id\":\"of-options\",\"transcript_path\":\"\",\"cwd\":\"/repo\",\"permission_mode\":\"default\",\
         \"effort\":{\"level\":\"low\"},\"hook_event_name\":\"Stop\",\"stop_hook_active\":false,\"background_tasks\":[],\"session_crons\":[]}\n"
    );
}

#[test]
fn arguments_replace_the_shell_and_paths_are_inserted() {
    let handler = "{type: command, command: '${CLAUDE_PLUGIN_ROOT}/run', args: ['${CLAUDE_PROJECT_DIR}/x', '$HOME', a b], timeout: 5, async: true}";
    let Ok(HookRun::Command {
        program,
        args,
        line,
        timeout_ms,
        background,
        ..
    }) = run(handler, "Stop", &minimal("Stop"))
    else {
        panic!("the hook runs a command");
    };
    assert_eq!(program, "/repo/.claude/skills/a/run");
    assert_eq!(args, ["/repo/x", "$HOME", "a b"]);
    assert_eq!((line, timeout_ms, background), (None, 5_000, true));
}

#[test]
fn the_event_and_the_type_decide_the_time_limit() {
    let cases = [
        (CHECK, "PostToolBatch", 600_000),
        (CHECK, "UserPromptSubmit", 30_000),
        ("{type: prompt, prompt: Right?}", "Stop", 30_000),
        ("{type: agent, prompt: Right?}", "Stop", 60_000),
        ("{type: http, url: 'http://x', timeout: 2.5}", "Stop", 2_500),
    ];
    for (handler, event, expected) in cases {
        let timeout_ms = match run(handler, event, &minimal(event)).unwrap() {
            HookRun::Command { timeout_ms, .. }
            | HookRun::Http { timeout_ms, .. }
            | HookRun::Prompt { timeout_ms, .. }
            | HookRun::Agent { timeout_ms, .. } => timeout_ms,
            other => panic!("{other:?}"),
        };
        assert_eq!(timeout_ms, expected, "{handler} at {event}");
    }
}

#[test]
fn a_request_has_only_the_variables_that_the_hook_may_use() {
    let mut options = super::options(EDITION);
    options.variables = Some(
        [
            ("TOKEN".to_owned(), "t".to_owned()),
            ("OTHER".to_owned(), "o".to_owned()),
        ]
        .into(),
    );
    let mut workspace = super::with(options);
    let handler = "{type: http, url: 'http://x/', headers: {X-Token: '$TOKEN ${TOKEN}$OTHER $5'}, allowedEnvVars: [TOKEN]}";
    let text = format!("---\nhooks: {{Stop: [{{hooks: [{handler}]}}]}}\n---\nBody");
    write_text(&mut workspace, "/repo/.claude/skills/a", &text);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    let run = session.hook_run(&workspace, 1, &minimal("Stop"));
    let Ok(HookRun::Http {
        method,
        url,
        headers,
        body,
        ..
    }) = run
    else {
        panic!("the hook sends a request: {run:?}");
    };
    assert_eq!((&*method, &*url), ("POST", "http://x/"));
    assert_eq!(
        (&*headers["x-token"], &*headers["content-type"]),
        ("t t $5", "application/json")
    );
    assert!(
        body.starts_with("{\"session_id\":\"s1\"") && body.ends_with('}'),
        "{body}"
    );
}

#[test]
fn questions_and_tools_get_the_input() {
    let prompt = |text: &str| {
        let handler = format!("{{type: prompt, prompt: \"{text}\"}}");
        match run(&handler, "UserPromptSubmit", &minimal("UserPromptSubmit")) {
            Ok(HookRun::Prompt { prompt, .. }) => prompt,
            other => panic!("{other:?}"),
        }
    };
    assert!(prompt("See: $ARGUMENTS!").ends_with("\"prompt\":\"hello\"}!"));
    assert!(prompt("Right?").starts_with("Right?\n\nARGUMENTS: {\"session_id\""));
    let handler = "{type: mcp_tool, server: s, tool: t, input: {a: 'run ${tool_input.command}${none}', b: 1}}";
    match run(handler, "PreToolUse", &minimal("PreToolUse")) {
        Ok(HookRun::McpTool { input, .. }) => assert_eq!(
            serde_json::json!(input),
            serde_json::json!({ "a": "run ls", "b": 1 })
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_hook_that_does_not_run_says_why() {
    let in_agent = r#"{"event": "PreToolUse", "sessionId": "s1", "agentId": "x", "tool": "Bash", "input": {}}"#;
    let cases = [
        (
            "{type: command, command: x, if: Bash(git *)}",
            minimal("PreToolUse"),
            HookSkipReason::Condition,
        ),
        (
            "{type: command, command: x, if: Bash}",
            minimal("Stop"),
            HookSkipReason::Condition,
        ),
        (
            "{type: prompt, prompt: x}",
            minimal("SessionStart"),
            HookSkipReason::HandlerType,
        ),
        (
            "{type: http, url: x}",
            minimal("SessionStart"),
            HookSkipReason::HandlerType,
        ),
        (
            "{type: command, command: '${CLAUDE_PLUGIN_DATA}/x'}",
            minimal("Stop"),
            HookSkipReason::Variable,
        ),
        (CHECK, occurrence(in_agent), HookSkipReason::InAgent),
    ];
    for (handler, at, expected) in cases {
        match run(handler, &at.event.clone(), &at).unwrap() {
            HookRun::Skipped { reason, .. } => assert_eq!(reason, expected, "{handler}"),
            other => panic!("{handler}: {other:?}"),
        }
    }
    let text =
        format!("---\nhooks: {{PreToolUse: [{{matcher: Read, hooks: [{CHECK}]}}]}}\n---\nBody");
    let workspace = with_skills(EDITION, &[("a", &text)]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    let run = session
        .hook_run(&workspace, 1, &minimal("PreToolUse"))
        .unwrap();
    assert!(
        matches!(
            run,
            HookRun::Skipped {
                reason: HookSkipReason::Matcher,
                ..
            }
        ),
        "{run:?}"
    );
}

#[test]
fn unknown_ids_events_and_members_are_refused_by_name() {
    let (workspace, session) = registered("Stop", CHECK);
    let cases = [
        (9, r#"{"event": "Stop", "sessionId": "s1"}"#, "id"),
        (1, r#"{"event": "Stop"}"#, "sessionId"),
        (1, r#"{"event": "PreToolUse", "sessionId": "s1"}"#, "event"),
        (1, r#"{"event": "Nonsense", "sessionId": "s1"}"#, "event"),
        (
            1,
            r#"{"event": "Stop", "sessionId": "s1", "tool": "Bash"}"#,
            "tool",
        ),
        (
            1,
            r#"{"event": "Stop", "sessionId": "s1", "fields": {"stop": true}}"#,
            "fields.stop",
        ),
        (
            1,
            r#"{"event": "Stop", "sessionId": "s1", "cwd": "sub"}"#,
            "cwd",
        ),
    ];
    for (id, json, argument) in cases {
        let error = session
            .hook_run(&workspace, id, &occurrence(json))
            .unwrap_err();
        assert_eq!(error.argument, argument, "{json}");
    }
    for (event, json, argument) in [
        (
            "PreToolUse",
            r#"{"event": "PreToolUse", "sessionId": "s1", "tool": "Bash"}"#,
            "input",
        ),
        (
            "PreToolUse",
            r#"{"event": "PreToolUse", "sessionId": "s1", "tool": "Bash", "input": []}"#,
            "input",
        ),
        (
            "SessionEnd",
            r#"{"event": "SessionEnd", "sessionId": "s1"}"#,
            "fields.reason",
        ),
        (
            "SubagentStart",
            r#"{"event": "SubagentStart", "sessionId": "s1", "agentId": "x"}"#,
            "agentType",
        ),
    ] {
        let error = run(CHECK, event, &occurrence(json)).unwrap_err();
        assert_eq!(error.argument, argument, "{json}");
    }
    let error = session.hook_answer(
        &workspace,
        1,
        &minimal("PreToolUse"),
        &HookResult::default(),
    );
    assert_eq!(error.unwrap_err().argument, "event");
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

#[test]
fn a_resumed_conversation_runs_the_same_hooks() {
    let (workspace, session) = registered("Stop", CHECK);
    let saved = Some(session.save(&workspace));
    let options = SessionOptions {
        saved,
        ..SessionOptions::default()
    };
    let resumed = Session::start(&workspace, options).unwrap();
    let at = minimal("Stop");
    assert_eq!(
        resumed.hook_run(&workspace, 1, &at),
        session.hook_run(&workspace, 1, &at)
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
