//! Tests the list of skills that Codex gives the model: its order, its lines, the text around it,
//! and its budget.

use skillglass::hosts::codex::CodexOptions;
use skillglass::model::listing::Listing;
use skillglass::model::message::Role;
use skillglass::text::budget::BudgetUnit;
use skillglass::{Workspace, WorkspaceOptions};

use super::{workspace, write_skill};
use crate::common::Files;

/// Returns the list for skills `s00`, `s01` and so on with these descriptions, all in one root.
fn listing(edition: &str, window: Option<i64>, descriptions: &[&str]) -> Listing {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        context_window: window,
        ..WorkspaceOptions::new("/r").edition(edition)
    })
    .unwrap();
    for (index, description) in descriptions.iter().enumerate() {
        workspace.put(
            format!("/r/.agents/skills/s{index:02}/SKILL.md"),
            format!("---\nname: s{index:02}\ndescription: {description}\n---\n"),
        );
    }
    workspace.listing()
}

fn lines(listing: &Listing) -> Vec<Option<&str>> {
    listing
        .entries
        .iter()
        .map(|entry| entry.line.as_deref())
        .collect()
}

#[test]
fn the_list_has_an_order_of_its_own() {
    let mut workspace = workspace("2026-05");
    for folder in [
        "/home/me/.agents/skills/a",
        "/repo/.agents/skills/b",
        "/etc/codex/skills/c",
        "/home/me/.codex/skills/.system/d",
    ] {
        write_skill(&mut workspace, folder);
    }
    let listing = workspace.listing();
    let names: Vec<_> = listing
        .entries
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(names, ["d", "c", "b", "a"]);
}

#[test]
fn each_edition_wraps_the_lines_in_its_own_way() {
    let line = "- s00: Do it. (file: /r/.agents/skills/s00/SKILL.md)";
    let cases = [
        ("2026-02", Role::User, "## Skills\n", true),
        ("2026-05", Role::Developer, "## Skills\n", true),
        (
            "2026-11",
            Role::Developer,
            "<skills_instructions>\n## Skills\n",
            false,
        ),
    ];
    for (edition, role, start, how_to) in cases {
        let message = listing(edition, None, &["Do it."]).message.unwrap();
        assert_eq!(message.role, role);
        assert!(message.text.starts_with(start), "{edition}");
        assert_eq!(
            message
                .text
                .contains("### How to use skills\n- Discovery: "),
            how_to
        );
        assert_eq!(message.text.ends_with("\n</skills_instructions>"), !how_to);
        if edition != "2026-11" {
            assert!(
                message
                    .text
                    .contains(&format!("\n### Available skills\n{line}\n"))
            );
        }
    }
}

#[test]
fn without_a_skill_nothing_is_shown() {
    for edition in super::editions() {
        let listing = listing(edition, None, &[]);
        assert_eq!(listing.message, None);
        assert_eq!(listing.report.total, 0);
    }
}

#[test]
fn the_first_edition_has_no_budget() {
    let long = "x".repeat(1000);
    let listing = listing("2026-02", Some(100), &[long.as_str(); 30]);
    assert_eq!(listing.report.budget, None);
    assert_eq!((listing.report.included, listing.report.cut), (30, 0));
}

#[test]
fn the_budget_is_two_percent_of_the_window_or_eight_thousand_characters() {
    let cases = [
        (None, BudgetUnit::Characters, 8000),
        (Some(200_000), BudgetUnit::Tokens, 4000),
        (Some(149), BudgetUnit::Tokens, 2),
        (Some(1), BudgetUnit::Tokens, 1),
        (Some(i64::MAX), BudgetUnit::Tokens, u64::MAX / 100),
    ];
    for (window, unit, limit) in cases {
        let budget = listing("2026-05", window, &["x"]).report.budget.unwrap();
        assert_eq!((budget.unit, budget.limit), (unit, limit), "{window:?}");
    }
}

#[test]
fn descriptions_share_what_is_left_character_by_character() {
    // A minimum line is `- s00: (file: /r/.agents/skills/s00/SKILL.md)` with its end: 46 bytes, 12 tokens.
    let whole = ["abcdefgh", "12", "ABCDEFGH"];
    // 3 × 12 tokens, and two more: each line has two bytes to spare before its next token.
    let listing = listing("2026-05", Some(38 * 50), &whole);
    assert_eq!(
        lines(&listing),
        [
            Some("- s00: abcde (file: /r/.agents/skills/s00/SKILL.md)"),
            Some("- s01: 12 (file: /r/.agents/skills/s01/SKILL.md)"),
            Some("- s02: A (file: /r/.agents/skills/s02/SKILL.md)"),
        ]
    );
    assert_eq!(listing.report.shortened, 2);
    assert_eq!(listing.report.cut, 10);
    assert_eq!(listing.entries[0].cut, 3);
    assert_eq!(listing.warning, None);
}

#[test]
fn when_not_even_the_shortest_lines_fit_later_shorter_ones_still_enter() {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        context_window: Some(24 * 50),
        ..WorkspaceOptions::new("/r").edition("2026-05")
    })
    .unwrap();
    for name in ["a", "bbbbbbbbbbbbbbbbbbbbbbbbbbbb", "c"] {
        write_skill(&mut workspace, &format!("/r/.agents/skills/{name}"));
    }
    let listing = workspace.listing();
    let shown: Vec<_> = listing
        .entries
        .iter()
        .map(|entry| entry.line.is_some())
        .collect();
    assert_eq!(shown, [true, false, true]);
    assert_eq!(
        listing.warning.as_deref(),
        Some(
            "Exceeded skills context budget of 2%. All skill descriptions were removed and 1 additional skill was not included in the model-visible skills list."
        )
    );
}

#[test]
fn much_cutting_is_warned_of_until_2026_05() {
    let long = "x".repeat(1000);
    for (edition, warns) in [("2026-05", true), ("2026-11", false)] {
        let listing = listing(edition, None, &[long.as_str(); 20]);
        assert!(listing.report.cut > 0);
        assert_eq!(listing.report.omitted, 0);
        assert_eq!(
            listing.warning.as_deref(),
            warns.then_some("Skill descriptions were shortened to fit the skills context budget. Codex can still see every skill, but some descriptions are shorter. Disable unused skills or plugins to leave more room for the rest.")
        );
    }
}

#[test]
fn since_2026_11_aliases_are_used_whenever_they_are_cheaper() {
    for (edition, aliased) in [("2026-05", false), ("2026-11", true)] {
        let listing = listing(edition, Some(200_000), &["Do it."; 3]);
        let line = lines(&listing)[0].unwrap().to_owned();
        if aliased {
            assert_eq!(listing.root_lines, ["- `r0` = `/r/.agents/skills`"]);
            assert_eq!(line, "- s00: Do it. (file: r0/s00/SKILL.md)");
            assert!(
                listing
                    .message
                    .unwrap()
                    .text
                    .contains("### Skill roots\n- `r0` = ")
            );
        } else {
            assert!(listing.root_lines.is_empty());
            assert_eq!(line, "- s00: Do it. (file: /r/.agents/skills/s00/SKILL.md)");
        }
    }
}

#[test]
fn until_2026_05_aliases_are_used_when_they_save_something_from_being_cut() {
    let long = "x".repeat(200);
    let listing = listing("2026-05", None, &[long.as_str(); 60]);
    assert_eq!(listing.root_lines, ["- `r0` = `/r/.agents/skills`"]);
    assert!(listing.report.cut > 0);
}

#[test]
fn since_2026_11_a_description_is_capped_before_the_budget() {
    let long = "y".repeat(1025);
    let listing = listing("2026-11", Some(1_000_000), &[long.as_str()]);
    let line = lines(&listing)[0].unwrap();
    assert!(line.contains(&format!(" {}... (file", "y".repeat(1021))));
    assert_eq!(listing.entries[0].cut, 4);
    assert_eq!(listing.report.cut, 0);
}

#[test]
fn since_2026_11_a_line_shows_the_path_that_the_walk_came_by() {
    for (edition, expected) in [("2026-05", "/elsewhere/a/"), ("2026-11", "r0/link/")] {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/elsewhere/a");
        workspace.put_link("/repo/.agents/skills/link", "/elsewhere/a");
        let listing = workspace.listing();
        let line = lines(&listing)[0].unwrap();
        assert!(
            line.contains(&format!("(file: {expected}SKILL.md)")),
            "{line}"
        );
    }
}

#[test]
fn a_line_keeps_to_slashes() {
    let mut workspace = workspace("2026-05");
    workspace.put(
        "/repo/.agents/skills/a\\b/SKILL.md",
        "---\nname: a\ndescription: b\n---\n",
    );
    let listing = workspace.listing();
    assert_eq!(
        lines(&listing)[0],
        Some("- a: b (file: /repo/.agents/skills/a/b/SKILL.md)")
    );
}

#[test]
fn since_2026_11_only_models_that_ask_for_it_are_told_how_to_use_skills() {
    for (edition, asks, told) in [
        ("2026-05", false, true),
        ("2026-11", false, false),
        ("2026-11", true, true),
    ] {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            codex: Some(CodexOptions {
                explains_skills: Some(asks),
                ..CodexOptions::default()
            }),
            ..WorkspaceOptions::new("/r").edition(edition)
        })
        .unwrap();
        write_skill(&mut workspace, "/r/.agents/skills/a");
        let text = workspace.listing().message.unwrap().text;
        assert_eq!(
            text.contains("### How to use skills"),
            told,
            "{edition} {asks}"
        );
    }
}
