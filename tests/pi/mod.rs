//! Tests of pi, one file for each stage.

mod discover;
mod parse;
mod select;

use skillglass::hosts::pi::PiOptions;
use skillglass::model::catalog::LeftOutReason;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, left_out, names, with_file, write_skill};

/// Returns a workspace for pi in the repository `/repo`, with the home directory `/home/me`.
fn workspace() -> Workspace {
    with(|_| {})
}

fn with(change: impl FnOnce(&mut WorkspaceOptions)) -> Workspace {
    let mut options = WorkspaceOptions {
        pi: Some(PiOptions::default()),
        ..in_repo("pi")
    };
    change(&mut options);
    Workspace::new(&options).unwrap()
}

/// Writes a small skill with this name to a file.
fn write_named(workspace: &mut Workspace, file: &str, name: &str) {
    let text = format!("---\nname: {name}\ndescription: About {name}.\n---\n# {name}\n");
    workspace.put(file, text);
}

/// Returns a workspace with one skill `x` of the project, which has this text.
fn lone(text: &str) -> Workspace {
    with_file(workspace(), "/repo/.pi/skills/x/SKILL.md", text)
}
