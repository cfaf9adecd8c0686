//! Tests the commands that the user types in opencode (`docs/hosts/opencode.md#typed-commands`).

use skillglass::model::invocation::{InvocationOutcome, InvocationRequest, RequestOutput};
use skillglass::model::message::Role;
use skillglass::model::permission::Verdict;
use skillglass::model::turn::{Outcome, SkipReason};

use super::{CONFIG, lone, request, texts};
use crate::common::Files;

/// The lines that opencode writes after the text of the skill `x`.
const FOLDER_LINES: &str = "\n\nBase directory for this skill: /repo/.opencode/skills/x\nRelative paths in this skill (e.g., scripts/, references/) are relative to this base directory.";

fn skill(body: &str) -> skillglass::Workspace {
    lone("1.18", &format!("---\nname: x\n---\n{body}"))
}

#[test]
fn a_command_puts_its_arguments_into_the_text() {
    let cases = [
        ("Do $1.", "/x p q", "Do p q.FOLDER"),
        ("$1 then $2", "/x p \"q r\" s", "p then q r sFOLDER"),
        ("$1|$2|", "/x p", "p||FOLDER"),
        ("$1|$2|$3", "/x p q r s", "p|q|r sFOLDER"),
        ("$2|$1", "/x p q r", "q r|pFOLDER"),
        ("$1|$1", "/x p q", "p q|p qFOLDER"),
        ("All: $ARGUMENTS", "/x p 'q'", "All: p 'q'FOLDER"),
        ("Do it.", "/x p  q", "Do it.FOLDER\n\np  q"),
        ("Do it.\n", "/x", "Do it.\nFOLDER"),
        ("Do it.\n", "/x\n", "Do it.\nFOLDER"),
        ("\n  Do it. \n\n", "/x", "Do it. \n\nFOLDER"),
    ];
    for (body, typed, expected) in cases {
        let turn = skill(body).turn(&request(typed));
        let expected = expected.replace("FOLDER", FOLDER_LINES);
        assert_eq!(texts(&turn), [expected], "{body:?} {typed:?}");
        assert_eq!(turn.messages[0].role, Role::User);
        assert_eq!(turn.selected[0].name, "x");
    }
}

#[test]
fn only_the_start_of_a_text_is_a_command() {
    let workspace = skill("Text.");
    assert!(workspace.turn(&request("use /x")).mentions.is_empty());
    let turn = workspace.turn(&request("/unknown"));
    assert!(matches!(
        turn.mentions[0].outcome,
        Outcome::Skipped {
            reason: SkipReason::Unknown,
            ..
        }
    ));
}

#[test]
fn a_typed_command_needs_no_permission() {
    let mut workspace = skill("Text.");
    workspace.put(CONFIG, r#"{"permission": {"skill": "deny"}}"#);
    let text = format!("Text.{FOLDER_LINES}");
    assert_eq!(texts(&workspace.turn(&request("/x"))), [text]);
}

#[test]
fn a_command_of_the_same_name_goes_before_the_skill() {
    for (path, text) in [
        ("/repo/.opencode/command/x.md", "Command."),
        ("/home/me/.config/opencode/commands/x.md", "Command."),
        (CONFIG, r#"{"command": {"x": {"template": "Command."}}}"#),
    ] {
        let mut workspace = skill("Text.");
        workspace.put(path, text);
        assert!(!workspace.catalog().skills[0].user_invocable, "{path}");
        let turn = workspace.turn(&request("/x"));
        assert!(turn.messages.is_empty(), "{path}");
        let Outcome::Skipped { message, .. } = &turn.mentions[0].outcome else {
            panic!("{:?}", turn.mentions);
        };
        assert_eq!(
            message, "a command with that name takes precedence",
            "{path}"
        );
    }
}

#[test]
fn commands_of_the_text_are_run_by_the_caller_without_a_question() {
    let workspace = skill("Log:\n!`git log $1`\nand !`date`.\n");
    let mut typed = request("/x -3");
    let turn = workspace.turn(&typed);
    let invocation = &turn.invocations[0];
    assert_eq!(invocation.outcome, InvocationOutcome::Waits);
    assert!(turn.messages.is_empty());
    let asked: Vec<_> = (invocation.requests.iter())
        .map(|request| match request {
            InvocationRequest::Command {
                id,
                command,
                verdict,
                range,
                ..
            } => (
                id.rsplit_once('.').unwrap().0,
                command.as_str(),
                *verdict,
                range.is_some(),
            ),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        asked,
        [
            // The command contains an argument, so the file does not contain the command itself.
            ("x.0", "git log -3", Verdict::Allow, false),
            ("x.1", "date", Verdict::Allow, true),
        ]
    );
    let outputs = [("one !`two`\n", 0), ("failed", 1)];
    for (request, (text, exit_code)) in invocation.requests.iter().zip(outputs) {
        let output = RequestOutput {
            text: text.to_owned(),
            exit_code,
        };
        typed.outputs.insert(request.id().to_owned(), output);
    }
    let text = format!("Log:\none !`two`\n\nand failed.\n{FOLDER_LINES}");
    assert_eq!(texts(&workspace.turn(&typed)), [text]);
}
