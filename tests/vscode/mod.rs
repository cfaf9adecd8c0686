//! VS Code, stage by stage.

mod discover;
mod list;
mod parse;
mod typed;

use skillglass::hosts::vscode::VscodeOptions;
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::{Workspace, WorkspaceOptions};

/// A workspace at `/repo`, the user's home at `/home/me`.
fn workspace() -> Workspace {
    with(|_, _| {})
}

fn with(change: impl FnOnce(&mut WorkspaceOptions, &mut VscodeOptions)) -> Workspace {
    let mut own = VscodeOptions::default();
    let mut options = WorkspaceOptions {
        host: Some("vscode".to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    };
    change(&mut options, &mut own);
    options.vscode = Some(own);
    Workspace::new(&options).unwrap()
}

/// A small skill, named after its folder.
fn write_skill(workspace: &mut Workspace, folder: &str) {
    let name = folder.rsplit('/').next().unwrap();
    let text = format!("---\nname: {name}\ndescription: About {name}.\n---\n# {name}\n");
    workspace
        .write(&format!("{folder}/SKILL.md"), text)
        .unwrap();
}

/// A skill `x` of the workspace with that text.
fn lone(text: &str) -> Workspace {
    let mut workspace = workspace();
    workspace
        .write("/repo/.github/skills/x/SKILL.md", text)
        .unwrap();
    workspace
}

fn locations(catalog: &Catalog) -> Vec<&str> {
    let skills = catalog.skills.iter();
    skills.map(|skill| skill.discovered_path.as_str()).collect()
}

fn left_out(catalog: &Catalog) -> Vec<(&str, LeftOutReason)> {
    let left_out = catalog.left_out.iter();
    left_out
        .map(|left_out| (left_out.path.as_str(), left_out.reason))
        .collect()
}
