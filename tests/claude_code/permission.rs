//! Tests permissions: which calls of the Skill tool need no question to the user, and which tools a
//! skill allows itself.

use skillglass::Workspace;
use skillglass::hosts::claude_code::{BundledSkill, ClaudeCodeOptions, SdkOptions};
use skillglass::model::invocation::{Invocation, InvocationOutcome, SkillCall, Until};
use skillglass::model::permission::{Permission, Verdict};

use super::expand::run;
use super::invoke::{call, refused};
use super::turn::{with_skills, write_skills};
use super::{editions, typed, with, with_options, write_text};
use crate::common::Files;

const SETTINGS: &str = "/repo/.claude/settings.json";
const MANAGED: &str = "/etc/claude-code/managed-settings.json";

const PLAIN: &str = "---\ndescription: d\n---\nx";
const ALLOWS: &str = "---\ndescription: d\nallowed-tools: Bash(make *)\n---\nx";

/// Returns a workspace with the skill `a` and these permissions in the project's settings.
fn with_rules(edition: &str, text: &str, permissions: &str) -> Workspace {
    let mut workspace = with_skills(edition, &[("a", text)]);
    workspace.put(SETTINGS, format!("{{\"permissions\": {permissions}}}"));
    workspace
}

fn permission(workspace: &Workspace, skill: &str) -> Permission {
    let invocation = workspace.invoke(&call(skill, "")).unwrap();
    invocation.permission.expect("it was asked for")
}

fn rules_offered(permission: &Permission) -> Vec<&str> {
    (permission.suggestions.iter())
        .map(|suggestion| suggestion.rule.as_str())
        .collect()
}

#[test]
fn deny_goes_before_ask_and_ask_before_allow_and_all_before_harmless_properties() {
    let cases = [
        (
            r#"{"deny": ["Skill(a)"], "ask": ["Skill(a)"], "allow": ["Skill(a)"]}"#,
            Verdict::Deny,
            Some("Skill(a)"),
        ),
        (
            r#"{"ask": ["Skill"], "allow": ["Skill(a)"]}"#,
            Verdict::Ask,
            Some("Skill"),
        ),
        (
            r#"{"allow": ["Skill(a)"]}"#,
            Verdict::Allow,
            Some("Skill(a)"),
        ),
        (r#"{"allow": ["Skill(b)"]}"#, Verdict::Allow, None),
    ];
    for edition in editions() {
        for (permissions, verdict, rule) in cases {
            let permission = permission(&with_rules(edition, PLAIN, permissions), "a");
            assert_eq!(
                (permission.verdict, permission.rule.as_deref()),
                (verdict, rule),
                "{permissions}"
            );
        }
    }
}

#[test]
fn what_is_denied_is_refused_and_no_yes_changes_that() {
    let workspace = with_rules("2026-08", ALLOWS, r#"{"deny": ["Skill(a)"]}"#);
    for approved in [false, true] {
        let invocation = workspace
            .invoke(&SkillCall {
                approved,
                ..call("a", "")
            })
            .unwrap();
        assert_eq!(
            refused(&invocation),
            (None, "Skill execution blocked by permission rules")
        );
        // The refusal is the only message: the result of the call.
        let [message] = &invocation.messages[..] else {
            panic!("{:?}", invocation.messages);
        };
        assert_eq!(message.text, "Skill execution blocked by permission rules");
    }
}

#[test]
fn what_is_asked_for_waits_for_a_yes() {
    for edition in editions() {
        let workspace = with_rules(edition, ALLOWS, "{}");
        let asks = workspace.invoke(&call("/a", "x")).unwrap();
        assert_eq!(asks.outcome, InvocationOutcome::Asks);
        assert_eq!(
            (asks.messages.len(), asks.events.len(), asks.changes),
            (0, 0, None)
        );
        let approved = workspace
            .invoke(&SkillCall {
                approved: true,
                ..call("/a", "x")
            })
            .unwrap();
        assert_eq!(approved.outcome, InvocationOutcome::Injected);
        assert_eq!(approved.permission, asks.permission);
    }
}

#[test]
fn the_user_is_offered_the_skill_alone_and_a_prefix() {
    for (edition, expected) in [
        ("2026-02", ["Skill(a)", "Skill(a:*)"]),
        ("2026-04", ["Skill(a)", "Skill(a:*)"]),
        ("2026-08", ["Skill(a)", "Skill(a *)"]),
    ] {
        let workspace = with_rules(edition, ALLOWS, "{}");
        assert_eq!(rules_offered(&permission(&workspace, "a")), expected);
        let allowed = with_rules(edition, PLAIN, "{}");
        assert_eq!(rules_offered(&permission(&allowed, "a")), [""; 0]);
    }
}

#[test]
fn a_skill_with_only_harmless_properties_needs_no_question() {
    let cases = [
        ("", None),
        (
            "name: x\nwhen_to_use: w\nargument-hint: h\narguments: n\nversion: 1\nlicense: l\nmetadata: {a: b}\nunknown: y\n",
            None,
        ),
        (
            "model: opus\neffort: high\nagent: Explore\nshell: bash\n",
            None,
        ),
        ("context: inline\n", None),
        (
            "hooks: {Stop: [{hooks: [{type: command, command: x}]}]}\n",
            Some("hooks"),
        ),
        ("allowed-tools: Read\n", Some("allowed-tools")),
        ("context: fork\n", Some("context: fork")),
    ];
    for edition in editions() {
        for (fields, property) in cases {
            let text = format!("---\ndescription: d\n{fields}---\nx");
            let permission = permission(&with_skills(edition, &[("a", &text)]), "a");
            match property {
                None => assert_eq!(permission.verdict, Verdict::Allow, "{fields}"),
                Some(property) => assert_eq!(
                    (permission.verdict, permission.reason),
                    (
                        Verdict::Ask,
                        format!("it has {property}, and no rule is on it")
                    )
                ),
            }
        }
    }
}

#[test]
fn a_rule_is_exact_or_a_prefix_and_since_2026_08_a_pattern() {
    // The rule, its result before 2026-08, and its result since.
    let cases = [
        ("Skill", true, true),
        ("Skill(review-pr)", true, true),
        ("Skill(review)", false, false),
        ("Skill(review:*)", true, true),
        ("Skill(review *)", false, false),
        ("Skill(review-pr *)", false, true),
        ("Skill(*-pr)", false, true),
        ("Bash", false, false),
    ];
    for (rule, older, newest) in cases {
        for (edition, is_on) in [("2026-02", older), ("2026-04", older), ("2026-08", newest)] {
            let mut workspace = with_skills(edition, &[("review-pr", PLAIN)]);
            workspace.put(
                SETTINGS,
                format!(r#"{{"permissions": {{"deny": ["{rule}"]}}}}"#),
            );
            let expected = if is_on { Verdict::Deny } else { Verdict::Allow };
            let permission = permission(&workspace, "review-pr");
            assert_eq!(permission.verdict, expected, "{edition} {rule}");
        }
    }
}

#[test]
fn only_deny_is_on_aliases_and_on_a_nested_skills_bare_name() {
    let workspace = |list: &str, rule: &str| {
        let mut workspace = with(skillglass::WorkspaceOptions {
            touched: Some(vec!["/repo/web/x.ts".to_owned()]),
            claude_code: Some(ClaudeCodeOptions {
                bundled: vec![BundledSkill {
                    directory: "/bundled/simplify".to_owned(),
                    aliases: vec!["tidy".to_owned()],
                }],
                ..ClaudeCodeOptions::default()
            }),
            ..super::options("2026-08")
        });
        write_skills(&mut workspace, &[("deploy", PLAIN)]);
        write_text(&mut workspace, "/bundled/simplify", ALLOWS);
        write_text(&mut workspace, "/repo/web/.claude/skills/deploy", ALLOWS);
        workspace.put(
            SETTINGS,
            format!(r#"{{"permissions": {{"{list}": ["{rule}"]}}}}"#),
        );
        workspace
    };
    for (skill, other) in [("simplify", "tidy"), ("web:deploy", "deploy")] {
        let rule = format!("Skill({other})");
        let denied = permission(&workspace("deny", &rule), skill);
        assert_eq!(denied.verdict, Verdict::Deny, "{skill}");
        let not_allowed = permission(&workspace("allow", &rule), skill);
        assert_eq!(not_allowed.verdict, Verdict::Ask, "{skill}");
        let allowed = permission(&workspace("allow", &format!("Skill({skill})")), skill);
        assert_eq!(allowed.verdict, Verdict::Allow, "{skill}");
    }
}

#[test]
fn what_is_typed_needs_no_permission() {
    let workspace = with_rules("2026-08", ALLOWS, r#"{"ask": ["Skill"]}"#);
    let invocation = run(&workspace, "/a", &[]);
    assert_eq!(invocation.outcome, InvocationOutcome::Injected);
    assert_eq!(invocation.permission, None);
}

/// Returns the permission rules that the skill of an invocation adds (its `allowed-tools`).
fn allowed(invocation: &Invocation) -> Vec<&str> {
    let changes = invocation.changes.iter();
    changes
        .flat_map(|changes| changes.allowed_tools.iter().map(String::as_str))
        .collect()
}

#[test]
fn a_skill_changes_tools_model_and_effort_for_a_while() {
    let text = "---\ndescription: d\nallowed-tools: Read, Bash(git add *) Grep\ndisallowed-tools: [Write, EndConversation]\nmodel: opus\neffort: high\n---\nx";
    for (edition, until, disallowed) in [
        ("2026-02", Until::SkillEnds, &[][..]),
        ("2026-04", Until::SkillEnds, &[]),
        (
            "2026-08",
            Until::NextUserMessage,
            &["Write", "EndConversation"],
        ),
    ] {
        let invocation = run(&with_skills(edition, &[("a", text)]), "/a", &[]);
        let changes = invocation.changes.unwrap();
        assert_eq!(changes.allowed_tools, ["Read", "Bash(git add *)", "Grep"]);
        assert_eq!(changes.disallowed_tools, disallowed);
        assert_eq!(changes.model.as_deref(), Some("opus"));
        assert_eq!(changes.effort.as_deref(), Some("high"));
        assert_eq!(changes.until, until);
    }
}

#[test]
fn a_skill_that_asks_for_nothing_changes_nothing() {
    for text in [PLAIN, "---\ndescription: d\nmodel: inherit\n---\nx"] {
        let invocation = run(&with_skills("2026-08", &[("a", text)]), "/a", &[]);
        assert_eq!(invocation.changes, None);
    }
}

#[test]
fn a_tool_that_asks_the_user_is_not_allowed_by_a_skill_after_2026_02() {
    let text = "---\ndescription: d\nallowed-tools: AskUserQuestion, Read\n---\nx";
    for (edition, expected) in [
        ("2026-02", &["AskUserQuestion", "Read"][..]),
        ("2026-04", &["Read"]),
        ("2026-08", &["Read"]),
    ] {
        let invocation = run(&with_skills(edition, &[("a", text)]), "/a", &[]);
        assert_eq!(allowed(&invocation), expected, "{edition}");
    }
}

#[test]
fn allowed_tools_count_in_a_folder_that_is_not_trusted() {
    for headless in [false, true] {
        let mut workspace = with_options(
            "2026-08",
            ClaudeCodeOptions {
                trusted: Some(false),
                headless,
                ..ClaudeCodeOptions::default()
            },
        );
        write_skills(&mut workspace, &[("a", ALLOWS)]);
        let invocation = run(&workspace, "/a", &[]);
        assert_eq!(allowed(&invocation), ["Bash(make *)"]);
    }
}

const COMMAND: &str = "---\ndescription: d\nallowed-tools: Bash(make *)\n---\n!`make x`";

#[test]
fn under_managed_rules_only_a_skill_allows_itself_nothing_and_warns() {
    let mut workspace = with_skills("2026-08", &[("a", ALLOWS), ("runs", COMMAND)]);
    write_text(
        &mut workspace,
        "/etc/claude-code/.claude/skills/managed",
        COMMAND,
    );
    workspace.put(MANAGED, r#"{"allowManagedPermissionRulesOnly": true}"#);
    let invocation = run(&workspace, "/a", &[]);
    assert_eq!(allowed(&invocation), [""; 0]);
    assert_eq!(
        invocation.warnings,
        ["allowed-tools of a has no effect: allowManagedPermissionRulesOnly is set"]
    );
    assert_eq!(workspace.turn(&typed("/a")).warnings.len(), 1);
    let refused = run(&workspace, "/runs", &[]);
    assert!(matches!(refused.outcome, InvocationOutcome::Failed { .. }));
    let managed = run(&workspace, "/managed", &[]);
    assert_eq!(managed.outcome, InvocationOutcome::Waits);
}

#[test]
fn under_managed_rules_only_other_rules_count_for_nothing() {
    let mut workspace = with_rules("2026-08", PLAIN, r#"{"deny": ["Skill(a)"]}"#);
    assert_eq!(permission(&workspace, "a").verdict, Verdict::Deny);
    workspace.put(
        MANAGED,
        r#"{"allowManagedPermissionRulesOnly": true, "permissions": {"ask": ["Skill(a)"]}}"#,
    );
    assert_eq!(permission(&workspace, "a").verdict, Verdict::Ask);
}

#[test]
fn in_an_sdk_program_only_its_own_option_allows_tools() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            sdk: Some(SdkOptions::default()),
            ..ClaudeCodeOptions::default()
        },
    );
    for (folder, text) in [
        ("/repo/.claude/skills/a", COMMAND),
        ("/home/me/.claude/skills/u", ALLOWS),
        ("/etc/claude-code/.claude/skills/m", ALLOWS),
    ] {
        write_text(&mut workspace, folder, text);
    }
    let refused = run(&workspace, "/a", &[]);
    assert!(matches!(refused.outcome, InvocationOutcome::Failed { .. }));
    assert_eq!(allowed(&run(&workspace, "/u", &[])), [""; 0]);
    assert_eq!(allowed(&run(&workspace, "/m", &[])), ["Bash(make *)"]);
}
