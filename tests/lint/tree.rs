//! Small trees with one skill, and the findings of the rules in them.

use skillglass::lint::{Diagnostic, LintRequest, rules};
use skillglass::{Workspace, WorkspaceOptions};

pub const FOLDER: &str = "/repo/.agents/skills/pdf";

/// Returns a skill's file with this description and body.
pub fn skill(description: &str, body: &str) -> String {
    format!("---\nname: pdf\ndescription: {description}\n---\n{body}\n")
}

/// Returns the findings of a rule in a skill's folder with these files.
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

/// Returns the text at each finding of a rule in a skill with this body.
pub fn in_body(code: &str, body: &str) -> Vec<String> {
    let text = skill("Fills in forms. Use when there is a form.", body);
    let found = found(code, &[("SKILL.md", &text)]);
    let found = found.into_iter();
    found
        .map(|one| text[one.range.start.byte..one.range.end.byte].to_owned())
        .collect()
}

/// Returns the hosts that a finding concerns.
pub fn hosts(one: &Diagnostic) -> Vec<&str> {
    one.hosts.iter().map(|host| host.host.as_str()).collect()
}
