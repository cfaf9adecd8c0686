//! Tests Claude Code's decisions on calls of tools
//! (`docs/hosts/claude-code-use.md#calls-of-tools`).

use serde_json::json;
use skillglass::model::invocation::{InvocationRequest, InvokedBy};
use skillglass::model::message::Role;
use skillglass::model::permission::{
    CommandSkill, PermissionBasis, ToolCall, ToolPermission, Verdict,
};
use skillglass::model::turn::TurnRequest;
use skillglass::{Session, Workspace};

use super::turn::with_skills;
use crate::common::Files;

const SETTINGS: &str = "/repo/.claude/settings.json";
const LOCAL: &str = "/repo/.claude/settings.local.json";

fn call(tool: &str, value: &str) -> ToolCall {
    let member = match tool {
        "Bash" => "command",
        "WebFetch" => "url",
        _ => "file_path",
    };
    let call = json!({ "tool": tool, "input": { member: value }, "id": "call-1" });
    serde_json::from_value(call).unwrap()
}

fn asked(workspace: &Workspace, tool: &str, value: &str) -> ToolPermission {
    workspace.permission(&call(tool, value))
}

fn with_rules(permissions: &str) -> Workspace {
    let mut workspace = with_skills("2026-11", &[]);
    workspace.put(SETTINGS, format!("{{\"permissions\": {permissions}}}"));
    workspace
}

#[test]
fn deny_goes_before_ask_and_ask_before_allow() {
    let workspace = with_rules(
        r#"{ "deny": ["Bash(rm *)", "Read(secrets/**)"], "ask": ["Bash(git push *)"], "allow": ["Bash(git *)", "Bash(make *)", "Edit(src/**)", "WebFetch(domain:*.example.org)"] }"#,
    );
    let cases = [
        (
            "Bash",
            "git status && rm x",
            Verdict::Deny,
            Some("Bash(rm *)"),
        ),
        ("Bash", "make $(rm x)", Verdict::Deny, Some("Bash(rm *)")),
        ("Bash", "/bin/rm x", Verdict::Deny, Some("Bash(rm *)")),
        (
            "Bash",
            "cat secrets/key",
            Verdict::Deny,
            Some("Read(secrets/**)"),
        ),
        (
            "Bash",
            "git push origin",
            Verdict::Ask,
            Some("Bash(git push *)"),
        ),
        ("Bash", "git commit", Verdict::Allow, Some("Bash(git *)")),
        (
            "Bash",
            "if true; then make; fi",
            Verdict::Allow,
            Some("Bash(make *)"),
        ),
        ("Bash", "ls -l | head", Verdict::Allow, None),
        ("Bash", "make $(make)", Verdict::Ask, None),
        ("Bash", "make &", Verdict::Ask, None),
        (
            "Bash",
            "make > src/log",
            Verdict::Allow,
            Some("Bash(make *)"),
        ),
        ("Bash", "make > log", Verdict::Ask, None),
        ("Bash", "cat /etc/hosts", Verdict::Ask, None),
        ("Read", "/repo/a.txt", Verdict::Allow, None),
        (
            "Read",
            "/repo/secrets/key",
            Verdict::Deny,
            Some("Read(secrets/**)"),
        ),
        ("Read", "/etc/hosts", Verdict::Ask, None),
        (
            "Edit",
            "/repo/src/a/b.ts",
            Verdict::Allow,
            Some("Edit(src/**)"),
        ),
        (
            "Write",
            "/repo/src/a.ts",
            Verdict::Allow,
            Some("Edit(src/**)"),
        ),
        ("Edit", "/repo/b.ts", Verdict::Ask, None),
        ("Write", "/repo/src/.git/config", Verdict::Ask, None),
        (
            "Edit",
            "/repo/secrets/key",
            Verdict::Deny,
            Some("Read(secrets/**)"),
        ),
        (
            "WebFetch",
            "https://a.example.org/",
            Verdict::Allow,
            Some("WebFetch(domain:*.example.org)"),
        ),
        ("WebFetch", "https://example.org/", Verdict::Ask, None),
        ("TodoWrite", "", Verdict::Allow, None),
    ];
    for (tool, value, decision, rule) in cases {
        let permission = asked(&workspace, tool, value);
        let text = permission.rule.as_ref().map(|rule| rule.text.as_str());
        assert_eq!(
            (permission.decision, text),
            (Some(decision), rule),
            "{tool} {value}"
        );
    }
}

#[test]
fn a_refusal_is_the_result_of_the_call_and_names_the_rule_and_its_file() {
    let workspace = with_rules(r#"{ "deny": ["Bash(rm *)", "WebFetch"] }"#);
    let permission = asked(&workspace, "Bash", "rm x");
    assert_eq!(permission.rule.unwrap().source, SETTINGS);
    let message = permission.message.unwrap();
    assert_eq!(
        (message.role, message.call_id.as_deref()),
        (Role::Tool, Some("call-1"))
    );
    assert_eq!(
        message.text,
        "Permission to use Bash with command rm x has been denied."
    );
    let removed = asked(&workspace, "WebFetch", "https://example.org");
    assert!(
        removed
            .message
            .unwrap()
            .text
            .contains("No such tool available: WebFetch.")
    );
}

#[test]
fn always_allow_is_an_edit_of_the_local_settings() {
    let mut workspace = with_rules("{}");
    let cases = [
        ("npm run lint", "Bash(npm run *)"),
        ("curl http://x", "Bash(curl http://x)"),
        ("A=1 make", "Bash(A=1 make)"),
        ("NODE_ENV=test make all", "Bash(make all *)"),
    ];
    for (command, rule) in cases {
        let permission = asked(&workspace, "Bash", command);
        assert_eq!(permission.decision, Some(Verdict::Ask), "{command}");
        assert_eq!(permission.suggestions[0].rule, rule, "{command}");
    }
    let edit = asked(&workspace, "Bash", "npm run lint").remember.unwrap();
    assert_eq!(edit.path, LOCAL);
    workspace.put(LOCAL, edit.text);
    let permission = asked(&workspace, "Bash", "npm run lint");
    assert_eq!(permission.decision, Some(Verdict::Allow));
    assert_eq!(permission.rule.unwrap().source, LOCAL);
    assert_eq!(asked(&workspace, "Edit", "/repo/a").remember, None);
}

#[test]
fn the_mode_decides_about_calls_without_a_rule() {
    let cases = [
        ("default", Verdict::Ask, Verdict::Ask),
        ("acceptEdits", Verdict::Allow, Verdict::Ask),
        ("dontAsk", Verdict::Deny, Verdict::Deny),
        ("bypassPermissions", Verdict::Allow, Verdict::Allow),
    ];
    for (mode, change, command) in cases {
        let workspace = with_rules(&format!("{{ \"defaultMode\": \"{mode}\" }}"));
        assert_eq!(
            asked(&workspace, "Edit", "/repo/a").decision,
            Some(change),
            "{mode}"
        );
        assert_eq!(
            asked(&workspace, "Bash", "make").decision,
            Some(command),
            "{mode}"
        );
    }
}

#[test]
fn the_rules_of_two_skills_add_up_until_the_next_message() {
    let workspace = with_skills(
        "2026-11",
        &[
            ("a", "---\nallowed-tools: Bash(make *)\n---\nx"),
            ("b", "---\nallowed-tools: Bash(npm *)\n---\nx"),
        ],
    );
    let mut session = Session::new();
    session.turn(&workspace, &TurnRequest::from("/a"));
    let used = json!({ "skill": "b", "approved": true });
    session
        .invoke(&workspace, &serde_json::from_value(used).unwrap())
        .unwrap();
    for (command, skill) in [("make", "a"), ("npm ci", "b")] {
        let permission = session
            .permission(&workspace, &call("Bash", command))
            .unwrap();
        assert_eq!(permission.decision, Some(Verdict::Allow), "{command}");
        assert_eq!(permission.skill.as_deref(), Some(skill));
    }
    session.turn(&workspace, &TurnRequest::from("thanks"));
    let permission = session
        .permission(&workspace, &call("Bash", "make"))
        .unwrap();
    assert_eq!(permission.decision, Some(Verdict::Ask));
    let unknown = ToolCall {
        agent: Some("nobody".to_owned()),
        ..call("Bash", "make")
    };
    assert!(session.permission(&workspace, &unknown).is_err());
}

#[test]
fn a_command_of_a_skills_text_has_the_verdict_of_its_request() {
    let settings = r#"{ "permissions": { "deny": ["Bash(rm *)"], "ask": ["Bash(push *)"], "allow": ["Bash(npm *)"] } }"#;
    let cases = [
        ("make all", Verdict::Allow, Some("Bash(make *)")),
        ("npm ci", Verdict::Allow, Some("Bash(npm *)")),
        ("git status", Verdict::Allow, None),
        ("rm x", Verdict::Deny, Some("Bash(rm *)")),
        ("push x", Verdict::Ask, Some("Bash(push *)")),
        ("cargo build", Verdict::Ask, None),
        ("make $(cargo)", Verdict::Ask, None),
    ];
    for edition in ["2026-02", "2026-04", "2026-08", "2026-11"] {
        for (command, verdict, rule) in cases {
            let text = format!("---\nallowed-tools: Bash(make *)\n---\n!`{command}`");
            let mut workspace = with_skills(edition, &[("a", &text)]);
            workspace.put(SETTINGS, settings);
            let mut session = Session::new();
            let turn = session.turn(&workspace, &TurnRequest::from("/a"));
            let used = &turn.invocations[0];
            let InvocationRequest::Command {
                verdict: of_request,
                rule: rule_of_request,
                ..
            } = &used.requests[0]
            else {
                panic!("{:?}", used.requests);
            };
            let call = json!({
                "tool": "Bash", "input": { "command": command },
                "skill": { "path": used.path, "by": used.by },
            });
            let call: ToolCall = serde_json::from_value(call).unwrap();
            let permission = session.permission(&workspace, &call).unwrap();
            assert_eq!(*of_request, verdict, "{edition} {command}");
            assert_eq!(permission.decision, Some(verdict), "{edition} {command}");
            let named = permission.rule.map(|rule| rule.text);
            assert_eq!(&named, rule_of_request, "{edition} {command}");
            assert_eq!(named.as_deref(), rule, "{edition} {command}");
        }
    }
}

#[test]
fn the_rules_of_other_skills_do_not_count_for_a_command_of_a_skills_text() {
    let workspace = with_skills(
        "2026-11",
        &[
            ("a", "---\nallowed-tools: Bash(make *)\n---\nx"),
            ("b", "---\ndescription: d\n---\n!`make`"),
        ],
    );
    let mut session = Session::new();
    let used = json!({ "skill": "a", "approved": true });
    session
        .invoke(&workspace, &serde_json::from_value(used).unwrap())
        .unwrap();
    let mut make = call("Bash", "make");
    let permission = session.permission(&workspace, &make).unwrap();
    assert_eq!(permission.decision, Some(Verdict::Allow));
    make.skill = Some(CommandSkill {
        path: "/repo/.claude/skills/b/SKILL.md".to_owned(),
        by: InvokedBy::Model,
    });
    let permission = session.permission(&workspace, &make).unwrap();
    assert_eq!(permission.decision, Some(Verdict::Ask));
}

#[test]
fn older_editions_give_no_decision_except_on_commands_of_a_skills_text() {
    let workspace = with_skills("2026-08", &[("a", "x")]);
    let skill = CommandSkill {
        path: "/repo/.claude/skills/a/SKILL.md".to_owned(),
        by: InvokedBy::User,
    };
    let (none, rules) = (PermissionBasis::Unknown, PermissionBasis::Rules);
    let cases = [
        ("Bash", None, None, none),
        ("Read", Some(&skill), None, none),
        ("Bash", Some(&skill), Some(Verdict::Allow), rules),
    ];
    for (tool, skill, decision, basis) in cases {
        let call = ToolCall {
            skill: skill.cloned(),
            ..call(tool, "ls")
        };
        let permission = workspace.permission(&call);
        assert_eq!((permission.decision, permission.basis), (decision, basis));
    }
}
