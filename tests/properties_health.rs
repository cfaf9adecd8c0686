//! For any files, symptoms have places in their files and scores have their range.

use proptest::prelude::*;
use skillglass::health::HealthRequest;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;
use crate::properties_workspace::files;

/// The parts of texts that the search for symptoms reads.
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
];

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
            for symptom in skill.symptoms {
                prop_assert!((1..=100).contains(&symptom.weight) && !symptom.message.is_empty());
                let entry = workspace.tree().entry(&symptom.path).unwrap();
                let text = entry.contents().unwrap().text().unwrap();
                let range = symptom.range;
                prop_assert!(text.get(range.start.byte..range.end.byte).is_some());
            }
        }
    }
}
