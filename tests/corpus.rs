//! Real skills with recorded answers, where they are at hand.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use serde_json::{Value, json};
use skillglass::host::standard::validate;
use skillglass::{Workspace, WorkspaceOptions};

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

/// Compares the recorded answer in `field` with ours for each line of the corpus.
fn compare(field: &str, ours: fn(usize, &Value) -> Value) {
    let shared = std::env::var("SKILLGLASS_SHARED")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").to_owned());
    let corpus = Path::new(&shared).join("corpus/skills.jsonl");
    let Ok(file) = File::open(&corpus) else {
        // Straight to the stream: the test runner keeps the words of the macros to itself.
        let message = format!("SKIPPED: no recorded skills at {}\n", corpus.display());
        std::io::stderr().write_all(message.as_bytes()).unwrap();
        return;
    };
    let mut compared = 0;
    for line in BufReader::new(file).lines() {
        let case: Value = serde_json::from_str(&line.unwrap()).unwrap();
        assert_eq!(ours(compared, &case), case[field], "{}", case["id"]);
        compared += 1;
    }
    assert!(compared > 0);
}

/// What a skill alone in a user's folder comes to, in the form of the recording.
fn loaded(edition: &str, folder: &str, text: &str) -> Value {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        edition: Some(edition.to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace
        .write(&format!("/home/me/.codex/skills/{folder}/SKILL.md"), text)
        .unwrap();
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
