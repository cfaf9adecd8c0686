//! Tests Codex's decisions on commands of the model (`docs/hosts/codex.md#approvals`).

use skillglass::model::permission::{PermissionBasis, ToolCall, ToolPermission, Verdict};
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo};

const TRUSTED: &str = "[projects.\"/repo\"]\ntrust_level = \"trusted\"\n";
const UNTRUSTED: &str = "[projects.\"/repo\"]\ntrust_level = \"untrusted\"\n";
const OWN_RULES: &str = "/home/me/.codex/rules/default.rules";

/// Returns a workspace with the user's `config.toml` and the user's rules for commands. An empty
/// `rules` writes no file.
fn with(config: &str, rules: &str) -> Workspace {
    let mut workspace = Workspace::new(&in_repo("codex")).unwrap();
    workspace.put("/repo/.git/HEAD", "ref: refs/heads/main\n");
    workspace.put("/home/me/.codex/config.toml", config);
    if !rules.is_empty() {
        workspace.put(OWN_RULES, rules);
    }
    workspace
}

/// Returns the decision on a command of the model. `more` is JSON for more fields of the call's
/// input.
fn asked(workspace: &Workspace, cmd: &str, more: &str) -> ToolPermission {
    let cmd = serde_json::json!(cmd);
    let call =
        format!(r#"{{ "tool": "exec_command", "input": {{ "cmd": {cmd}{more} }}, "id": "c1" }}"#);
    let call: ToolCall = serde_json::from_str(&call).unwrap();
    workspace.permission(&call)
}

fn decision(config: &str, rules: &str, cmd: &str) -> Option<Verdict> {
    asked(&with(config, rules), cmd, "").decision
}

/// Returns the message of a refusal.
fn refusal(permission: &ToolPermission) -> &str {
    &permission.message.as_ref().unwrap().text
}

#[test]
fn a_command_without_a_rule_runs_in_the_sandbox() {
    for config in ["", TRUSTED, "sandbox_mode = \"read-only\"\n"] {
        let permission = asked(&with(config, ""), "git push", "");
        assert_eq!(permission.decision, Some(Verdict::Allow), "{config}");
        assert_eq!(permission.basis, PermissionBasis::Sandbox, "{config}");
        assert_eq!(permission.rule, None, "{config}");
    }
    let open = asked(
        &with("sandbox_mode = \"danger-full-access\"\n", ""),
        "git push",
        "",
    );
    assert_eq!(open.basis, PermissionBasis::Rules);
}

#[test]
fn removing_by_force_is_a_question_wherever_it_is() {
    let cases = [
        ("rm -f x", true),
        ("rm -rfv x", true),
        ("rm --force x", true),
        ("rm x -f", true),
        ("/bin/rm -f x", true),
        ("sudo sudo rm -f x", true),
        ("env rm -f x", true),
        ("ls && rm -f x", true),
        ("for t in a b; do rm -f $t; done", true),
        ("echo \"$(rm -f x)\"", true),
        ("bash -lc 'bash -lc \"rm -f x\"'", true),
        ("A=1 rm -f x &", true),
        ("rm -\"f\" x > y", true),
        ("rm -r x", false),
        ("rm -- -f", false),
        ("rmdir -f x", false),
        ("sudo -n rm -f x", false),
        ("timeout 5 rm -f x", false),
        ("bash -x -c 'rm -f x'", false),
        ("echo 'rm -f x'", false),
        ("eval 'rm -f x'", false),
        ("$cmd -f x", false),
        ("r\\m -f x", false),
        ("rm -f 'x", false),
    ];
    for (cmd, is_asked) in cases {
        let expected = if is_asked {
            Verdict::Ask
        } else {
            Verdict::Allow
        };
        assert_eq!(decision(TRUSTED, "", cmd), Some(expected), "{cmd}");
    }
}

#[test]
fn the_policy_decides_about_questions() {
    const RULES: &str = "prefix_rule(pattern=[\"git\"], decision=\"prompt\")\n";
    let granular = |sandbox: bool, rules: bool| {
        format!(
            "approval_policy = {{ granular = {{ sandbox_approval = {sandbox}, rules = {rules}, mcp_elicitations = true }} }}\n"
        )
    };
    let policies = [
        (String::new(), ["allow", "ask", "ask", "ask"]),
        (
            "approval_policy = \"on-request\"\n".to_owned(),
            ["allow", "ask", "ask", "ask"],
        ),
        (
            "approval_policy = \"on-failure\"\n".to_owned(),
            ["allow", "ask", "ask", "ask"],
        ),
        (UNTRUSTED.to_owned(), ["ask", "ask", "ask", "ask"]),
        (
            format!("approval_policy = \"on-request\"\n{UNTRUSTED}"),
            ["allow", "ask", "ask", "ask"],
        ),
        (
            "approval_policy = \"never\"\n".to_owned(),
            ["allow", "deny", "deny", "deny"],
        ),
        (granular(true, true), ["allow", "ask", "ask", "ask"]),
        (granular(false, true), ["allow", "ask", "deny", "ask"]),
        (granular(true, false), ["allow", "ask", "ask", "deny"]),
    ];
    for (config, expected) in policies {
        let workspace = with(&config, RULES);
        let escalated = r#", "sandbox_permissions": "require_escalated""#;
        let calls = [
            ("ls", ""),
            ("rm -f x", ""),
            ("ls", escalated),
            ("git log", ""),
        ];
        let got = calls.map(|(cmd, more)| asked(&workspace, cmd, more).decision);
        let got = got.map(|verdict| serde_json::json!(verdict));
        assert_eq!(
            got.to_vec(),
            expected.map(|word| serde_json::json!(word)),
            "{config}"
        );
    }
}

#[test]
fn of_several_rules_the_strictest_counts() {
    const RULES: &str = r#"
        prefix_rule(pattern=["npm", "run"], decision="prompt")
        prefix_rule(pattern=["npm", "run", "x"], decision="allow")
        prefix_rule(pattern=["git", ["push", "fetch"]], decision="forbidden")
        prefix_rule(["make"])
    "#;
    let cases = [
        ("npm run x", Verdict::Ask),
        ("npm test", Verdict::Allow),
        ("git fetch origin", Verdict::Deny),
        ("git  'push'", Verdict::Deny),
        ("git log", Verdict::Allow),
        ("make && npm run x", Verdict::Ask),
        ("make; git push; npm run x", Verdict::Deny),
        ("/usr/bin/git push", Verdict::Deny),
        ("(git push)", Verdict::Allow),
        ("git push > log", Verdict::Allow),
    ];
    for (cmd, expected) in cases {
        assert_eq!(decision(TRUSTED, RULES, cmd), Some(expected), "{cmd}");
    }
}

#[test]
fn an_answer_has_the_rule_with_its_place_and_the_message_of_a_refusal() {
    const RULES: &str = "# Rules\nprefix_rule(\n    pattern=[\"git\", \"reset\"],\n    decision=\"forbidden\",\n    justification=\"use revert\",\n)\n";
    let permission = asked(&with("", RULES), "git reset --hard", "");
    let rule = permission.rule.as_ref().unwrap();
    assert_eq!(rule.source, OWN_RULES);
    assert_eq!(
        (rule.place.unwrap().line, rule.place.unwrap().column),
        (2, 1)
    );
    assert!(rule.text.starts_with("prefix_rule(\n") && rule.text.ends_with("\n)"));
    assert_eq!(
        refusal(&permission),
        r#"exec_command failed: CreateProcess { message: "Rejected(\"`/bin/bash -lc 'git reset --hard'` rejected: use revert\")" }"#
    );
    assert_eq!(
        permission.message.as_ref().unwrap().call_id.as_deref(),
        Some("c1")
    );

    let without_reason = with(
        "",
        "prefix_rule(pattern=[\"curl\"], decision=\"forbidden\")",
    );
    let permission = asked(&without_reason, "curl x", "");
    assert!(refusal(&permission).contains("policy forbids commands starting with `curl`"));
}

#[test]
fn a_command_that_all_rules_allow_runs_outside_of_the_sandbox() {
    let workspace = with(UNTRUSTED, "prefix_rule(pattern=[\"make\"])\n");
    let permission = asked(&workspace, "make x && make y", "");
    assert_eq!(permission.decision, Some(Verdict::Allow));
    assert_eq!(permission.basis, PermissionBasis::Rules);
    assert_eq!(
        permission.rule.unwrap().text,
        "prefix_rule(pattern=[\"make\"])"
    );
}

#[test]
fn always_adds_the_offered_rule_to_the_users_own_rules() {
    const OTHER: &str = "prefix_rule(pattern=[\"ls\"])";
    const RULE: &str = r#"prefix_rule(pattern=["rm", "-f", "a \"b\""], decision="allow")"#;
    for (before, after) in [
        (String::new(), format!("{RULE}\n")),
        (OTHER.to_owned(), format!("{OTHER}\n{RULE}\n")),
        (format!("{OTHER}\n"), format!("{OTHER}\n{RULE}\n")),
    ] {
        let permission = asked(&with(TRUSTED, &before), "ls && rm -f 'a \"b\"'", "");
        assert_eq!(permission.suggestions[0].rule, RULE);
        let edit = permission.remember.unwrap();
        assert_eq!((&*edit.path, &*edit.text), (OWN_RULES, &*after));
    }
}

#[test]
fn the_rule_that_the_model_proposes_is_offered_if_it_allows_all_commands() {
    let cases = [
        ("touch x && touch y", r#"["touch"]"#, r#"["touch"]"#),
        ("touch x; ls", r#"["touch"]"#, r#"["touch", "x"]"#),
        ("rm x", r#"["rm"]"#, r#"["rm", "x"]"#),
        ("python3 x.py", r#"["python3"]"#, r#"["python3", "x.py"]"#),
        ("touch x", "[]", r#"["touch", "x"]"#),
    ];
    for (cmd, proposed, offered) in cases {
        let more =
            format!(r#", "sandbox_permissions": "require_escalated", "prefix_rule": {proposed}"#);
        let permission = asked(&with(TRUSTED, ""), cmd, &more);
        let expected = format!("prefix_rule(pattern={offered}, decision=\"allow\")");
        assert_eq!(permission.suggestions[0].rule, expected, "{cmd}");
    }
}

#[test]
fn a_script_that_is_not_plain_is_one_command() {
    let offered = |cmd: &str| {
        let permission = asked(&with(UNTRUSTED, ""), cmd, "");
        permission.suggestions[0].rule.clone()
    };
    for (cmd, words) in [
        ("ls -l", r#"["ls", "-l"]"#),
        ("ls\n\n pwd;\n", r#"["ls"]"#),
        ("ls \\\n -l", r#"["ls", "-l"]"#),
        ("echo 'a'\"b\"c", r#"["echo", "abc"]"#),
        ("echo \"\"", r#"["echo", ""]"#),
        (
            "echo '{a}' \"*\" a=b !x",
            r#"["echo", "{a}", "*", "a=b", "!x"]"#,
        ),
        ("7z x", r#"["7z", "x"]"#),
        ("A-B=1 ls", r#"["A-B=1", "ls"]"#),
        ("done", r#"["done"]"#),
    ] {
        let expected = format!("prefix_rule(pattern={words}, decision=\"allow\")");
        assert_eq!(offered(cmd), expected, "{cmd}");
    }
    for cmd in [
        "ls &",
        "ls |& cat",
        "ls &&",
        "ls;;",
        "ls ; ; ls",
        "(ls)",
        "{ ls; }",
        "! ls",
        "ls > f",
        "A=1 ls",
        "A+=1 ls",
        "ls $HOME",
        "ls \"$HOME\"",
        "ls `pwd`",
        "ls # x",
        "echo a#b",
        "echo a\\ b",
        "echo \"a\\\"b\"",
        "ls *.txt",
        "ls ~",
        "ls ?",
        "echo {a}",
        "echo a]",
        "echo ^",
        "echo =x",
        "\"git\" status",
        "123 x",
        "export A=1",
        "[ -f a ]",
        "if true; then ls; fi",
        "case x",
        "ls 'x",
        "",
    ] {
        let words = serde_json::json!(["/bin/bash", "-lc", cmd])
            .to_string()
            .replace("\",\"", "\", \"");
        let expected = format!("prefix_rule(pattern={words}, decision=\"allow\")");
        assert_eq!(offered(cmd), expected, "{cmd}");
    }
}

#[test]
fn one_file_that_the_program_does_not_accept_voids_all_rules() {
    const GOOD: &str = "prefix_rule(pattern=[\"ls\"], decision=\"forbidden\")\n";
    assert_eq!(decision("", GOOD, "ls"), Some(Verdict::Deny));
    for bad in [
        "prefix_rule(pattern=[], decision=\"allow\")",
        "prefix_rule(pattern=\"a\")",
        "prefix_rule(pattern=(\"a\",))",
        "prefix_rule(pattern=[\"a\"], decision=\"deny\")",
        "prefix_rule(pattern=[\"a\"], decision=None)",
        "prefix_rule(pattern=[\"a\"], justification=\" \")",
        "prefix_rule(pattern=[\"a\"], match=[\"b\"])",
        "prefix_rule(pattern=[\"a\"], not_match=[[\"a\", \"x\"]])",
        "prefix_rule(pattern=[\"a\"], other=1)",
        "prefix_rule(pattern=[\"a\"",
        "prefix_rule(pattern=[\"a])",
        "prefix_rule(pattern=[A])",
        "allow([\"a\"])",
    ] {
        assert_eq!(
            decision("", &format!("{GOOD}{bad}\n"), "ls"),
            Some(Verdict::Allow),
            "{bad}"
        );
    }
}

#[test]
fn rules_in_variables_and_quotes_of_every_kind_are_read() {
    for rules in [
        "P = [\"ls\"]\nprefix_rule(pattern=P, decision=\"forbidden\")",
        "prefix_rule(pattern=['ls'], decision='forbidden')",
        "prefix_rule(pattern=[r\"ls\"], decision=\"\"\"forbidden\"\"\")",
        "prefix_rule([\"ls\"], \"forbidden\")",
        "prefix_rule(pattern=[[\"a\", \"ls\"]], decision=\"forbidden\",); x = 1",
        "\"\"\"Rules.\"\"\"\nprefix_rule(  # one\n pattern=[\"ls\",],\n decision=\"forbidden\", match=[\"ls -l\", [\"ls\"]], not_match=[\"a\"])",
    ] {
        assert_eq!(decision("", rules, "ls"), Some(Verdict::Deny), "{rules}");
    }
}

#[test]
fn code_in_a_file_of_rules_is_not_run_and_named_with_its_place() {
    for (rules, place) in [
        (
            "# x\nfor p in [\"ls\"]:\n    prefix_rule(pattern=[p])\n",
            "2:1",
        ),
        ("prefix_rule(pattern=[\"a\"] + [\"b\"])\n", "1:27"),
        ("def f():\n    pass\n", "1:1"),
    ] {
        let permission = asked(&with("", rules), "ls", "");
        assert_eq!(permission.decision, None, "{rules}");
        assert_eq!(permission.basis, PermissionBasis::Unknown);
        let expected = format!("{OWN_RULES}:{place} has code");
        assert!(
            permission.reason.starts_with(&expected),
            "{}",
            permission.reason
        );
    }
}

#[test]
fn rules_of_a_project_apply_if_it_is_trusted() {
    const RULES: &str = "prefix_rule(pattern=[\"ls\"], decision=\"forbidden\")\n";
    let parent = "[projects.\"/\"]\ntrust_level = \"trusted\"\n";
    for (config, expected) in [
        (TRUSTED, Verdict::Deny),
        ("", Verdict::Allow),
        (parent, Verdict::Allow),
    ] {
        let mut workspace = with(config, "");
        workspace.put("/repo/.codex/rules/p.rules", RULES);
        assert_eq!(
            asked(&workspace, "ls", "").decision,
            Some(expected),
            "{config}"
        );
    }
    for (file, expected) in [
        ("/etc/codex/rules/a.rules", Verdict::Deny),
        ("/home/me/.codex/rules/other.rules", Verdict::Deny),
        ("/home/me/.codex/rules/a.txt", Verdict::Allow),
        ("/home/me/.codex/rules/.rules", Verdict::Allow),
        ("/home/me/.codex/rules/sub/a.rules", Verdict::Allow),
    ] {
        let mut workspace = with("", "");
        workspace.put(file, RULES);
        assert_eq!(
            asked(&workspace, "ls", "").decision,
            Some(expected),
            "{file}"
        );
    }
}

#[test]
fn settings_with_which_the_program_does_not_start_give_no_decision() {
    for config in [
        "approval_policy = \"untrusted\"\n",
        "approval_policy = \"always\"\n",
        "approval_policy = { granular = { rules = true } }\n",
        "sandbox_mode = \"none\"\n",
        "approval_policy = \n",
    ] {
        let permission = asked(&with(config, ""), "ls", "");
        assert_eq!(permission.basis, PermissionBasis::Unknown, "{config}");
        assert_eq!(permission.decision, None, "{config}");
    }
}

#[test]
fn other_tools_and_earlier_editions_give_no_decision() {
    let call: ToolCall =
        serde_json::from_str(r#"{ "tool": "view_image", "input": { "path": "a.png" } }"#).unwrap();
    assert_eq!(with("", "").permission(&call).decision, None);
    for edition in ["2026-02", "2026-05"] {
        let options: WorkspaceOptions = in_repo("codex").edition(edition);
        let workspace = Workspace::new(&options).unwrap();
        assert_eq!(
            asked(&workspace, "ls", "").basis,
            PermissionBasis::Unknown,
            "{edition}"
        );
    }
}

#[test]
fn files_of_rules_are_read_only_if_the_workspace_has_their_contents() {
    let mut workspace = with("", "");
    workspace.write_unread(OWN_RULES).unwrap();
    assert!(workspace.plan().contains(&OWN_RULES.to_owned()));
    let permission = asked(&workspace, "ls", "");
    assert_eq!(permission.decision, None);
    assert!(permission.reason.contains("have not been given"));
}
