//! Codex, stage by stage.

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
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::model::turn::Turn;
use skillglass::{Workspace, WorkspaceOptions};

const EDITIONS: [&str; 3] = ["2026-02", "2026-05", "2026-11"];

const USER_CONFIG: &str = "/home/me/.codex/config.toml";

/// A repository at `/repo` (with its `.git`), the user's home at `/home/me`.
fn workspace(edition: &str) -> Workspace {
    let mut workspace = without_repository(edition, "/repo");
    workspace
        .write("/repo/.git/HEAD", "ref: refs/heads/main\n")
        .unwrap();
    workspace
}

fn without_repository(edition: &str, cwd: &str) -> Workspace {
    Workspace::new(&WorkspaceOptions {
        edition: Some(edition.to_owned()),
        cwd: cwd.to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })
    .unwrap()
}

/// A layer of configuration; the session's has no folder.
fn layer(kind: LayerKind, folder: &str, config: &str) -> ConfigLayer {
    ConfigLayer {
        kind,
        folder: (!folder.is_empty()).then(|| folder.to_owned()),
        config: config.to_owned(),
        disabled: false,
    }
}

/// The names of the skills that a turn chose, in their order.
fn selected(turn: &Turn) -> Vec<&str> {
    turn.selected
        .iter()
        .map(|skill| skill.name.as_str())
        .collect()
}

/// A small skill, named after its folder.
fn write_skill(workspace: &mut Workspace, folder: &str) {
    let name = folder.rsplit('/').next().unwrap();
    let text = format!("---\nname: {name}\ndescription: About {name}.\n---\n# {name}\n");
    workspace
        .write(&format!("{folder}/SKILL.md"), text)
        .unwrap();
}

fn paths(catalog: &Catalog) -> Vec<&str> {
    catalog
        .skills
        .iter()
        .map(|skill| skill.path.as_str())
        .collect()
}

fn names(catalog: &Catalog) -> Vec<&str> {
    catalog
        .skills
        .iter()
        .map(|skill| skill.name.as_str())
        .collect()
}

fn left_out(catalog: &Catalog) -> Vec<(&str, LeftOutReason)> {
    catalog
        .left_out
        .iter()
        .map(|left_out| (left_out.path.as_str(), left_out.reason))
        .collect()
}
