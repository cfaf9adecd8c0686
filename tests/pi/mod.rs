//! pi, stage by stage.

mod discover;
mod parse;
mod select;

use skillglass::hosts::pi::PiOptions;
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::{Workspace, WorkspaceOptions};

/// A project at `/repo`, the user's home at `/home/me`.
fn workspace() -> Workspace {
    with(|_| {})
}

fn with(change: impl FnOnce(&mut WorkspaceOptions)) -> Workspace {
    let mut options = WorkspaceOptions {
        host: Some("pi".to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        pi: Some(PiOptions::default()),
        ..WorkspaceOptions::default()
    };
    change(&mut options);
    Workspace::new(&options).unwrap()
}

/// A small skill of that name.
fn write_named(workspace: &mut Workspace, file: &str, name: &str) {
    let text = format!("---\nname: {name}\ndescription: About {name}.\n---\n# {name}\n");
    workspace.write(file, text).unwrap();
}

/// A small skill, named after its folder.
fn write_skill(workspace: &mut Workspace, folder: &str) {
    let name = folder.rsplit('/').next().unwrap();
    write_named(workspace, &format!("{folder}/SKILL.md"), name);
}

/// A skill `x` of the project with that text.
fn lone(text: &str) -> Workspace {
    let mut workspace = workspace();
    workspace
        .write("/repo/.pi/skills/x/SKILL.md", text)
        .unwrap();
    workspace
}

fn names(catalog: &Catalog) -> Vec<&str> {
    let skills = catalog.skills.iter();
    skills.map(|skill| skill.name.as_str()).collect()
}

fn left_out(catalog: &Catalog) -> Vec<(&str, LeftOutReason)> {
    let left_out = catalog.left_out.iter();
    left_out
        .map(|left_out| (left_out.path.as_str(), left_out.reason))
        .collect()
}
