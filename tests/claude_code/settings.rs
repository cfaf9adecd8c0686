//! Tests which settings are in force in Claude Code, and which it ignores.

use skillglass::hosts::claude_code::{ClaudeCodeOptions, SettingSource};
use skillglass::model::skill::Visibility;

use super::{skill, with_options, workspace, write_skill};
use crate::common::Files;

const USER: &str = "/home/me/.claude/settings.json";
const PROJECT: &str = "/repo/.claude/settings.json";
const LOCAL: &str = "/repo/.claude/settings.local.json";
const MANAGED: &str = "/etc/claude-code/managed-settings.json";

#[test]
fn the_administrator_wins_then_the_command_line_then_local_project_and_user() {
    let text = |word: &str| format!(r#"{{"skillOverrides": {{"a": "{word}"}}}}"#);
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            settings: Some(text("on")),
            ..ClaudeCodeOptions::default()
        },
    );
    let mut plain = workspace_with_a();
    write_skill(&mut workspace, "/repo/.claude/skills/a");
    for (file, word, visibility) in [
        (USER, "off", Visibility::Off),
        (PROJECT, "name-only", Visibility::NameOnly),
        (LOCAL, "user-invocable-only", Visibility::UserInvocableOnly),
    ] {
        plain.put(file, text(word));
        assert_eq!(
            skill(&plain.catalog(), "a").visibility,
            visibility,
            "{file}"
        );
        workspace.put(file, text(word));
        let visibility = skill(&workspace.catalog(), "a").visibility;
        assert_eq!(visibility, Visibility::On, "{file} below the command line");
    }
    workspace.put(MANAGED, text("off"));
    assert_eq!(skill(&workspace.catalog(), "a").visibility, Visibility::Off);
}

fn workspace_with_a() -> skillglass::Workspace {
    let mut workspace = workspace("2026-08");
    write_skill(&mut workspace, "/repo/.claude/skills/a");
    workspace
}

#[test]
fn sources_that_are_left_out_are_not_read_and_the_administrators_always_is() {
    for (source, file) in [
        (SettingSource::User, USER),
        (SettingSource::Project, PROJECT),
        (SettingSource::Local, LOCAL),
    ] {
        for counts in [true, false] {
            let others = [
                SettingSource::User,
                SettingSource::Project,
                SettingSource::Local,
            ];
            let sources = others
                .into_iter()
                .filter(|other| (*other == source) == counts);
            let mut workspace = with_options(
                "2026-08",
                ClaudeCodeOptions {
                    setting_sources: Some(sources.collect()),
                    ..ClaudeCodeOptions::default()
                },
            );
            workspace.put(file, "no json");
            workspace.put(MANAGED, "no json");
            let catalog = workspace.catalog();
            let told: Vec<_> = catalog.ignored.iter().map(|it| it.path.as_str()).collect();
            let mut expected = vec![MANAGED];
            expected.extend(counts.then_some(file));
            assert_eq!(told, expected, "{source:?} {counts}");
        }
    }
}

#[test]
fn a_value_of_a_wrong_type_is_ignored_alone() {
    let cases = [
        ("[]", vec![None]),
        ("{", vec![None]),
        (r#"{"skillOverrides": []}"#, vec![Some("skillOverrides")]),
        (
            r#"{"skillOverrides": {"a": 1, "b": "off"}}"#,
            vec![Some("skillOverrides.a")],
        ),
        (
            r#"{"skillListingBudgetFraction": 0}"#,
            vec![Some("skillListingBudgetFraction")],
        ),
        (
            r#"{"skillListingBudgetFraction": 1.5}"#,
            vec![Some("skillListingBudgetFraction")],
        ),
        (r#"{"skillListingBudgetFraction": 1}"#, vec![]),
        (
            r#"{"skillListingMaxDescChars": -1}"#,
            vec![Some("skillListingMaxDescChars")],
        ),
        (
            r#"{"skillListingMaxDescChars": 0}"#,
            vec![Some("skillListingMaxDescChars")],
        ),
        (
            r#"{"skillListingMaxDescChars": 2.5}"#,
            vec![Some("skillListingMaxDescChars")],
        ),
        (
            r#"{"disableBundledSkills": "yes"}"#,
            vec![Some("disableBundledSkills")],
        ),
        (r#"{"permissions": 3}"#, vec![Some("permissions")]),
        (
            r#"{"permissions": {"deny": "Skill", "allow": [1, "Skill(a)"]}}"#,
            vec![Some("permissions.deny"), Some("permissions.allow[0]")],
        ),
        (
            r#"{"model": "opus", "skillListingMaxDescChars": 9}"#,
            vec![],
        ),
    ];
    for (text, expected) in cases {
        let mut workspace = workspace("2026-08");
        workspace.put(USER, text);
        let catalog = workspace.catalog();
        let fields: Vec<_> = (catalog.ignored.iter())
            .map(|ignored| ignored.field.as_deref())
            .collect();
        assert_eq!(fields, expected, "{text}");
    }
}

#[test]
fn the_administrators_own_keys_are_no_ones_elses() {
    for key in [
        "strictPluginOnlyCustomization",
        "allowManagedPermissionRulesOnly",
    ] {
        let mut workspace = workspace("2026-08");
        workspace.put(USER, format!(r#"{{"{key}": 3}}"#));
        assert!(workspace.catalog().ignored.is_empty(), "{key}");
        workspace.put(MANAGED, format!(r#"{{"{key}": 3}}"#));
        assert_eq!(workspace.catalog().ignored.len(), 1, "{key}");
    }
}

#[test]
fn rules_of_all_sources_count_unless_the_administrator_keeps_them_to_himself() {
    let mut workspace = workspace_with_a();
    workspace.put(USER, r#"{"permissions": {"deny": ["Skill"]}}"#);
    assert!(workspace.listing().tool.is_none());
    workspace.put(MANAGED, r#"{"allowManagedPermissionRulesOnly": true}"#);
    assert!(workspace.listing().tool.is_some());
}

#[test]
fn a_byte_order_mark_does_not_hurt() {
    let mut workspace = workspace_with_a();
    let text = "\u{feff}{\"skillOverrides\": {\"a\": \"off\"}}";
    workspace.put(USER, text);
    assert!(!skill(&workspace.catalog(), "a").enabled);
}
