//! VS Code, stage by stage.

mod discover;
mod list;
mod parse;
mod typed;

use skillglass::hosts::vscode::VscodeOptions;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{in_repo, left_out, locations, with_file, write_skill};

/// A workspace at `/repo`, the user's home at `/home/me`.
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

/// A skill `x` of the workspace with that text.
fn lone(text: &str) -> Workspace {
    with_file(workspace(), "/repo/.github/skills/x/SKILL.md", text)
}
