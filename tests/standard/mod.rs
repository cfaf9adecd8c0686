//! The open standard: the reference validator, and the lenient client stage by stage.

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

/// The project at `/repo`, the user's home at `/home/me`.
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

/// One skill of the project with that text.
fn lone(folder: &str, text: &str) -> Workspace {
    let mut workspace = workspace();
    workspace.put(format!("/repo/.agents/skills/{folder}/SKILL.md"), text);
    workspace
}

fn typed(text: &str) -> TurnRequest {
    TurnRequest::from(text)
}
