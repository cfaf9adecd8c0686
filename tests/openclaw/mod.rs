//! Tests of OpenClaw, one file for each stage.

mod discover;
mod gate;
mod list;
mod parse;
mod select;

use skillglass::hosts::openclaw::OpenclawOptions;
use skillglass::model::eligibility::Eligibility;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, left_out, names, write_skill};

/// The folder of skills in the workspace of the agent.
const SKILLS: &str = "/w/skills";

const CONFIG: &str = "/home/me/.openclaw/openclaw.json";

fn with(change: impl FnOnce(&mut WorkspaceOptions)) -> Workspace {
    let mut options = WorkspaceOptions {
        openclaw: Some(OpenclawOptions {
            workspace: Some("/w".to_owned()),
            ..OpenclawOptions::default()
        }),
        ..in_repo("openclaw")
    };
    change(&mut options);
    Workspace::new(&options).unwrap()
}

fn workspace() -> Workspace {
    with(|_| {})
}

fn write(workspace: &mut Workspace, folder: &str, text: &str) {
    let file = format!("{folder}/SKILL.md");
    workspace.put(&file, text);
}

/// Returns a workspace with the skill `x`. `lines` are the lines of its frontmatter after the name.
fn lone(lines: &str) -> Workspace {
    let mut workspace = workspace();
    let text = format!("---\nname: x\n{lines}\n---\n");
    write(&mut workspace, &format!("{SKILLS}/x"), &text);
    workspace
}

fn eligibility(workspace: &Workspace, name: &str) -> Eligibility {
    let catalog = workspace.catalog();
    let skill = catalog.skills.iter().find(|skill| skill.name == name);
    *skill.unwrap().eligibility.clone().unwrap()
}
