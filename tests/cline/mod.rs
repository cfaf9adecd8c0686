//! Tests of Cline, one file for each stage. The examples in `docs/hosts/cline.md` run as tests as
//! well.

mod discover;
mod parse;
mod plugins;
mod tool;

use skillglass::hosts::cline::ClineOptions;
use skillglass::model::invocation::SkillCall;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, names, with_file, write_skill};

/// Returns a workspace for Cline in the repository `/repo`, with the home directory `/home/me`.
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

/// Returns a workspace with one skill `x` of the project, which has this text.
fn lone(text: &str) -> Workspace {
    with_file(workspace(), "/repo/.cline/skills/x/SKILL.md", text)
}

/// Returns the message of the first error, `None` if the skill loads.
fn error_of(workspace: &Workspace) -> Option<String> {
    let catalog = workspace.catalog();
    catalog.errors.first().map(|error| error.message.clone())
}

/// Returns a call of a skill by the model.
fn call(skill: &str) -> SkillCall {
    SkillCall {
        skill: skill.to_owned(),
        ..SkillCall::default()
    }
}
