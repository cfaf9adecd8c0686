//! Tests which folders claude.ai treats as skills to upload.

use skillglass::model::catalog::RootStatus;

use super::*;
use crate::common::Files;

#[test]
fn skills_of_the_working_directory_and_of_named_folders_are_checked() {
    let mut workspace = workspace(&["/srv/shared", "/repo/skills", "/srv/missing"]);
    for folder in [
        "/repo/skills/a",
        "/repo/skills/group/deep/b",
        "/repo/skills/.drafts/g",
        "/srv/shared/c",
        "/repo/.claude/skills/d",
        "/home/me/.claude/skills/e",
        "/repo/packages/app/skills/f",
    ] {
        write_skill(&mut workspace, folder);
    }
    let catalog = workspace.catalog();
    assert_eq!(
        paths(&catalog),
        [
            "/repo/skills/a/SKILL.md",
            "/repo/skills/.drafts/g/SKILL.md",
            "/repo/skills/group/deep/b/SKILL.md",
            "/srv/shared/c/SKILL.md",
        ]
    );
    let outside = LeftOutReason::OutsideRoots;
    assert_eq!(
        left_out(&catalog),
        [
            ("/home/me/.claude/skills/e/SKILL.md", outside),
            ("/repo/.claude/skills/d/SKILL.md", outside),
            ("/repo/packages/app/skills/f/SKILL.md", outside),
        ]
    );
    let statuses: Vec<_> = catalog.roots.iter().map(|root| root.status).collect();
    assert_eq!(
        statuses,
        [
            RootStatus::Scanned,
            RootStatus::Scanned,
            RootStatus::Duplicate,
            RootStatus::Missing,
        ]
    );
}

#[test]
fn a_file_of_another_spelling_or_in_a_skipped_folder_is_no_skill() {
    let mut workspace = workspace(&[]);
    write_skill(&mut workspace, "/repo/skills/node_modules/a");
    workspace.put("/repo/skills/b/Skill.md", "---\nname: b\n---\n");
    assert_eq!(
        left_out(&workspace.catalog()),
        [
            ("/repo/skills/b/Skill.md", LeftOutReason::WrongSpelling),
            (
                "/repo/skills/node_modules/a/SKILL.md",
                LeftOutReason::SkippedFolder
            ),
        ]
    );
}

#[test]
fn two_skills_of_one_name_are_both_there_and_a_link_to_one_is_not_another() {
    let mut workspace = workspace(&[]);
    write_skill(&mut workspace, "/repo/skills/one/pdf");
    write_skill(&mut workspace, "/repo/skills/two/pdf");
    workspace.put_link(
        "/repo/skills/three/SKILL.md",
        "/repo/skills/one/pdf/SKILL.md",
    );
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills.len(), 2);
    assert_eq!(left_out(&catalog).len(), 1);
    assert_eq!(catalog.left_out[0].reason, LeftOutReason::Duplicate);
}

#[test]
fn a_folder_must_be_absolute() {
    let options = WorkspaceOptions {
        claude_ai: Some(ClaudeAiOptions {
            skill_roots: vec!["skills".to_owned()],
        }),
        ..WorkspaceOptions::new("/repo")
    };
    let error = Workspace::new(&options).err().unwrap();
    assert_eq!(error.argument, "claudeAi.skillRoots[0]");
}
