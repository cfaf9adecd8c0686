//! Tests of claude.ai and the Claude API, one file for each stage.

mod discover;
mod lint;
mod parse;

use skillglass::hosts::claude_ai::ClaudeAiOptions;
use skillglass::model::catalog::LeftOutReason;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{in_repo, left_out, paths, with_file, write_skill};

/// Returns a workspace for claude.ai in the repository `/repo`, with the given folders as the roots
/// of skills to upload.
fn workspace(skill_roots: &[&str]) -> Workspace {
    Workspace::new(&WorkspaceOptions {
        claude_ai: Some(ClaudeAiOptions {
            skill_roots: skill_roots.iter().map(|&root| root.to_owned()).collect(),
        }),
        ..in_repo("claude-ai")
    })
    .unwrap()
}

/// Returns a workspace with one skill `x`, which has the given text and is to be uploaded.
fn lone(text: &str) -> Workspace {
    with_file(workspace(&[]), "/repo/skills/x/SKILL.md", text)
}
