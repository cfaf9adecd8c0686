//! Tests opencode's decisions on calls of tools (`docs/hosts/opencode.md#permissions`).

use serde_json::json;
use skillglass::Workspace;
use skillglass::model::message::Role;
use skillglass::model::permission::{PermissionBasis, ToolCall, ToolPermission, Verdict};

use super::{CONFIG, workspace};
use crate::common::Files;

fn asked(workspace: &Workspace, tool: &str, member: &str, value: &str) -> ToolPermission {
    let call = json!({ "tool": tool, "input": { member: value }, "id": "call-1" });
    workspace.permission(&serde_json::from_value::<ToolCall>(call).unwrap())
}

fn with_rules(permission: &str) -> Workspace {
    let mut workspace = workspace("1.18");
    workspace.put(CONFIG, format!("{{ \"permission\": {permission} }}"));
    workspace.put("/repo/.git/HEAD", "");
    workspace
}

#[test]
fn the_last_rule_that_matches_decides() {
    let rules = r#"{ "bash": { "*": "ask", "git *": "allow", "rm *": "deny", "* x": "ask" } }"#;
    let workspace = with_rules(rules);
    let cases = [
        ("ls", Verdict::Ask, "bash: *: ask"),
        ("git status", Verdict::Allow, "bash: git *: allow"),
        ("git x", Verdict::Ask, "bash: * x: ask"),
        ("git status && rm y", Verdict::Deny, "bash: rm *: deny"),
        ("git $(rm y)", Verdict::Deny, "bash: rm *: deny"),
        ("(rm y; ls)", Verdict::Deny, "bash: rm *: deny"),
        ("FOO=1 rm y", Verdict::Ask, "bash: *: ask"),
        ("cat /etc/hosts", Verdict::Ask, "external_directory: *: ask"),
    ];
    for (command, decision, rule) in cases {
        let permission = asked(&workspace, "bash", "command", command);
        assert_eq!(permission.decision, Some(decision), "{command}");
        assert_eq!(permission.rule.unwrap().text, rule, "{command}");
    }
}

#[test]
fn a_rule_names_the_file_that_contains_it() {
    let workspace = with_rules(r#"{ "edit": { "*.md": "deny" } }"#);
    let permission = asked(&workspace, "write", "filePath", "/repo/a.md");
    assert_eq!(permission.rule.unwrap().source, CONFIG);
    let permission = asked(&workspace, "read", "filePath", "/repo/.env");
    assert_eq!(permission.rule.unwrap().source, "the agent's default");
    let permission = asked(&with_rules(r#""ask""#), "bash", "command", "ls");
    assert_eq!(permission.rule.unwrap().source, CONFIG);
}

#[test]
fn a_refusal_is_the_result_of_the_call() {
    let workspace = with_rules(r#"{ "bash": "deny", "edit": { "*.md": "deny" } }"#);
    let removed = asked(&workspace, "bash", "command", "ls").message.unwrap();
    assert_eq!(removed.role, Role::Tool);
    assert_eq!(removed.call_id.as_deref(), Some("call-1"));
    assert!(removed.text.contains("unavailable tool 'bash'"));
    let denied = asked(&workspace, "edit", "filePath", "a.md")
        .message
        .unwrap();
    assert!(denied.text.ends_with(r#"[{"permission":"*","action":"allow","pattern":"*"},{"permission":"edit","pattern":"*.md","action":"deny"}]"#));
}

#[test]
fn always_allows_the_program_with_its_subcommand() {
    let workspace = with_rules(r#"{ "bash": "ask" }"#);
    let permission = asked(&workspace, "bash", "command", "git status -s && ls -l");
    let rules = permission.suggestions.iter().map(|one| one.rule.as_str());
    let rules: Vec<_> = rules.collect();
    assert_eq!(rules, ["bash: git status *: allow", "bash: ls *: allow"]);
    assert_eq!(permission.remember, None);
}

#[test]
fn other_editions_give_no_decision() {
    for edition in ["2026-03", "2.0"] {
        let permission = asked(&workspace(edition), "bash", "command", "ls");
        assert_eq!(permission.decision, None);
        assert_eq!(permission.basis, PermissionBasis::Unknown);
    }
}

#[test]
fn the_commands_of_a_typed_skill_need_no_permission() {
    let workspace = with_rules(r#"{ "bash": "deny" }"#);
    let call = json!({
        "tool": "bash", "input": { "command": "rm x" },
        "skill": { "path": "/repo/.opencode/skills/a/SKILL.md", "by": "user" },
    });
    let permission = workspace.permission(&serde_json::from_value::<ToolCall>(call).unwrap());
    assert_eq!(permission.decision, Some(Verdict::Allow));
}
