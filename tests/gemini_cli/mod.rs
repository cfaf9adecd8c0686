//! Tests of Gemini CLI, one file for each stage.

mod commands;
mod discover;
mod list;
mod parse;
mod tool;

use skillglass::hosts::gemini_cli::GeminiCliOptions;
use skillglass::model::catalog::LeftOutReason;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, left_out, names, with_file, write_named, write_skill};

fn editions() -> Vec<&'static str> {
    crate::common::editions("gemini-cli")
}

const NEWEST: &str = "2026-11";

/// Returns a workspace for Gemini CLI in the repository `/repo`, with the home directory
/// `/home/me`.
fn workspace(edition: &str) -> Workspace {
    with(edition, |_| {})
}

fn with(edition: &str, change: impl FnOnce(&mut WorkspaceOptions)) -> Workspace {
    let mut options = WorkspaceOptions {
        gemini_cli: Some(GeminiCliOptions::default()),
        ..in_repo("gemini-cli").edition(edition)
    };
    change(&mut options);
    Workspace::new(&options).unwrap()
}

/// Returns a workspace for Gemini CLI with options that only Gemini CLI has.
fn with_own(edition: &str, own: GeminiCliOptions) -> Workspace {
    with(edition, |options| options.gemini_cli = Some(own))
}

/// Writes an extension with this name and one skill.
fn write_extension(workspace: &mut Workspace, name: &str, skill: &str) {
    let folder = format!("/home/me/.gemini/extensions/{name}");
    let configuration = format!("{{\"name\": \"{name}\", \"version\": \"1.0.0\"}}");
    let file = format!("{folder}/gemini-extension.json");
    workspace.put(&file, configuration);
    write_skill(workspace, &format!("{folder}/skills/{skill}"));
}

/// Returns a workspace with one skill `x` of the project, which has this text.
fn lone(edition: &str, text: &str) -> Workspace {
    with_file(workspace(edition), "/repo/.gemini/skills/x/SKILL.md", text)
}
