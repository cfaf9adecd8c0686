//! Real skills with recorded answers, where they are at hand.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use skillglass::{Workspace, WorkspaceOptions};

#[test]
fn every_real_skill_loads_or_fails_as_the_host_said() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/skills.jsonl");
    let Ok(file) = std::fs::File::open(&corpus) else {
        // Straight to the stream: the test runner keeps the words of the macros to itself.
        writeln!(
            std::io::stderr(),
            "SKIPPED: no recorded skills at {}",
            corpus.display()
        )
        .unwrap();
        return;
    };
    let mut compared = 0;
    for line in BufReader::new(file).lines() {
        let case: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let expected = &case["codex"];
        let mut workspace = Workspace::new(&WorkspaceOptions {
            edition: Some("2026-05".to_owned()),
            cwd: "/repo".to_owned(),
            home: Some("/home/me".to_owned()),
            ..WorkspaceOptions::default()
        })
        .unwrap();
        let folder = case["folder"].as_str().unwrap();
        workspace
            .write(
                &format!("/home/me/.codex/skills/{folder}/SKILL.md"),
                case["text"].as_str().unwrap(),
            )
            .unwrap();
        let catalog = workspace.catalog();
        match expected["error"].as_str() {
            Some(error) => assert_eq!(catalog.errors[0].message, error, "{}", case["id"]),
            None => {
                assert_eq!(catalog.skills[0].name, expected["name"], "{}", case["id"]);
                assert_eq!(
                    catalog.skills[0].description, expected["description"],
                    "{}",
                    case["id"]
                );
            }
        }
        compared += 1;
    }
    assert!(compared > 0);
}
