//! Tests calls of the Skill tool by the model, and the reasons for which Claude Code refuses a
//! call.

use std::collections::BTreeMap;

use skillglass::Session;
use skillglass::hosts::claude_code::{ClaudeCodeOptions, McpPrompt, SdkOptions};
use skillglass::model::invocation::{Invocation, InvocationOutcome, InvocationRequest, SkillCall};
use skillglass::model::message::{Role, SkillEvent};

use super::expand::{answers, output};
use super::turn::{with_skills, write_skills};
use super::{editions, typed, with_options, workspace, write_text};
use crate::common::Files;

/// Returns a call of a skill by the model. Without arguments, the call has no `args`.
pub fn call(skill: &str, arguments: &str) -> SkillCall {
    SkillCall {
        skill: skill.to_owned(),
        args: (!arguments.is_empty()).then(|| arguments.to_owned()),
        ..SkillCall::default()
    }
}

/// Returns the code and the message with which Claude Code refuses an invocation. Panics if the
/// invocation is not refused.
pub fn refused(invocation: &Invocation) -> (Option<u32>, &str) {
    match &invocation.outcome {
        InvocationOutcome::Refused {
            code,
            message,
            help,
            ..
        } => {
            assert!(help.ends_with('.'), "{help:?}");
            (*code, message)
        }
        outcome => panic!("{outcome:?}"),
    }
}

const PLAIN: &str = "---\ndescription: d\n---\nDo $ARGUMENTS.";

#[test]
fn the_tools_result_says_that_the_skill_is_launched_and_a_hidden_message_has_the_text() {
    for edition in editions() {
        let workspace = with_skills(edition, &[("pdf", PLAIN)]);
        let invocation = workspace
            .invoke(&SkillCall {
                id: Some("toolu_1".to_owned()),
                ..call("pdf", "it")
            })
            .unwrap();
        assert_eq!(invocation.outcome, InvocationOutcome::Injected);
        let messages: Vec<_> = (invocation.messages.iter())
            .map(|message| (message.role, message.hidden, message.text.as_str()))
            .collect();
        assert_eq!(
            messages,
            [
                (Role::Tool, false, "Launching skill: pdf"),
                (
                    Role::User,
                    true,
                    "Base directory for this skill: /repo/.claude/skills/pdf\n\nDo it."
                )
            ]
        );
        for message in &invocation.messages {
            assert_eq!(message.call_id.as_deref(), Some("toolu_1"));
        }
    }
}

#[test]
fn a_slash_and_blanks_around_the_name_are_taken_off() {
    let workspace = with_skills("2026-08", &[("pdf", PLAIN)]);
    for (written, has_slash) in [
        ("pdf", false),
        (" pdf\n", false),
        ("/pdf", true),
        (" /pdf ", true),
        ("/ pdf", true),
    ] {
        let invocation = workspace.invoke(&call(written, "")).unwrap();
        assert!(invocation.outcome.took_effect(), "{written:?}");
        assert_eq!(invocation.name, "pdf");
        let told = telemetry(&invocation)
            .iter()
            .any(|(name, _)| *name == "tengu_skill_tool_slash_prefix");
        assert_eq!(told, has_slash, "{written:?}");
    }
}

/// Returns the name and the properties of each telemetry event of an invocation.
fn telemetry(invocation: &Invocation) -> Vec<(&str, &BTreeMap<String, String>)> {
    (invocation.events.iter())
        .filter_map(|event| match event {
            SkillEvent::Telemetry { name, properties } => Some((name.as_str(), properties)),
            _ => None,
        })
        .collect()
}

#[test]
fn each_refusal_has_the_hosts_number() {
    let cases = [
        ("", Some(1), "Invalid skill format: "),
        ("  ", Some(1), "Invalid skill format: "),
        (" / ", Some(2), "Unknown skill: "),
        ("nothing", Some(2), "Unknown skill: nothing"),
        ("PDF", Some(2), "Unknown skill: PDF"),
        ("later", Some(2), "Unknown skill: later"),
        (
            "only-user",
            Some(4),
            "Skill only-user cannot be used with Skill tool due to disable-model-invocation",
        ),
        (
            "compact",
            Some(5),
            "Skill compact is not a prompt-based skill",
        ),
    ];
    for edition in editions() {
        let workspace = with_skills(
            edition,
            &[
                ("pdf", PLAIN),
                ("only-user", "---\ndisable-model-invocation: true\n---\nx"),
                ("later", "---\npaths: '*.rs'\n---\nx"),
            ],
        );
        for (name, code, words) in cases {
            let invocation = workspace.invoke(&call(name, "")).unwrap();
            let (number, message) = refused(&invocation);
            assert_eq!(number, code, "{edition} {name:?}");
            assert!(message.starts_with(words), "{edition} {message:?}");
            assert_eq!(
                (
                    invocation.messages.len(),
                    invocation.content,
                    invocation.permission
                ),
                (1, None, None)
            );
        }
    }
}

#[test]
fn remote_names_are_not_discovered_in_2026_04_and_ordinary_elsewhere() {
    for (edition, code, words) in [
        ("2026-02", Some(2), "Unknown skill: _canonical_x"),
        (
            "2026-04",
            Some(6),
            "Remote skill _canonical_x was not discovered in this session",
        ),
        ("2026-08", Some(2), "Unknown skill: _canonical_x"),
    ] {
        let invocation = workspace(edition)
            .invoke(&call("_canonical_x", ""))
            .unwrap();
        assert_eq!(refused(&invocation), (code, words));
    }
}

#[test]
fn a_skill_of_the_users_alone_is_left_to_the_user_since_2026_08() {
    for (edition, asks) in [("2026-02", false), ("2026-04", false), ("2026-08", true)] {
        let workspace = with_skills(
            edition,
            &[("a", "---\ndisable-model-invocation: true\n---\nx")],
        );
        let invocation = workspace.invoke(&call("a", "")).unwrap();
        let (_, message) = refused(&invocation);
        assert_eq!(
            message.contains("Ask the user to run /a"),
            asks,
            "{edition}"
        );
    }
}

#[test]
fn what_the_settings_or_the_sdk_withhold_is_refused_with_the_reason() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            sdk: Some(SdkOptions {
                skills: Some(vec!["off".to_owned(), "mine".to_owned(), "name".to_owned()]),
            }),
            ..ClaudeCodeOptions::default()
        },
    );
    write_skills(
        &mut workspace,
        &[
            ("off", PLAIN),
            ("mine", PLAIN),
            ("other", PLAIN),
            ("name", PLAIN),
        ],
    );
    workspace.put(
        "/repo/.claude/settings.json",
        r#"{"skillOverrides": {"off": "off", "mine": "user-invocable-only", "name": "name-only"}}"#,
    );
    for (name, code, words) in [
        ("off", None, "skillOverrides"),
        ("mine", Some(4), "due to skillOverrides"),
        ("other", None, "not among the session's skills"),
    ] {
        let invocation = workspace.invoke(&call(name, "")).unwrap();
        let (number, message) = refused(&invocation);
        assert_eq!(number, code, "{name}");
        assert!(message.contains(words), "{message:?}");
    }
    let invocation = workspace.invoke(&call("name", "")).unwrap();
    assert_eq!(invocation.outcome, InvocationOutcome::Injected);
}

#[test]
fn an_unknown_name_is_told_what_was_probably_meant() {
    let workspace = with_skills(
        "2026-08",
        &[("pdf", PLAIN), ("later", "---\npaths: '*.rs'\n---\nx")],
    );
    for (name, words) in [
        ("PDF", "There is pdf; the case must match."),
        (
            "later",
            "/repo/.claude/skills/later/SKILL.md waits for a file that its paths match.",
        ),
        ("x", "Give the name of a skill of the list."),
    ] {
        let invocation = workspace.invoke(&call(name, "")).unwrap();
        let InvocationOutcome::Refused { help, .. } = invocation.outcome else {
            panic!("{name} was not refused")
        };
        assert_eq!(help, words);
    }
}

#[test]
fn a_use_is_recorded_with_its_context_and_what_triggered_it() {
    let workspace = with_skills(
        "2026-08",
        &[
            ("a", PLAIN),
            ("f", "---\ndescription: d\ncontext: fork\n---\nx"),
        ],
    );
    let approved = |name| SkillCall {
        approved: true,
        ..call(name, "")
    };
    let model = |name| workspace.invoke(&approved(name)).unwrap();
    let user = |text| workspace.turn(&typed(text)).invocations.remove(0);
    for (invocation, name, context, trigger) in [
        (model("a"), "a", "inline", "model"),
        (model("f"), "f", "fork", "model"),
        (user("/a"), "a", "inline", "user"),
        (user("/f"), "f", "fork", "user"),
    ] {
        let expected = [
            ("command_name", name),
            ("execution_context", context),
            ("invocation_trigger", trigger),
        ];
        let expected =
            BTreeMap::from(expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
        assert_eq!(
            telemetry(&invocation),
            [("tengu_skill_tool_invocation", &expected)]
        );
    }
}

#[test]
fn hooks_before_a_tools_use_hear_of_the_models_call_alone() {
    let workspace = with_skills("2026-08", &[("a", PLAIN)]);
    let invocation = workspace.invoke(&call("a", "x")).unwrap();
    let Some(SkillEvent::HookEvent { event, input }) = invocation.events.first() else {
        panic!("{:?}", invocation.events)
    };
    assert_eq!(event, "PreToolUse");
    let expected = [("args", "x"), ("skill", "a"), ("tool_name", "Skill")];
    let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(*input, BTreeMap::from(expected));
    let typed = workspace.turn(&typed("/a x"));
    assert!(typed.events.iter().all(
        |event| !matches!(event, SkillEvent::HookEvent { event, .. } if event == "PreToolUse")
    ));
}

/// Returns a workspace with an MCP server whose prompt takes two arguments.
fn with_prompt(edition: &str) -> skillglass::Workspace {
    with_options(
        edition,
        ClaudeCodeOptions {
            mcp_prompts: vec![McpPrompt {
                server: "mcp://x y".to_owned(),
                name: "/ask".to_owned(),
                description: None,
                arguments: vec!["topic".to_owned(), "depth".to_owned()],
            }],
            ..ClaudeCodeOptions::default()
        },
    )
}

#[test]
fn a_servers_prompt_is_asked_of_the_server_with_its_arguments_in_the_declared_order() {
    for edition in editions() {
        let workspace = with_prompt(edition);
        for (arguments, expected) in [
            (
                "'two words' 3 rest",
                vec![("topic", "two words"), ("depth", "3")],
            ),
            ("it's", vec![("topic", "it's")]),
            ("", vec![]),
        ] {
            let turn = workspace.turn(&typed(&format!("/mcp__mcp://x_y__/ask {arguments}")));
            let invocation = &turn.invocations[0];
            assert_eq!(invocation.outcome, InvocationOutcome::Waits);
            let expected = expected
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value.to_owned()));
            assert_eq!(
                invocation.requests,
                [InvocationRequest::Prompt {
                    id: invocation.requests[0].id().to_owned(),
                    server: "mcp://x y".to_owned(),
                    prompt: "/ask".to_owned(),
                    arguments: expected.collect(),
                }]
            );
        }
    }
}

#[test]
fn nothing_is_put_into_a_servers_text_and_nothing_in_it_runs() {
    for edition in editions() {
        let text = "Base $0 ${CLAUDE_SESSION_ID} !`rm -rf x`";
        let mut request = typed("/mcp__mcp://x_y__/ask a");
        let workspace = with_prompt(edition);
        let asked = workspace.turn(&request).invocations.remove(0);
        request.outputs = answers(&asked.requests, &[output(text)]);
        let turn = workspace.turn(&request);
        assert_eq!(turn.invocations[0].content.as_deref(), Some(text));
    }
}

#[test]
fn the_model_uses_a_servers_prompt_in_older_editions_only() {
    for (edition, may) in [("2026-02", true), ("2026-04", true), ("2026-08", false)] {
        let invocation = with_prompt(edition)
            .invoke(&call("mcp__mcp://x_y__/ask", ""))
            .unwrap();
        if may {
            assert_eq!(invocation.outcome, InvocationOutcome::Waits);
        } else {
            assert_eq!(refused(&invocation).0, Some(2));
        }
    }
}

#[test]
fn of_skills_of_one_name_the_first_runs() {
    for edition in editions() {
        let mut workspace = with_skills(edition, &[("a", PLAIN)]);
        write_text(&mut workspace, "/home/me/.claude/skills/a", PLAIN);
        let invocation = workspace.invoke(&call("a", "")).unwrap();
        assert_eq!(
            invocation.path.as_deref(),
            Some("/home/me/.claude/skills/a/SKILL.md")
        );
    }
}

#[test]
fn the_tools_own_text_says_not_to_start_a_skill_twice() {
    for edition in editions() {
        let listing = with_skills(edition, &[("a", PLAIN)]).listing();
        let tool = listing.tool.unwrap();
        assert_eq!(
            (tool.name.as_str(), &tool.inputs[..]),
            ("Skill", &["skill".to_owned(), "args".to_owned()][..])
        );
        assert_eq!(
            tool.description.lines().collect::<Vec<_>>(),
            [
                "Execute a skill within the main conversation",
                "",
                "When users ask you to perform tasks, check if any of the available skills match.",
                "",
                "How to invoke:",
                "- Use this tool with the skill name and optional arguments",
                "- Examples:",
                "  - skill: \"pdf\"",
                "  - skill: \"commit\", args: \"-m 'Fix bug'\"",
                "",
                "Important:",
                "- Available skills are listed in system-reminder messages",
                "- When a skill matches, invoke BEFORE generating any other response",
                "- NEVER mention a skill without calling this tool",
                "- Do not invoke a skill that is already running",
            ]
        );
        assert!(tool.description.ends_with("running\n"));
    }
}

#[test]
fn a_refusal_a_failure_and_the_users_no_are_the_result_of_the_call() {
    const SKILLS: &[(&str, &str)] = &[
        ("asks", "---\nallowed-tools: Bash(git *)\n---\nA."),
        ("runs", "---\nname: runs\n---\nR."),
        ("fails", "!`rm x`"),
        ("user", "---\ndisable-model-invocation: true\n---\nU."),
    ];
    let cases = [
        ("nope", false, "Unknown skill: nope"),
        ("user", false, "cannot be used"),
        ("user", true, "cannot be used"),
        ("fails", false, "permission check failed"),
        ("fails", true, "permission check failed"),
        ("asks", true, "The user declined the use of skill \"asks\"."),
        ("runs", true, "The user declined the use of skill \"runs\"."),
    ];
    for edition in editions() {
        let workspace = with_skills(edition, SKILLS);
        for (name, declined, expected) in cases {
            let mut session = Session::new();
            let call = SkillCall {
                id: Some("toolu_1".to_owned()),
                declined,
                ..call(name, "")
            };
            let invocation = session.invoke(&workspace, &call).unwrap();
            let [message] = &invocation.messages[..] else {
                panic!("{edition} {name}: {:?}", invocation.messages)
            };
            assert!(
                message.text.contains(expected),
                "{edition}: {}",
                message.text
            );
            let call_id = message.call_id.as_deref();
            assert_eq!((message.role, call_id), (Role::Tool, Some("toolu_1")));
            assert_eq!(invocation.content, None);
            assert!(session.usage().is_empty(), "{edition} {name}");
        }
    }
}

#[test]
fn a_call_is_not_both_approved_and_declined() {
    let both = SkillCall {
        approved: true,
        declined: true,
        ..call("pdf", "")
    };
    let workspace = with_skills("2026-11", &[("pdf", PLAIN)]);
    let error = workspace.invoke(&both).unwrap_err();
    assert_eq!(error.argument, "declined");
}
