//! Tests the lists of skills that Codex gives to clients such as an editor, and the two caches of
//! these lists.

use skillglass::hosts::codex::CodexOptions;
use skillglass::model::message::{EventStatus, SkillEvent};
use skillglass::search::SearchOptions;
use skillglass::workspace::skill_lists::{ListCounts, ListSkillsRequest};
use skillglass::{Session, Workspace, WorkspaceOptions};

use super::{workspace, write_skill};
use crate::common::Files;

fn request(cwds: &[&str], force_reload: bool) -> ListSkillsRequest {
    ListSkillsRequest {
        cwds: cwds.iter().map(|cwd| (*cwd).to_owned()).collect(),
        force_reload,
    }
}

fn lists(workspace: &Workspace, cwds: &[&str]) -> Vec<(String, Vec<String>)> {
    let entries = workspace.list_skills(&request(cwds, false)).unwrap();
    let names = |entry: &skillglass::workspace::skill_lists::SkillsListEntry| {
        entry
            .skills
            .iter()
            .map(|skill| skill.name.clone())
            .collect()
    };
    entries
        .iter()
        .map(|entry| (entry.cwd.clone(), names(entry)))
        .collect()
}

fn with_two_levels() -> Workspace {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/top");
    write_skill(&mut workspace, "/repo/pkg/.agents/skills/low");
    workspace
}

fn counts(by_directory: u64, by_configuration: u64, scanned: u64) -> ListCounts {
    ListCounts {
        by_directory,
        by_configuration,
        scanned,
    }
}

#[test]
fn each_directory_has_its_own_list() {
    let workspace = with_two_levels();
    let owned = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        lists(&workspace, &["/repo", "/repo/pkg"]),
        [
            ("/repo".to_owned(), owned(&["top"])),
            ("/repo/pkg".to_owned(), owned(&["low", "top"])),
        ]
    );
}

#[test]
fn without_directories_the_workspaces_own_is_listed() {
    let lists = lists(&with_two_levels(), &[]);
    assert_eq!(lists.len(), 1);
    assert_eq!(lists[0].0, "/repo");
}

#[test]
fn errors_and_disabled_skills_are_in_the_list() {
    let mut workspace = with_two_levels();
    workspace.put("/repo/.agents/skills/bad/SKILL.md", "");
    workspace.put(
        "/home/me/.codex/config.toml",
        "[[skills.config]]\nname = \"top\"\nenabled = false\n",
    );
    let entry = workspace
        .list_skills(&request(&[], false))
        .unwrap()
        .remove(0);
    assert_eq!(entry.errors[0].path, "/repo/.agents/skills/bad/SKILL.md");
    assert!(!entry.skills[0].enabled);
}

#[test]
fn a_directory_asked_for_again_is_answered_from_the_first_cache() {
    let workspace = with_two_levels();
    lists(&workspace, &["/repo", "/repo"]);
    lists(&workspace, &["/repo"]);
    assert_eq!(workspace.list_counts(), counts(2, 0, 1));
}

#[test]
fn a_directory_with_the_same_roots_and_rules_is_answered_from_the_second() {
    // Without a root marker, Codex reads only the directory itself, and these directories have no
    // skills.
    let mut workspace = super::without_repository("2026-05", "/a");
    write_skill(&mut workspace, "/home/me/.agents/skills/x");
    let first = lists(&workspace, &["/a", "/b"]);
    assert_eq!(first[0].1, first[1].1);
    assert_eq!(workspace.list_counts(), counts(0, 1, 1));
    write_skill(&mut workspace, "/b/.agents/skills/y");
    assert_eq!(lists(&workspace, &["/b"])[0].1, ["y", "x"]);
}

#[test]
fn a_change_or_a_forced_reload_empties_both() {
    let mut workspace = with_two_levels();
    lists(&workspace, &["/repo"]);
    write_skill(&mut workspace, "/repo/.agents/skills/new");
    assert_eq!(lists(&workspace, &["/repo"])[0].1, ["new", "top"]);
    assert_eq!(workspace.list_counts(), counts(0, 0, 2));

    let parsed = workspace.files_parsed();
    workspace.list_skills(&request(&["/repo"], true)).unwrap();
    assert_eq!(workspace.list_counts(), counts(0, 0, 3));
    assert_eq!(workspace.files_parsed(), parsed + 2, "parsed anew too");
}

#[test]
fn a_forced_reload_of_one_directory_leaves_the_others_alone() {
    let workspace = with_two_levels();
    lists(&workspace, &["/repo", "/repo/pkg"]);
    workspace
        .list_skills(&request(&["/repo/pkg"], true))
        .unwrap();
    lists(&workspace, &["/repo"]);
    assert_eq!(workspace.list_counts(), counts(1, 0, 3));
}

/// Returns a workspace whose list of skills for clients stays in the cache until the client asks
/// for a reload.
fn stale() -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        codex: Some(CodexOptions {
            stale_until_reload: Some(true),
            ..CodexOptions::default()
        }),
        ..WorkspaceOptions::new("/repo")
    })
    .unwrap();
    workspace.put("/repo/.git/HEAD", "");
    write_skill(&mut workspace, "/repo/.agents/skills/top");
    write_skill(&mut workspace, "/repo/pkg/.agents/skills/low");
    lists(&workspace, &["/repo", "/repo/pkg"]);
    workspace
}

#[test]
fn without_a_reload_a_client_may_be_shown_what_is_no_longer_so() {
    let mut workspace = stale();
    write_skill(&mut workspace, "/repo/.agents/skills/new");
    workspace.remove("/repo/.agents/skills/top");
    for cwd in ["/repo", "/repo/pkg"] {
        assert!(lists(&workspace, &[cwd])[0].1.contains(&"top".to_owned()));
    }
    workspace.list_skills(&request(&["/repo"], true)).unwrap();
    assert_eq!(lists(&workspace, &["/repo"])[0].1, ["new"]);
    assert_eq!(lists(&workspace, &["/repo/pkg"])[0].1, ["low", "top"]);
}

#[test]
fn without_a_reload_turns_and_the_list_go_by_what_was_found_first() {
    let mut workspace = stale();
    let found = workspace.catalog();
    write_skill(&mut workspace, "/repo/.agents/skills/new");
    assert_eq!(workspace.catalog(), found);
    assert_eq!(workspace.listing().entries.len(), 1);
    assert!(workspace.turn(&"$new".into()).selected.is_empty());
    let mut session = Session::new();
    assert!(session.turn(&workspace, &"$new".into()).selected.is_empty());
    assert!(
        workspace
            .search("new", &SearchOptions::default())
            .is_empty()
    );

    workspace.list_skills(&request(&[], true)).unwrap();
    assert_eq!(workspace.listing().entries.len(), 2);
    assert_eq!(session.turn(&workspace, &"$new".into()).selected.len(), 1);
    assert!(
        !workspace
            .search("new", &SearchOptions::default())
            .is_empty()
    );
}

#[test]
fn a_file_that_cannot_be_read_any_more_is_a_warning_and_the_rest_goes_on() {
    const TOP: &str = "/repo/.agents/skills/top/SKILL.md";
    for gone in [true, false] {
        let mut workspace = stale();
        write_skill(&mut workspace, "/repo/.agents/skills/z");
        workspace.list_skills(&request(&[], true)).unwrap();
        if gone {
            assert_eq!(workspace.remove(TOP), 1)
        } else {
            workspace.write_unread(TOP).unwrap()
        }
        let turn = workspace.turn(&"$top $z".into());
        assert_eq!(super::selected(&turn), ["top", "z"]);
        let injected: Vec<_> = (turn.messages.iter())
            .map(|message| message.skill.as_deref())
            .collect();
        assert_eq!(injected, [Some("/repo/.agents/skills/z/SKILL.md")]);
        let [warning] = &turn.warnings[..] else {
            panic!("{:?}", turn.warnings);
        };
        assert!(warning.starts_with(&format!("Failed to load skill top at {TOP}: ")));
        let failed = SkillEvent::Counter {
            name: "codex.skill.injected".to_owned(),
            status: EventStatus::Error,
            skill: "top".to_owned(),
        };
        assert_eq!(turn.events[0], failed);
        assert_eq!(
            turn.events.len(),
            3,
            "no invocation of what was not injected"
        );
    }
}

#[test]
fn a_wrong_directory_is_named() {
    let error = with_two_levels()
        .list_skills(&request(&["/repo", "pkg"], false))
        .unwrap_err();
    assert_eq!(error.argument, "cwds[1]");
}
