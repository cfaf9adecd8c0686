//! Tests the plan that names the files whose contents the linter needs, and the finding about files
//! without contents.

use skillglass::lint::LintRequest;
use skillglass::{Workspace, WorkspaceOptions};

const SKILL: &str =
    "---\nname: pdf\ndescription: Fills in forms. Use when a form is handed over.\n---\n# Forms\n";

/// Paths of files. The flag is true if rules read the file.
const FILES: [(&str, bool); 12] = [
    ("/repo/.agents/skills/pdf/SKILL.md", true),
    ("/repo/.agents/skills/pdf/agents/openai.yaml", true),
    ("/repo/.agents/skills/pdf/assets/logo.PNG", false),
    ("/repo/.agents/skills/pdf/references/forms.md", true),
    ("/repo/.agents/skills/pdf/scripts/fill.py", true),
    ("/repo/.claude/skills/review.md", true),
    ("/repo/.gitignore", false),
    // It may name the hosts that the project is meant for.
    ("/repo/README.md", true),
    ("/repo/skillglass.json", true),
    ("/repo/skills/csv/SKILL.md", true),
    ("/repo/skills/csv/table.txt", true),
    ("/repo/src/main.rs", false),
];

fn unread() -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace.make_directory("/repo/.git").unwrap();
    for (path, _) in FILES {
        workspace.write_unread(path).unwrap();
    }
    workspace
}

fn unread_files(workspace: &Workspace) -> Vec<String> {
    let found = workspace.lint(&LintRequest::default()).unwrap();
    let found = found.into_iter();
    let found = found.filter(|one| one.code == "unread-file");
    found.map(|one| one.path).collect()
}

#[test]
fn the_plan_for_lint_names_the_files_that_rules_read() {
    let planned = unread().plan_for_lint(&[]).unwrap();
    let expected = FILES.iter().filter(|(_, is_read)| *is_read);
    let expected: Vec<_> = expected.map(|(path, _)| *path).collect();
    assert_eq!(planned, expected);
}

#[test]
fn an_unread_file_is_reported_until_the_plan_is_fulfilled() {
    let mut workspace = unread();
    assert_eq!(
        unread_files(&workspace),
        [
            "/repo/.agents/skills/pdf/SKILL.md",
            "/repo/.claude/skills/review.md",
            "/repo/skills/csv/SKILL.md",
        ]
    );
    // The hosts read the skill's own file. The other files are still unread, and the finding lists
    // them.
    for path in workspace.plan() {
        workspace.write(&path, SKILL).unwrap();
    }
    let found = workspace.lint(&LintRequest::default()).unwrap();
    let one = found.iter().find(|one| one.code == "unread-file").unwrap();
    let listed: Vec<_> = one.related.iter().map(|file| &*file.path).collect();
    assert_eq!(one.path, "/repo/.agents/skills/pdf/SKILL.md");
    assert_eq!(
        listed,
        [
            "/repo/.agents/skills/pdf/references/forms.md",
            "/repo/.agents/skills/pdf/scripts/fill.py"
        ]
    );
    for path in workspace.plan_for_lint(&[]).unwrap() {
        workspace.write(&path, SKILL).unwrap();
    }
    assert_eq!(workspace.plan_for_lint(&[]).unwrap(), [""; 0]);
    assert_eq!(unread_files(&workspace), [""; 0]);
}
