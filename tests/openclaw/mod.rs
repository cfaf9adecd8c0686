//! OpenClaw, stage by stage.

mod discover;
mod gate;
mod list;
mod parse;
mod select;

use skillglass::hosts::openclaw::OpenclawOptions;
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::model::eligibility::Eligibility;
use skillglass::{Workspace, WorkspaceOptions};

/// The agent's workspace, and its folder of skills.
const SKILLS: &str = "/w/skills";

const CONFIG: &str = "/home/me/.openclaw/openclaw.json";

fn with(change: impl FnOnce(&mut WorkspaceOptions)) -> Workspace {
    let mut options = WorkspaceOptions {
        host: Some("openclaw".to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        openclaw: Some(OpenclawOptions {
            workspace: Some("/w".to_owned()),
            ..OpenclawOptions::default()
        }),
        ..WorkspaceOptions::default()
    };
    change(&mut options);
    Workspace::new(&options).unwrap()
}

fn workspace() -> Workspace {
    with(|_| {})
}

/// A small skill, named after its folder.
fn write_skill(workspace: &mut Workspace, folder: &str) {
    let name = folder.rsplit('/').next().unwrap();
    let text = format!("---\nname: {name}\ndescription: About {name}.\n---\n");
    write(workspace, folder, &text);
}

fn write(workspace: &mut Workspace, folder: &str, text: &str) {
    let file = format!("{folder}/SKILL.md");
    workspace.write(&file, text).unwrap();
}

/// The workspace with a skill of the name `x` and these further lines.
fn lone(lines: &str) -> Workspace {
    let mut workspace = workspace();
    let text = format!("---\nname: x\n{lines}\n---\n");
    write(&mut workspace, &format!("{SKILLS}/x"), &text);
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

fn eligibility(workspace: &Workspace, name: &str) -> Eligibility {
    let catalog = workspace.catalog();
    let skill = catalog.skills.iter().find(|skill| skill.name == name);
    *skill.unwrap().eligibility.clone().unwrap()
}
