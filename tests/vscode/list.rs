//! Tests the list of skills in VS Code's system prompt (`docs/hosts/vscode.md#the-list`).

use skillglass::model::message::Role;
use skillglass::text::budget::BudgetUnit;

use super::{lone, with, workspace, write_skill};
use crate::common::Files;

#[test]
fn an_entry_has_name_description_and_file() {
    let message = lone("---\ndescription: a & b 'c' \"d\" < e\n---\n")
        .listing()
        .message
        .unwrap();
    assert_eq!(message.role, Role::System);
    let entry = "<skill>\n<name>x</name>\n<description>a &amp; b 'c' \"d\" &lt; e</description>\n\
                 <file>/repo/.github/skills/x/SKILL.md</file>\n</skill>";
    assert!(message.text.ends_with(&format!("\n{entry}\n</skills>")));
}

#[test]
fn only_what_is_described_and_meant_for_the_model_is_listed() {
    for (lines, is_listed) in [
        ("description: A.", true),
        ("description: '  '", true),
        ("name: x", false),
        ("description: ''", false),
        ("description: '<b>'", false),
        ("description: A.\ndisable-model-invocation: true", false),
        ("description: A.\nuser-invocable: false", true),
    ] {
        let listing = lone(&format!("---\n{lines}\n---\n")).listing();
        assert_eq!(listing.entries.len(), usize::from(is_listed), "{lines}");
        assert_eq!(listing.message.is_some(), is_listed, "{lines}");
    }
}

#[test]
fn without_a_tool_to_read_files_there_is_no_list() {
    let mut workspace = with(|_, own| own.reads_files = Some(false));
    write_skill(&mut workspace, "/repo/.github/skills/a");
    assert_eq!(workspace.listing().message, None);
}

#[test]
fn there_is_a_budget_only_with_a_tool_for_skills() {
    for tool in [None, Some("skill".to_owned())] {
        let mut workspace = with(|_, own| own.skill_tool.clone_from(&tool));
        for number in 0..20 {
            let text = format!("---\ndescription: {}\n---\n", "d".repeat(1000));
            let path = format!("/repo/.github/skills/s{number:02}/SKILL.md");
            workspace.put(&path, text);
        }
        let listing = workspace.listing();
        let text = listing.message.unwrap().text;
        let more = text.lines().find(|line| line.starts_with("Additional"));
        match &tool {
            None => {
                assert_eq!((listing.report.included, more), (20, None));
                assert_eq!((listing.report.budget, listing.tool), (None, None));
                assert!(text.contains("'read_file' tool"));
            }
            Some(tool) => {
                let budget = listing.report.budget.unwrap();
                assert_eq!((budget.unit, budget.limit), (BudgetUnit::Utf16, 15_000));
                assert_eq!(listing.report.included, 13);
                let names = "s13, s14, s15, s16, s17, s18, s19";
                let expected = format!("Additional skills available (invoke by name): {names}");
                assert_eq!(more, Some(expected.as_str()));
                assert_eq!(listing.tool.unwrap().name, *tool);
                assert!(text.contains("'skill' tool"));
            }
        }
    }
}

#[test]
fn names_that_do_not_fit_are_counted() {
    let mut workspace = with(|_, own| own.skill_tool = Some("skill".to_owned()));
    for number in 0..400 {
        let text = format!("---\ndescription: {}\n---\n", "d".repeat(1000));
        let path = format!("/repo/.github/skills/skill-with-a-long-name-{number:03}/SKILL.md");
        workspace.put(&path, text);
    }
    let text = workspace.listing().message.unwrap().text;
    let (_, line) = text.split_once("(invoke by name): ").unwrap();
    let (names, more) = line.split_once("... and ").unwrap();
    // One more name of 26 letters, with its comma and space, is too long.
    assert!((4973..=5000).contains(&names.len()), "{}", names.len());
    let named = names.split(", ").count();
    let shown = text.matches("<skill>").count();
    assert_eq!(more, format!("{} more\n</skills>", 400 - shown - named));
}

#[test]
fn the_order_is_that_of_the_search() {
    let mut workspace = workspace();
    for folder in [
        "/home/me/.copilot/skills/a",
        "/repo/.claude/skills/b",
        "/repo/.agents/skills/d",
        "/repo/.agents/skills/c",
    ] {
        write_skill(&mut workspace, folder);
    }
    let entries = workspace.listing().entries.into_iter();
    let names: Vec<_> = entries.map(|entry| entry.name).collect();
    assert_eq!(names, ["c", "d", "b", "a"]);
}
