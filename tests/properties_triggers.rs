//! Tests that for any files of prompts, nothing panics, and every prompt and finding has a position
//! in its file.

use proptest::prelude::*;
use skillglass::triggers::TriggersRequest;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;
use crate::properties_workspace::files;

/// Parts of the text of files of prompts.
const PARTS: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"query\": \"fill in forms\"",
    "\"prompt\": \"技能\"",
    "\"should_trigger\": false",
    "\"should_trigger\": 0",
    "\"skill\": \"a\"",
    "\"skill\": null",
    "\"evals\": [",
    "{\"query\": \"forms 🙂\"}",
    "{\"prompt\": \"\\ud83d\"},",
    "\"",
    "\\",
    "\n",
    "\u{feff}",
    "🙂",
    "null",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn prompts_and_findings_have_places_in_their_files(
        tree in files(),
        parts in prop::collection::vec(prop::sample::select(PARTS), 0..40),
        well_formed in prop::collection::vec(prop::sample::select(PARTS), 0..6),
    ) {
        let mut workspace = Workspace::new(&WorkspaceOptions::new("/r/p").home("/h")).unwrap();
        for (path, text) in &tree {
            workspace.put(path, *text);
        }
        let skill = "---\nname: a\ndescription: Fill in forms.\n---\n";
        workspace.put("/r/p/.agents/skills/a/SKILL.md", skill);
        workspace.put("/r/p/.agents/skills/a/evals/evals.json", parts.concat());
        let list = format!("[{{{}}}, {{\"query\": \"forms\"}}]", well_formed.join(", "));
        workspace.put("/r/p/.agents/skills/a/eval_queries.json", list);
        let report = workspace.triggers(&TriggersRequest::default()).unwrap();
        let judged = report.results.iter().filter(|result| result.passed.is_some()).count();
        prop_assert_eq!(judged, report.judged);
        prop_assert!(report.passed <= report.judged && report.passed_with_words <= report.judged);
        let places = report.results.iter().map(|result| &result.place);
        for place in places.chain(report.findings.iter().map(|finding| &finding.place)) {
            let place = place.as_ref().unwrap();
            let entry = workspace.tree().entry(&place.path).unwrap();
            let text = entry.contents().unwrap().text().unwrap();
            prop_assert!(text.get(place.range.start.byte..place.range.end.byte).is_some());
        }
    }
}
