//! Tests rules of Kilo that the examples in `docs/hosts/kilo.md` cannot show.

use std::collections::BTreeMap;

use serde_json::json;
use skillglass::Workspace;
use skillglass::model::invocation::{
    InvocationOutcome, InvocationRequest, RequestOutput, SkillCall,
};
use skillglass::model::permission::{ToolCall, ToolPermission, Verdict};

use crate::common::{Files, in_repo, names};

/// Returns a workspace for Kilo with a skill `a` in a folder of skills. `text` is the skill's body.
fn with(folder: &str, text: &str) -> Workspace {
    let mut workspace = Workspace::new(&in_repo("kilo")).unwrap();
    let text = format!("---\nname: a\ndescription: A.\n---\n{text}");
    workspace.put(format!("{folder}/a/SKILL.md"), text);
    workspace
}

fn call(outputs: BTreeMap<String, RequestOutput>) -> SkillCall {
    SkillCall {
        skill: "a".to_owned(),
        outputs,
        ..SkillCall::default()
    }
}

#[test]
fn each_command_runs_once_and_its_output_is_inserted_everywhere() {
    let workspace = with("/home/me/.kilo/skills", "!`date` and !`pwd` and !`date`");
    let waiting = workspace.invoke(&call(BTreeMap::new())).unwrap();
    assert_eq!(waiting.outcome, InvocationOutcome::Waits);
    let outputs = waiting.requests.iter().map(|request| {
        let InvocationRequest::Command { id, command, .. } = request else {
            panic!("{request:?}");
        };
        let text = format!("<{command}>");
        (id.clone(), RequestOutput { text, exit_code: 0 })
    });
    let outputs: BTreeMap<_, _> = outputs.collect();
    assert_eq!(outputs.len(), 2);
    let used = workspace.invoke(&call(outputs)).unwrap();
    let content = used.content.unwrap();
    assert!(
        content.contains("\n<date> and <pwd> and <date>\n"),
        "{content}"
    );
}

#[test]
fn a_denied_skill_is_refused_with_its_rule_and_the_origin_of_the_rule() {
    let rules = r#"{"permission": {"skill": {"a": "allow", "?*": "deny"}}}"#;
    for (file, source) in [
        ("/home/me/.config/kilo/kilo.json", "global"),
        ("/repo/.kilo/kilo.jsonc", "project"),
    ] {
        let mut workspace = with("/repo/.kilo/skills", "Text.");
        workspace.put(file, rules);
        let refused = workspace.invoke(&call(BTreeMap::new())).unwrap();
        let text = &refused.messages[0].text;
        let rule = format!(
            r#"{{"permission":"skill","pattern":"?*","action":"deny","source":"{source}"}}"#
        );
        assert!(text.ends_with(&rule), "{text}");
    }
}

#[test]
fn a_call_of_the_tool_and_the_permission_for_it_agree() {
    let cases = [
        (r#"{ "permission": { "skill": "deny" } }"#, Verdict::Deny),
        (r#"{ "permission": "deny" }"#, Verdict::Deny),
        (r#"{ "tools": { "skill": false } }"#, Verdict::Deny),
        (
            r#"{ "permission": { "skill": { "a": "deny", "b": "ask" } } }"#,
            Verdict::Deny,
        ),
        (r#"{ "permission": { "*": "ask" } }"#, Verdict::Ask),
        (
            r#"{ "agent": { "code": { "permission": { "skill": { "a": "ask" } } } } }"#,
            Verdict::Ask,
        ),
        (r#"{ "tools": { "bash": false } }"#, Verdict::Allow),
    ];
    for (rules, verdict) in cases {
        let mut workspace = with("/repo/.kilo/skills", "Text.");
        workspace.put("/repo/kilo.json", rules);
        let used = workspace.invoke(&call(BTreeMap::new())).unwrap();
        let permission = asked(
            &workspace,
            json!({ "tool": "skill", "input": { "name": "a" } }),
        );
        assert_eq!(used.permission.unwrap().verdict, verdict, "{rules}");
        assert_eq!(permission.decision, Some(verdict), "{rules}");
        if let Some(message) = permission.message {
            assert_eq!(used.messages[0].text, message.text, "{rules}");
        }
    }
}

#[test]
fn without_git_folders_above_the_working_directory_are_trusted() {
    let options = skillglass::WorkspaceOptions {
        cwd: "/repo/app".to_owned(),
        ..in_repo("kilo")
    };
    for (has_git, is_loaded) in [(false, true), (true, false)] {
        let mut workspace = Workspace::new(&options).unwrap();
        let text = "---\nname: a\ndescription: A.\n---\n{env:HOME}\n";
        workspace.put("/repo/.kilo/skills/a/SKILL.md", text);
        if has_git {
            workspace.put("/repo/.git/HEAD", "ref: refs/heads/main\n");
        }
        assert_eq!(names(&workspace.catalog()) == ["a"], is_loaded);
    }
}

fn asked(workspace: &Workspace, call: serde_json::Value) -> ToolPermission {
    workspace.permission(&serde_json::from_value::<ToolCall>(call).unwrap())
}

#[test]
fn the_programs_own_rules_on_commands_come_before_those_of_the_configuration() {
    let mut workspace = Workspace::new(&in_repo("kilo")).unwrap();
    let rules =
        r#"{ "permission": { "bash": { "cat *": "deny", "make *": "allow", "*>*": "ask" } } }"#;
    workspace.put("/repo/kilo.json", rules);
    workspace.put("/repo/.git/HEAD", "");
    let cases = [
        ("ls -l", Verdict::Allow, "bash: ls *: allow"),
        ("git push", Verdict::Ask, "bash: *: ask"),
        ("cat a", Verdict::Deny, "bash: cat *: deny"),
        ("make x", Verdict::Allow, "bash: make *: allow"),
        ("make > f", Verdict::Ask, "bash: *>*: ask"),
        ("make 2>/dev/null", Verdict::Allow, "bash: make *: allow"),
        ("make 'a > b'", Verdict::Allow, "bash: make *: allow"),
        ("A=1", Verdict::Ask, "bash: *: ask"),
    ];
    for (command, decision, rule) in cases {
        let call = json!({ "tool": "bash", "input": { "command": command } });
        let permission = asked(&workspace, call);
        assert_eq!(permission.decision, Some(decision), "{command}");
        assert_eq!(permission.rule.unwrap().text, rule, "{command}");
    }
    let call = json!({ "tool": "bash", "input": { "command": "cat a" } });
    let text = asked(&workspace, call).message.unwrap().text;
    let rule = r#"{"permission":"bash","pattern":"cat *","action":"deny","source":"project"}"#;
    assert!(text.ends_with(rule), "{text}");
}

#[test]
fn a_denial_names_the_origin_of_a_rule_on_the_home_and_of_one_action_for_everything() {
    let cases = [
        (
            r#"{ "permission": { "external_directory": { "~/x/*": "deny" } } }"#,
            "cat ~/x/y",
            r#"{"permission":"external_directory","pattern":"/home/me/x/*","action":"deny","source":"project"}"#,
        ),
        (
            r#"{ "permission": "deny", "agent": { "code": { "permission": { "bash": { "ls *": "allow" } } } } }"#,
            "cat a",
            r#"{"permission":"*","action":"deny","pattern":"*","source":"project"}"#,
        ),
        (
            r#"{ "agent": { "code": { "permission": { "bash": { "cat *": "deny" } } } } }"#,
            "cat a",
            r#"{"permission":"bash","pattern":"cat *","action":"deny","source":"agent"}"#,
        ),
    ];
    for (rules, command, shown) in cases {
        let mut workspace = Workspace::new(&in_repo("kilo")).unwrap();
        workspace.put("/repo/kilo.json", rules);
        let call = json!({ "tool": "bash", "input": { "command": command } });
        let text = asked(&workspace, call).message.unwrap().text;
        assert!(text.ends_with(shown), "{text}");
    }
}

#[test]
fn a_change_of_the_configuration_and_a_file_of_variables_are_questions_whatever_a_rule_on_everything_allows()
 {
    let mut workspace = Workspace::new(&in_repo("kilo")).unwrap();
    workspace.put("/repo/kilo.json", r#"{ "permission": "allow" }"#);
    workspace.put("/repo/.git/HEAD", "");
    let cases = [
        ("write", "/repo/a.md", Verdict::Allow),
        ("write", "/repo/kilo.json", Verdict::Ask),
        ("write", "/repo/.kilo/a.md", Verdict::Ask),
        ("write", "/repo/.kilo/plans/a.md", Verdict::Allow),
        ("write", "/repo/AGENTS.md", Verdict::Ask),
        ("write", "/repo/sub/AGENTS.md", Verdict::Allow),
        ("write", "/home/me/.config/kilo/a.md", Verdict::Ask),
        ("read", "/repo/.env", Verdict::Ask),
        ("read", "/repo/.env.example", Verdict::Allow),
    ];
    for (tool, file, decision) in cases {
        let call = json!({ "tool": tool, "input": { "filePath": file } });
        assert_eq!(
            asked(&workspace, call).decision,
            Some(decision),
            "{tool} {file}"
        );
    }
}

#[test]
fn the_user_is_asked_about_the_commands_of_a_skill_that_the_model_uses() {
    let workspace = with("/home/me/.kilo/skills", "!`date`");
    for (by, decision) in [("user", Verdict::Allow), ("model", Verdict::Ask)] {
        let skill = json!({ "path": "/home/me/.kilo/skills/a/SKILL.md", "by": by });
        let call = json!({ "tool": "bash", "input": { "command": "date" }, "skill": skill });
        assert_eq!(asked(&workspace, call).decision, Some(decision), "{by}");
    }
}

#[test]
fn there_is_no_decision_on_tools_that_were_not_recorded() {
    let workspace = Workspace::new(&in_repo("kilo")).unwrap();
    let permission = asked(
        &workspace,
        json!({ "tool": "background_process", "input": {} }),
    );
    assert_eq!(permission.decision, None);
}
