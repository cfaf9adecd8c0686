//! Tests the list of skills in Gemini CLI's system prompt.

use super::*;
use crate::common::Files;

#[test]
fn without_skills_the_tool_stays_and_names_none() {
    for edition in editions() {
        let listing = workspace(edition).listing();
        assert!(listing.message.is_none());
        let description = listing.tool.unwrap().description;
        assert!(description.starts_with("Activates a specialized agent skill by name. "));
    }
}

#[test]
fn the_tool_names_the_skills_in_their_order() {
    let mut workspace = workspace(NEWEST);
    write_skill(&mut workspace, "/repo/.gemini/skills/b");
    write_skill(&mut workspace, "/home/me/.agents/skills/c");
    write_skill(&mut workspace, "/repo/.gemini/skills/off");
    let settings = "{\"skills\": {\"disabled\": [\"OFF\"]}}";
    workspace.put("/repo/.gemini/settings.json", settings);
    let listing = workspace.listing();
    let shown: Vec<_> = listing
        .entries
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(shown, ["c", "b"]);
    assert!(
        listing
            .tool
            .unwrap()
            .description
            .contains(" (Available: 'c', 'b'). ")
    );
}

#[test]
fn the_sentence_before_the_list_depends_on_the_model() {
    let cases = [
        (None, "call the"),
        (Some("gemini-3-pro-preview"), "call the"),
        (Some("gemini-3.1-flash"), "call the"),
        (Some("my-model"), "call the"),
        (Some("gemini-2.5-pro"), "you can call the"),
        (Some("gemini-30"), "you can call the"),
    ];
    for (model, words) in cases {
        let own = GeminiCliOptions {
            model: model.map(str::to_owned),
            ..GeminiCliOptions::default()
        };
        let mut workspace = with_own(NEWEST, own);
        write_skill(&mut workspace, "/repo/.gemini/skills/a");
        let text = workspace.listing().message.unwrap().text;
        let expected = format!("detailed instructions, {words} `activate_skill`");
        assert!(text.contains(&expected), "{model:?}");
    }
}

#[test]
fn nothing_is_listed_where_the_program_refuses_to_run() {
    let own = GeminiCliOptions {
        trusted: Some(false),
        headless: true,
        ..GeminiCliOptions::default()
    };
    let mut workspace = with_own(NEWEST, own);
    write_skill(&mut workspace, "/home/me/.gemini/skills/a");
    let listing = workspace.listing();
    assert!(listing.message.is_none() && listing.tool.is_none());
    let turn = workspace.turn(&"Hello".into());
    assert_eq!(turn.warnings, [listing.warning.unwrap()]);
}
