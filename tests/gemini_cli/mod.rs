//! Gemini CLI, stage by stage.

mod commands;
mod discover;
mod list;
mod parse;
mod tool;

use skillglass::hosts::gemini_cli::GeminiCliOptions;
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::{Workspace, WorkspaceOptions};

const EDITIONS: [&str; 2] = ["2026-02", "2026-11"];

const NEWEST: &str = "2026-11";

/// A project at `/repo`, the user's home at `/home/me`.
fn workspace(edition: &str) -> Workspace {
    with(edition, |_| {})
}

fn with(edition: &str, change: impl FnOnce(&mut WorkspaceOptions)) -> Workspace {
    let mut options = WorkspaceOptions {
        host: Some("gemini-cli".to_owned()),
        edition: Some(edition.to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        gemini_cli: Some(GeminiCliOptions::default()),
        ..WorkspaceOptions::default()
    };
    change(&mut options);
    Workspace::new(&options).unwrap()
}

/// The same with options of the host's own.
fn with_own(edition: &str, own: GeminiCliOptions) -> Workspace {
    with(edition, |options| options.gemini_cli = Some(own))
}

/// A small skill of that name.
fn write_named(workspace: &mut Workspace, folder: &str, name: &str) {
    let text = format!("---\nname: {name}\ndescription: About {name}.\n---\n# {name}\n");
    workspace
        .write(&format!("{folder}/SKILL.md"), text)
        .unwrap();
}

/// A small skill, named after its folder.
fn write_skill(workspace: &mut Workspace, folder: &str) {
    write_named(workspace, folder, folder.rsplit('/').next().unwrap());
}

/// An extension of that name with a skill.
fn write_extension(workspace: &mut Workspace, name: &str, skill: &str) {
    let folder = format!("/home/me/.gemini/extensions/{name}");
    let configuration = format!("{{\"name\": \"{name}\", \"version\": \"1.0.0\"}}");
    let file = format!("{folder}/gemini-extension.json");
    workspace.write(&file, configuration).unwrap();
    write_skill(workspace, &format!("{folder}/skills/{skill}"));
}

/// A skill `x` of the project with that text.
fn lone(edition: &str, text: &str) -> Workspace {
    let mut workspace = workspace(edition);
    workspace
        .write("/repo/.gemini/skills/x/SKILL.md", text)
        .unwrap();
    workspace
}

fn names(catalog: &Catalog) -> Vec<&str> {
    let skills = catalog.skills.iter();
    skills.map(|skill| skill.name.as_str()).collect()
}

fn left_out(catalog: &Catalog) -> Vec<(&str, LeftOutReason)> {
    let left_out = catalog.left_out.iter();
    left_out
        .map(|left_out| (left_out.path.as_str(), left_out.reason))
        .collect()
}
