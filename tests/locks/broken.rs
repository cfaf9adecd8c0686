//! Tests lock files with faults: each fault is a problem with a position, and no other entry is
//! lost.

use proptest::prelude::*;
use serde_json::json;
use skillglass::locks::{LockProblemCode, LockState};

use super::{DIGEST, SKILL, entry, lock, names, project, workspace};
use crate::common::Files;

/// Returns the problems in a lock file: the code, the line, and the text in the problem's range.
fn problems(text: &str) -> Vec<(LockProblemCode, usize, String)> {
    let mut workspace = workspace();
    workspace.put("/repo/skills-lock.json", text);
    let report = workspace.locks();
    let problems = report.locks[0].problems.iter().map(|problem| {
        let range = problem.range;
        let there = text
            .get(range.start.byte..range.end.byte)
            .unwrap_or_default();
        assert!(!problem.message.is_empty() && !problem.help.is_empty());
        (problem.code, range.start.line, there.to_owned())
    });
    problems.collect()
}

#[test]
fn a_file_that_its_program_ignores_has_one_problem() {
    use LockProblemCode::{IgnoredVersion, Unreadable};
    let cases = [
        ("{\n  \"version\": 1,\n", Unreadable, 3, ""),
        ("", Unreadable, 1, ""),
        (
            "\u{feff}{\"version\": 1, \"skills\": {}}",
            Unreadable,
            1,
            "",
        ),
        ("[1]", Unreadable, 1, "[1]"),
        ("{\n<<<<<<< HEAD\n}", Unreadable, 2, "<<<<<<< HEAD"),
        ("{\"version\": 1}", Unreadable, 1, ""),
        ("{\"version\": 1, \"skills\": [2]}", Unreadable, 1, "[2]"),
        ("{\"skills\": {}}", IgnoredVersion, 1, ""),
        (
            "{\"version\": \"1\", \"skills\": {}}",
            IgnoredVersion,
            1,
            "\"1\"",
        ),
        (
            "{\"version\": 0.5, \"skills\": {}}",
            IgnoredVersion,
            1,
            "0.5",
        ),
    ];
    for (text, code, line, there) in cases {
        assert_eq!(problems(text), [(code, line, there.to_owned())], "{text:?}");
    }
}

#[test]
fn a_newer_version_is_named_and_read() {
    let text = json!({ "version": 2, "skills": { "pdf": entry(DIGEST) } }).to_string();
    let found = problems(&text);
    assert_eq!(
        found,
        [(LockProblemCode::UnknownVersion, 1, "2".to_owned())]
    );
    let mut workspace = project(&[("/repo/.agents/skills/pdf/SKILL.md", SKILL)]);
    workspace.put("/repo/skills-lock.json", text);
    assert_eq!(workspace.locks().locks[0].entries[0].state, LockState::Same);
}

#[test]
fn a_faulty_entry_loses_no_other() {
    use LockProblemCode::{BadEntry, LeadsOut};
    let digest = format!("\"{DIGEST}\"");
    let valid =
        format!("\"source\": \"a/b\", \"sourceType\": \"github\", \"computedHash\": {digest}");
    let cases = [
        ("3".to_owned(), vec![(BadEntry, "3".to_owned())]),
        (
            format!("{{ \"sourceType\": \"github\", \"computedHash\": {digest} }}"),
            vec![(BadEntry, "\"bad\"".to_owned())],
        ),
        (
            "{ \"source\": \"a/b\", \"sourceType\": \"github\", \"computedHash\": \"11\" }"
                .to_owned(),
            vec![(BadEntry, "\"11\"".to_owned())],
        ),
        (
            format!("{{ {valid}, \"skillPath\": \"../x/SKILL.md\" }}"),
            vec![(LeadsOut, "\"../x/SKILL.md\"".to_owned())],
        ),
        (
            format!("{{ {valid}, \"skillPath\": \"/etc/SKILL.md\" }}"),
            vec![(LeadsOut, "\"/etc/SKILL.md\"".to_owned())],
        ),
        (
            format!("{{ {valid}, \"skillPath\": \"skills/bad/SKILL.md\" }}"),
            vec![],
        ),
    ];
    for (bad, expected) in cases {
        let text = format!(
            "{{\"version\": 1, \"skills\": {{\n\"bad\": {bad},\n\"pdf\": {{ {valid} }}\n}}}}"
        );
        let found = problems(&text);
        let expected: Vec<_> = expected
            .into_iter()
            .map(|(code, there)| (code, 2, there))
            .collect();
        assert_eq!(found, expected, "{bad}");
        let mut workspace = project(&[("/repo/.agents/skills/pdf/SKILL.md", SKILL)]);
        workspace.put("/repo/skills-lock.json", text);
        let report = workspace.locks();
        assert_eq!(names(&report.locks[0]), ["bad", "pdf"]);
        assert_eq!(report.locks[0].entries[1].state, LockState::Same);
    }
}

#[test]
fn two_entries_of_one_name_or_folder_are_reported() {
    use LockProblemCode::{RepeatedName, SameFolder};
    let valid = entry(DIGEST);
    let twice = format!("{{\"version\": 1, \"skills\": {{\n\"pdf\": 3,\n\"pdf\": {valid}\n}}}}");
    assert_eq!(problems(&twice), [(RepeatedName, 2, "\"pdf\"".to_owned())]);
    let folder =
        format!("{{\"version\": 1, \"skills\": {{\n\"pdf x\": {valid},\n\"PDF X\": {valid}\n}}}}");
    assert_eq!(
        problems(&folder),
        [(SameFolder, 3, format!("\"{DIGEST}\""))]
    );
}

#[test]
fn a_version_of_the_home_that_is_too_old_is_reported() {
    let mut workspace = workspace();
    workspace.put(
        "/home/me/.agents/.skill-lock.json",
        "{\"version\": 2, \"skills\": {}}",
    );
    let report = workspace.locks();
    let problem = &report.locks[0].problems[0];
    assert_eq!(problem.code, LockProblemCode::IgnoredVersion);
    let message = "version 2 is older than 3, so the `skills` CLI and `gh skill` ignore the file";
    assert_eq!(problem.message, message);
}

proptest! {
    #[test]
    fn any_lock_file_has_a_report_whose_places_are_in_the_file(
        text in r#"(\{"version": ?[0-9a]{0,2}, ?"skills": ?)?[\[\]{}":,a-z0-9./\\ \n\u{e9}]{0,60}"#,
        copy in ".{0,40}",
    ) {
        let mut workspace = project(&[("/repo/.agents/skills/a/SKILL.md", &copy)]);
        workspace.put("/repo/skills-lock.json", text.as_str());
        workspace.put("/home/me/.agents/.skill-lock.json", text.as_str());
        workspace.put("/repo/.well-known/agent-skills/index.json", text.as_str());
        for lock in workspace.locks().locks {
            for problem in &lock.problems {
                prop_assert!(problem.range.end.byte <= text.len());
            }
            for entry in &lock.entries {
                prop_assert!(text.get(entry.range.start.byte..entry.range.end.byte).is_some());
            }
        }
    }

    #[test]
    fn one_valid_entry_is_compared_whatever_is_beside_it(name in "[a-z ./]{1,8}", other in "[1-9][0-9]{0,2}|\"x\"|\\[\\]|null|\\{\\}") {
        prop_assume!(name != "pdf");
        let mut workspace = project(&[("/repo/.agents/skills/pdf/SKILL.md", SKILL)]);
        let others: serde_json::Value = serde_json::from_str(&other).unwrap();
        workspace.put("/repo/skills-lock.json", lock(&json!({ &name: others, "pdf": entry(DIGEST) })));
        let report = workspace.locks();
        let found = report.locks[0].entries.iter().find(|entry| entry.name == "pdf").unwrap();
        prop_assert_eq!(found.state, LockState::Same);
    }
}
