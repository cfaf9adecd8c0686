//! Tests of opencode, one file for each stage.

mod commands;
mod discover;
mod editions;
mod list;
mod parse;
mod permission;
mod properties;
mod tool;

use skillglass::hosts::opencode::OpencodeOptions;
use skillglass::model::turn::{Turn, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, left_out, locations, names, with_file, write_skill};

fn editions() -> Vec<&'static str> {
    crate::common::editions("opencode")
}

const CONFIG: &str = "/home/me/.config/opencode/opencode.json";

/// Returns a workspace for opencode with a Git repository at `/repo` and the home directory
/// `/home/me`.
fn workspace(edition: &str) -> Workspace {
    with(edition, |_| {})
}

fn with(edition: &str, change: impl FnOnce(&mut WorkspaceOptions)) -> Workspace {
    let mut options = WorkspaceOptions {
        opencode: Some(OpencodeOptions::default()),
        ..in_repo("opencode").edition(edition)
    };
    change(&mut options);
    let mut workspace = Workspace::new(&options).unwrap();
    workspace.put("/repo/.git/HEAD", "");
    workspace
}

/// Returns a workspace with one skill `x` of the repository, which has this text.
fn lone(edition: &str, text: &str) -> Workspace {
    with_file(
        workspace(edition),
        "/repo/.opencode/skills/x/SKILL.md",
        text,
    )
}

fn request(text: &str) -> TurnRequest {
    TurnRequest::from(text)
}

fn texts(turn: &Turn) -> Vec<&str> {
    let messages = turn.messages.iter();
    messages.map(|message| message.text.as_str()).collect()
}
