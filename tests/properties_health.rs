//! Tests symptoms and scores of skills for any files: positions are inside the files, and scores
//! are in their range. After edits, the report equals that of a new workspace, and it agrees with
//! the linter.

use proptest::prelude::*;
use skillglass::health::{HealthRequest, HealthSymptom};
use skillglass::lint::LintRequest;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;
use crate::properties_workspace::files;

/// Parts of text that the search for symptoms recognizes, such as dates.
const PARTS: &[&str] = &[
    "until ",
    "20",
    "2024",
    "-",
    "年",
    "3月",
    "Q1 ",
    "March ",
    "1st ",
    "gpt-4",
    "claude-2.1",
    "`",
    "```\n",
    "](#",
    "a#b)",
    "[x",
    "%E4",
    "%",
    "# Head\n",
    "\n",
    "---\n",
    "description: ",
    "é",
    "🙂",
    "express",
    "@1.",
    "==",
    "\": \"^",
    ".",
    "last updated: ",
    "[x](../b/SKILL.md#head)",
    "[x](notes.md#head)",
    "[x](gone.md)\n",
    "Run `scripts/gone.py`.\n",
    "---\nname: a\ndescription: d\nmode: true\n---\n",
];

const PATHS: [&str; 4] = [
    "/r/p/.agents/skills/a/SKILL.md",
    "/r/p/.agents/skills/a/notes.md",
    "/r/p/.agents/skills/b/SKILL.md",
    "/r/p/.claude/skills/c/SKILL.md",
];

/// The linter's rules whose findings are symptoms as well.
const RULES: [&str; 3] = [
    "missing-file",
    "deprecated-field",
    "near-duplicate-description",
];

/// A day before and a day after some models were retired.
const DAYS: &[&str] = &["2023-01-01", "2026-11-26"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn symptoms_have_places_in_their_files(
        tree in files(),
        parts in prop::collection::vec(prop::sample::select(PARTS), 0..60),
    ) {
        let mut workspace = Workspace::new(&WorkspaceOptions::new("/r/p").home("/h")).unwrap();
        for (path, text) in &tree {
            workspace.put(path, *text);
        }
        let text = parts.concat();
        workspace.put("/r/p/.agents/skills/a/SKILL.md", text.as_str());
        workspace.put("/r/p/.agents/skills/a/notes.md", text.as_str());
        let health = workspace.health(&HealthRequest {
            today: "2026-11-26".to_owned(),
            newest: [("express".to_owned(), "5.1.0".to_owned()), (String::new(), "1".to_owned())].into(),
            ..HealthRequest::default()
        });
        for skill in health.unwrap().skills {
            prop_assert!(skill.score <= 100);
            prop_assert_eq!(skill.score == 0, skill.symptoms.is_empty());
            for symptom in &skill.symptoms {
                prop_assert!((1..=100).contains(&symptom.weight) && !symptom.message.is_empty());
                let entry = workspace.tree().entry(&symptom.path).unwrap();
                let text = entry.contents().unwrap().text().unwrap();
                let range = symptom.range;
                prop_assert!(text.get(range.start.byte..range.end.byte).is_some());
            }
        }
    }

    #[test]
    fn after_edits_and_other_requests_the_report_is_that_of_a_fresh_workspace(
        edits in prop::collection::vec((0..PATHS.len(), prop::option::weighted(0.9, text())), 1..8),
        days in prop::collection::vec(prop::sample::select(DAYS), 8),
    ) {
        let new = || Workspace::new(&WorkspaceOptions::new("/r/p").home("/h")).unwrap();
        let mut workspace = new();
        for (number, day) in (1..=edits.len()).zip(days) {
            let mut fresh = new();
            apply(&mut workspace, &edits[number - 1]);
            edits[..number].iter().for_each(|edit| apply(&mut fresh, edit));
            let request = HealthRequest { today: day.to_owned(), ..HealthRequest::default() };
            prop_assert_eq!(workspace.health(&request), fresh.health(&request));
        }
    }

    #[test]
    fn the_findings_of_its_rules_are_symptoms_whatever_other_rules_find(
        edits in prop::collection::vec((0..PATHS.len(), text().prop_map(Some)), 1..8),
    ) {
        let mut workspace = Workspace::new(&WorkspaceOptions::new("/r/p").home("/h")).unwrap();
        edits.iter().for_each(|edit| apply(&mut workspace, edit));
        let request = HealthRequest { today: DAYS[1].to_owned(), ..HealthRequest::default() };
        let health = workspace.health(&request).unwrap();
        let symptoms: Vec<_> = health.skills.iter().flat_map(|skill| &skill.symptoms).collect();
        for found in workspace.lint(&LintRequest::default()).unwrap() {
            let is_found = |symptom: &HealthSymptom| {
                (&symptom.path, &symptom.message, symptom.range) == (&found.path, &found.message, found.range)
            };
            let is_symptom = symptoms.iter().any(|symptom| is_found(symptom));
            prop_assert_eq!(is_symptom, RULES.contains(&&*found.code), "{}", found.message);
        }
    }
}

/// Writes a text to a file, or removes the file if there is no text.
fn apply(workspace: &mut Workspace, (path, text): &(usize, Option<String>)) {
    match text {
        Some(text) => workspace.put(PATHS[*path], text.as_str()),
        None => {
            workspace.remove(PATHS[*path]);
        }
    }
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PARTS), 0..30).prop_map(|parts| parts.concat())
}
