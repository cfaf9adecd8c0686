//! opencode, stage by stage.

mod commands;
mod discover;
mod editions;
mod list;
mod parse;
mod properties;
mod tool;

use skillglass::hosts::opencode::OpencodeOptions;
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::model::turn::{Turn, TurnInput, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

const EDITIONS: [&str; 3] = ["2026-03", "1.18", "2.0"];

const CONFIG: &str = "/home/me/.config/opencode/opencode.json";

/// A repository at `/repo` (with its `.git`), the user's home at `/home/me`.
fn workspace(edition: &str) -> Workspace {
    with(edition, |_| {})
}

fn with(edition: &str, change: impl FnOnce(&mut WorkspaceOptions)) -> Workspace {
    let mut options = WorkspaceOptions {
        host: Some("opencode".to_owned()),
        edition: Some(edition.to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        opencode: Some(OpencodeOptions::default()),
        ..WorkspaceOptions::default()
    };
    change(&mut options);
    let mut workspace = Workspace::new(&options).unwrap();
    workspace.write("/repo/.git/HEAD", "").unwrap();
    workspace
}

/// A small skill, named after its folder.
fn write_skill(workspace: &mut Workspace, folder: &str) {
    let name = folder.rsplit('/').next().unwrap();
    let text = format!("---\nname: {name}\ndescription: About {name}.\n---\n# {name}\n");
    workspace
        .write(&format!("{folder}/SKILL.md"), text)
        .unwrap();
}

/// A skill `x` of the repository with that text.
fn lone(edition: &str, text: &str) -> Workspace {
    let mut workspace = workspace(edition);
    workspace
        .write("/repo/.opencode/skills/x/SKILL.md", text)
        .unwrap();
    workspace
}

fn names(catalog: &Catalog) -> Vec<&str> {
    let skills = catalog.skills.iter();
    skills.map(|skill| skill.name.as_str()).collect()
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

fn request(text: &str) -> TurnRequest {
    TurnRequest {
        inputs: vec![TurnInput::Text {
            text: text.to_owned(),
        }],
        ..TurnRequest::default()
    }
}

fn texts(turn: &Turn) -> Vec<&str> {
    let messages = turn.messages.iter();
    messages.map(|message| message.text.as_str()).collect()
}
