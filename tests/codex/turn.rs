//! Tests a message to Codex: which skills it selects, the outcome of each mention, and the injected
//! messages.

use skillglass::Workspace;
use skillglass::model::message::Role;
use skillglass::model::turn::{
    Mention, MentionKind, Outcome, SelectedBy, SkipReason, Turn, TurnInput, TurnRequest,
};

use super::{USER_CONFIG, editions, selected, workspace, write_skill};
use crate::common::Files;

fn text(text: &str) -> TurnInput {
    TurnInput::Text {
        text: text.to_owned(),
    }
}

fn structured(name: &str, path: &str) -> TurnInput {
    TurnInput::Skill {
        name: name.to_owned(),
        path: path.to_owned(),
    }
}

fn turn(workspace: &Workspace, inputs: &[TurnInput]) -> Turn {
    workspace.turn(&TurnRequest {
        inputs: inputs.to_vec(),
        ..TurnRequest::default()
    })
}

fn skipped(mention: &Mention) -> Option<SkipReason> {
    match &mention.outcome {
        Outcome::Selected { .. } => None,
        Outcome::Skipped { reason, message } => {
            assert!(message.len() > 10, "{message:?}");
            Some(*reason)
        }
    }
}

/// Returns a workspace with the project's skills `alpha`, `beta` and `gamma`.
fn three(edition: &str) -> Workspace {
    let mut workspace = workspace(edition);
    for name in ["alpha", "beta", "gamma"] {
        write_skill(&mut workspace, &format!("/repo/.agents/skills/{name}"));
    }
    workspace
}

const BETA: &str = "/repo/.agents/skills/beta/SKILL.md";

#[test]
fn a_plain_name_injects_the_whole_file() {
    for edition in editions() {
        let turn = turn(&three(edition), &[text("Use $beta now")]);
        assert_eq!(selected(&turn), ["beta"]);
        assert_eq!(turn.messages.len(), 1);
        assert_eq!(turn.messages[0].role, Role::User);
        assert_eq!(turn.messages[0].skill.as_deref(), Some(BETA));
        assert_eq!(
            turn.messages[0].text,
            format!(
                "<skill>\n<name>beta</name>\n<path>{BETA}</path>\n---\nname: beta\ndescription: About beta.\n---\n# beta\n\n</skill>"
            )
        );
    }
}

#[test]
fn skills_come_in_the_order_of_the_catalog_and_once() {
    let turn = turn(
        &three("2026-05"),
        &[text("$gamma $alpha $gamma"), text("$beta $alpha")],
    );
    assert_eq!(selected(&turn), ["alpha", "gamma", "beta"]);
    assert_eq!(turn.messages.len(), 3);
}

#[test]
fn links_go_before_names_within_a_text() {
    let turn = turn(&three("2026-05"), &[text(&format!("$alpha [$x]({BETA})"))]);
    assert_eq!(selected(&turn), ["beta", "alpha"]);
    assert_eq!(turn.selected[0].by, SelectedBy::Path);
    assert_eq!(turn.selected[1].by, SelectedBy::Name);
}

#[test]
fn a_link_matches_by_its_exact_path_and_never_by_its_name() {
    let cases = [
        (format!("[$beta]({BETA})"), None),
        (format!("[$anything]({BETA})"), None),
        (format!("[$beta](skill://{BETA})"), None),
        (
            format!("[$beta](skill://skill://{BETA})"),
            Some(SkipReason::Unknown),
        ),
        (
            "[$beta](beta/SKILL.md)".to_owned(),
            Some(SkipReason::Unknown),
        ),
        (
            "[$beta](/repo/.agents/skills/beta)".to_owned(),
            Some(SkipReason::Unknown),
        ),
        (
            format!("[$beta](app://{BETA})"),
            Some(SkipReason::NotASkill),
        ),
        (
            "[$beta](mcp://beta)".to_owned(),
            Some(SkipReason::NotASkill),
        ),
        (
            "[$beta](plugin://beta)".to_owned(),
            Some(SkipReason::NotASkill),
        ),
        (
            format!("[$PATH]({BETA})"),
            Some(SkipReason::EnvironmentVariable),
        ),
    ];
    for (link, expected) in cases {
        let turn = turn(&three("2026-05"), &[text(&link)]);
        assert_eq!(turn.mentions.len(), 1, "{link}");
        assert_eq!(skipped(&turn.mentions[0]), expected, "{link}");
        assert_eq!(
            turn.selected.len(),
            usize::from(expected.is_none()),
            "{link}"
        );
    }
}

#[test]
fn since_2026_11_a_link_may_name_the_path_that_the_walk_came_by() {
    for (edition, expected) in [("2026-05", Some(SkipReason::Unknown)), ("2026-11", None)] {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/elsewhere/a");
        workspace.put_link("/repo/.agents/skills/link", "/elsewhere/a");
        let turn = turn(
            &workspace,
            &[text("[$a](/repo/.agents/skills/link/SKILL.md)")],
        );
        assert_eq!(skipped(&turn.mentions[0]), expected);
        if expected.is_none() {
            assert_eq!(
                turn.messages[0].skill.as_deref(),
                Some("/elsewhere/a/SKILL.md")
            );
        }
    }
}

#[test]
fn names_that_choose_nothing_say_why() {
    let mut workspace = three("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/more/beta");
    let turn = workspace.turn(&TurnRequest {
        inputs: vec![
            text("$beta $gamma $nothing $HOME $Path $alpha-"),
            structured("alpha", "/no/such/SKILL.md"),
            text("$alpha"),
        ],
        connectors: [("gamma".to_owned(), 1)].into(),
        ..TurnRequest::default()
    });
    let reasons: Vec<_> = turn
        .mentions
        .iter()
        .map(|mention| (mention.name.as_str(), skipped(mention).unwrap()))
        .collect();
    assert_eq!(
        reasons,
        [
            ("beta", SkipReason::Ambiguous),
            ("gamma", SkipReason::Connector),
            ("nothing", SkipReason::Unknown),
            ("HOME", SkipReason::EnvironmentVariable),
            ("Path", SkipReason::EnvironmentVariable),
            ("alpha-", SkipReason::Unknown),
            ("alpha", SkipReason::Unknown),
            ("alpha", SkipReason::Blocked),
        ]
    );
    assert!(turn.selected.is_empty() && turn.messages.is_empty());
}

#[test]
fn a_connector_is_compared_in_lower_case() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/Mail");
    for (slug, count, expected) in [
        ("mail", 1, Some(SkipReason::Connector)),
        ("mail", 0, None),
        ("Mail", 1, None),
    ] {
        let turn = workspace.turn(&TurnRequest {
            inputs: vec![text("$Mail")],
            connectors: [(slug.to_owned(), count)].into(),
            ..TurnRequest::default()
        });
        assert_eq!(skipped(&turn.mentions[0]), expected, "{slug} {count}");
    }
}

#[test]
fn structured_choices_come_first_and_match_by_path() {
    let turn = turn(
        &three("2026-05"),
        &[
            text("$gamma $beta"),
            structured("whatever", BETA),
            structured("alpha", "alpha"),
        ],
    );
    assert_eq!(selected(&turn), ["beta", "gamma"]);
    assert_eq!(turn.selected[0].by, SelectedBy::Structured);
    let kinds: Vec<_> = turn
        .mentions
        .iter()
        .map(|mention| (mention.input, mention.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            (0, MentionKind::Plain),
            (0, MentionKind::Plain),
            (1, MentionKind::Structured),
            (2, MentionKind::Structured),
        ]
    );
}

#[test]
fn a_colon_belongs_to_a_name_since_2026_05() {
    for (edition, name, expected) in [
        ("2026-02", "beta", None),
        ("2026-05", "beta:", Some(SkipReason::Unknown)),
        ("2026-11", "beta:", Some(SkipReason::Unknown)),
    ] {
        let turn = turn(&three(edition), &[text("$beta: do it")]);
        assert_eq!(turn.mentions[0].name, name);
        assert_eq!(skipped(&turn.mentions[0]), expected);
    }
}

#[test]
fn an_unknown_name_is_told_the_one_that_was_probably_meant() {
    let turn = turn(&three("2026-05"), &[text("$beta: $Gamma $delta")]);
    let hints: Vec<_> = turn
        .mentions
        .iter()
        .map(|mention| match &mention.outcome {
            Outcome::Skipped { message, .. } => message.as_str(),
            Outcome::Selected { .. } => "selected",
        })
        .collect();
    assert_eq!(
        hints,
        [
            "no skill is called beta:; there is beta",
            "no skill is called Gamma; there is gamma",
            "no skill is called delta",
        ]
    );
}

#[test]
fn a_mention_has_its_place_in_utf_16_units() {
    let turn = turn(&three("2026-05"), &[text("😀\nü $beta!")]);
    let range = turn.mentions[0].range.unwrap();
    assert_eq!((range.start.offset, range.end.offset), (5, 10));
    assert_eq!((range.start.line, range.start.column), (2, 3));
}

#[test]
fn a_prompt_of_a_megabyte_of_mentions_is_answered() {
    let turn = turn(
        &three("2026-05"),
        &[
            text(&"[$beta](".repeat(100_000)),
            text(&"$a".repeat(100_000)),
        ],
    );
    assert_eq!(selected(&turn), ["beta"]);
    assert_eq!(turn.mentions.len(), 200_000);
}

#[test]
fn a_structured_choice_that_matches_nothing_is_warned_of_in_2026_02_alone() {
    for (edition, warnings) in [("2026-02", 1), ("2026-05", 0), ("2026-11", 0)] {
        let turn = turn(&three(edition), &[structured("alpha", "/no/such/SKILL.md")]);
        assert_eq!(turn.warnings.len(), warnings, "{edition}");
    }
}

#[test]
fn a_structured_choice_of_a_disabled_skill_is_passed_over_in_silence() {
    for edition in editions() {
        let mut workspace = three(edition);
        let path = workspace.catalog().skills[0].path.clone();
        let config = format!("[[skills.config]]\npath = \"{path}\"\nenabled = false\n");
        workspace.put(USER_CONFIG, config);
        let turn = turn(&workspace, &[structured("alpha", &path)]);
        assert!(turn.selected.is_empty(), "{edition}");
        assert_eq!(turn.warnings, [""; 0], "{edition}");
    }
}

#[test]
fn a_file_that_is_there_and_is_no_skill_is_named_with_why() {
    let mut workspace = workspace("2026-11");
    let file = |folder: &str, name: &str| format!("/repo/.agents/skills/{folder}/{name}");
    let refused = file("api-review", "SKILL.md");
    let misspelt = file("notes", "skill.md");
    workspace.put(&refused, "---\nname: api-review\n---\n");
    workspace.put(&misspelt, "---\nname: notes\ndescription: N.\n---\n");
    let inputs = [
        text("$api-review"),
        text(&format!("[$other]({refused})")),
        structured("other", &refused),
        text("$notes"),
        text(&format!("[$other](skill://{misspelt})")),
        text("$nothing"),
    ];
    let turn = turn(&workspace, &inputs);
    let said: Vec<_> = (turn.mentions.iter())
        .map(|mention| match &mention.outcome {
            Outcome::Skipped { message, .. } if message.contains(&refused) => {
                assert!(message.contains("missing field `description`"), "{message}");
                "refused"
            }
            Outcome::Skipped { message, .. } if message.contains("Rename it to SKILL.md.") => {
                "left out"
            }
            _ => "unknown",
        })
        .collect();
    assert_eq!(
        said,
        [
            "refused", "refused", "refused", "left out", "left out", "unknown"
        ]
    );
}
