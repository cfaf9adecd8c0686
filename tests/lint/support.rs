//! A repository for tests, and short forms of its findings.

use skillglass::lint::{Diagnostic, LintRequest};
use skillglass::{Workspace, WorkspaceOptions};

/// The path of the skill of most tests.
pub const SKILL: &str = "/repo/.agents/skills/pdf/SKILL.md";

/// A skill that most hosts drop.
pub const BROKEN: &str = "# Forms\n\nFill in forms.\n";

/// The rule that reports it.
pub const BROKEN_CODE: &str = "no-frontmatter";

/// Returns the repository `/repo` with these files.
pub fn repository(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace.make_directory("/repo/.git").unwrap();
    for (path, text) in files {
        workspace.write(path, *text).unwrap();
    }
    workspace
}

pub fn lint(workspace: &Workspace) -> Vec<Diagnostic> {
    workspace.lint(&LintRequest::default()).unwrap()
}

/// Returns the findings of these rules, as `code line:column message`.
pub fn said(found: &[Diagnostic], codes: &[&str]) -> Vec<String> {
    let found = found.iter().filter(|one| codes.contains(&&*one.code));
    found
        .map(|one| {
            let start = one.range.start;
            format!(
                "{} {}:{} {}",
                one.code, start.line, start.column, one.message
            )
        })
        .collect()
}
