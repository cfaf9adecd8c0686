//! The open standard: the reference validator, and the lenient client stage by stage.

mod activate;
mod discover;
mod list;
mod parse;
mod turn;
mod validate;

use skillglass::hosts::standard::StandardOptions;
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::model::turn::{TurnInput, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

/// The project at `/repo`, the user's home at `/home/me`.
fn workspace() -> Workspace {
    with_options(StandardOptions::default())
}

fn with_options(options: StandardOptions) -> Workspace {
    Workspace::new(&WorkspaceOptions {
        host: Some("standard".to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        standard: Some(options),
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

/// One skill of the project with that text.
fn lone(folder: &str, text: &str) -> Workspace {
    let mut workspace = workspace();
    workspace
        .write(&format!("/repo/.agents/skills/{folder}/SKILL.md"), text)
        .unwrap();
    workspace
}

fn typed(text: &str) -> TurnRequest {
    TurnRequest {
        inputs: vec![TurnInput::Text {
            text: text.to_owned(),
        }],
        ..TurnRequest::default()
    }
}

fn paths(catalog: &Catalog) -> Vec<&str> {
    let skills = catalog.skills.iter();
    skills.map(|skill| skill.path.as_str()).collect()
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
