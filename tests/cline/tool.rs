//! Tests Cline's list of skills, its tool, and skills that the user types.

use skillglass::model::turn::{Outcome, SkipReason};

use super::*;

fn write(workspace: &mut Workspace, folder: &str, fields: &str) {
    let text = format!("---\n{fields}\n---\nBody of {folder}.\n");
    workspace.put(format!("/repo/.cline/skills/{folder}/SKILL.md"), text);
}

#[test]
fn the_description_of_the_tool_ends_with_the_names() {
    let mut workspace = workspace();
    assert!(workspace.listing().tool.is_none());
    write(&mut workspace, "a", "name: One, Two");
    write(&mut workspace, "b", "disabled: true");
    let listing = workspace.listing();
    let tool = listing.tool.unwrap();
    assert!(
        tool.description
            .ends_with("tool. Available skills: One, Two.")
    );
    assert_eq!(tool.inputs, ["skill", "args"]);
}

#[test]
fn a_call_names_a_skill_or_the_end_of_an_id() {
    let mut workspace = workspace();
    for (folder, name) in [
        ("a", "One"),
        ("b", "ns:two"),
        ("c", "x:three"),
        ("d", "y:three"),
    ] {
        write(&mut workspace, folder, &format!("name: {name}"));
    }
    write(&mut workspace, "e", "name: Off\ndisabled: true");
    let named = |name: &str| format!("<command-name>{name}</command-name>");
    let cases = [
        (" //ONE ", named("One")),
        ("z:one", named("One")),
        ("two", named("ns:two")),
        (
            "three",
            "Skill \"three\" is ambiguous. Use one of: x:three, y:three".to_owned(),
        ),
        (
            "off",
            "Skill \"Off\" is configured but disabled.".to_owned(),
        ),
        (
            "four",
            "Skill \"four\" not found. Available skills: ns:two, One, x:three, y:three".to_owned(),
        ),
        ("/", "Missing skill name.".to_owned()),
    ];
    for (call, expected) in cases {
        let used = workspace.invoke(&super::call(call)).unwrap();
        let answer = used.messages[0].text.lines().next().unwrap();
        assert_eq!(answer, expected, "{call}");
    }
}

#[test]
fn without_the_tool_a_typed_name_becomes_the_text() {
    let mut workspace = with(|options| options.cline = Some(ClineOptions { yolo: true }));
    write(&mut workspace, "a", "name: My Skill");
    let cases = [
        ("/my-skill", Ok("Body of a.")),
        ("/MY-SKILL  do it ", Ok("Body of a.  do it")),
        ("/my-skill\nmore", Ok("Body of a.\nmore")),
        (" /my-skill", Err(SkipReason::NotAtStart)),
        ("/other", Err(SkipReason::Unknown)),
    ];
    for (text, expected) in cases {
        let turn = workspace.turn(&text.into());
        match (&turn.mentions[0].outcome, expected) {
            (Outcome::Selected { .. }, Ok(message)) => {
                assert_eq!(turn.messages[0].text, message, "{text:?}");
            }
            (Outcome::Skipped { reason, .. }, Err(expected)) => {
                assert_eq!(*reason, expected, "{text:?}");
            }
            (outcome, _) => panic!("{text:?}: {outcome:?}"),
        }
    }
    assert!(workspace.turn(&"use /my-skill".into()).mentions.is_empty());
}

#[test]
fn of_two_skills_with_one_command_the_first_name_counts() {
    let mut workspace = with(|options| options.cline = Some(ClineOptions { yolo: true }));
    write(&mut workspace, "a", "name: a b");
    write(&mut workspace, "b", "name: a-b");
    let turn = workspace.turn(&"/a-b".into());
    let selected: Vec<_> = turn.selected.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(selected, ["a b"]);
    let catalog = workspace.catalog();
    let typed: Vec<_> = (catalog.skills.iter())
        .map(|skill| skill.user_invocable)
        .collect();
    assert_eq!(typed, [true, false]);
}
