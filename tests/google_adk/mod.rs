//! Tests rules of Google ADK that the examples in `docs/hosts/google-adk.md` cannot show.

use skillglass::hosts::google_adk::GoogleAdkOptions;
use skillglass::{Workspace, WorkspaceOptions};

#[test]
fn one_invalid_skill_ends_the_load_of_all() {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        google_adk: Some(GoogleAdkOptions {
            load_all: true,
            ..GoogleAdkOptions::default()
        }),
        ..WorkspaceOptions::new("/repo").host("google-adk")
    })
    .unwrap();
    let good = "---\nname: a\ndescription: A.\n---\n";
    workspace.write("/repo/skills/a/SKILL.md", good).unwrap();
    assert_eq!(workspace.catalog().skills.len(), 1);
    workspace.write("/repo/skills/b/SKILL.md", "b").unwrap();
    let catalog = workspace.catalog();
    assert!(catalog.skills.is_empty());
    assert_eq!(
        catalog.errors[0].message,
        "SKILL.md must start with YAML frontmatter (---)"
    );
    assert_eq!(catalog.left_out[0].path, "/repo/skills/a/SKILL.md");
}

#[test]
fn an_exception_ends_the_list_of_its_folder_and_not_of_the_others() {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        google_adk: Some(GoogleAdkOptions {
            sources: vec!["/repo/skills".to_owned(), "/repo/more".to_owned()],
            ..GoogleAdkOptions::default()
        }),
        ..WorkspaceOptions::new("/repo").host("google-adk")
    })
    .unwrap();
    for path in ["/repo/skills/a", "/repo/more/b"] {
        let name = &path[path.len() - 1..];
        let text = format!("---\nname: {name}\ndescription: D.\n---\n");
        workspace.write(&format!("{path}/SKILL.md"), text).unwrap();
    }
    workspace.make_directory("/repo/more/c/SKILL.md").unwrap();
    let catalog = workspace.catalog();
    let names: Vec<_> = catalog.skills.iter().map(|skill| &skill.name).collect();
    assert_eq!(names, ["a"]);
    assert_eq!(
        catalog.errors[0].message,
        "[Errno 21] Is a directory: '/repo/more/c/SKILL.md'"
    );
    assert_eq!(catalog.left_out[0].path, "/repo/more/b/SKILL.md");
}
