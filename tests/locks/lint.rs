//! Tests the linter's findings in lock files. The pages about the rules have an example of each.

use serde_json::json;
use skillglass::lint::{Level, LintRequest, Severity};
use skillglass::{Workspace, lint::Diagnostic};

use super::{DIGEST, SKILL, entry, lock, project};
use crate::common::Files;

const COPY: &str = "/repo/.agents/skills/pdf/SKILL.md";

fn of_locks(workspace: &Workspace, request: &LintRequest) -> Vec<Diagnostic> {
    let mut found = workspace.lint(request).unwrap();
    found.retain(|one| one.code.starts_with("lock-"));
    found
}

fn codes(workspace: &Workspace) -> Vec<(String, Severity)> {
    let found = of_locks(workspace, &LintRequest::default()).into_iter();
    found.map(|one| (one.code, one.severity)).collect()
}

fn with(skills: &serde_json::Value) -> Workspace {
    let mut workspace = project(&[(COPY, SKILL)]);
    workspace.put("/repo/skills-lock.json", lock(skills));
    workspace
}

#[test]
fn without_a_lock_file_there_is_no_finding() {
    assert_eq!(codes(&project(&[(COPY, SKILL)])), []);
    assert_eq!(codes(&with(&json!({ "pdf": entry(DIGEST) }))), []);
}

#[test]
fn a_lock_file_of_which_nothing_is_installed_has_one_finding() {
    let mut workspace = project(&[]);
    let skills = json!({ "a": entry(DIGEST), "b": entry(DIGEST) });
    workspace.put("/repo/skills-lock.json", lock(&skills));
    assert_eq!(
        codes(&workspace),
        [("lock-missing".to_owned(), Severity::Info)]
    );
}

#[test]
fn an_edit_of_a_copy_changes_the_findings() {
    let mut workspace = with(&json!({ "pdf": entry(DIGEST) }));
    assert_eq!(codes(&workspace), []);
    workspace.put("/repo/.agents/skills/pdf/reference.md", "x");
    assert_eq!(
        codes(&workspace),
        [("lock-changed".to_owned(), Severity::Info)]
    );
    workspace.remove("/repo/.agents/skills/pdf/reference.md");
    assert_eq!(codes(&workspace), []);
}

#[test]
fn levels_make_errors_of_the_findings() {
    let workspace = with(&json!({ "gone": entry(DIGEST) }));
    let expected = ["lock-missing", "lock-unlisted"];
    let levels = expected.map(|code| (code.to_owned(), Level::Error));
    let request = LintRequest {
        rules: levels.into(),
        ..LintRequest::default()
    };
    let found = of_locks(&workspace, &request);
    let errors = found.iter().filter(|one| one.severity == Severity::Error);
    let mut errors: Vec<_> = errors.map(|one| &*one.code).collect();
    errors.sort_unstable();
    assert_eq!(errors, expected);
}

#[test]
fn a_request_for_single_skills_has_no_findings_in_lock_files() {
    let workspace = with(&json!({ "gone": entry(DIGEST) }));
    let request = LintRequest {
        skills: vec![COPY.to_owned()],
        ..LintRequest::default()
    };
    assert_eq!(of_locks(&workspace, &request), []);
}

#[test]
fn the_plan_for_lint_has_the_lock_file_and_then_the_files_of_its_skills() {
    let mut workspace = project(&[(COPY, SKILL)]);
    workspace.write_unread("/repo/skills-lock.json").unwrap();
    workspace
        .write_unread("/repo/.windsurf/skills/pdf/logo.png")
        .unwrap();
    let plan = |workspace: &Workspace| workspace.plan_for_lint(&[]).unwrap();
    assert_eq!(plan(&workspace), ["/repo/skills-lock.json"]);
    workspace.put(
        "/repo/skills-lock.json",
        lock(&json!({ "pdf": entry(DIGEST) })),
    );
    assert_eq!(plan(&workspace), ["/repo/.windsurf/skills/pdf/logo.png"]);
}
