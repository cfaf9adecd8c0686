//! Tests of GitHub Copilot CLI, one file for each stage.

mod discover;
mod list;
mod parse;
mod tool;

use skillglass::hosts::copilot_cli::CopilotCliOptions;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{in_repo, left_out, locations, names, with_file, write_skill};

/// Returns a workspace for Copilot CLI in the repository `/repo`, with the home directory
/// `/home/me`.
fn workspace() -> Workspace {
    with(|_, _| {})
}

fn with(change: impl FnOnce(&mut WorkspaceOptions, &mut CopilotCliOptions)) -> Workspace {
    let mut own = CopilotCliOptions::default();
    let mut options = in_repo("copilot-cli");
    change(&mut options, &mut own);
    options.copilot_cli = Some(own);
    Workspace::new(&options).unwrap()
}

/// Returns a workspace with one skill `x` of the repository, which has this text.
fn lone(text: &str) -> Workspace {
    with_file(workspace(), "/repo/.github/skills/x/SKILL.md", text)
}
