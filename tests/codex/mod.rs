//! Tests of Codex, one file for each stage.

mod approvals;
mod catalog;
mod clients;
mod config;
mod dependencies;
mod discover;
mod facts;
mod frontmatter;
mod implicit;
mod list;
mod openai_yaml;
mod plugin;
mod set_enabled;
mod system_skills;
mod turn;

use skillglass::hosts::codex::{ConfigLayer, LayerKind};
use skillglass::model::turn::Turn;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, left_out, names, paths, write_skill};

fn editions() -> Vec<&'static str> {
    crate::common::editions("codex")
}

const USER_CONFIG: &str = "/home/me/.codex/config.toml";

/// Returns a workspace for Codex with a Git repository at `/repo` and the home directory
/// `/home/me`.
fn workspace(edition: &str) -> Workspace {
    let mut workspace = without_repository(edition, "/repo");
    workspace.put("/repo/.git/HEAD", "ref: refs/heads/main\n");
    workspace
}

fn without_repository(edition: &str, cwd: &str) -> Workspace {
    Workspace::new(&WorkspaceOptions::new(cwd).home("/home/me").edition(edition)).unwrap()
}

/// Returns a layer of configuration. An empty `folder` stands for a layer without a folder, such as
/// that of the session.
fn layer(kind: LayerKind, folder: &str, config: &str) -> ConfigLayer {
    ConfigLayer {
        kind,
        folder: (!folder.is_empty()).then(|| folder.to_owned()),
        config: config.to_owned(),
        disabled: false,
    }
}

/// Returns the names of the skills that a turn selected, in order.
fn selected(turn: &Turn) -> Vec<&str> {
    turn.selected
        .iter()
        .map(|skill| skill.name.as_str())
        .collect()
}
