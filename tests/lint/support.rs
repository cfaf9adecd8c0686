//! Helpers for tests of the linter: a repository, and short forms of findings.

use skillglass::lint::{Diagnostic, LintRequest};
use skillglass::{Workspace, WorkspaceOptions};

/// The path of the skill in most tests of the linter.
pub const SKILL: &str = "/repo/.agents/skills/pdf/SKILL.md";

/// The text of a skill without frontmatter, which most hosts do not load.
pub const BROKEN: &str = "# Forms\n\nFill in forms.\n";

/// The code of the rule that reports a skill with the text [`BROKEN`].
pub const BROKEN_CODE: &str = "no-frontmatter";

/// Returns a workspace with a repository `/repo` that has these files.
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

/// Returns the findings of the rules `codes`, each as `code line:column message`.
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
