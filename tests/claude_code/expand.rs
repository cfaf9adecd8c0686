//! Tests the expanded text of a skill: the base directory, the arguments, the variables and the
//! outputs of commands in it.

use std::collections::BTreeMap;

use skillglass::hosts::claude_code::{BundledSkill, ClaudeCodeOptions};
use skillglass::model::environment::Plugin;
use skillglass::model::invocation::{
    Invocation, InvocationOutcome, InvocationRequest, RequestOutput, SkillCall,
};
use skillglass::model::permission::Verdict;
use skillglass::text::document::Place;
use skillglass::{Workspace, WorkspaceOptions};

use super::turn::with_skills;
use super::{editions, options, typed, with, with_options, workspace, write_text};
use crate::common::Files;

/// Returns the output of a command that exited with code 0.
pub fn output(text: &str) -> RequestOutput {
    RequestOutput {
        text: text.to_owned(),
        exit_code: 0,
    }
}

/// Assigns outputs to requests in order. Returns each output by the id of its request.
pub fn answers(
    requests: &[InvocationRequest],
    outputs: &[RequestOutput],
) -> BTreeMap<String, RequestOutput> {
    let ids = requests.iter().map(|request| request.id().to_owned());
    ids.zip(outputs.iter().cloned()).collect()
}

/// Returns the first invocation of a typed message. `outputs` answers the requests of the message's
/// first command, in their order.
pub fn run(workspace: &Workspace, text: &str, outputs: &[RequestOutput]) -> Invocation {
    let mut request = typed(text);
    if !outputs.is_empty() {
        let asked = workspace.turn(&request).invocations.remove(0);
        request.outputs = answers(&asked.requests, outputs);
    }
    workspace.turn(&request).invocations.remove(0)
}

/// Returns the commands that an invocation requests, each with the verdict on it. The third value
/// is the part of `file` that the request's range covers, `None` if the request has no range.
fn requests<'i>(invocation: &'i Invocation, file: &str) -> Vec<(&'i str, Verdict, Option<String>)> {
    let units: Vec<_> = file.encode_utf16().collect();
    (invocation.requests.iter())
        .map(|request| match request {
            InvocationRequest::Command {
                command,
                verdict,
                range,
                ..
            } => {
                let text = range.map(|range| {
                    assert_eq!(Place::of_byte(file, range.start.byte), range.start);
                    String::from_utf16(&units[range.start.offset..range.end.offset]).unwrap()
                });
                (command.as_str(), *verdict, text)
            }
            InvocationRequest::Prompt { .. } => panic!("no server was asked for"),
        })
        .collect()
}

fn failed(invocation: &Invocation) -> &str {
    match &invocation.outcome {
        InvocationOutcome::Failed { message, help } => {
            assert!(help.ends_with('.'), "{help:?}");
            assert_eq!((invocation.messages.len(), &invocation.content), (0, &None));
            message
        }
        outcome => panic!("{outcome:?}"),
    }
}

const HEADER: &str = "Base directory for this skill: /repo/.claude/skills/a\n\n";

/// Returns the expanded text of the skill `a`, called as `/a` with arguments, without the line
/// about the base directory.
fn expanded(edition: &str, fields: &str, body: &str, arguments: &str) -> String {
    let text = format!("---\ndescription: d\n{fields}---\n{body}");
    let workspace = with_skills(edition, &[("a", &text)]);
    let content = run(&workspace, &format!("/a {arguments}"), &[]).content;
    let content = content.expect("it waits for nothing");
    content.strip_prefix(HEADER).expect("a header").to_owned()
}

#[test]
fn a_skills_text_begins_with_its_directory_as_the_walk_came_by() {
    let mut workspace = workspace("2026-08");
    write_text(
        &mut workspace,
        "/elsewhere/x",
        "---\nname: other\n---\n\n Body\n",
    );
    workspace.put_link("/repo/.claude/skills/a", "/elsewhere/x");
    let content = run(&workspace, "/a", &[]).content;
    assert_eq!(content, Some(format!("{HEADER}Body\n")));
}

#[test]
fn without_frontmatter_the_whole_file_is_the_text() {
    for edition in editions() {
        assert_eq!(
            run(&with_skills(edition, &[("a", "Just this.")]), "/a", &[]).content,
            Some(format!("{HEADER}Just this."))
        );
    }
}

#[test]
fn a_command_of_the_older_kind_has_no_directory() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        workspace.put("/repo/.claude/commands/dev/a.md", "In ${CLAUDE_SKILL_DIR}");
        let invocation = run(&workspace, "/dev:a", &[]);
        assert_eq!(
            invocation.content.as_deref(),
            Some("In ${CLAUDE_SKILL_DIR}")
        );
    }
}

#[test]
fn a_bundled_skill_has_a_directory_only_when_files_go_with_it() {
    for with_file in [false, true] {
        let mut workspace = with_options(
            "2026-08",
            ClaudeCodeOptions {
                bundled: vec![BundledSkill {
                    directory: "/bundled/a".to_owned(),
                    aliases: Vec::new(),
                }],
                ..ClaudeCodeOptions::default()
            },
        );
        write_text(&mut workspace, "/bundled/a", "---\nname: a\n---\nBody");
        if with_file {
            workspace.put("/bundled/a/data.json", "{}");
        }
        let content = run(&workspace, "/a", &[]).content.unwrap();
        let expected = if with_file {
            "Base directory for this skill: /bundled/a\n\nBody"
        } else {
            "Body"
        };
        assert_eq!(content, expected);
    }
}

#[test]
fn arguments_go_where_their_placeholders_are() {
    let cases = [
        ("All: $ARGUMENTS", "x 'y z'", "All: x 'y z'"),
        ("$0|$1|$ARGUMENTS[1]", "x 'y z'", "x|y z|y z"),
        ("```\n$0\n```\n", "x", "```\nx\n```\n"),
        ("$issue/$ARGUMENTS", "7", "7/7"),
    ];
    for edition in editions() {
        for (body, arguments, expected) in cases {
            // Older editions also add the arguments if the text has only an index or a name.
            let appended = match edition {
                "2026-08" => String::new(),
                _ if body.contains("$ARGUMENTS") => String::new(),
                _ => format!("\n\nARGUMENTS: {arguments}"),
            };
            assert_eq!(
                expanded(edition, "arguments: issue\n", body, arguments),
                format!("{expected}{appended}"),
                "{edition} {body}"
            );
        }
    }
}

#[test]
fn what_placeholders_come_to_depends_on_the_edition() {
    // The body, the arguments, the text in older editions, and the text in 2026-08.
    let cases = [
        (
            "Go.",
            "x y",
            "Go.\n\nARGUMENTS: x y",
            "Go.\n\nARGUMENTS: x y",
        ),
        ("Go.", "", "Go.", "Go."),
        ("Go $0.", "x", "Go x.\n\nARGUMENTS: x", "Go x."),
        (
            "Go $3.",
            "x",
            "Go .\n\nARGUMENTS: x",
            "Go $3.\n\nARGUMENTS: x",
        ),
        ("$ARGUMENTS[3] $ARGUMENTS", "x", " x", "$ARGUMENTS[3] x"),
        ("$second", "x", "\n\nARGUMENTS: x", ""),
        ("$other $ARGUMENTS", "x", "$other x", "$other x"),
        (r"\$0 \$ARGUMENTS $0", "x", r"\x \x x", "$0 $ARGUMENTS x"),
        (
            r"\$first \$x $0",
            "x",
            "\\x \\$x x\n\nARGUMENTS: x",
            r"$first \$x x",
        ),
        (r"\\$0 $ARGUMENTS", "x", r"\\x x", r"\\x x"),
        (
            "$first",
            "$ARGUMENTS",
            "$ARGUMENTS\n\nARGUMENTS: $ARGUMENTS",
            "$ARGUMENTS",
        ),
        ("${ARG1} $ARGUMENTS", "x", "${ARG1} x", "${ARG1} x"),
        ("@notes.md $ARGUMENTS", "x", "@notes.md x", "@notes.md x"),
    ];
    for (body, arguments, older, newest) in cases {
        for (edition, expected) in [("2026-02", older), ("2026-04", older), ("2026-08", newest)] {
            assert_eq!(
                expanded(edition, "arguments: [first, second]\n", body, arguments),
                expected,
                "{edition} {body}"
            );
        }
    }
}

#[test]
fn a_value_is_looked_through_for_later_kinds_of_placeholders_before_2026_08() {
    for (edition, expected) in [
        ("2026-02", "p|$1 p"),
        ("2026-04", "p|$1 p"),
        ("2026-08", "$1|$1 p"),
    ] {
        let text = expanded(edition, "arguments: first\n", "$first|$ARGUMENTS", "$1 p");
        assert_eq!(text, expected, "{edition}");
    }
}

/// Returns a workspace that gives a value to each variable of a skill's text. The project, a plugin
/// and the synced skills each have a skill with this body.
fn with_variables(edition: &str, body: &str) -> Workspace {
    let mut workspace = with(WorkspaceOptions {
        plugins: Some(vec![Plugin {
            id: "p@market".to_owned(),
            root: "/plugins/p".to_owned(),
            data: Some("/data/p".to_owned()),
            config: BTreeMap::from([("api.url".to_owned(), "https://x".to_owned())]),
            ..Plugin::default()
        }]),
        variables: Some(BTreeMap::from([(
            "CLAUDE_CODE_SYNC_SKILLS".to_owned(),
            "1".to_owned(),
        )])),
        claude_code: Some(ClaudeCodeOptions {
            headless: true,
            session_id: Some("s-1".to_owned()),
            effort: Some("ultracode".to_owned()),
            ..ClaudeCodeOptions::default()
        }),
        ..options(edition)
    });
    for folder in [
        "/repo/.claude/skills/a",
        "/plugins/p/skills/a",
        "/home/me/.claude/skills/synced/s",
    ] {
        write_text(
            &mut workspace,
            folder,
            &format!("---\ndescription: d\n---\n{body}"),
        );
    }
    workspace
}

/// Returns the expanded text of a typed command without the line about the base directory.
fn body_of(workspace: &Workspace, command: &str) -> String {
    let content = run(workspace, command, &[]).content.unwrap();
    let (_, body) = content.split_once("\n\n").unwrap();
    body.to_owned()
}

const VARIABLES: &str =
    "${CLAUDE_SESSION_ID} ${CLAUDE_SKILL_DIR} ${CLAUDE_EFFORT} ${CLAUDE_PROJECT_DIR}";

#[test]
fn each_edition_knows_its_variables() {
    for (edition, expected) in [
        (
            "2026-02",
            "s-1 ${CLAUDE_SKILL_DIR} ${CLAUDE_EFFORT} ${CLAUDE_PROJECT_DIR}",
        ),
        (
            "2026-04",
            "s-1 /repo/.claude/skills/a ${CLAUDE_EFFORT} ${CLAUDE_PROJECT_DIR}",
        ),
        ("2026-08", "s-1 /repo/.claude/skills/a xhigh /repo"),
    ] {
        assert_eq!(body_of(&with_variables(edition, VARIABLES), "/a"), expected);
    }
}

#[test]
fn a_plugins_variables_stand_in_its_skills_alone() {
    let body =
        "${CLAUDE_PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA} ${user_config.api.url} ${user_config.key}";
    for edition in editions() {
        let workspace = with_variables(edition, body);
        assert_eq!(
            body_of(&workspace, "/p:a"),
            "/plugins/p /data/p https://x ${user_config.key}"
        );
        assert_eq!(body_of(&workspace, "/a"), body);
    }
}

#[test]
fn in_a_plugin_the_skills_directory_is_the_skills_own() {
    let workspace = with_variables("2026-08", "${CLAUDE_SKILL_DIR}");
    assert_eq!(body_of(&workspace, "/p:a"), "/plugins/p/skills/a");
}

#[test]
fn what_the_caller_does_not_know_stays_as_it_was_written() {
    let text = format!("---\ndescription: d\n---\n{VARIABLES}");
    let workspace = with_skills("2026-08", &[("a", &text)]);
    assert_eq!(
        body_of(&workspace, "/a"),
        "${CLAUDE_SESSION_ID} /repo/.claude/skills/a ${CLAUDE_EFFORT} /repo"
    );
}

#[test]
fn variables_come_after_arguments_and_no_backslash_keeps_one() {
    for (body, arguments, expected) in [
        ("$ARGUMENTS", "${CLAUDE_PROJECT_DIR}/x", "/repo/x"),
        (r"\${CLAUDE_PROJECT_DIR}$ARGUMENTS", "", r"\/repo"),
    ] {
        assert_eq!(expanded("2026-08", "", body, arguments), expected);
    }
}

#[test]
fn a_synced_skill_runs_nothing_and_keeps_two_variables() {
    let body = format!("{VARIABLES} !`rm -rf x`");
    let workspace = with_variables("2026-08", &body);
    assert_eq!(
        body_of(&workspace, "/s"),
        "${CLAUDE_SESSION_ID} /home/me/.claude/skills/synced/s xhigh ${CLAUDE_PROJECT_DIR} !`rm -rf x`"
    );
}

/// Returns a workspace with the skill `a`, which may run any command, and the text of its
/// `SKILL.md`.
fn with_commands(edition: &str, body: &str) -> (Workspace, String) {
    let text = format!("---\ndescription: d\nallowed-tools: Bash\n---\n{body}");
    (with_skills(edition, &[("a", &text)]), text)
}

#[test]
fn commands_are_asked_for_with_their_places_and_their_outputs_put_in() {
    for edition in editions() {
        let (workspace, file) =
            with_commands(edition, "é 😀 !`one` x\n```!\ntwo\nthree\n```\nend\n");
        let waiting = run(&workspace, "/a", &[]);
        assert_eq!(waiting.outcome, InvocationOutcome::Waits);
        assert!(waiting.messages.is_empty() && waiting.events.is_empty());
        assert_eq!(
            requests(&waiting, &file),
            [
                ("one", Verdict::Allow, Some("!`one`".to_owned())),
                (
                    "two\nthree",
                    Verdict::Allow,
                    Some("```!\ntwo\nthree\n```".to_owned())
                ),
            ]
        );
        let half = run(&workspace, "/a", &[output("1")]);
        assert_eq!(half.outcome, InvocationOutcome::Waits);
        let done = run(&workspace, "/a", &[output("1\n"), output("!`rm x` $0\n\n")]);
        assert_eq!(
            done.content,
            Some(format!("{HEADER}é 😀 1 x\n!`rm x` $0\nend\n"))
        );
        assert_eq!(done.requests, waiting.requests);
    }
}

#[test]
fn a_request_bears_its_id_its_pattern_and_its_shell() {
    for (field, shell) in [("", "bash"), ("shell: powershell\n", "powershell")] {
        let text = format!("---\ndescription: d\nallowed-tools: Bash\n{field}---\n!` ls  `");
        let workspace = with_skills("2026-08", &[("a", &text)]);
        let waiting = run(&workspace, "/a", &[]);
        let [
            InvocationRequest::Command {
                id,
                command,
                pattern,
                shell: given,
                rule,
                ..
            },
        ] = &waiting.requests[..]
        else {
            panic!("{:?}", waiting.requests)
        };
        assert_eq!(
            (command.as_str(), pattern.as_str(), given.as_str()),
            ("ls", "!` ls  `", shell)
        );
        assert!(id.starts_with("0.0."), "{id}");
        assert_eq!(rule.as_deref(), Some("Bash"));
    }
}

#[test]
fn no_two_requests_of_different_calls_have_one_id() {
    let text = "---\ndescription: d\nallowed-tools: Bash\n---\n!`ls $0` !`ls $0`";
    let workspace = with_skills("2026-08", &[("a", text), ("b", text)]);
    let call = |skill: &str, args: &str, id: Option<&str>, agent: Option<&str>| SkillCall {
        args: Some(args.to_owned()),
        approved: true,
        id: id.map(str::to_owned),
        agent: agent.map(str::to_owned),
        ..super::invoke::call(skill, "")
    };
    let calls = [
        call("a", "x", None, None),
        call("b", "x", None, None),
        call("a", "y", None, None),
        call("a", "x", Some("toolu_1"), None),
        call("a", "x", Some("toolu_2"), None),
        call("a", "x", None, Some("agent-1")),
    ];
    let mut ids = Vec::new();
    for call in &calls {
        let invocation = workspace.invoke(call).unwrap();
        let asked = invocation.requests.iter();
        ids.extend(asked.map(|request| request.id().to_owned()));
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 2 * calls.len());
}

#[test]
fn an_output_of_a_command_that_an_edit_replaced_is_refused_by_name() {
    let text =
        |command: &str| format!("---\ndescription: d\nallowed-tools: Bash\n---\n!`{command}`");
    let mut workspace = with_skills("2026-08", &[("a", &text("date"))]);
    let mut request = typed("/a");
    let asked = workspace.turn(&request).invocations.remove(0);
    request.outputs = answers(&asked.requests, &[output("Monday")]);
    write_text(&mut workspace, "/repo/.claude/skills/a", &text("whoami"));

    let turn = workspace.turn(&request);
    assert_eq!(turn.invocations[0].outcome, InvocationOutcome::Waits);
    let error = workspace.check_outputs(&request).unwrap_err();
    assert!(error.argument.contains(asked.requests[0].id()), "{error}");
    assert!(error.to_string().contains("`whoami`"), "{error}");
}

#[test]
fn a_place_is_found_behind_arguments_a_byte_order_mark_and_long_line_ends() {
    let body = "$0\r\nx $ARGUMENTS !`echo $0 $1`\r\n```!\r\nls\r\n```\r\n";
    for (edition, mark) in [("2026-02", ""), ("2026-04", ""), ("2026-08", "\u{feff}")] {
        let text = format!("{mark}---\r\ndescription: d\r\nallowed-tools: Bash\r\n---\r\n{body}");
        let workspace = with_skills(edition, &[("a", &text)]);
        let waiting = run(&workspace, "/a 😀😀😀 yy", &[]);
        assert_eq!(
            requests(&waiting, &text),
            [
                (
                    "echo 😀😀😀 yy",
                    Verdict::Allow,
                    Some("!`echo $0 $1`".to_owned())
                ),
                ("ls", Verdict::Allow, Some("```!\r\nls\r\n```".to_owned())),
            ],
            "{edition}"
        );
        let done = run(&workspace, "/a 😀😀😀 yy", &[output("1"), output("2")]);
        assert_eq!(
            done.content,
            Some(format!("{HEADER}😀😀😀\r\nx 😀😀😀 yy 1\r\n2\r\n"))
        );
    }
}

#[test]
fn arguments_go_into_commands_as_they_are() {
    for edition in editions() {
        let (workspace, file) = with_commands(edition, "!`gh issue view $ARGUMENTS`");
        let waiting = run(&workspace, "/a 7; rm -rf \"x\"", &[]);
        let (command, ..) = &requests(&waiting, &file)[0];
        assert_eq!(*command, "gh issue view 7; rm -rf \"x\"");
    }
}

#[test]
fn an_argument_brings_a_command_along_before_2026_08() {
    for (edition, brought) in [("2026-02", true), ("2026-04", true), ("2026-08", false)] {
        for body in ["Do $ARGUMENTS", "Do it."] {
            let (workspace, _) = with_commands(edition, body);
            let invocation = run(&workspace, "/a !`rm x`", &[]);
            let asked = if brought {
                vec![("rm x", Verdict::Allow, None)]
            } else {
                vec![]
            };
            assert_eq!(requests(&invocation, ""), asked, "{edition} {body}");
        }
    }
}

#[test]
fn a_directorys_name_brings_no_command_along_in_2026_08() {
    let mut workspace = workspace("2026-08");
    write_text(
        &mut workspace,
        "/repo/.claude/skills/a !`rm x`",
        "---\ndescription: d\nallowed-tools: Bash\n---\nBody",
    );
    let invocation = workspace
        .invoke(&skillglass::model::invocation::SkillCall {
            approved: true,
            ..super::invoke::call("a !`rm x`", "")
        })
        .unwrap();
    assert_eq!(invocation.outcome, InvocationOutcome::Injected);
}

#[test]
fn a_command_that_may_not_run_ends_the_invocation() {
    let cases = [
        ("", "!`make`", Some("!`make`")),
        ("", "!`git status`", None),
        ("allowed-tools: Bash(make *)\n", "!`make x`", None),
        (
            "allowed-tools: Bash(make *)\n",
            "!`make x && rm y`",
            Some("!`make x && rm y`"),
        ),
        ("allowed-tools: Bash(rm *)\n", "!`rm y`", Some("!`rm y`")),
        (
            "allowed-tools: Bash(push *)\n",
            "!`push y`",
            Some("!`push y`"),
        ),
        ("", "!`ls` and !`make`", Some("!`make`")),
    ];
    for edition in editions() {
        for (fields, body, refused) in cases {
            let text = format!("---\ndescription: d\n{fields}---\n{body}");
            let mut workspace = with_skills(edition, &[("a", &text)]);
            workspace.put(
                "/repo/.claude/settings.json",
                r#"{"permissions": {"deny": ["Bash(rm *)"], "ask": ["Bash(push *)"]}}"#,
            );
            let invocation = run(&workspace, "/a", &[]);
            match refused {
                None => assert_eq!(invocation.outcome, InvocationOutcome::Waits, "{body}"),
                Some(pattern) => assert_eq!(
                    failed(&invocation),
                    format!("Shell command permission check failed for pattern \"{pattern}\"")
                ),
            }
            assert!(!invocation.requests.is_empty());
        }
    }
}

#[test]
fn a_command_that_fails_ends_the_invocation() {
    let cases = [
        ("false", 1, true),
        ("grep x y", 1, false),
        ("grep x y", 2, true),
        ("ls | git diff", 1, false),
    ];
    for (command, exit_code, fails) in cases {
        let (workspace, _) = with_commands("2026-08", &format!("!`{command}`"));
        let invocation = run(
            &workspace,
            "/a",
            &[RequestOutput {
                text: "why\n".to_owned(),
                exit_code,
            }],
        );
        if fails {
            assert_eq!(
                failed(&invocation),
                format!("Shell command failed for pattern \"!`{command}`\": why")
            );
        } else {
            assert_eq!(invocation.content, Some(format!("{HEADER}why")));
        }
    }
}

#[test]
fn powershell_has_exit_codes_of_its_own() {
    for (shell, fails) in [("bash", true), ("powershell", false)] {
        let text = format!(
            "---\ndescription: d\nallowed-tools: Bash\nshell: {shell}\n---\n!`robocopy a b`"
        );
        let copied = RequestOutput {
            text: String::new(),
            exit_code: 3,
        };
        let invocation = run(&with_skills("2026-08", &[("a", &text)]), "/a", &[copied]);
        assert_eq!(invocation.content.is_none(), fails, "{shell}");
    }
}

#[test]
fn a_policy_keeps_commands_from_running_but_not_those_of_bundled_and_managed_skills() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            bundled: vec![BundledSkill {
                directory: "/bundled/b".to_owned(),
                aliases: Vec::new(),
            }],
            ..ClaudeCodeOptions::default()
        },
    );
    for folder in [
        "/repo/.claude/skills/a",
        "/bundled/b",
        "/etc/claude-code/.claude/skills/m",
        "/home/me/.claude/skills/u",
    ] {
        write_text(
            &mut workspace,
            folder,
            "---\ndescription: d\n---\n- !`git status`\n```!\nrm x\n```",
        );
    }
    workspace.put(
        "/home/me/.claude/settings.json",
        r#"{"disableSkillShellExecution": true}"#,
    );
    const DISABLED: &str = "[shell command execution disabled by policy]";
    for name in ["a", "u"] {
        let invocation = run(&workspace, &format!("/{name}"), &[]);
        let content = invocation.content.unwrap();
        assert!(
            content.ends_with(&format!("\n\n- {DISABLED}\n{DISABLED}")),
            "{content}"
        );
        assert!(invocation.requests.is_empty());
    }
    for name in ["b", "m"] {
        let invocation = run(&workspace, &format!("/{name}"), &[]);
        assert_eq!(invocation.requests.len(), 2, "{name}");
    }
}

/// Returns the outcome of typing `/a` in auto mode, in which Claude Code decides on commands
/// without the user.
fn in_auto_mode(edition: &str, fields: &str, settings: &str) -> Invocation {
    let mut workspace = with_options(
        edition,
        ClaudeCodeOptions {
            auto_mode: true,
            ..ClaudeCodeOptions::default()
        },
    );
    write_text(
        &mut workspace,
        "/repo/.claude/skills/a",
        &format!("---\ndescription: d\n{fields}---\n!`git log $0`"),
    );
    workspace.put("/repo/.claude/settings.json", settings);
    run(&workspace, "/a x", &[])
}

#[test]
fn in_auto_mode_the_model_is_told_to_run_commands_itself() {
    let left = in_auto_mode("2026-08", "", "{}");
    assert_eq!(
        left.content,
        Some(format!(
            "{HEADER}[run this first, its output belongs here: git log x]"
        ))
    );
    for (edition, fields) in [
        ("2026-04", ""),
        ("2026-08", "context: fork\nagent: Explore\n"),
    ] {
        let invocation = in_auto_mode(edition, fields, "{}");
        assert_eq!(invocation.outcome, InvocationOutcome::Waits, "{fields}");
    }
    let without_agent = in_auto_mode("2026-08", "context: fork\n", "{}");
    assert_eq!(without_agent.outcome, InvocationOutcome::Forked);
}

#[test]
fn in_auto_mode_a_session_without_a_shell_goes_the_usual_way() {
    let denied = in_auto_mode("2026-08", "", r#"{"permissions": {"deny": ["Bash"]}}"#);
    assert!(failed(&denied).starts_with("Shell command permission check failed"));
}

#[test]
fn directories_are_put_into_rules_on_bash() {
    let rule = |name: &str| format!("Bash(sh ${{CLAUDE_{name}}}/x *) Read(${{CLAUDE_{name}}}/x)");
    let cases = [
        ("2026-02", "/a", "SKILL_DIR", "${CLAUDE_SKILL_DIR}"),
        ("2026-04", "/a", "SKILL_DIR", "/repo/.claude/skills/a"),
        ("2026-08", "/a", "SKILL_DIR", "/repo/.claude/skills/a"),
        ("2026-08", "/a", "PROJECT_DIR", "/repo"),
        ("2026-08", "/a", "SESSION_ID", "${CLAUDE_SESSION_ID}"),
        ("2026-08", "/p:a", "PLUGIN_ROOT", "/plugins/p"),
        ("2026-08", "/p:a", "PLUGIN_DATA", "/data/p"),
    ];
    for (edition, command, variable, value) in cases {
        let mut workspace = with_variables(edition, "");
        let text = format!("---\nallowed-tools: {}\n---\nx", rule(variable));
        for folder in ["/repo/.claude/skills/a", "/plugins/p/skills/a"] {
            write_text(&mut workspace, folder, &text);
        }
        let changes = run(&workspace, command, &[]).changes.unwrap();
        assert_eq!(
            changes.allowed_tools,
            [
                format!("Bash(sh {value}/x *)"),
                format!("Read(${{CLAUDE_{variable}}}/x)")
            ],
            "{edition} {variable}"
        );
    }
}

#[test]
fn a_file_that_is_no_utf_8_is_expanded_with_replacements() {
    let mut workspace = workspace("2026-08");
    let bytes = b"---\nallowed-tools: Bash\n---\n\xff !`ls`".to_vec();
    workspace.put("/repo/.claude/skills/a/SKILL.md", bytes.clone());
    let waiting = run(&workspace, "/a", &[]);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert_eq!(requests(&waiting, &text)[0].2.as_deref(), Some("!`ls`"));
    let done = run(&workspace, "/a", &[output("1")]);
    assert_eq!(done.content, Some(format!("{HEADER}\u{fffd} 1")));
}

#[test]
fn many_placeholders_and_a_long_argument_fill_no_memory() {
    let body = "$ARGUMENTS ".repeat(20_000);
    let workspace = with_skills("2026-08", &[("a", &body)]);
    let argument = "x".repeat(10_000);
    let content = run(&workspace, &format!("/a {argument}"), &[])
        .content
        .unwrap();
    assert!(content.len() < 1 << 25, "{}", content.len());
}

#[test]
fn up_to_a_thousand_commands_are_asked_for() {
    for (count, fails) in [(1_000, false), (1_001, true)] {
        let workspace = with_skills("2026-08", &[("a", &"!`ls`\n".repeat(count))]);
        let invocation = run(&workspace, "/a", &[]);
        if fails {
            assert_eq!(failed(&invocation), "a has 1001 commands");
        } else {
            assert_eq!(invocation.requests.len(), count);
        }
    }
}
