//! Cline, stage by stage. The examples of `docs/hosts/cline.md` are tests, too.

mod discover;
mod parse;
mod plugins;
mod tool;

use skillglass::hosts::cline::ClineOptions;
use skillglass::model::invocation::SkillCall;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, names, with_file, write_skill};

/// A project at `/repo`, the user's home at `/home/me`.
fn workspace() -> Workspace {
    with(|_| {})
}

fn with(change: impl FnOnce(&mut WorkspaceOptions)) -> Workspace {
    let mut options = WorkspaceOptions {
        cline: Some(ClineOptions::default()),
        ..in_repo("cline")
    };
    change(&mut options);
    Workspace::new(&options).unwrap()
}

/// A skill `x` of the project with that text.
fn lone(text: &str) -> Workspace {
    with_file(workspace(), "/repo/.cline/skills/x/SKILL.md", text)
}

/// The message of the only error; none if the skill loads.
fn error_of(workspace: &Workspace) -> Option<String> {
    let catalog = workspace.catalog();
    catalog.errors.first().map(|error| error.message.clone())
}

/// The model's call of the tool with that name.
fn call(skill: &str) -> SkillCall {
    SkillCall {
        skill: skill.to_owned(),
        ..SkillCall::default()
    }
}
