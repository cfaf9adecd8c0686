//! Tests rules of agno that the examples in `docs/hosts/agno.md` cannot show.

use skillglass::hosts::agno::AgnoOptions;
use skillglass::{Workspace, WorkspaceOptions};

#[test]
fn without_validation_any_file_is_a_skill() {
    for (validate, loaded) in [(None, 0), (Some(false), 1)] {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            agno: Some(AgnoOptions {
                validate,
                ..AgnoOptions::default()
            }),
            ..WorkspaceOptions::new("/repo").host("agno")
        })
        .unwrap();
        workspace.write("/repo/skills/a/SKILL.md", "A.").unwrap();
        assert_eq!(workspace.catalog().skills.len(), loaded, "{validate:?}");
    }
}
