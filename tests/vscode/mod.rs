//! Tests of VS Code, one file for each stage.

mod discover;
mod list;
mod parse;
mod typed;

use skillglass::hosts::vscode::VscodeOptions;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{in_repo, left_out, locations, with_file, write_skill};

/// Returns a workspace for VS Code in the repository `/repo`, with the home directory `/home/me`.
fn workspace() -> Workspace {
    with(|_, _| {})
}

fn with(change: impl FnOnce(&mut WorkspaceOptions, &mut VscodeOptions)) -> Workspace {
    let mut own = VscodeOptions::default();
    let mut options = in_repo("vscode");
    change(&mut options, &mut own);
    options.vscode = Some(own);
    Workspace::new(&options).unwrap()
}

/// Returns a workspace with one skill `x` of the repository, which has this text.
fn lone(text: &str) -> Workspace {
    with_file(workspace(), "/repo/.github/skills/x/SKILL.md", text)
}
