//! Tests a typed message: which of its commands run, and why another name that it mentions runs
//! nothing.

use std::collections::BTreeMap;

use skillglass::Workspace;
use skillglass::hosts::claude_code::{BundledSkill, ClaudeCodeOptions, McpPrompt, SdkOptions};
use skillglass::model::environment::Plugin;
use skillglass::model::invocation::InvocationOutcome;
use skillglass::model::message::{Role, SkillEvent};
use skillglass::model::turn::{MentionKind, Outcome, SkipReason, Turn, TurnInput, TurnRequest};

use super::expand::{answers, output};
use super::{editions, options, typed, with, with_options, workspace, write_skill, write_text};
use crate::common::Files;

/// Returns a workspace with skills of the project, each given as a folder's name and a text.
pub fn with_skills(edition: &str, skills: &[(&str, &str)]) -> Workspace {
    let mut workspace = workspace(edition);
    write_skills(&mut workspace, skills);
    workspace
}

pub fn write_skills(workspace: &mut Workspace, skills: &[(&str, &str)]) {
    for (name, text) in skills {
        write_text(workspace, &format!("/repo/.claude/skills/{name}"), text);
    }
}

/// Returns the names of the skills that a turn selected, in order.
pub fn chosen(turn: &Turn) -> Vec<&str> {
    (turn.selected.iter())
        .map(|skill| skill.name.as_str())
        .collect()
}

/// Returns each mention's name with the reason why the mention selected no skill. The reason is
/// `None` if it selected one.
fn reasons(turn: &Turn) -> Vec<(&str, Option<SkipReason>)> {
    (turn.mentions.iter())
        .map(|mention| match &mention.outcome {
            Outcome::Selected { .. } => (mention.name.as_str(), None),
            Outcome::Skipped { reason, message } => {
                assert!(message.len() > 10, "{message:?}");
                (mention.name.as_str(), Some(*reason))
            }
        })
        .collect()
}

/// Returns the text that each invocation adds to the conversation, without the line about the base
/// directory.
pub fn bodies(turn: &Turn) -> Vec<String> {
    (turn.invocations.iter())
        .map(|invocation| {
            let content = invocation.content.clone().expect("it was expanded");
            match content.split_once("\n\n") {
                Some((header, body)) if header.starts_with("Base directory") => body.to_owned(),
                _ => content,
            }
        })
        .collect()
}

const INLINE: &str = "---\ndescription: d\n---\nDo $ARGUMENTS.";
const FORKED: &str = "---\ndescription: d\ncontext: fork\n---\nDo $ARGUMENTS.";
const NO_MODEL: &str = "---\ndescription: d\ndisable-model-invocation: true\n---\nDo $ARGUMENTS.";
const NO_USER: &str = "---\ndescription: d\nuser-invocable: false\n---\nDo $ARGUMENTS.";

#[test]
fn a_typed_command_is_seen_as_tags_and_followed_by_the_hidden_text() {
    for edition in editions() {
        let workspace = with_skills(edition, &[("pdf", INLINE)]);
        let turn = workspace.turn(&typed("/pdf a 'b c'"));
        let [tags, text] = &turn.messages[..] else {
            panic!("{:?}", turn.messages)
        };
        assert_eq!(
            (tags.role, tags.hidden, tags.text.as_str()),
            (
                Role::User,
                false,
                "<command-message>pdf</command-message>\n<command-name>/pdf</command-name>\n<command-args>a 'b c'</command-args>"
            )
        );
        assert_eq!(
            (text.role, text.hidden, text.text.as_str()),
            (
                Role::User,
                true,
                "Base directory for this skill: /repo/.claude/skills/pdf\n\nDo a 'b c'."
            )
        );
        for message in &turn.messages {
            assert_eq!(
                message.skill.as_deref(),
                Some("/repo/.claude/skills/pdf/SKILL.md")
            );
        }
        assert_eq!(turn.invocations[0].permission, None);
    }
}

#[test]
fn without_arguments_there_is_no_tag_for_them() {
    let workspace = with_skills("2026-08", &[("pdf", INLINE)]);
    for text in ["/pdf", "/pdf  \n"] {
        let turn = workspace.turn(&typed(text));
        assert_eq!(
            turn.messages[0].text,
            "<command-message>pdf</command-message>\n<command-name>/pdf</command-name>"
        );
    }
}

#[test]
fn the_two_switches_decide_who_may_use_a_skill() {
    let cases = [
        ("", true, true),
        ("disable-model-invocation: true\n", true, false),
        ("user-invocable: false\n", false, true),
        (
            "disable-model-invocation: true\nuser-invocable: false\n",
            false,
            false,
        ),
    ];
    for edition in editions() {
        for (fields, by_user, by_model) in cases {
            let text = format!("---\ndescription: d\n{fields}---\nBody");
            let workspace = with_skills(edition, &[("a", &text)]);
            let turn = workspace.turn(&typed("/a"));
            assert_eq!(
                turn.invocations.len(),
                usize::from(by_user),
                "{edition} {fields}"
            );
            let invocation = workspace.invoke(&super::invoke::call("a", "")).unwrap();
            assert_eq!(
                invocation.outcome.took_effect(),
                by_model,
                "{edition} {fields}"
            );
        }
    }
}

#[test]
fn a_command_stands_at_the_start_and_white_space_ends_its_name() {
    let workspace = with_skills("2026-08", &[("pdf", INLINE)]);
    let cases = [
        ("/pdf x", Some("Do x.")),
        ("  \n/pdf x", Some("Do x.")),
        ("/pdf\tx", Some("Do x.")),
        ("/pdf\nx\ny ", Some("Do x\ny .")),
        ("/pdf", Some("Do .")),
        ("please /pdf x", None),
        ("/ pdf", None),
        ("/pdf: x", None),
        ("/PDF x", None),
        ("", None),
    ];
    for (text, expected) in cases {
        let turn = workspace.turn(&typed(text));
        assert_eq!(
            bodies(&turn).first().map(String::as_str),
            expected,
            "{text:?}"
        );
    }
}

#[test]
fn names_elsewhere_choose_nothing_and_say_why() {
    let workspace = with_skills("2026-08", &[("pdf", INLINE), ("csv", INLINE)]);
    let turn = workspace.turn(&TurnRequest {
        inputs: vec![
            TurnInput::Text {
                text: "See /csv and /tmp and $pdf and [$pdf](x) and $HOME".to_owned(),
            },
            TurnInput::Skill {
                name: "pdf".to_owned(),
                path: "/repo/.claude/skills/pdf/SKILL.md".to_owned(),
            },
            TurnInput::Text {
                text: "/pdf".to_owned(),
            },
        ],
        ..TurnRequest::default()
    });
    assert_eq!(chosen(&turn), [""; 0]);
    assert_eq!(
        reasons(&turn),
        [
            ("csv", Some(SkipReason::NotAtStart)),
            ("pdf", Some(SkipReason::NotOffered)),
            ("pdf", Some(SkipReason::NotOffered)),
            ("pdf", Some(SkipReason::NotOffered)),
            ("pdf", Some(SkipReason::NotAtStart)),
        ]
    );
    let kinds: Vec<_> = (turn.mentions.iter())
        .map(|mention| (mention.input, mention.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            (0, MentionKind::Slash),
            (0, MentionKind::Plain),
            (0, MentionKind::Link),
            (1, MentionKind::Structured),
            (2, MentionKind::Slash),
        ]
    );
}

#[test]
fn a_commands_place_is_counted_in_utf_16_units() {
    let workspace = with_skills("2026-08", &[("pdf", INLINE), ("ü😀", INLINE)]);
    let turn = workspace.turn(&typed(" \n/ü😀 /pdf x"));
    let places: Vec<_> = (turn.mentions.iter())
        .map(|mention| {
            let range = mention.range.unwrap();
            (range.start.offset, range.end.offset, range.start.line)
        })
        .collect();
    assert_eq!(places, [(2, 6, 2), (7, 11, 2)]);
}

#[test]
fn a_name_that_is_no_skills_says_what_it_is_instead() {
    let mut workspace = with_skills("2026-08", &[("pdf", INLINE), ("off", INLINE)]);
    write_text(
        &mut workspace,
        "/repo/.claude/skills/later",
        "---\ndescription: d\npaths: '*.rs'\n---\nBody",
    );
    write_text(&mut workspace, "/repo/.claude/skills/hidden", NO_USER);
    workspace.put(
        "/repo/.claude/settings.json",
        r#"{"skillOverrides": {"off": "off"}}"#,
    );
    let cases = [
        (
            "/Pdf",
            SkipReason::Unknown,
            "no skill is called Pdf; there is pdf",
        ),
        (
            "/nothing",
            SkipReason::Unknown,
            "no skill is called nothing",
        ),
        (
            "/compact",
            SkipReason::Unknown,
            "/compact is a command of the program's own and no skill",
        ),
        (
            "/later",
            SkipReason::NotActive,
            "later waits for a file that its `paths` match; until then it is unknown",
        ),
        (
            "/hidden",
            SkipReason::NotUserInvocable,
            "hidden has `user-invocable: false`; only the model can use it",
        ),
        (
            "/off",
            SkipReason::Disabled,
            "off is off in the settings' skillOverrides",
        ),
    ];
    for (text, expected, words) in cases {
        let turn = workspace.turn(&typed(text));
        assert!(turn.invocations.is_empty() && turn.messages.is_empty());
        let [mention] = &turn.mentions[..] else {
            panic!("{text}: {:?}", turn.mentions)
        };
        let Outcome::Skipped { reason, message } = &mention.outcome else {
            panic!("{text} was chosen")
        };
        assert_eq!((*reason, message.as_str()), (expected, words), "{text}");
    }
}

#[test]
fn up_to_six_commands_run_together_in_2026_08_and_one_before() {
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let skills = names.map(|name| (name, INLINE));
    for (edition, count, arguments) in [
        ("2026-02", 1, "/b /c /d /e /f /g rest"),
        ("2026-04", 1, "/b /c /d /e /f /g rest"),
        ("2026-08", 6, "/g rest"),
    ] {
        let turn = with_skills(edition, &skills).turn(&typed("/a /b /c /d /e /f /g rest"));
        assert_eq!(chosen(&turn), names[..count]);
        assert_eq!(bodies(&turn), vec![format!("Do {arguments}."); count]);
        assert_eq!(turn.messages.len(), 2 * count);
    }
}

#[test]
fn a_run_ends_at_what_is_no_command_that_stays_in_the_conversation() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            mcp_prompts: vec![McpPrompt {
                server: "s".to_owned(),
                name: "p".to_owned(),
                ..McpPrompt::default()
            }],
            ..ClaudeCodeOptions::default()
        },
    );
    write_skills(
        &mut workspace,
        &[
            ("a", INLINE),
            ("b", INLINE),
            ("fork", FORKED),
            ("loop", INLINE),
            ("no-user", NO_USER),
        ],
    );
    let cases: [(&str, &[&str], &str); 9] = [
        ("/a /b rest", &["a", "b"], "rest"),
        ("/a word /b", &["a"], "word /b"),
        ("/a /unknown /b", &["a"], "/unknown /b"),
        ("/a /no-user /b", &["a"], "/no-user /b"),
        ("/a /fork /b", &["a"], "/fork /b"),
        ("/fork /a /b", &["fork"], "/a /b"),
        ("/a /loop /b", &["a"], "/loop /b"),
        ("/loop /a /b", &["loop"], "/a /b"),
        ("/a /mcp__s__p /b", &["a"], "/mcp__s__p /b"),
    ];
    for (text, expected, arguments) in cases {
        let turn = workspace.turn(&typed(text));
        assert_eq!(chosen(&turn), expected, "{text}");
        for invocation in &turn.invocations {
            assert_eq!(invocation.arguments, arguments, "{text}");
        }
    }
}

#[test]
fn behind_another_command_a_skill_that_the_model_may_not_choose_is_refused() {
    let skills = [("a", INLINE), ("b", INLINE), ("only-user", NO_MODEL)];
    let workspace = with_skills("2026-08", &skills);
    let turn = workspace.turn(&typed("/a /only-user /b rest"));
    assert_eq!(chosen(&turn), ["a", "b"]);
    assert_eq!(bodies(&turn), ["Do rest.", "Do rest."]);
    assert_eq!(
        reasons(&turn),
        [
            ("a", None),
            ("only-user", Some(SkipReason::NotAtStart)),
            ("b", None)
        ]
    );
    let first = workspace.turn(&typed("/only-user /b rest"));
    assert_eq!(chosen(&first), ["only-user", "b"]);
}

#[test]
fn a_skill_that_is_named_twice_is_injected_once_and_then_noted() {
    let workspace = with_skills("2026-08", &[("a", INLINE)]);
    let turn = workspace.turn(&typed("/a /a rest"));
    let outcomes: Vec<_> = (turn.invocations.iter())
        .map(|invocation| invocation.outcome.clone())
        .collect();
    assert_eq!(
        outcomes,
        [
            InvocationOutcome::Injected,
            InvocationOutcome::AlreadyLoaded
        ]
    );
}

#[test]
fn a_schedule_runs_only_what_the_model_may_choose() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            mcp_prompts: vec![McpPrompt {
                server: "s".to_owned(),
                name: "p".to_owned(),
                ..McpPrompt::default()
            }],
            ..ClaudeCodeOptions::default()
        },
    );
    write_skills(
        &mut workspace,
        &[
            ("a", INLINE),
            ("only-user", NO_MODEL),
            ("denied", INLINE),
            ("withheld", INLINE),
        ],
    );
    workspace.put("/repo/.claude/settings.json", r#"{"skillOverrides": {"withheld": "user-invocable-only"}, "permissions": {"deny": ["Skill(denied)"]}}"#);
    for (text, by_schedule) in [
        ("/a x", true),
        ("/only-user x", false),
        ("/denied x", false),
        ("/withheld x", false),
        ("/mcp__s__p x", false),
    ] {
        let request = TurnRequest {
            scheduled: true,
            ..typed(text)
        };
        let turn = workspace.turn(&request);
        let expected = (!by_schedule).then_some(SkipReason::NotScheduled);
        assert_eq!(reasons(&turn)[0].1, expected, "{text}");
        assert_eq!(turn.messages.is_empty(), !by_schedule, "{text}");
        assert_eq!(workspace.turn(&typed(text)).selected.len(), 1, "{text}");
    }
}

#[test]
fn before_2026_08_a_schedule_also_runs_what_only_the_user_may_choose() {
    for (edition, runs) in [("2026-02", true), ("2026-04", true), ("2026-08", false)] {
        let workspace = with_skills(edition, &[("only-user", NO_MODEL)]);
        let turn = workspace.turn(&TurnRequest {
            scheduled: true,
            ..typed("/only-user x")
        });
        assert_eq!(turn.selected.len() == 1, runs, "{edition}");
    }
}

#[test]
fn a_deny_rule_does_not_stop_what_is_typed() {
    for edition in editions() {
        let mut workspace = with_skills(edition, &[("a", INLINE)]);
        workspace.put(
            "/repo/.claude/settings.json",
            r#"{"permissions": {"deny": ["Skill", "Skill(a)"]}}"#,
        );
        assert_eq!(chosen(&workspace.turn(&typed("/a"))), ["a"]);
    }
}

#[test]
fn a_typed_name_runs_skills_that_an_sdk_program_keeps_from_the_model() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            sdk: Some(SdkOptions {
                skills: Some(vec!["other".to_owned()]),
            }),
            ..ClaudeCodeOptions::default()
        },
    );
    write_skills(&mut workspace, &[("a", INLINE)]);
    assert_eq!(chosen(&workspace.turn(&typed("/a"))), ["a"]);
    let invocation = workspace.invoke(&super::invoke::call("a", "")).unwrap();
    assert!(!invocation.outcome.took_effect());
}

#[test]
fn a_bundled_skill_answers_to_its_aliases() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            bundled: vec![BundledSkill {
                directory: "/bundled/simplify".to_owned(),
                aliases: vec!["tidy".to_owned()],
            }],
            ..ClaudeCodeOptions::default()
        },
    );
    write_text(&mut workspace, "/bundled/simplify", INLINE);
    for text in ["/simplify", "/tidy"] {
        let turn = workspace.turn(&typed(text));
        assert_eq!(chosen(&turn), ["simplify"], "{text}");
        assert!(turn.messages[0].text.contains("/simplify</command-name>"));
    }
}

/// Returns a workspace with the plugins `one` and `two`, which both have skills.
fn with_plugins(edition: &str) -> Workspace {
    let plugin = |name: &str| Plugin {
        id: format!("{name}@market"),
        root: format!("/plugins/{name}"),
        ..Plugin::default()
    };
    let mut workspace = with(skillglass::WorkspaceOptions {
        plugins: Some(vec![plugin("one"), plugin("two")]),
        ..options(edition)
    });
    for skill in ["one/skills/lint", "one/skills/both", "two/skills/both"] {
        write_skill(&mut workspace, &format!("/plugins/{skill}"));
    }
    write_skill(&mut workspace, "/plugins/one/skills/clear");
    write_text(
        &mut workspace,
        "/plugins/two/skills/folder",
        "---\nname: fancy\ndescription: d\n---\nBody",
    );
    workspace
}

#[test]
fn a_plugins_skill_runs_by_its_last_part_when_that_is_free() {
    let mut workspace = with_plugins("2026-08");
    let cases = [
        ("/one:lint", Some("one:lint")),
        ("/lint", Some("one:lint")),
        ("/two:fancy", Some("two:fancy")),
        ("/fancy", Some("two:fancy")),
        ("/folder", None),
        ("/both", None),
        ("/two:both", Some("two:both")),
        ("/clear", None),
        ("/one:clear", Some("one:clear")),
    ];
    for (text, expected) in cases {
        let turn = workspace.turn(&typed(text));
        assert_eq!(chosen(&turn).first().copied(), expected, "{text}");
    }
    write_skill(&mut workspace, "/repo/.claude/skills/lint");
    assert_eq!(chosen(&workspace.turn(&typed("/lint"))), ["lint"]);
}

#[test]
fn in_older_editions_a_plugins_skill_has_the_one_name() {
    for edition in ["2026-02", "2026-04"] {
        let workspace = with_plugins(edition);
        for (text, expected) in [
            ("/one:lint", Some("one:lint")),
            ("/lint", None),
            ("/fancy", Some("fancy")),
            ("/two:fancy", None),
        ] {
            let turn = workspace.turn(&typed(text));
            assert_eq!(chosen(&turn).first().copied(), expected, "{edition} {text}");
        }
    }
}

#[test]
fn a_synced_skill_whose_name_is_taken_runs_with_a_prefix() {
    let sync = ("CLAUDE_CODE_SYNC_SKILLS".to_owned(), "1".to_owned());
    let mut workspace = with(skillglass::WorkspaceOptions {
        variables: Some(BTreeMap::from([sync])),
        claude_code: Some(ClaudeCodeOptions {
            headless: true,
            ..ClaudeCodeOptions::default()
        }),
        ..options("2026-08")
    });
    write_skill(&mut workspace, "/home/me/.claude/skills/synced/report");
    write_skill(&mut workspace, "/home/me/.claude/skills/synced/free");
    write_skill(&mut workspace, "/repo/.claude/skills/report");
    let paths = ["/report", "/anthropic-skills:report", "/free"].map(|text| {
        let turn = workspace.turn(&typed(text));
        turn.selected.first().map(|skill| skill.path.clone())
    });
    assert_eq!(
        paths.map(Option::unwrap_or_default),
        [
            "/repo/.claude/skills/report/SKILL.md",
            "/home/me/.claude/skills/synced/report/SKILL.md",
            "/home/me/.claude/skills/synced/free/SKILL.md"
        ]
    );
}

#[test]
fn the_bare_name_loads_the_upper_skill_and_lists_those_of_directories_below() {
    let mut workspace = with(skillglass::WorkspaceOptions {
        touched: Some(vec!["/repo/apps/web/x.ts".to_owned()]),
        ..options("2026-08")
    });
    write_text(
        &mut workspace,
        "/repo/.claude/skills/deploy",
        "---\ndescription: d\n---\nUpper",
    );
    write_text(
        &mut workspace,
        "/repo/apps/web/.claude/skills/deploy",
        "---\ndescription: d\n---\nLower",
    );
    let upper = workspace.turn(&typed("/deploy"));
    assert_eq!(
        bodies(&upper),
        [
            "Upper\n\nThere are skills of the same name for directories below. When you work in one of them, load that one:\n- apps/web:deploy"
        ]
    );
    let lower = workspace.turn(&typed("/apps/web:deploy"));
    assert_eq!(bodies(&lower), ["Lower"]);
    let off = r#"{"skillOverrides": {"apps/web:deploy": "off"}}"#;
    workspace.put("/repo/.claude/settings.json", off);
    assert_eq!(bodies(&workspace.turn(&typed("/deploy"))), ["Upper"]);
}

#[test]
fn hooks_are_told_of_what_was_typed() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            mcp_prompts: vec![McpPrompt {
                server: "my server".to_owned(),
                name: "ask".to_owned(),
                ..McpPrompt::default()
            }],
            ..ClaudeCodeOptions::default()
        },
    );
    write_skills(&mut workspace, &[("a", INLINE)]);
    for (text, kind, name, source) in [
        ("/a x y", "slash_command", "a", "project"),
        (
            "/mcp__my_server__ask x y",
            "mcp_prompt",
            "mcp__my_server__ask",
            "mcp",
        ),
    ] {
        let asked = workspace.turn(&typed(text)).invocations.remove(0);
        let turn = workspace.turn(&TurnRequest {
            outputs: answers(&asked.requests, &[output("Text")]),
            ..typed(text)
        });
        let Some(SkillEvent::HookEvent { event, input }) = turn.events.first() else {
            panic!("{:?}", turn.events)
        };
        assert_eq!(event, "UserPromptExpansion");
        let expected = [
            ("command_args", "x y"),
            ("command_name", name),
            ("command_source", source),
            ("expansion_type", kind),
            ("prompt", text),
        ];
        let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(*input, BTreeMap::from(expected));
    }
}

#[test]
fn a_very_long_run_of_commands_is_answered() {
    let workspace = with_skills("2026-08", &[("a", INLINE), ("b", NO_MODEL)]);
    let turn = workspace.turn(&typed(&"/b ".repeat(50_000)));
    assert_eq!(chosen(&turn), ["b"]);
    assert_eq!(turn.mentions.len(), 50_000);
}
