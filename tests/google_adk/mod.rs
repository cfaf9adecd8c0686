//! Google ADK: rules that the examples of its page cannot show.

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
