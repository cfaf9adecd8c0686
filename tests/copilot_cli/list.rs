//! Tests the list of skills in Copilot CLI's system prompt (`docs/hosts/copilot-cli.md#the-list`).

use skillglass::Workspace;
use skillglass::compare::CompareRequest;
use skillglass::hosts::copilot_cli::CopilotBuiltInSkill;
use skillglass::model::message::Role;
use skillglass::model::obstacle::UseObstacle;
use skillglass::text::budget::BudgetUnit;

use super::{lone, with, workspace, write_skill};
use crate::common::Files;

fn listed(workspace: &Workspace) -> Vec<String> {
    let entries = workspace.listing().entries.into_iter();
    entries.map(|entry| entry.name).collect()
}

#[test]
fn an_entry_has_name_description_and_source_escaped() {
    let message = lone("---\nname: a\ndescription: <b> & \"c\" 'd'\n---\n")
        .listing()
        .message
        .unwrap();
    assert_eq!(message.role, Role::System);
    assert_eq!(
        message.text,
        "<available_skills>\n<skill>\n  <name>a</name>\n  \
         <description>&lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;</description>\n  \
         <location>project</location>\n</skill>\n</available_skills>"
    );
}

#[test]
fn within_a_run_of_one_source_names_are_sorted() {
    let mut workspace = with(|options, own| {
        options.cwd = "/repo/pkg".to_owned();
        own.built_in = vec![CopilotBuiltInSkill {
            name: "built-in".to_owned(),
            ..CopilotBuiltInSkill::default()
        }];
    });
    for (folder, name) in [
        ("/repo/pkg/.github/skills/1", "d"),
        ("/repo/pkg/.github/skills/2", "B"),
        ("/repo/.github/skills/1", "z"),
        // This skill and the one before it have the same source, so the list sorts them together.
        ("/.github/skills/1", "y"),
        ("/repo/pkg/.agents/skills/1", "a"),
        ("/home/me/.copilot/skills/1", "c"),
        ("/home/me/.agents/skills/1", "aa"),
    ] {
        let text = format!("---\nname: {name}\ndescription: x\n---\n");
        workspace.put(format!("{folder}/SKILL.md"), text);
    }
    workspace.put("/repo/.claude/commands/0.md", "x");
    let expected = ["B", "d", "y", "z", "a", "c", "aa", "built-in", "0"];
    assert_eq!(listed(&workspace), expected);
    // A hidden skill separates its neighbours in the list's order as well.
    let hidden = "---\nname: h\ndescription: x\ndisable-model-invocation: true\n---\n";
    workspace.put("/repo/pkg/.agents/skills/0/SKILL.md", hidden);
    assert_eq!(listed(&workspace), expected);
}

#[test]
fn a_skill_is_listed_unless_it_keeps_itself_from_the_model() {
    for (field, is_listed) in [
        ("user-invocable: false", true),
        ("disable-model-invocation: true", false),
        ("disable-model-invocation: false", true),
        ("description: ''", true),
    ] {
        let workspace = lone(&format!("---\nname: a\n{field}\n---\nText.\n"));
        assert_eq!(listed(&workspace).len(), usize::from(is_listed), "{field}");
    }
}

#[test]
fn the_first_that_does_not_fit_ends_the_list_and_the_rest_is_named() {
    let mut workspace = workspace();
    // Adds a skill whose entry has `cost` UTF-16 units, with the line end.
    let add = |workspace: &mut Workspace, name: &str, cost: usize| {
        let frame = "<skill>\n  <name></name>\n  <description></description>\n  <location>project</location>\n</skill>\n";
        // The character has two UTF-16 units.
        let units = cost - frame.len() - name.len();
        let description = "𐐷".repeat(units / 2) + &"x".repeat(units % 2);
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
        let path = format!("/repo/.github/skills/{name}/SKILL.md");
        workspace.put(&path, text);
    };
    for name in ["a", "b", "c", "d", "e", "f"] {
        add(&mut workspace, name, 2000);
    }
    add(&mut workspace, "g", 1500);
    add(&mut workspace, "h", 1500);
    assert_eq!(workspace.listing().report.omitted, 0);
    add(&mut workspace, "h", 1501);
    add(&mut workspace, "i", 500);
    let listing = workspace.listing();
    let budget = listing.report.budget.unwrap();
    assert_eq!((budget.unit, budget.limit), (BudgetUnit::Utf16, 15_000));
    assert_eq!((listing.report.included, listing.report.cost), (7, 13_500));
    let text = listing.message.unwrap().text;
    assert!(text.ends_with(
        "</skill>\nAdditional skills available (invoke by name): h, i\n</available_skills>"
    ));
    let compared = workspace
        .compare(&CompareRequest {
            hosts: vec!["copilot-cli".into()],
            ..CompareRequest::default()
        })
        .unwrap();
    let last = compared.skills.last().unwrap();
    let reasons: Vec<_> = last.cells[0].obstacles.iter().map(|no| no.reason).collect();
    assert_eq!(reasons, [UseObstacle::OverBudget.into()]);
}

#[test]
fn names_that_do_not_fit_are_counted() {
    let mut workspace = workspace();
    for number in 0..400 {
        let name = format!("skill-with-a-rather-long-name-{number:03}");
        let description = "d".repeat(1000);
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
        let path = format!("/repo/.github/skills/{name}/SKILL.md");
        workspace.put(&path, text);
    }
    let text = workspace.listing().message.unwrap().text;
    let line = text.lines().find(|line| line.starts_with("Additional"));
    let (names, more) = line.unwrap().split_once("... and ").unwrap();
    assert!((4966..=5000).contains(&names.len()), "{}", names.len());
    let named = names.split(", ").count();
    let shown = text.matches("<skill>").count();
    assert_eq!(more, format!("{} more", 400 - shown - named));
}

#[test]
fn without_a_skill_there_is_no_list() {
    assert_eq!(workspace().listing().message, None);
}

#[test]
fn a_skill_of_a_name_that_the_program_has_goes_before_it() {
    let mut workspace = with(|_, own| {
        own.built_in = vec![CopilotBuiltInSkill {
            name: "a".to_owned(),
            description: "Built in.".to_owned(),
            ..CopilotBuiltInSkill::default()
        }];
    });
    assert_eq!(workspace.catalog().skills[0].description, "Built in.");
    write_skill(&mut workspace, "/home/me/.agents/skills/a");
    assert_eq!(workspace.catalog().skills[0].description, "About a.");
}
