//! Tests opencode's `skill` tool and its permissions (`docs/hosts/opencode.md#the-tool`).

use skillglass::Workspace;
use skillglass::hosts::opencode::SkillRule;
use skillglass::model::invocation::{Invocation, InvocationOutcome, SkillCall};
use skillglass::model::message::{Role, SkillEvent};
use skillglass::model::permission::Verdict;

use super::{CONFIG, lone, with, workspace, write_skill};
use crate::common::Files;

fn call(workspace: &Workspace, name: &str) -> Invocation {
    let call = SkillCall {
        skill: name.to_owned(),
        id: Some("call-1".to_owned()),
        ..SkillCall::default()
    };
    workspace.invoke(&call).unwrap()
}

fn refusal(invocation: &Invocation) -> &str {
    match &invocation.outcome {
        InvocationOutcome::Refused { message, .. } => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_result_holds_the_text_the_directory_and_a_sample_of_files() {
    let mut workspace = lone("1.18", "---\nname: x\n---\n\n  Do $1 !`ls`.\n\n");
    for file in ["run.py", ".env", "ref/a.md", "ref/SKILL.md", ".git/config"] {
        let path = format!("/repo/.opencode/skills/x/{file}");
        workspace.put(&path, "");
    }
    workspace.put_link("/repo/.opencode/skills/x/link", "/repo");
    let invocation = call(&workspace, "x");
    assert_eq!(invocation.outcome, InvocationOutcome::Injected);
    let message = &invocation.messages[0];
    assert_eq!(
        (message.role, message.call_id.as_deref()),
        (Role::Tool, Some("call-1"))
    );
    assert_eq!(
        message.text,
        "<skill_content name=\"x\">\n# Skill: x\n\nDo $1 !`ls`.\n\n\
         Base directory for this skill: /repo/.opencode/skills/x\n\
         Relative paths in this skill start at its base directory.\n\
         The list of files is a sample.\n\n<skill_files>\n\
         <file>/repo/.opencode/skills/x/.env</file>\n\
         <file>/repo/.opencode/skills/x/ref/a.md</file>\n\
         <file>/repo/.opencode/skills/x/run.py</file>\n</skill_files>\n</skill_content>"
    );
    let SkillEvent::Telemetry { properties, .. } = &invocation.events[0] else {
        panic!("{:?}", invocation.events);
    };
    assert_eq!(properties["title"], "Loaded skill: x");
    assert_eq!(properties["dir"], "/repo/.opencode/skills/x");
}

#[test]
fn an_earlier_edition_shows_the_base_directory_as_a_url() {
    for (edition, shown) in [
        ("2026-03", "file:///repo/.opencode/skills/x"),
        ("1.18", "/repo/.opencode/skills/x"),
        ("2.0", "/repo/.opencode/skills/x"),
    ] {
        let workspace = lone(edition, "---\nname: x\ndescription: d\n---\n");
        let text = call(&workspace, "x").content.unwrap();
        let line = format!("\nBase directory for this skill: {shown}\n");
        assert!(text.contains(&line), "{edition} {text}");
    }
}

#[test]
fn at_most_ten_files_are_shown() {
    let mut workspace = lone("1.18", "---\nname: x\n---\n");
    for index in 0..30 {
        workspace.put(format!("/repo/.opencode/skills/x/{index}"), "");
    }
    let text = call(&workspace, "x").content.unwrap();
    assert_eq!(text.matches("<file>").count(), 10);
}

#[test]
fn an_unknown_name_is_an_error_that_lists_the_known_ones() {
    let mut workspace = workspace("1.18");
    assert!(refusal(&call(&workspace, "x")).ends_with("Available skills: none"));
    write_skill(&mut workspace, "/repo/.opencode/skills/a");
    write_skill(&mut workspace, "/repo/.opencode/skills/b");
    let invocation = call(&workspace, "x");
    assert!(refusal(&invocation).contains("\"x\"") && refusal(&invocation).ends_with(": a, b"));
    assert_eq!(invocation.path, None);
}

#[test]
fn the_last_rule_that_matches_decides() {
    let cases = [
        ("{}", Verdict::Allow),
        (r#"{"permission": {"skill": {"x": "deny"}}}"#, Verdict::Deny),
        (
            r#"{"permission": {"skill": {"x": "deny", "*": "ask"}}}"#,
            Verdict::Ask,
        ),
        (
            r#"{"permission": {"skill": {"*": "ask", "x": "allow"}}}"#,
            Verdict::Allow,
        ),
        (r#"{"permission": {"skill": "ask"}}"#, Verdict::Ask),
        (r#"{"permission": {"*": "ask"}}"#, Verdict::Ask),
        (r#"{"permission": {"bash": "deny"}}"#, Verdict::Allow),
        (
            r#"{"permission": {"skill": {"x": "deny"}}, "agent": {"build": {"permission": {"skill": {"x": "ask"}}}}}"#,
            Verdict::Ask,
        ),
        (
            r#"{"permission": {"skill": {"x": "deny"}}, "agent": {"plan": {"permission": {"skill": {"x": "ask"}}}}}"#,
            Verdict::Deny,
        ),
    ];
    for (config, expected) in cases {
        let mut workspace = lone("1.18", "---\nname: x\n---\n");
        workspace.put(CONFIG, config);
        let invocation = call(&workspace, "x");
        assert_eq!(invocation.permission.unwrap().verdict, expected, "{config}");
        let ran = invocation.outcome == InvocationOutcome::Injected;
        assert_eq!(ran, expected == Verdict::Allow, "{config}");
    }
}

#[test]
fn the_user_who_is_asked_may_allow_it_once_or_for_good() {
    let workspace = |rules: Vec<SkillRule>| {
        let mut workspace = with("1.18", |options| {
            options.opencode.as_mut().unwrap().rules = rules;
        });
        write_skill(&mut workspace, "/repo/.opencode/skills/x");
        workspace.put(CONFIG, r#"{"permission": {"skill": "ask"}}"#);
        workspace
    };
    let asking = workspace(Vec::new());
    let invocation = call(&asking, "x");
    assert_eq!(invocation.outcome, InvocationOutcome::Asks);
    assert_eq!(
        invocation.permission.unwrap().suggestions[0].rule,
        "x: allow"
    );
    let approved = SkillCall {
        skill: "x".to_owned(),
        approved: true,
        ..SkillCall::default()
    };
    assert_eq!(
        asking.invoke(&approved).unwrap().outcome,
        InvocationOutcome::Injected
    );
    let allowing = workspace(vec![SkillRule {
        pattern: "x".to_owned(),
        action: Verdict::Allow,
    }]);
    assert_eq!(call(&allowing, "x").outcome, InvocationOutcome::Injected);
}

#[test]
fn a_repeated_call_loads_the_whole_text_again() {
    let workspace = lone("1.18", "---\nname: x\n---\nText.");
    let mut session = skillglass::Session::default();
    let call = SkillCall {
        skill: "x".to_owned(),
        ..SkillCall::default()
    };
    let first = session.invoke(&workspace, &call).unwrap();
    assert_eq!(session.invoke(&workspace, &call).unwrap(), first);
}
