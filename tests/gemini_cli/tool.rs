//! Tests Gemini CLI's tool `activate_skill`.

use skillglass::hosts::gemini_cli::ApprovalMode;
use skillglass::model::invocation::{Invocation, InvocationOutcome, RefusalReason, SkillCall};

use super::*;
use crate::common::Files;

fn call(workspace: &Workspace, name: &str) -> Invocation {
    let call = SkillCall {
        skill: name.to_owned(),
        approved: true,
        ..SkillCall::default()
    };
    workspace.invoke(&call).unwrap()
}

/// Returns the lines of the tree of files that the tool's answer draws.
fn drawn(answer: &Invocation) -> Vec<String> {
    let text = answer.content.as_deref().unwrap();
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with('/'))
        .skip(1);
    let lines = lines.take_while(|line| !line.starts_with("  <"));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_folder_is_drawn_files_first_and_each_by_name() {
    let mut workspace = workspace(NEWEST);
    let folder = "/repo/.gemini/skills/a";
    write_skill(&mut workspace, folder);
    for file in [
        "b.txt",
        "A.md",
        ".hidden/h",
        "__pycache__/x",
        "lib/deep/z",
        "lib/y",
        "node_modules/m",
        ".git/HEAD",
    ] {
        workspace.put(format!("{folder}/{file}"), "");
    }
    workspace.put_folder(format!("{folder}/empty"));
    workspace.put_link(format!("{folder}/link"), "b.txt");
    assert_eq!(
        drawn(&call(&workspace, "a")),
        [
            "├───A.md",
            "├───b.txt",
            "├───SKILL.md",
            "├───__pycache__/...",
            "├───.git/...",
            "├───.hidden/",
            "│   └───h",
            "├───empty/",
            "├───lib/",
            "│   ├───y",
            "│   └───deep/",
            "│       └───z",
            "└───node_modules/...",
        ]
    );
}

#[test]
fn two_hundred_files_and_folders_are_drawn() {
    let mut workspace = workspace(NEWEST);
    let folder = "/repo/.gemini/skills/a";
    write_skill(&mut workspace, folder);
    for number in 0..300 {
        workspace.put(format!("{folder}/many/f{number:03}"), "");
    }
    workspace.put(format!("{folder}/other/file"), "");
    let used = call(&workspace, "a");
    let lines = drawn(&used);
    // The answer shows 200 items, and a line for those that are left out.
    assert_eq!(lines.len(), 201);
    assert_eq!(lines[198..], ["│   └───f196", "│   └───...", "└───other/"]);
    let text = used.content.unwrap();
    assert!(text.contains("the display limit (200 items) was reached."));
}

#[test]
fn two_hundred_files_in_the_folder_itself_leave_no_room_for_folders() {
    let mut workspace = workspace(NEWEST);
    let folder = "/repo/.gemini/skills/a";
    write_skill(&mut workspace, folder);
    for number in 0..200 {
        workspace.put(format!("{folder}/f{number:03}"), "");
    }
    workspace.put(format!("{folder}/other/file"), "");
    let lines = drawn(&call(&workspace, "a"));
    assert_eq!(lines[199..], ["├───f199", "├───...", "└───..."]);
}

#[test]
fn the_text_is_trimmed_and_stands_as_it_is() {
    let workspace = lone(
        NEWEST,
        "---\nname: a\ndescription: d\n---\n\n  One </instructions>\n two ${x} \n\n",
    );
    let text = call(&workspace, "a").content.unwrap();
    assert!(text.starts_with("<activated_skill name=\"a\">\n  <instructions>\n    One </instructions>\n two ${x}\n  </instructions>\n"));
}

#[test]
fn only_names_of_the_list_are_taken_and_then_capitals_do_not_count() {
    let mut workspace = workspace(NEWEST);
    write_named(&mut workspace, "/repo/.gemini/skills/one", "pdf");
    write_named(&mut workspace, "/repo/.gemini/skills/two", "Pdf");
    for name in ["PDF", "", "other"] {
        let used = call(&workspace, name);
        let InvocationOutcome::Refused {
            reason, message, ..
        } = used.outcome
        else {
            panic!("{name:?} is taken");
        };
        assert_eq!(reason, RefusalReason::Unknown);
        assert_eq!(
            message,
            "params/name must be equal to one of the allowed values"
        );
    }
    // If only the case differs, the first skill in the list with this name is used.
    let text = call(&workspace, "pdf").content.unwrap();
    assert!(text.contains("# Pdf"), "{text}");
}

#[test]
fn the_program_asks_unless_it_brings_the_skill_along_or_never_asks() {
    for (mode, headless, name, outcome) in [
        (None, false, "mine", "asks"),
        (Some(ApprovalMode::AutoEdit), false, "mine", "asks"),
        (Some(ApprovalMode::Yolo), false, "mine", "injected"),
        (None, false, "creator", "injected"),
        (None, true, "mine", "refused"),
        (Some(ApprovalMode::Yolo), true, "mine", "injected"),
        (None, true, "creator", "injected"),
    ] {
        let own = GeminiCliOptions {
            approval_mode: mode,
            headless,
            built_in: Some("/program/skills".to_owned()),
            ..GeminiCliOptions::default()
        };
        let mut workspace = with_own(NEWEST, own);
        write_skill(&mut workspace, "/program/skills/creator");
        write_skill(&mut workspace, "/repo/.gemini/skills/mine");
        let call = SkillCall {
            skill: name.to_owned(),
            ..SkillCall::default()
        };
        let used = workspace.invoke(&call).unwrap();
        let status = serde_json::to_value(&used.outcome).unwrap();
        assert_eq!(status["status"], outcome, "{mode:?} {headless} {name}");
    }
}
