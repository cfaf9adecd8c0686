//! Tests of the open standard: its reference validator, and each stage of a lenient client.

mod activate;
mod discover;
mod list;
mod parse;
mod turn;
mod validate;

use skillglass::hosts::standard::StandardOptions;
use skillglass::model::turn::TurnRequest;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, left_out, names, paths, write_skill};

/// Returns a workspace for the open standard in the repository `/repo`, with the home directory
/// `/home/me`.
fn workspace() -> Workspace {
    with_options(StandardOptions::default())
}

fn with_options(options: StandardOptions) -> Workspace {
    Workspace::new(&WorkspaceOptions {
        standard: Some(options),
        ..in_repo("standard")
    })
    .unwrap()
}

/// Returns a workspace with one skill of the project, in a folder with this name and with this
/// text.
fn lone(folder: &str, text: &str) -> Workspace {
    let mut workspace = workspace();
    workspace.put(format!("/repo/.agents/skills/{folder}/SKILL.md"), text);
    workspace
}

fn typed(text: &str) -> TurnRequest {
    TurnRequest::from(text)
}
