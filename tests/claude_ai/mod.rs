//! claude.ai and the Claude API, stage by stage.

mod discover;
mod lint;
mod parse;

use skillglass::hosts::claude_ai::ClaudeAiOptions;
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::{Workspace, WorkspaceOptions};

/// A project at `/repo`, the user's home at `/home/me`.
fn workspace(skill_roots: &[&str]) -> Workspace {
    Workspace::new(&WorkspaceOptions {
        host: Some("claude-ai".to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        claude_ai: Some(ClaudeAiOptions {
            skill_roots: skill_roots.iter().map(|&root| root.to_owned()).collect(),
        }),
        ..WorkspaceOptions::default()
    })
    .unwrap()
}

/// A small skill, named after its folder.
fn write_skill(workspace: &mut Workspace, folder: &str) {
    let name = folder.rsplit('/').next().unwrap();
    let text = format!("---\nname: {name}\ndescription: About {name}.\n---\n# {name}\n");
    workspace
        .write(&format!("{folder}/SKILL.md"), text)
        .unwrap();
}

/// A skill `x` to upload with that text.
fn lone(text: &str) -> Workspace {
    let mut workspace = workspace(&[]);
    workspace.write("/repo/skills/x/SKILL.md", text).unwrap();
    workspace
}

fn paths(catalog: &Catalog) -> Vec<&str> {
    let skills = catalog.skills.iter();
    skills.map(|skill| skill.path.as_str()).collect()
}

fn left_out(catalog: &Catalog) -> Vec<(&str, LeftOutReason)> {
    let left_out = catalog.left_out.iter();
    left_out
        .map(|left_out| (left_out.path.as_str(), left_out.reason))
        .collect()
}
