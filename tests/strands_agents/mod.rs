//! Tests rules of Strands Agents that the examples in `docs/hosts/strands-agents.md` cannot show.

use skillglass::hosts::strands_agents::StrandsAgentsOptions;
use skillglass::{Workspace, WorkspaceOptions};

#[test]
fn a_name_that_breaks_a_rule_loads_unless_names_are_strict() {
    for (strict, loaded) in [(false, 1), (true, 0)] {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            strands_agents: Some(StrandsAgentsOptions {
                strict,
                ..StrandsAgentsOptions::default()
            }),
            ..WorkspaceOptions::new("/repo").host("strands-agents")
        })
        .unwrap();
        let text = "---\nname: A\ndescription: A.\n---\n";
        workspace.write("/repo/skills/A/SKILL.md", text).unwrap();
        assert_eq!(workspace.catalog().skills.len(), loaded, "{strict}");
    }
}
