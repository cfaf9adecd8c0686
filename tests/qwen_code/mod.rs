//! Tests rules of Qwen Code that the examples in `docs/hosts/qwen-code.md` cannot show.

use skillglass::hosts::qwen_code::QwenCodeOptions;
use skillglass::model::catalog::FaultCode;
use skillglass::model::invocation::{Invocation, InvocationOutcome, SkillCall};
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, names};

/// Returns a workspace for Qwen Code in the repository `/repo`, in a session that never asks the
/// user (`yolo`).
fn workspace() -> Workspace {
    Workspace::new(&WorkspaceOptions {
        qwen_code: Some(QwenCodeOptions {
            yolo: true,
            ..QwenCodeOptions::default()
        }),
        ..in_repo("qwen-code")
    })
    .unwrap()
}

/// Writes a skill of the project with these lines of frontmatter.
fn write(workspace: &mut Workspace, folder: &str, lines: &str) {
    let path = format!("/repo/.qwen/skills/{folder}/SKILL.md");
    workspace.put(path, format!("---\n{lines}\n---\nText.\n"));
}

fn call(session: &mut Session, workspace: &Workspace, name: &str) -> Invocation {
    let call = SkillCall {
        skill: name.to_owned(),
        ..SkillCall::default()
    };
    session.invoke(workspace, &call).unwrap()
}

fn text(invocation: &Invocation) -> &str {
    &invocation.messages[0].text
}

#[test]
fn each_fault_has_the_message_of_the_program() {
    let cases = [
        (
            "description: D.",
            FaultCode::MissingName,
            "Missing \"name\" in frontmatter",
        ),
        (
            "name: ''\ndescription: D.",
            FaultCode::MissingName,
            "Missing \"name\" in frontmatter",
        ),
        (
            "name: a\ndescription: ~",
            FaultCode::MissingDescription,
            "Missing \"description\" in frontmatter",
        ),
        (
            "name: a\ndescription: ' '",
            FaultCode::MissingDescription,
            "Validation failed: \"description\" cannot be empty",
        ),
        (
            "name: {a: b}\ndescription: D.",
            FaultCode::WrongType,
            "Cannot convert object to primitive value",
        ),
        (
            "name: a b\ndescription: D.",
            FaultCode::NameInvalid,
            r#""name" must match /^[\p{L}\p{N}_:.-]+$/u (letters, digits, _, :, ., -); got "a b""#,
        ),
        (
            "name: a\ndescription: D.\nmodel: [m]",
            FaultCode::WrongType,
            "\"model\" must be a string",
        ),
        (
            "name: a\ndescription: D.\npaths: a",
            FaultCode::WrongType,
            "\"paths\" must be an array of glob patterns",
        ),
        (
            "name: a\ndescription: D.\npaths: ['C:/a']",
            FaultCode::WrongType,
            "\"paths\" entry \"C:/a\" looks absolute; patterns are project-root-relative — drop the leading slash / drive letter",
        ),
    ];
    for (lines, fault, message) in cases {
        let mut workspace = workspace();
        write(&mut workspace, "x", lines);
        let catalog = workspace.catalog();
        let left_out = &catalog.left_out[0];
        assert_eq!(left_out.fault, Some(fault), "{lines}");
        let expected = format!("Qwen Code drops it without a word: {message}");
        assert_eq!(left_out.message, expected, "{lines}");
    }
}

#[test]
fn a_skill_is_loaded_once_in_a_conversation() {
    let mut workspace = workspace();
    write(&mut workspace, "a", "name: a\ndescription: A.");
    let mut session = Session::new();
    let first = call(&mut session, &workspace, "a");
    assert!(text(&first).ends_with("\n\nText.\n"), "{}", text(&first));
    let second = call(&mut session, &workspace, "a");
    assert_eq!(second.outcome, InvocationOutcome::AlreadyLoaded);
    assert_eq!(text(&second), "Skill \"a\" is already loaded in context.");
}

#[test]
fn a_matching_file_makes_a_conditional_skill_available_with_a_reminder() {
    let mut workspace = workspace();
    write(
        &mut workspace,
        "a",
        "name: a\ndescription: A.\npaths: [./src/*.rs]",
    );
    write(
        &mut workspace,
        "b",
        "name: b\ndescription: B.\npaths: ['*.md']",
    );
    let mut session = Session::new();
    let touch = session
        .touch(&workspace, &["/repo/src/main.rs".to_owned()])
        .unwrap();
    let reminder = &touch.messages[0].text;
    assert!(reminder.contains("<name>\na\n</name>"), "{reminder}");
    assert!(!reminder.contains("<name>\nb\n</name>"), "{reminder}");
    assert!(text(&call(&mut session, &workspace, "a")).starts_with("Base directory"));
    assert!(
        text(&call(&mut session, &workspace, "b")).contains("is gated by path-based activation")
    );
    let outside = session.touch(&workspace, &["/other/README.md".to_owned()]);
    assert!(outside.unwrap().messages.is_empty());
}

#[test]
fn a_list_over_the_budget_shows_first_lines_and_leaves_no_skill_out() {
    let list = |length: usize| {
        let mut workspace = workspace();
        let description = format!("|\n  First.\n  {}", "x".repeat(length));
        for name in ["a", "b"] {
            let lines = format!("name: {name}\nwhen_to_use: W.\ndescription: {description}");
            write(&mut workspace, name, &lines);
        }
        workspace.listing()
    };
    // Each of the two entries costs one unit more for each `x`. The line end after the last entry does not count.
    let without = list(1).report.cost - 1 - 2;
    let most = usize::try_from((8000 - without) / 2).unwrap();
    assert_eq!(list(most).report.shortened, 0);
    let over = list(most + 1);
    assert_eq!((over.report.shortened, over.report.omitted), (2, 0));
    let line = over.entries[0].line.as_deref().unwrap();
    assert!(line.contains("\nFirst. (project)\n"), "{line}");
}

#[test]
fn the_tool_answers_with_the_text_of_a_command_in_a_file() {
    let mut workspace = workspace();
    workspace.put("/home/me/.qwen/commands/git/tidy.md", "Tidy {{args}} up.\n");
    write(&mut workspace, "a", "name: a\ndescription: A.");
    let mut session = Session::new();
    assert_eq!(
        text(&call(&mut session, &workspace, "git:tidy")),
        "Tidy  up."
    );
    let unknown = call(&mut session, &workspace, "x");
    let expected = "Skill \"x\" not found. Available skills: a, git:tidy";
    assert_eq!(text(&unknown), expected);
}

#[test]
fn a_home_of_its_own_replaces_the_folder_in_the_home() {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        variables: Some([("QWEN_HOME".to_owned(), "/srv/qwen".to_owned())].into()),
        ..in_repo("qwen-code")
    })
    .unwrap();
    for folder in ["/srv/qwen/skills/a", "/home/me/.qwen/skills/b"] {
        let name = &folder[folder.len() - 1..];
        let text = format!("---\nname: {name}\ndescription: D.\n---\n");
        workspace.put(format!("{folder}/SKILL.md"), text);
    }
    assert_eq!(names(&workspace.catalog()), ["a"]);
}
