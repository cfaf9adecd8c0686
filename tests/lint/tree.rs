//! Helpers for tests of rules: small trees with one skill, and the findings in them.

use skillglass::lint::{Diagnostic, LintRequest, rules};
use skillglass::{Workspace, WorkspaceOptions};

pub const FOLDER: &str = "/repo/.agents/skills/pdf";

/// Returns the text of a skill's `SKILL.md` with this description and body.
pub fn skill(description: &str, body: &str) -> String {
    format!("---\nname: pdf\ndescription: {description}\n---\n{body}\n")
}

/// Returns the findings of the rule `code` in a skill. The paths of the files are relative to the
/// skill's folder.
pub fn found(code: &str, files: &[(&str, &str)]) -> Vec<Diagnostic> {
    assert!(rules().iter().any(|rule| rule.code == code), "{code}");
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        context_window: Some(200_000),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    for (path, text) in files {
        workspace.write(&format!("{FOLDER}/{path}"), *text).unwrap();
    }
    let all = workspace.lint(&LintRequest::default()).unwrap();
    all.into_iter().filter(|one| one.code == code).collect()
}

/// Returns the text in the range of each finding of the rule `code` in a skill with this body.
pub fn in_body(code: &str, body: &str) -> Vec<String> {
    let text = skill("Fills in forms. Use when there is a form.", body);
    let found = found(code, &[("SKILL.md", &text)]);
    let found = found.into_iter();
    found
        .map(|one| text[one.range.start.byte..one.range.end.byte].to_owned())
        .collect()
}

/// Returns the ids of the hosts that a finding concerns.
pub fn hosts(one: &Diagnostic) -> Vec<&str> {
    one.hosts.iter().map(|host| host.host.as_str()).collect()
}
