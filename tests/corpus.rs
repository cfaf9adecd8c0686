//! Real skills with recorded answers, where they are at hand.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use serde_json::{Value, json};
use skillglass::hosts::standard::validate;
use skillglass::model::turn::{TurnInput, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo};

#[test]
fn every_real_skill_loads_or_fails_as_in_2026_05() {
    compare("codex", |_, case| {
        loaded("2026-05", text(&case["folder"]), text(&case["text"]))
    });
}

#[test]
fn every_real_skill_loads_or_fails_as_in_2026_11() {
    // Recorded in folders named after the line, which shows where a name is missing.
    compare("codex_2026_11", |line, case| {
        loaded("2026-11", &format!("k{line:05}"), text(&case["text"]))
    });
}

#[test]
fn every_real_skill_has_the_findings_of_the_standards_validator() {
    compare("standard", |_, case| {
        let findings = validate(text(&case["text"]), text(&case["folder"])).into_iter();
        json!(findings.map(|finding| finding.code).collect::<Vec<_>>())
    });
}

#[test]
fn every_real_skill_loads_lists_and_runs_in_claude_code() {
    let Some(cases) = cases() else { return };
    // How many have frontmatter that the edition cannot read.
    for (edition, broken) in [
        ("2026-02", 145),
        ("2026-04", 87),
        ("2026-08", 87),
        ("2026-11", 121),
    ] {
        let mut workspace = Workspace::new(&in_repo("claude-code").edition(edition)).unwrap();
        for (index, case) in cases.iter().enumerate() {
            let path = format!("/home/me/.claude/skills/k{index:05}/SKILL.md");
            workspace.put(&path, text(&case["text"]));
        }
        let catalog = workspace.catalog();
        let whole = catalog.ignored.iter().filter(|it| it.field.is_none());
        assert_eq!(whole.count() + catalog.left_out.len(), broken, "{edition}");
        assert_eq!(catalog.skills.len() + catalog.left_out.len(), cases.len());

        let listing = workspace.listing();
        assert!(listing.report.included > 0, "{edition}");
        for skill in &catalog.skills {
            let turn = workspace.turn(&TurnRequest {
                inputs: vec![TurnInput::Text {
                    text: format!("/{} one two", skill.name),
                }],
                ..TurnRequest::default()
            });
            let runs = skill.active && skill.user_invocable;
            assert_eq!(
                turn.selected.len(),
                usize::from(runs),
                "{edition} {}",
                skill.path
            );
        }
    }
}

/// The recorded skills, or a loud word that there are none.
pub fn cases() -> Option<Vec<Value>> {
    let shared = std::env::var("SKILLGLASS_SHARED")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").to_owned());
    let corpus = Path::new(&shared).join("corpus/skills.jsonl");
    let Ok(file) = File::open(&corpus) else {
        // Straight to the stream: the test runner keeps the words of the macros to itself.
        let message = format!("SKIPPED: no recorded skills at {}\n", corpus.display());
        std::io::stderr().write_all(message.as_bytes()).unwrap();
        return None;
    };
    let lines = BufReader::new(file).lines();
    let cases: Vec<_> = lines
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect();
    assert!(!cases.is_empty());
    Some(cases)
}

/// Compares the recorded answer in `field` with ours for each line of the corpus.
fn compare(field: &str, ours: fn(usize, &Value) -> Value) {
    for (index, case) in cases().into_iter().flatten().enumerate() {
        assert_eq!(ours(index, &case), case[field], "{}", case["id"]);
    }
}

/// What a skill alone in a user's folder comes to, in the form of the recording.
fn loaded(edition: &str, folder: &str, text: &str) -> Value {
    let mut workspace = Workspace::new(
        &WorkspaceOptions::new("/repo")
            .home("/home/me")
            .edition(edition),
    )
    .unwrap();
    workspace.put(format!("/home/me/.codex/skills/{folder}/SKILL.md"), text);
    let catalog = workspace.catalog();
    match (&catalog.skills[..], &catalog.errors[..]) {
        ([skill], []) => json!({
            "name": skill.name,
            "description": skill.description,
            "short_description": skill.short_description,
        }),
        ([], [error]) => json!({ "error": error.message }),
        _ => json!({ "left_out": catalog.left_out }),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}
