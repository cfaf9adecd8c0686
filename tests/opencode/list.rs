//! Tests the list of skills in opencode's system prompt (`docs/hosts/opencode.md#the-list`).

use skillglass::model::message::Role;

use super::{CONFIG, lone, workspace, write_skill};
use crate::common::Files;

#[test]
fn an_entry_has_name_description_and_location() {
    let mut workspace = workspace("1.18");
    write_skill(&mut workspace, "/repo/.opencode/skills/a & b");
    let message = workspace.listing().message.unwrap();
    assert_eq!(message.role, Role::System);
    assert!(message.text.ends_with(
        "\n<available_skills>\n  <skill>\n    <name>a & b</name>\n    <description>About a & b.</description>\n    \
         <location>/repo/.opencode/skills/a &amp; b/SKILL.md</location>\n  </skill>\n</available_skills>"
    ));
    assert_eq!(
        message
            .text
            .lines()
            .take_while(|line| !line.starts_with('<'))
            .count(),
        2
    );
}

#[test]
fn an_earlier_edition_shows_the_location_as_a_url() {
    let mut workspace = workspace("2026-03");
    write_skill(&mut workspace, "/home/me/.config/opencode/skills/a");
    workspace.put_link("/repo/.opencode/skills/b c", "/nowhere");
    let text = workspace.listing().message.unwrap().text;
    assert!(
        text.contains("<location>file:///home/me/.config/opencode/skills/a/SKILL.md</location>")
    );
}

#[test]
fn the_order_is_that_of_the_names_whatever_their_capitals() {
    let mut workspace = workspace("1.18");
    for name in ["b", "A", "a2", "a-1", "C"] {
        write_skill(&mut workspace, &format!("/repo/.opencode/skills/{name}"));
    }
    let listing = workspace.listing();
    let names: Vec<_> = listing
        .entries
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(names, ["A", "a-1", "a2", "b", "C"]);
}

#[test]
fn without_a_description_or_when_denied_a_skill_is_not_listed() {
    let mut workspace = workspace("1.18");
    workspace.put(
        CONFIG,
        r#"{"permission": {"skill": {"*": "allow", "in-*": "deny"}}}"#,
    );
    write_skill(&mut workspace, "/repo/.opencode/skills/in-house");
    workspace.put(
        "/repo/.opencode/skills/bare/SKILL.md",
        "---\nname: bare\n---\n",
    );
    let listing = workspace.listing();
    assert!(listing.entries.is_empty());
    // The prompt has a sentence instead of an empty block.
    let text = listing.message.unwrap().text;
    assert!(!text.contains('<') && text.contains("available"));
    assert_eq!(workspace.catalog().skills.len(), 2);
}

#[test]
fn without_the_tool_there_is_no_word_of_skills() {
    for config in [
        r#"{"permission": {"skill": "deny"}}"#,
        r#"{"permission": "deny"}"#,
        r#"{"permission": {"skill": {"a": "allow", "*": "deny"}}}"#,
        r#"{"tools": {"skill": false}}"#,
        r#"{"agent": {"build": {"tools": {"skill": false}}}}"#,
    ] {
        let mut workspace = lone("1.18", "---\nname: x\ndescription: X.\n---\n");
        workspace.put(CONFIG, config);
        let listing = workspace.listing();
        assert_eq!((listing.message, listing.tool), (None, None), "{config}");
    }
}

#[test]
fn there_is_no_budget() {
    let mut workspace = workspace("1.18");
    let long = "x".repeat(50_000);
    workspace.put(
        "/repo/.opencode/skills/a/SKILL.md",
        format!("---\nname: a\ndescription: {long}\n---\n"),
    );
    let listing = workspace.listing();
    assert_eq!((listing.report.included, listing.report.budget), (1, None));
    assert!(listing.message.unwrap().text.contains(&long));
}
