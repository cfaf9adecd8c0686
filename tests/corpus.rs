//! Tests hosts with many skills: real skills if their texts are available, otherwise the skills of
//! the recorded workspaces.

use std::collections::HashSet;
use std::io::BufRead;
use std::path::Path;

use serde_json::{Value, json};
use skillglass::Workspace;
use skillglass::model::turn::{TurnInput, TurnRequest};

use crate::common::{Files, in_repo};
use crate::recorded;

/// The beginnings of the names of the recordings whose skills replace real ones if these are not
/// available.
const GENERATED: &[&str] = &[
    "claude-code.",
    "codex-2026-11.",
    "copilot-cli.",
    "gemini-cli.",
];

/// The largest number of recorded skills that replace real ones.
const MAX_GENERATED: usize = 500;

#[test]
fn every_skill_loads_lists_and_runs_in_claude_code() {
    let cases = skills();
    let is_real = cases[0].get("codex").is_some();
    // The number of real skills with frontmatter that the edition cannot read.
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
        let unread = whole.count() + catalog.left_out.len();
        if is_real {
            assert_eq!(unread, broken, "{edition}");
        }
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

/// Returns real skills if their texts are available, otherwise skills of the recorded workspaces.
/// Each has the fields `folder`, `text` and `id`.
pub fn skills() -> Vec<Value> {
    let shared = std::env::var("SKILLGLASS_SHARED")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").to_owned());
    let real = Path::new(&shared).join("corpus/skills.jsonl");
    let found: Vec<Value> = match recorded::open(&real) {
        Ok(file) => file
            .lines()
            .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
            .collect(),
        Err(_) => generated(),
    };
    assert!(!found.is_empty());
    found
}

/// Returns the skills of the recorded workspaces. Of several skills with one text, only the first
/// is kept.
fn generated() -> Vec<Value> {
    let mut texts = HashSet::new();
    let mut found = Vec::new();
    for path in recorded::recorded() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !GENERATED.iter().any(|host| name.starts_with(host)) {
            continue;
        }
        for line in recorded::open(&path).unwrap().lines() {
            let case: Value = serde_json::from_str(&line.unwrap()).unwrap();
            for entry in case["tree"].as_array().into_iter().flatten() {
                let (Some(path), Some(text)) = (entry["path"].as_str(), entry["text"].as_str())
                else {
                    continue;
                };
                let Some(folder) = path.strip_suffix("/SKILL.md") else {
                    continue;
                };
                if texts.insert(text.to_owned()) {
                    let folder = folder.rsplit('/').next();
                    let id = format!("{name} {} {path}", case["id"]);
                    found.push(json!({ "id": id, "folder": folder, "text": text }));
                }
            }
        }
    }
    // Skills are taken from every file, because the files are of different hosts.
    let step = found.len().div_ceil(MAX_GENERATED);
    found.into_iter().step_by(step).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}
