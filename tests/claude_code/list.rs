//! Tests Claude Code's list of skills: its lines, its budget, and which skills are new in it.

use skillglass::hosts::claude_code::{BundledSkill, ClaudeCodeOptions, McpPrompt};
use skillglass::model::environment::Plugin;
use skillglass::model::listing::{Listing, ListingAttachment};
use skillglass::model::message::{Role, SkillEvent};
use skillglass::text::budget::{Budget, BudgetUnit};
use skillglass::{Session, Workspace, WorkspaceOptions};

use super::{editions, options, with, with_options, workspace, write_skill, write_text};
use crate::common::Files;

const SKILLS: &str = "/repo/.claude/skills";

fn lines(listing: &Listing) -> Vec<&str> {
    (listing.entries.iter())
        .filter_map(|entry| entry.line.as_deref())
        .collect()
}

/// Writes a skill of the project. `yaml` is the text between the frontmatter's delimiters.
fn write(workspace: &mut Workspace, name: &str, yaml: &str) {
    let text = format!("---\n{yaml}\n---\n");
    write_text(workspace, &format!("{SKILLS}/{name}"), &text);
}

/// Returns the only line of the list that Claude Code makes for a project with one skill.
fn line(edition: &str, yaml: &str) -> String {
    let mut workspace = workspace(edition);
    write(&mut workspace, "a", yaml);
    lines(&workspace.listing()).concat()
}

/// Returns options in which the list of skills may have this many characters.
fn limited(edition: &str, characters: usize) -> WorkspaceOptions {
    let variable = "SLASH_COMMAND_TOOL_CHAR_BUDGET".to_owned();
    WorkspaceOptions {
        variables: Some([(variable, characters.to_string())].into()),
        ..options(edition)
    }
}

#[test]
fn the_list_is_a_reminder_in_a_hidden_message_of_the_users() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/.claude/skills/a");
        write_skill(&mut workspace, "/home/me/.claude/skills/b");
        let listing = workspace.listing();
        let message = listing.message.expect("there is a list");
        assert_eq!(message.role, Role::User, "{edition}");
        assert!(message.hidden, "{edition}");
        assert_eq!(
            message.text,
            "<system-reminder>\nThe following skills are available for use with the Skill tool:\n\n\
             - b: About b.\n- a: About a.\n</system-reminder>",
            "{edition}"
        );
        assert_eq!(
            listing.attachment,
            Some(ListingAttachment {
                kind: "skill_listing".to_owned(),
                content: "- b: About b.\n- a: About a.".to_owned(),
                skill_count: 2,
                is_initial: true,
                names: vec!["b".to_owned(), "a".to_owned()],
            }),
            "{edition}"
        );
        assert_eq!(listing.report.cost, 27, "{edition}");
        assert!(listing.warning.is_none() && listing.events.is_empty());
    }
}

#[test]
fn without_skills_there_is_the_tool_and_no_message() {
    for edition in editions() {
        let listing = workspace(edition).listing();
        let tool = listing.tool.expect("the tool is there");
        assert_eq!(tool.name, "Skill", "{edition}");
        assert_eq!(tool.inputs, ["skill", "args"], "{edition}");
        assert!(
            tool.description
                .contains("listed in system-reminder messages")
        );
        assert!(listing.message.is_none() && listing.attachment.is_none());
    }
}

#[test]
fn a_bare_deny_rule_takes_the_tool_and_a_rule_on_a_skill_hides_nothing() {
    for edition in editions() {
        for (rule, shown) in [
            ("Skill", 0),
            ("Skill(a)", 1),
            ("Skill(a:*)", 1),
            ("Bash", 1),
        ] {
            let mut workspace = workspace(edition);
            write_skill(&mut workspace, "/repo/.claude/skills/a");
            let settings = format!(r#"{{"permissions": {{"deny": ["{rule}"]}}}}"#);
            workspace.put("/repo/.claude/settings.json", settings);
            let listing = workspace.listing();
            assert_eq!(listing.entries.len(), shown, "{edition} {rule}");
            assert_eq!(listing.tool.is_some(), shown == 1, "{edition} {rule}");
        }
    }
}

#[test]
fn when_to_use_stands_behind_the_description() {
    for edition in editions() {
        let both = line(edition, "description: D.\nwhen_to_use: W.");
        assert_eq!(both, "- a: D. - W.", "{edition}");
    }
    assert_eq!(line("2026-08", "when_to_use: W."), "- a: W.");
}

#[test]
fn a_line_is_one_line() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write(
            &mut workspace,
            "a",
            "description: |\n  One\n  two.\n\n  Three.",
        );
        let listing = workspace.listing();
        assert_eq!(lines(&listing), ["- a: One two. Three."], "{edition}");
        assert_eq!(listing.entries[0].cut, 0, "{edition}");
    }
}

#[test]
fn the_cap_is_none_then_250_then_1536_units_mark_included() {
    for (edition, cap) in [
        ("2026-02", None),
        ("2026-04", Some(250)),
        ("2026-08", Some(1536)),
    ] {
        for length in [250, 251, 1536, 1537] {
            let text = line(edition, &format!("description: {}", "x".repeat(length)));
            let shown = &text["- a: ".len()..];
            match cap.filter(|cap| length > *cap) {
                None => assert_eq!(shown, "x".repeat(length), "{edition} {length}"),
                Some(cap) => assert_eq!(shown, format!("{}…", "x".repeat(cap - 1)), "{edition}"),
            }
        }
    }
}

#[test]
fn the_cap_is_on_both_texts_together_and_counts_utf16_units() {
    let both = format!("description: {}\nwhen_to_use: W.", "x".repeat(247));
    let expected = format!("- a: {} …", "x".repeat(247));
    // The 250 characters are 247 of the description, two of ` - W.`, and the ellipsis.
    assert_eq!(line("2026-04", &both).chars().count(), 5 + 250);
    assert!(line("2026-04", &both).starts_with(&expected[..252]));
    let faces = line("2026-04", &format!("description: {}", "😀".repeat(126)));
    assert_eq!(faces, format!("- a: {}…", "😀".repeat(124)));
    let fitting = line("2026-04", &format!("description: {}", "😀".repeat(125)));
    assert_eq!(fitting, format!("- a: {}", "😀".repeat(125)));
}

#[test]
fn settings_change_cap_and_share_since_2026_08() {
    let settings = r#"{"skillListingMaxDescChars": 5, "skillListingBudgetFraction": 0.5}"#;
    for (edition, shown, limit) in [
        ("2026-02", "- a: Description.", 8_000),
        ("2026-04", "- a: Description.", 4_000),
        ("2026-08", "- a: Desc…", 200_000),
    ] {
        let mut workspace = with(WorkspaceOptions {
            context_window: Some(100_000),
            ..options(edition)
        });
        write(&mut workspace, "a", "description: Description.");
        workspace.put("/home/me/.claude/settings.json", settings);
        let listing = workspace.listing();
        assert_eq!(lines(&listing), [shown], "{edition}");
        assert_eq!(listing.report.budget.unwrap().limit, limit, "{edition}");
    }
}

#[test]
fn a_share_is_above_nothing_and_up_to_all_of_the_window() {
    for (fraction, limit) in [
        ("0.02", 16_000),
        ("1", 800_000),
        ("0", 8_000),
        ("1.01", 8_000),
        ("-0.5", 8_000),
    ] {
        let mut workspace = with(WorkspaceOptions {
            context_window: Some(200_000),
            ..options("2026-08")
        });
        let settings = format!(r#"{{"skillListingBudgetFraction": {fraction}}}"#);
        workspace.put("/repo/.claude/settings.json", settings);
        let budget = workspace.listing().report.budget.unwrap();
        assert_eq!(budget.limit, limit, "{fraction}");
    }
}

#[test]
fn the_budget_is_a_share_of_the_window_in_characters() {
    for (edition, percent, fallback) in [
        ("2026-02", 2, 16_000),
        ("2026-04", 1, 8_000),
        ("2026-08", 1, 8_000),
    ] {
        for (window, limit) in [
            (None, fallback),
            (Some(200_000), 200_000 * 4 * percent / 100),
            (Some(1_000_000), 1_000_000 * 4 * percent / 100),
            (Some(i64::MAX), u64::MAX / 100),
        ] {
            let workspace = with(WorkspaceOptions {
                context_window: window,
                ..options(edition)
            });
            let expected = Budget {
                unit: BudgetUnit::Utf16,
                limit,
            };
            assert_eq!(
                workspace.listing().report.budget,
                Some(expected),
                "{edition} {window:?}"
            );
        }
    }
}

#[test]
fn a_share_without_a_window_is_one_of_the_usual_window() {
    let mut workspace = workspace("2026-08");
    let settings = r#"{"skillListingBudgetFraction": 0.02}"#;
    workspace.put("/home/me/.claude/settings.json", settings);
    assert_eq!(workspace.listing().report.budget.unwrap().limit, 16_000);
}

#[test]
fn a_variable_fixes_the_budget() {
    for edition in editions() {
        for (value, limit) in [
            ("50", 50),
            (" 7 ", 7),
            ("much", 4_000),
            ("-1", 4_000),
            ("", 4_000),
        ] {
            let variable = "SLASH_COMMAND_TOOL_CHAR_BUDGET".to_owned();
            let workspace = with(WorkspaceOptions {
                context_window: Some(100_000),
                variables: Some([(variable, value.to_owned())].into()),
                ..options(edition)
            });
            let limit = match (edition, limit) {
                ("2026-02", 4_000) => 8_000,
                _ => limit,
            };
            let budget = workspace.listing().report.budget.unwrap();
            assert_eq!(budget.limit, limit, "{edition} {value:?}");
        }
    }
}

/// Returns a workspace whose three skills have the lines `- a: aaaaaaaaaa`, `- b: b` and `- c:
/// cccccccccccccccccccccccccccccc`. The lines have 58 characters in all. `characters` is the budget
/// of the list.
fn three(edition: &str, characters: usize) -> Workspace {
    let mut workspace = with(limited(edition, characters));
    for (name, length) in [("a", 10), ("b", 1), ("c", 30)] {
        let yaml = format!("description: {}", name.repeat(length));
        write(&mut workspace, name, &yaml);
    }
    workspace
}

#[test]
fn what_fits_to_the_last_character_is_whole() {
    for edition in editions() {
        let listing = three(edition, 58).listing();
        assert_eq!(listing.report.cost, 58, "{edition}");
        assert_eq!(listing.report.cut, 0, "{edition}");
        assert!(three(edition, 57).listing().report.cut > 0, "{edition}");
    }
}

#[test]
fn until_2026_02_lines_are_left_out_from_the_first_that_does_not_fit() {
    let listing = three("2026-02", 57).listing();
    assert_eq!(lines(&listing), ["- a: aaaaaaaaaa", "- b: b"]);
    assert_eq!((listing.report.included, listing.report.omitted), (2, 1));
    assert_eq!(listing.entries[2].line, None);
    assert_eq!(listing.entries[2].cut, 30);
    let attachment = listing.attachment.unwrap();
    assert_eq!(attachment.names, ["a", "b"]);
    let listing = three("2026-02", 14).listing();
    assert!(lines(&listing).is_empty());
    assert!(listing.message.is_none());
}

#[test]
fn in_2026_04_descriptions_share_what_is_left_equally_down_to_twenty_characters() {
    let text = |name: &str, length: usize| format!("description: {}", name.repeat(length));
    let list = |characters: usize| {
        let mut workspace = with(limited("2026-04", characters));
        write(&mut workspace, "a", &text("a", 40));
        write(&mut workspace, "b", &text("b", 10));
        let listing = workspace.listing();
        lines(&listing).join("\n")
    };
    // Two names with their punctuation and the line end cost 11, so 51 leave 20 for each.
    let whole = format!("- a: {}\n- b: bbbbbbbbbb", "a".repeat(40));
    assert_eq!(list(61), whole);
    let cut = format!("- a: {}…\n- b: bbbbbbbbbb", "a".repeat(19));
    assert_eq!(list(51), cut);
    assert_eq!(list(50), "- a\n- b");
    assert_eq!(list(0), "- a\n- b");
}

#[test]
fn in_2026_04_a_bundled_skill_is_never_cut() {
    for (edition, expected) in [
        ("2026-04", ["- z: About z.", "- a"]),
        ("2026-08", ["- a", "- z"]),
    ] {
        let mut workspace = with(WorkspaceOptions {
            claude_code: Some(ClaudeCodeOptions {
                bundled: vec![BundledSkill {
                    directory: "/bundled/z".to_owned(),
                    ..BundledSkill::default()
                }],
                ..ClaudeCodeOptions::default()
            }),
            ..limited(edition, 5)
        });
        write_skill(&mut workspace, "/bundled/z");
        write_skill(&mut workspace, "/repo/.claude/skills/a");
        assert_eq!(lines(&workspace.listing()), expected, "{edition}");
    }
}

#[test]
fn since_2026_08_descriptions_go_by_how_little_a_skill_is_used_and_names_stay() {
    let list = |characters: usize, used: &[(&str, u64)]| {
        let usage = used
            .iter()
            .map(|(name, count)| ((*name).to_owned(), *count));
        let mut workspace = with(WorkspaceOptions {
            claude_code: Some(ClaudeCodeOptions {
                usage: usage.collect(),
                ..ClaudeCodeOptions::default()
            }),
            ..limited("2026-08", characters)
        });
        for name in ["a", "b", "c"] {
            write(&mut workspace, name, "description: Text.");
        }
        let listing = workspace.listing();
        assert_eq!(listing.report.omitted, 0);
        lines(&listing).join(" ")
    };
    assert_eq!(list(32, &[]), "- a: Text. - b: Text. - c: Text.");
    assert_eq!(list(31, &[]), "- a: Text. - b: Text. - c");
    assert_eq!(list(31, &[("b", 1), ("c", 2)]), "- a - b: Text. - c: Text.");
    assert_eq!(list(20, &[("b", 1), ("c", 2)]), "- a - b - c: Text.");
    assert_eq!(list(0, &[("b", 9)]), "- a - b - c");
}

#[test]
fn use_in_this_conversation_counts_too() {
    let mut workspace = with(limited("2026-08", 25));
    for name in ["a", "b"] {
        write(&mut workspace, name, "description: Some text.");
    }
    let mut session = Session::new();
    assert_eq!(
        lines(&session.listing(&workspace, None)),
        ["- a: Some text.", "- b"]
    );
    session.turn(&workspace, &super::typed("/b"));
    assert_eq!(
        lines(&session.listing(&workspace, Some("helper"))),
        ["- a", "- b: Some text."]
    );
}

#[test]
fn use_before_and_in_this_conversation_is_added_up() {
    let usage = [("a", 2), ("b", 1)].map(|(name, count)| (name.to_owned(), count));
    let mut workspace = with(WorkspaceOptions {
        claude_code: Some(ClaudeCodeOptions {
            usage: usage.into(),
            ..ClaudeCodeOptions::default()
        }),
        ..limited("2026-08", 25)
    });
    for name in ["a", "b"] {
        write(&mut workspace, name, "description: Some text.");
    }
    let mut session = Session::new();
    session.turn(&workspace, &super::typed("/b"));
    session.turn(&workspace, &super::typed("/b"));
    assert_eq!(
        lines(&session.listing(&workspace, None)),
        ["- a", "- b: Some text."]
    );
}

#[test]
fn cutting_is_counted_in_an_event() {
    for edition in editions() {
        let listing = three(edition, 40).listing();
        let [SkillEvent::Telemetry { name, properties }] = &listing.events[..] else {
            panic!("one event in {edition}")
        };
        assert_eq!(name, "tengu_skill_descriptions_truncated", "{edition}");
        assert_eq!(properties["skill_count"], "3", "{edition}");
        assert!(three(edition, 58).listing().events.is_empty(), "{edition}");
    }
}

#[test]
fn what_the_model_may_not_choose_is_not_listed() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write(
            &mut workspace,
            "a",
            "description: A.\ndisable-model-invocation: true",
        );
        write(
            &mut workspace,
            "b",
            "description: B.\nuser-invocable: false",
        );
        write(&mut workspace, "c", "description: C.\npaths: '*.md'");
        assert_eq!(lines(&workspace.listing()), ["- b: B."], "{edition}");
    }
}

#[test]
fn overrides_show_the_bare_name_or_nothing() {
    let mut workspace = workspace("2026-08");
    for name in ["a", "b", "c", "d"] {
        write_skill(&mut workspace, &format!("{SKILLS}/{name}"));
    }
    let settings =
        r#"{"skillOverrides": {"a": "name-only", "b": "off", "c": "user-invocable-only"}}"#;
    workspace.put("/repo/.claude/settings.json", settings);
    let listing = workspace.listing();
    assert_eq!(lines(&listing), ["- a", "- d: About d."]);
    assert_eq!(listing.entries[0].cut, "About a.".len());
}

#[test]
fn an_sdk_list_shows_only_what_it_names() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            sdk: Some(skillglass::hosts::claude_code::SdkOptions {
                skills: Some(vec!["b".to_owned()]),
            }),
            ..ClaudeCodeOptions::default()
        },
    );
    write_skill(&mut workspace, "/repo/.claude/skills/a");
    write_skill(&mut workspace, "/repo/.claude/skills/b");
    assert_eq!(lines(&workspace.listing()), ["- b: About b."]);
}

#[test]
fn a_projects_skill_without_a_description_of_its_own_was_missing_in_2026_02() {
    for (edition, expected) in [
        ("2026-02", vec!["- b: Body b."]),
        ("2026-04", vec!["- b: Body b.", "- a: Body a."]),
        ("2026-08", vec!["- b", "- a"]),
    ] {
        let mut workspace = workspace(edition);
        write_text(&mut workspace, "/repo/.claude/skills/a", "# Body a.\n");
        write_text(&mut workspace, "/home/me/.claude/skills/b", "# Body b.\n");
        assert_eq!(lines(&workspace.listing()), expected, "{edition}");
    }
}

#[test]
fn commands_plugins_skills_and_prompts_are_listed_with_the_rest() {
    for (edition, expected) in [
        (
            "2026-04",
            vec![
                "- a: About a.",
                "- c: C.",
                "- tools:b: About b.",
                "- mcp__s__p: P.",
            ],
        ),
        (
            "2026-08",
            vec!["- a: About a.", "- c: C.", "- tools:b: About b."],
        ),
    ] {
        let mut workspace = with(WorkspaceOptions {
            plugins: Some(vec![Plugin {
                id: "tools@market".to_owned(),
                root: "/plugin".to_owned(),
                ..Plugin::default()
            }]),
            claude_code: Some(ClaudeCodeOptions {
                mcp_prompts: vec![McpPrompt {
                    server: "s".to_owned(),
                    name: "p".to_owned(),
                    description: Some("P.".to_owned()),
                    arguments: Vec::new(),
                }],
                ..ClaudeCodeOptions::default()
            }),
            ..options(edition)
        });
        write_skill(&mut workspace, "/repo/.claude/skills/a");
        write_skill(&mut workspace, "/plugin/skills/b");
        let command = "---\ndescription: C.\n---\n";
        workspace.put("/repo/.claude/commands/c.md", command);
        assert_eq!(lines(&workspace.listing()), expected, "{edition}");
    }
}

#[test]
fn each_agent_is_shown_only_what_is_new_to_it() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/.claude/skills/a");
        let mut session = Session::new();
        let first = session.listing(&workspace, None);
        assert_eq!(lines(&first), ["- a: About a."], "{edition}");
        assert!(
            session.listing(&workspace, None).message.is_none(),
            "{edition}"
        );
        write_skill(&mut workspace, "/repo/.claude/skills/b");
        let second = session.listing(&workspace, None);
        assert_eq!(lines(&second), ["- b: About b."], "{edition}");
        let attachment = second.attachment.unwrap();
        assert!(!attachment.is_initial, "{edition}");
        assert_eq!(attachment.skill_count, 1, "{edition}");
        let helper = session.listing(&workspace, Some("helper"));
        assert_eq!(
            lines(&helper),
            ["- a: About a.", "- b: About b."],
            "{edition}"
        );
        assert!(helper.attachment.unwrap().is_initial, "{edition}");
        session.end_agent("helper").unwrap();
        let again = session.listing(&workspace, Some("helper"));
        assert_eq!(again.entries.len(), 2, "{edition}");
    }
}

#[test]
fn the_first_list_that_has_a_skill_is_the_initial_one() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        let mut session = Session::new();
        assert_eq!(session.listing(&workspace, None).attachment, None);
        let mut write_and_list = |name: &str| {
            write_skill(&mut workspace, &format!("{SKILLS}/{name}"));
            session.listing(&workspace, None).attachment.unwrap()
        };
        assert!(write_and_list("a").is_initial, "{edition}");
        assert!(!write_and_list("b").is_initial, "{edition}");
    }
}

#[test]
fn what_changed_is_announced_again_since_2026_08() {
    for (edition, announced) in [("2026-02", 0), ("2026-04", 0), ("2026-08", 1)] {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/home/me/.claude/skills/a");
        write_skill(&mut workspace, "/home/me/.claude/skills/b");
        let mut session = Session::new();
        assert_eq!(session.listing(&workspace, None).entries.len(), 2);
        // The list does not show the body.
        write_text(
            &mut workspace,
            "/home/me/.claude/skills/b",
            "---\ndescription: About b.\n---\nOther.\n",
        );
        assert_eq!(session.listing(&workspace, None).entries.len(), 0);
        write_text(
            &mut workspace,
            "/home/me/.claude/skills/b",
            "---\ndescription: Something else.\n---\nOther.\n",
        );
        let listing = session.listing(&workspace, None);
        assert_eq!(listing.entries.len(), announced, "{edition}");
        assert_eq!(session.listing(&workspace, None).entries.len(), 0);
    }
}
