//! Tests of Claude Code, one file for each stage.

mod catalog;
mod discover;
mod expand;
mod fork;
mod frontmatter;
mod hook_answer;
mod hook_run;
mod hooks;
mod invoke;
mod list;
mod outcomes;
mod permission;
mod plugin;
mod recorded;
mod session;
mod settings;
mod tool_calls;
mod touch;
mod turn;

use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::model::catalog::Catalog;
use skillglass::model::skill::Skill;
use skillglass::model::turn::TurnRequest;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, left_out, names};

/// Returns all editions of Claude Code except the newest. The tests of the newest are in
/// `recorded.rs`.
fn editions() -> Vec<&'static str> {
    let mut editions = crate::common::editions("claude-code");
    editions.pop();
    editions
}

/// Returns options for Claude Code in the repository `/repo`, with the home directory `/home/me`.
fn options(edition: &str) -> WorkspaceOptions {
    in_repo("claude-code").edition(edition)
}

/// Returns a workspace for Claude Code with a Git repository at `/repo`.
fn workspace(edition: &str) -> Workspace {
    with(options(edition))
}

/// Returns a workspace for Claude Code with options that only Claude Code has.
fn with_options(edition: &str, claude_code: ClaudeCodeOptions) -> Workspace {
    with(WorkspaceOptions {
        claude_code: Some(claude_code),
        ..options(edition)
    })
}

fn with(options: WorkspaceOptions) -> Workspace {
    let mut workspace = Workspace::new(&options).unwrap();
    workspace.put("/repo/.git/HEAD", "ref: refs/heads/main\n");
    workspace
}

/// Writes a small skill into a folder. The skill's description names the folder.
fn write_skill(workspace: &mut Workspace, folder: &str) {
    let name = folder.rsplit('/').next().unwrap();
    write_text(
        workspace,
        folder,
        &format!("---\ndescription: About {name}.\n---\n# {name}\n"),
    );
}

/// Writes `SKILL.md` with this text into the folder of a skill.
fn write_text(workspace: &mut Workspace, folder: &str, text: &str) {
    workspace.put(format!("{folder}/SKILL.md"), text);
}

fn skill<'c>(catalog: &'c Catalog, name: &str) -> &'c Skill {
    let mut skills = catalog.skills.iter();
    skills
        .find(|skill| skill.name == name)
        .expect("there is such a skill")
}

/// Returns a request in which the user typed this text.
fn typed(text: &str) -> TurnRequest {
    TurnRequest::from(text)
}
