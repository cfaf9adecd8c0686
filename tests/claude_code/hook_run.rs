//! Tests what Claude Code runs for a hook. `conformance/hooks-claude-code.jsonl.br` has more cases.

use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::model::hook_run::{HookOccurrence, HookResult, HookRun, HookSkipReason};
use skillglass::workspace::SessionOptions;
use skillglass::{ArgumentError, Session, Workspace};

use super::turn::with_skills;
use super::{typed, with_options, write_text};

const EDITION: &str = "2026-11";

/// Returns a workspace, and a session in which the skill `a` has registered one hook for an event.
pub(super) fn registered(event: &str, handler: &str) -> (Workspace, Session) {
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

/// Returns an occurrence of an event with the fields that the event requires and no others.
pub(super) fn minimal(event: &str) -> HookOccurrence {
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

pub(super) const CHECK: &str = "{type: command, command: ./check.sh}";

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
fn texts_that_would_become_too_long_are_not_made() {
    let long = "x".repeat(1 << 20);
    let at = occurrence(&format!(
        r#"{{"event": "UserPromptSubmit", "sessionId": "s1", "prompt": "{long}"}}"#
    ));
    let many = |text: &str| text.repeat(17);
    for handler in [
        format!("{{type: prompt, prompt: \"{}\"}}", many("$ARGUMENTS ")),
        format!(
            "{{type: mcp_tool, server: s, tool: t, input: {{a: \"{}\"}}}}",
            many("${prompt} ")
        ),
    ] {
        let run = run(&handler, "UserPromptSubmit", &at).unwrap();
        let HookRun::Skipped { reason, .. } = run else {
            panic!("the text is made: {}", &handler[..30]);
        };
        assert_eq!(reason, HookSkipReason::TooLong);
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
