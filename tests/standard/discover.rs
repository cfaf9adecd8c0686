//! Tests where a client of the open standard looks for skills, and duplicates and trust
//! (`docs/hosts/standard.md#where-the-client-looks`).

use skillglass::hosts::standard::{Activation, StandardOptions};
use skillglass::model::catalog::{LeftOutReason, RootStatus};
use skillglass::model::skill::Scope;
use skillglass::{Workspace, WorkspaceOptions};

use super::{left_out, names, paths, with_options, workspace, write_skill};
use crate::common::Files;

fn roots(options: StandardOptions) -> Vec<(String, Scope, RootStatus)> {
    let workspace = with_options(options);
    let catalog = workspace.catalog();
    let roots = catalog.roots.iter();
    roots
        .map(|root| (root.path.clone(), root.scope, root.status))
        .collect()
}

#[test]
fn roots_are_the_projects_and_the_users_with_the_clients_own_first() {
    let missing = |path: &str, scope| (path.to_owned(), scope, RootStatus::Missing);
    assert_eq!(
        roots(StandardOptions::default()),
        [
            missing("/repo/.agents/skills", Scope::Repo),
            missing("/home/me/.agents/skills", Scope::User),
        ]
    );
    let all = StandardOptions {
        client_folder: Some(".acme".to_owned()),
        claude_skills: Some(true),
        ..StandardOptions::default()
    };
    assert_eq!(
        roots(all),
        [
            missing("/repo/.acme/skills", Scope::Repo),
            missing("/repo/.agents/skills", Scope::Repo),
            missing("/repo/.claude/skills", Scope::Repo),
            missing("/home/me/.acme/skills", Scope::User),
            missing("/home/me/.agents/skills", Scope::User),
            missing("/home/me/.claude/skills", Scope::User),
        ]
    );
}

#[test]
fn a_skill_is_a_folder_with_a_file_of_exactly_that_name() {
    let mut workspace = workspace();
    let skills = "/repo/.agents/skills";
    for (path, reason) in [
        ("ok/SKILL.md", None),
        ("group/.hidden/deep/SKILL.md", None),
        ("1/2/3/4/5/6/SKILL.md", None),
        ("1/2/3/4/5/6/7/SKILL.md", Some(LeftOutReason::TooDeep)),
        ("low/skill.md", Some(LeftOutReason::WrongSpelling)),
        ("SKILL.md", Some(LeftOutReason::FlatFile)),
        (".git/x/SKILL.md", Some(LeftOutReason::SkippedFolder)),
        (
            "ok/node_modules/x/SKILL.md",
            Some(LeftOutReason::SkippedFolder),
        ),
        ("../SKILL.md", Some(LeftOutReason::OutsideRoots)),
    ] {
        let path = skillglass::tree::path::resolve(skills, path);
        let folder = path.rsplit('/').nth(1).unwrap();
        let text = format!("---\nname: {folder}\ndescription: b\n---\n");
        workspace.put(&path, text);
        let catalog = workspace.catalog();
        let told = left_out(&catalog)
            .into_iter()
            .find(|(told, _)| *told == path);
        assert_eq!(told.map(|(_, reason)| reason), reason, "{path}");
        assert_eq!(
            paths(&catalog).contains(&path.as_str()),
            reason.is_none(),
            "{path}"
        );
    }
}

#[test]
fn folders_that_are_skipped_do_not_count_and_two_thousand_others_do() {
    let mut workspace = workspace();
    let skills = "/repo/.agents/skills";
    for index in 0..3000 {
        let folder = format!("{skills}/node_modules/{index}");
        workspace.put_folder(&folder);
    }
    // The root is one of the two thousand.
    for index in 0..2000 {
        write_skill(&mut workspace, &format!("{skills}/s{index:04}"));
    }
    let catalog = workspace.catalog();
    assert_eq!(catalog.roots[0].directories, 2000);
    assert_eq!(catalog.skills.len(), 1999);
    assert_eq!(
        left_out(&catalog),
        [(
            "/repo/.agents/skills/s1999/SKILL.md",
            LeftOutReason::DirectoryLimit
        )]
    );
}

#[test]
fn the_project_goes_before_the_user_and_the_first_found_before_the_next() {
    let mut workspace = with_options(StandardOptions {
        client_folder: Some(".acme".to_owned()),
        ..StandardOptions::default()
    });
    for folder in [
        "/home/me/.acme/skills/both",
        "/repo/.agents/skills/both",
        "/repo/.agents/skills/twice",
        "/repo/.acme/skills/twice",
        "/repo/.acme/skills/group/twice",
    ] {
        write_skill(&mut workspace, folder);
    }
    let catalog = workspace.catalog();
    assert_eq!(
        paths(&catalog),
        [
            "/repo/.acme/skills/twice/SKILL.md",
            "/repo/.agents/skills/both/SKILL.md"
        ]
    );
    let shadowed: Vec<_> = left_out(&catalog)
        .into_iter()
        .map(|(path, _)| path)
        .collect();
    assert_eq!(
        shadowed,
        [
            "/home/me/.acme/skills/both/SKILL.md",
            "/repo/.acme/skills/group/twice/SKILL.md",
            "/repo/.agents/skills/twice/SKILL.md",
        ]
    );
    assert!(
        workspace.listing().warning.unwrap().starts_with(
            "/home/me/.acme/skills/both/SKILL.md: /repo/.agents/skills/both/SKILL.md has the same name, both, and takes precedence.\n"
        )
    );
}

#[test]
fn a_file_that_two_ways_lead_to_is_loaded_once() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/home/me/.agents/skills/a");
    let link = "/repo/.agents/skills/link";
    workspace.put_link(link, "/home/me/.agents/skills/a");
    workspace.put_link(
        "/repo/.agents/skills/b/SKILL.md",
        "/home/me/.agents/skills/a/SKILL.md",
    );
    let catalog = workspace.catalog();
    assert_eq!(paths(&catalog), ["/home/me/.agents/skills/a/SKILL.md"]);
    assert_eq!(catalog.skills[0].scope, Scope::Repo);
    let reasons: Vec<_> = left_out(&catalog)
        .into_iter()
        .map(|(_, reason)| reason)
        .collect();
    assert_eq!(
        reasons,
        [LeftOutReason::Duplicate, LeftOutReason::Duplicate]
    );
}

#[test]
fn the_skills_of_a_project_that_is_not_trusted_are_not_read() {
    let mut workspace = with_options(StandardOptions {
        trusts_project: Some(false),
        ..StandardOptions::default()
    });
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    write_skill(&mut workspace, "/home/me/.agents/skills/b");
    workspace
        .write_unread("/repo/.agents/skills/c/SKILL.md")
        .unwrap();
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["b"]);
    assert_eq!(catalog.roots[0].status, RootStatus::Off);
    assert_eq!(
        left_out(&catalog),
        [
            ("/repo/.agents/skills/a/SKILL.md", LeftOutReason::SourceOff),
            ("/repo/.agents/skills/c/SKILL.md", LeftOutReason::SourceOff),
        ]
    );
    assert_eq!(workspace.plan(), [""; 0]);
}

#[test]
fn a_project_in_the_home_is_one_root() {
    let mut workspace = Workspace::new(
        &WorkspaceOptions::new("/home/me")
            .home("/home/me")
            .host("standard"),
    )
    .unwrap();
    write_skill(&mut workspace, "/home/me/.agents/skills/a");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["a"]);
    assert_eq!(catalog.roots[1].status, RootStatus::Duplicate);
    assert_eq!(left_out(&catalog), []);
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let folder = |name: &str| StandardOptions {
        client_folder: Some(name.to_owned()),
        ..StandardOptions::default()
    };
    let blind = StandardOptions {
        activation: Some(Activation::File),
        lists_locations: Some(false),
        ..StandardOptions::default()
    };
    for (options, argument) in [
        (folder(""), "standard.clientFolder"),
        (folder("a/b"), "standard.clientFolder"),
        (folder(".."), "standard.clientFolder"),
        (blind, "standard.listsLocations"),
    ] {
        let refused = Workspace::new(&WorkspaceOptions {
            standard: Some(options.clone()),
            ..WorkspaceOptions::new("/repo")
        });
        assert_eq!(refused.err().unwrap().argument, argument, "{options:?}");
    }
}
