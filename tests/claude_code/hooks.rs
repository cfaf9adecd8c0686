//! Tests which hooks a skill registers for the session, and which events start a hook.

use skillglass::hosts::claude_code::{ClaudeCodeOptions, SdkOptions};
use skillglass::model::hook::HookHandler;
use skillglass::model::invocation::SkillCall;
use skillglass::{Session, Workspace};

use super::expand::{answers, output};
use super::invoke::call;
use super::turn::with_skills;
use super::{editions, typed, with_options, write_text};

/// Returns the text of a skill with hooks. `hooks` is YAML in flow style.
fn text(hooks: &str) -> String {
    format!("---\ndescription: d\nhooks: {hooks}\n---\nBody")
}

const TWO: &str = "{PreToolUse: [{matcher: Bash, hooks: [{type: command, command: check}]}], Stop: [{hooks: [{type: prompt, prompt: Right?, once: true}]}]}";

fn commands(session: &Session, workspace: &Workspace, event: &str, subject: &str) -> Vec<u32> {
    let hooks = session.hooks_for(workspace, event, subject).unwrap();
    hooks.iter().map(|hook| hook.id).collect()
}

#[test]
fn a_use_registers_the_hooks_with_the_skills_folder() {
    for edition in editions() {
        let workspace = with_skills(edition, &[("a", &text(TWO))]);
        for by_user in [false, true] {
            let mut session = Session::new();
            if by_user {
                session.turn(&workspace, &typed("/a"));
            } else {
                let approved = SkillCall {
                    approved: true,
                    ..call("a", "")
                };
                session.invoke(&workspace, &approved).unwrap();
            }
            let hooks: Vec<_> = (session.hooks().iter())
                .map(|hook| {
                    (
                        hook.id,
                        hook.skill.as_str(),
                        hook.directory.as_str(),
                        hook.hook.event.as_str(),
                    )
                })
                .collect();
            let folder = "/repo/.claude/skills/a";
            assert_eq!(
                hooks,
                [(1, "a", folder, "PreToolUse"), (2, "a", folder, "Stop")]
            );
        }
    }
}

#[test]
fn nothing_is_registered_before_an_invocation_takes_effect() {
    let waits = format!("{}\n!`ls`", text(TWO));
    let workspace = with_skills("2026-08", &[("a", &text(TWO)), ("waits", &waits)]);
    let mut session = Session::new();
    session.invoke(&workspace, &call("a", "")).unwrap();
    session.turn(&workspace, &typed("/waits"));
    assert_eq!(session.hooks(), []);
    let mut request = typed("/waits");
    let asked = workspace.turn(&request).invocations.remove(0);
    request.outputs = answers(&asked.requests, &[output("")]);
    session.turn(&workspace, &request);
    assert_eq!(session.hooks().len(), 2);
}

#[test]
fn hooks_last_for_the_session_and_another_use_registers_them_no_second_time() {
    let workspace = with_skills("2026-08", &[("a", &text(TWO)), ("b", &text(TWO))]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    session.turn(&workspace, &typed("/a other words"));
    session.turn(&workspace, &typed("No command"));
    session.compact(&workspace, None);
    assert_eq!(session.hooks().len(), 2);
    session.turn(&workspace, &typed("/b"));
    assert_eq!(session.hooks().len(), 4);
}

#[test]
fn a_hook_that_runs_once_is_gone_when_it_went_well_and_back_with_the_next_use() {
    let workspace = with_skills("2026-08", &[("a", &text(TWO))]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    assert_eq!(session.hook_succeeded(1), Ok(false));
    assert_eq!(session.hook_succeeded(2), Ok(true));
    assert!(session.hook_succeeded(2).is_err(), "it is gone");
    assert_eq!(commands(&session, &workspace, "Stop", ""), [0; 0]);
    session.turn(&workspace, &typed("/a"));
    assert_eq!(commands(&session, &workspace, "Stop", ""), [3]);
}

#[test]
fn an_unknown_hook_and_an_unknown_event_are_refused_by_name() {
    let workspace = with_skills("2026-08", &[("a", &text(TWO))]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    for id in [0, 99, u32::MAX] {
        assert_eq!(session.hook_succeeded(id).unwrap_err().argument, "id");
    }
    for event in ["Nonsense", "stop", ""] {
        let error = session.hooks_for(&workspace, event, "").unwrap_err();
        assert_eq!(error.argument, "event");
    }
}

/// Returns true if using a tool starts a hook with this matcher.
fn fires(edition: &str, event: &str, matcher: &str, tool: &str) -> bool {
    let hooks = format!(
        "{{{event}: [{{matcher: \"{matcher}\", hooks: [{{type: command, command: x}}]}}]}}"
    );
    let workspace = with_skills(edition, &[("a", &text(&hooks))]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    assert_eq!(session.hooks().len(), 1, "{matcher}");
    !commands(&session, &workspace, event, tool).is_empty()
}

#[test]
fn a_matcher_is_everything_a_list_of_names_or_a_regular_expression() {
    // The matcher, the tool, and true if the hook runs: before 2026-08, and since.
    let cases = [
        ("", "Bash", true, true),
        ("*", "Bash", true, true),
        ("Bash", "Bash", true, true),
        ("Bash", "BashOutput", false, false),
        ("Write|Edit", "Edit", true, true),
        ("Write, Edit", "Edit", false, true),
        ("Notebook.*", "NotebookEdit", true, true),
        ("book", "NotebookEdit", false, false),
        ("b.ok", "NotebookEdit", true, true),
        ("^Bash$", "BashOutput", false, false),
        ("my-tool", "my-tool-2", true, false),
        ("my-tool", "my-tool", true, true),
        ("mcp__memory__.*", "mcp__memory__write", true, true),
    ];
    for (matcher, tool, older, newest) in cases {
        for (edition, expected) in [("2026-02", older), ("2026-04", older), ("2026-08", newest)] {
            assert_eq!(
                fires(edition, "PreToolUse", matcher, tool),
                expected,
                "{edition} {matcher:?} on {tool}"
            );
        }
    }
}

#[test]
fn some_events_fire_whatever_the_matcher_says() {
    assert!(fires("2026-08", "Stop", "Bash", ""));
    assert!(fires("2026-08", "UserPromptSubmit", "Bash", "Read"));
    assert!(!fires("2026-08", "PostToolUse", "Bash", "Read"));
}

#[test]
fn a_hook_fires_at_its_own_event_alone() {
    let workspace = with_skills("2026-08", &[("a", &text(TWO))]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    for (event, subject, expected) in [
        ("PreToolUse", "Bash", &[1][..]),
        ("PreToolUse", "Read", &[]),
        ("PostToolUse", "Bash", &[]),
        ("Stop", "", &[2]),
    ] {
        assert_eq!(commands(&session, &workspace, event, subject), expected);
    }
}

#[test]
fn every_kind_of_handler_is_registered() {
    let hooks = "{PostToolUse: [{hooks: [{type: command, command: c}, {type: http, url: u}, {type: mcp_tool, server: s, tool: t}, {type: prompt, prompt: p}, {type: agent, prompt: q}]}]}";
    let workspace = with_skills("2026-08", &[("a", &text(hooks))]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    let kinds: Vec<_> = (session.hooks().iter())
        .map(|hook| match &hook.hook.handler {
            HookHandler::Command { .. } => "command",
            HookHandler::Http { .. } => "http",
            HookHandler::McpTool { .. } => "mcp_tool",
            HookHandler::Prompt { .. } => "prompt",
            HookHandler::Agent { .. } => "agent",
        })
        .collect();
    assert_eq!(kinds, ["command", "http", "mcp_tool", "prompt", "agent"]);
}

#[test]
fn what_is_malformed_loses_itself_alone_and_is_told() {
    let hooks = "{Nothing: [], PreToolUse: [{matcher: '(', hooks: [{type: command, command: x}, {type: shell}]}], Stop: [{hooks: [{type: command, command: y}]}]}";
    let workspace = with_skills("2026-08", &[("a", &text(hooks))]);
    let catalog = workspace.catalog();
    let fields: Vec<_> = (catalog.ignored.iter())
        .filter_map(|ignored| ignored.field.as_deref())
        .collect();
    assert_eq!(
        fields,
        [
            "hooks.Nothing",
            "hooks.PreToolUse[0].matcher",
            "hooks.PreToolUse[0].hooks[1].type"
        ]
    );
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    assert_eq!(session.hooks().len(), 2);
    assert_eq!(commands(&session, &workspace, "PreToolUse", "("), [0; 0]);
}

#[test]
fn a_projects_hooks_need_trust_unless_nobody_is_there_to_be_asked() {
    let untrusted = ClaudeCodeOptions {
        trusted: Some(false),
        ..ClaudeCodeOptions::default()
    };
    let cases = [
        (ClaudeCodeOptions::default(), true),
        (untrusted.clone(), false),
        (
            ClaudeCodeOptions {
                headless: true,
                ..untrusted.clone()
            },
            true,
        ),
        (
            ClaudeCodeOptions {
                sdk: Some(SdkOptions::default()),
                ..untrusted
            },
            true,
        ),
    ];
    for (options, of_project) in cases {
        let mut workspace = with_options("2026-08", options);
        for folder in ["/repo/.claude/skills/a", "/home/me/.claude/skills/u"] {
            write_text(&mut workspace, folder, &text(TWO));
        }
        let mut session = Session::new();
        session.turn(&workspace, &typed("/a"));
        assert_eq!(!session.hooks().is_empty(), of_project);
        let before = session.hooks().len();
        session.turn(&workspace, &typed("/u"));
        assert_eq!(session.hooks().len(), before + 2);
    }
}
