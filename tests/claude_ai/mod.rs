//! claude.ai and the Claude API, stage by stage.

mod discover;
mod lint;
mod parse;

use skillglass::hosts::claude_ai::ClaudeAiOptions;
use skillglass::model::catalog::LeftOutReason;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{in_repo, left_out, paths, with_file, write_skill};

/// A project at `/repo`, the user's home at `/home/me`.
fn workspace(skill_roots: &[&str]) -> Workspace {
    Workspace::new(&WorkspaceOptions {
        claude_ai: Some(ClaudeAiOptions {
            skill_roots: skill_roots.iter().map(|&root| root.to_owned()).collect(),
        }),
        ..in_repo("claude-ai")
    })
    .unwrap()
}

/// A skill `x` to upload with that text.
fn lone(text: &str) -> Workspace {
    with_file(workspace(&[]), "/repo/skills/x/SKILL.md", text)
}
