//! Tests where Codex looks for skills, and for which reasons it leaves out other files.

use skillglass::hosts::codex::CodexOptions;
use skillglass::model::catalog::{LeftOutReason, RootStatus};
use skillglass::model::skill::Scope;
use skillglass::{Workspace, WorkspaceOptions};

use super::{editions, left_out, names, paths, without_repository, workspace, write_skill};
use crate::common::{Files, in_repo};

#[test]
fn roots_come_in_the_order_of_the_scan() {
    for edition in editions() {
        let mut workspace = without_repository(edition, "/repo/pkg");
        workspace.put("/repo/.git/HEAD", "");
        let roots: Vec<_> = workspace
            .catalog()
            .roots
            .iter()
            .map(|root| (root.path.clone(), root.scope))
            .collect();
        let expected = [
            ("/repo/pkg/.codex/skills", Scope::Repo),
            ("/repo/.codex/skills", Scope::Repo),
            ("/home/me/.codex/skills", Scope::User),
            ("/home/me/.agents/skills", Scope::User),
            ("/home/me/.codex/skills/.system", Scope::System),
            ("/etc/codex/skills", Scope::Admin),
            ("/repo/.agents/skills", Scope::Repo),
            ("/repo/pkg/.agents/skills", Scope::Repo),
        ]
        .map(|(path, scope)| (path.to_owned(), scope));
        assert_eq!(roots, expected, "{edition}");
    }
}

#[test]
fn without_a_marker_only_the_working_directory_counts() {
    let mut workspace = without_repository("2026-05", "/repo/pkg");
    write_skill(&mut workspace, "/repo/.agents/skills/above");
    write_skill(&mut workspace, "/repo/pkg/.agents/skills/here");
    assert_eq!(names(&workspace.catalog()), ["here"]);
}

#[test]
fn a_dangling_git_link_marks_nothing() {
    let mut workspace = without_repository("2026-05", "/repo/pkg");
    write_skill(&mut workspace, "/repo/.agents/skills/above");
    workspace.put_link("/repo/.git", "/nowhere");
    assert!(workspace.catalog().skills.is_empty());
    workspace.put("/nowhere", "gitdir: elsewhere");
    assert_eq!(names(&workspace.catalog()), ["above"]);
}

#[test]
fn since_2026_11_the_codex_folders_need_a_git_directory_with_a_head() {
    for (edition, expected) in [("2026-05", 2), ("2026-11", 1)] {
        let mut workspace = without_repository(edition, "/repo/pkg");
        workspace.put_folder("/repo/.git");
        let codex_roots = |workspace: &Workspace| {
            let catalog = workspace.catalog();
            let roots = catalog.roots.iter();
            roots
                .filter(|root| root.origin == "project configuration")
                .count()
        };
        assert_eq!(codex_roots(&workspace), expected, "{edition}");
        workspace.put("/repo/.git/HEAD", "");
        assert_eq!(codex_roots(&workspace), 2, "{edition}");
    }
}

#[test]
fn without_a_home_nothing_of_the_users_is_looked_at() {
    let workspace = Workspace::new(&WorkspaceOptions::new("/repo")).unwrap();
    let scopes: Vec<_> = workspace
        .catalog()
        .roots
        .iter()
        .map(|root| root.scope)
        .collect();
    assert_eq!(scopes, [Scope::Repo, Scope::Admin, Scope::Repo]);
}

#[test]
fn codex_home_may_lie_elsewhere() {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        codex: Some(CodexOptions {
            home: Some("/opt/codex".to_owned()),
            ..CodexOptions::default()
        }),
        ..in_repo("codex")
    })
    .unwrap();
    write_skill(&mut workspace, "/opt/codex/skills/a");
    write_skill(&mut workspace, "/home/me/.codex/skills/b");
    write_skill(&mut workspace, "/home/me/.agents/skills/c");
    assert_eq!(names(&workspace.catalog()), ["a", "c"]);
}

#[test]
fn a_directory_that_is_two_roots_is_walked_once_as_the_first() {
    let mut workspace = without_repository("2026-05", "/home/me");
    write_skill(&mut workspace, "/home/me/.agents/skills/a");
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills[0].scope, Scope::User);
    let statuses: Vec<_> = catalog
        .roots
        .iter()
        .filter(|root| root.path == "/home/me/.agents/skills")
        .map(|root| root.status)
        .collect();
    assert_eq!(statuses, [RootStatus::Scanned, RootStatus::Duplicate]);
}

#[test]
fn a_root_that_is_no_directory_says_so() {
    let mut workspace = workspace("2026-05");
    workspace.put("/repo/.agents/skills", "a file");
    let catalog = workspace.catalog();
    let root = catalog
        .roots
        .iter()
        .find(|root| root.path == "/repo/.agents/skills");
    assert_eq!(root.unwrap().status, RootStatus::NotADirectory);
}

#[test]
fn skills_are_found_down_to_six_folders_below_the_root() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/1/2/3/4/5/6");
    write_skill(&mut workspace, "/repo/.agents/skills/1/2/3/4/5/6/7");
    write_skill(&mut workspace, "/repo/.agents/skills/1/2/3/4/5/6/7/8");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["6"]);
    assert_eq!(
        left_out(&catalog),
        [
            (
                "/repo/.agents/skills/1/2/3/4/5/6/7/8/SKILL.md",
                LeftOutReason::TooDeep
            ),
            (
                "/repo/.agents/skills/1/2/3/4/5/6/7/SKILL.md",
                LeftOutReason::TooDeep
            ),
        ]
    );
}

#[test]
fn the_root_itself_and_folders_inside_a_skill_may_hold_skills() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills");
    write_skill(&mut workspace, "/repo/.agents/skills/outer");
    write_skill(&mut workspace, "/repo/.agents/skills/outer/inner");
    assert_eq!(names(&workspace.catalog()), ["inner", "outer", "skills"]);
}

#[test]
fn what_begins_with_a_dot_is_skipped() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/.draft");
    write_skill(&mut workspace, "/repo/.agents/skills/a/.b/c");
    let catalog = workspace.catalog();
    assert!(catalog.skills.is_empty());
    assert_eq!(
        left_out(&catalog),
        [
            (
                "/repo/.agents/skills/.draft/SKILL.md",
                LeftOutReason::Hidden
            ),
            (
                "/repo/.agents/skills/a/.b/c/SKILL.md",
                LeftOutReason::Hidden
            ),
        ]
    );
}

#[test]
fn the_bundled_skills_are_no_hidden_folder_of_the_users_root() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/home/me/.codex/skills/.system/a");
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills[0].scope, Scope::System);
    assert_eq!(left_out(&catalog), []);
}

#[test]
fn two_thousand_directories_are_visited_and_no_more() {
    let mut workspace = workspace("2026-05");
    for index in 0..2100 {
        write_skill(&mut workspace, &format!("/repo/.agents/skills/{index:04}"));
    }
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills.len(), 1999);
    assert_eq!(catalog.left_out.len(), 101);
    assert_eq!(
        left_out(&catalog)[0],
        (
            "/repo/.agents/skills/1999/SKILL.md",
            LeftOutReason::DirectoryLimit
        )
    );
}

#[test]
fn since_2026_11_a_walk_ends_after_twenty_thousand_entries() {
    for (edition, expected) in [("2026-05", 2), ("2026-11", 1)] {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        for index in 0..20_000 {
            workspace.put(format!("/repo/.agents/skills/m/{index:05}"), "");
        }
        write_skill(&mut workspace, "/repo/.agents/skills/z");
        let catalog = workspace.catalog();
        assert_eq!(catalog.skills.len(), expected, "{edition}");
        if expected == 1 {
            assert_eq!(
                left_out(&catalog),
                [("/repo/.agents/skills/z/SKILL.md", LeftOutReason::EntryLimit)]
            );
        }
    }
}

#[test]
fn only_the_exact_spelling_counts() {
    let mut workspace = workspace("2026-05");
    workspace.put("/repo/.agents/skills/a/skill.md", "");
    workspace.put_folder("/repo/.agents/skills/b/SKILL.md");
    assert_eq!(
        left_out(&workspace.catalog()),
        [(
            "/repo/.agents/skills/a/skill.md",
            LeftOutReason::WrongSpelling
        )]
    );
}

#[test]
fn a_linked_file_is_never_loaded() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    workspace.put_link("/repo/.agents/skills/b/SKILL.md", "../a/SKILL.md");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["a"]);
    assert_eq!(
        left_out(&catalog),
        [(
            "/repo/.agents/skills/b/SKILL.md",
            LeftOutReason::SymlinkedFile
        )]
    );
}

#[test]
fn a_linked_folder_is_followed_and_reported_where_it_is() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/elsewhere/a");
    workspace.put_link("/repo/.agents/skills/link", "/elsewhere/a");
    let catalog = workspace.catalog();
    assert_eq!(paths(&catalog), ["/elsewhere/a/SKILL.md"]);
    assert_eq!(
        catalog.skills[0].discovered_path,
        "/repo/.agents/skills/link/SKILL.md"
    );
}

#[test]
fn links_among_bundled_skills_are_not_followed() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/elsewhere/a");
    workspace.put_link("/home/me/.codex/skills/.system/link", "/elsewhere/a");
    let catalog = workspace.catalog();
    assert!(catalog.skills.is_empty());
    assert!(left_out(&catalog).contains(&(
        "/home/me/.codex/skills/.system/link",
        LeftOutReason::LinkNotFollowed
    )));
}

#[test]
fn a_root_may_itself_be_a_link() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/elsewhere/a");
    workspace.put_link("/home/me/.codex/skills/.system", "/elsewhere");
    assert_eq!(paths(&workspace.catalog()), ["/elsewhere/a/SKILL.md"]);
}

#[test]
fn links_that_lead_nowhere_or_back_are_told_and_end() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    for (link, target) in [("again", "."), ("dangling", "/nowhere"), ("loop", "loop")] {
        workspace.put_link(format!("/repo/.agents/skills/a/{link}"), target);
    }
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["a"]);
    assert_eq!(
        left_out(&catalog),
        [
            (
                "/repo/.agents/skills/a/again",
                LeftOutReason::AlreadyVisited
            ),
            (
                "/repo/.agents/skills/a/dangling",
                LeftOutReason::DanglingLink
            ),
            ("/repo/.agents/skills/a/loop", LeftOutReason::LinkLoop),
        ]
    );
}

#[test]
fn a_skill_that_no_root_reaches_is_told_where_it_could_go() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/docs/a");
    let catalog = workspace.catalog();
    assert_eq!(
        left_out(&catalog),
        [("/repo/docs/a/SKILL.md", LeftOutReason::OutsideRoots)]
    );
    assert!(catalog.left_out[0].help.contains("/repo/.agents/skills"));
    assert_eq!(catalog.left_out[0].root, None);
}

#[test]
fn every_entry_left_out_has_a_reason_in_words_and_a_remedy() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/.hidden");
    write_skill(&mut workspace, "/elsewhere");
    workspace.put("/repo/.agents/skills/a/Skill.md", "");
    for left_out in &workspace.catalog().left_out {
        assert!(left_out.message.len() > 10, "{left_out:?}");
        assert!(left_out.help.ends_with('.'), "{left_out:?}");
    }
}
