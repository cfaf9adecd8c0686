//! Tests where Cline looks for skills.

use std::collections::BTreeMap;

use super::*;
use crate::common::left_out;
use skillglass::model::catalog::LeftOutReason;

#[test]
fn the_workspace_is_the_top_of_a_repository_that_git_accepts() {
    // The entries of `.git` in the folder above, and whether that folder is the workspace.
    let cases: [(&[&str], bool); 4] = [
        (&[".git/HEAD", ".git/objects/x", ".git/refs/x"], true),
        (&[".git"], true),
        (&[".git/HEAD"], false),
        (&[], false),
    ];
    for (entries, is_top) in cases {
        let mut workspace = with(|options| options.cwd = "/w/app".to_owned());
        for entry in entries {
            workspace.put(format!("/w/{entry}"), "gitdir: /elsewhere");
        }
        write_skill(&mut workspace, "/w/.cline/skills/above");
        write_skill(&mut workspace, "/w/app/.cline/skills/own");
        let expected = if is_top { "above" } else { "own" };
        assert_eq!(names(&workspace.catalog()), [expected], "{entries:?}");
    }
}

#[test]
fn a_variable_names_the_users_folder_and_its_settings() {
    let mut workspace = with(|options| {
        let folder = ("CLINE_DIR".to_owned(), "/c".to_owned());
        options.variables = Some(BTreeMap::from([folder]));
    });
    write_skill(&mut workspace, "/c/skills/a");
    write_skill(&mut workspace, "/home/me/.cline/skills/b");
    assert_eq!(names(&workspace.catalog()), ["a"]);
    let settings = "/c/data/settings/global-settings.json";
    workspace.put(settings, r#"{"disabledTools": ["skills"]}"#);
    assert!(workspace.listing().tool.is_none());
}

#[test]
fn skills_of_a_root_are_in_the_order_of_its_entries() {
    let mut workspace = workspace();
    for folder in ["a", "T", "R"] {
        write_skill(&mut workspace, &format!("/repo/.cline/skills/{folder}"));
    }
    workspace.put("/repo/.cline/skills/SKILL.md", "Text.");
    assert_eq!(names(&workspace.catalog()), ["R", "skills", "T", "a"]);
}

#[test]
fn a_linked_skill_file_is_a_skill_in_a_folder_and_not_in_a_root() {
    let mut workspace = workspace();
    workspace.put("/shared/SKILL.md", "Text.");
    for link in ["SKILL.md", "a/SKILL.md"] {
        let link = format!("/repo/.cline/skills/{link}");
        workspace.link(&link, "/shared/SKILL.md").unwrap();
    }
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["a"]);
    let in_root = ("/repo/.cline/skills/SKILL.md", LeftOutReason::SymlinkedFile);
    assert_eq!(left_out(&catalog), [in_root]);
}

#[test]
fn a_file_that_is_reached_again_is_a_duplicate() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/repo/.cline/skills/a");
    let target = "/repo/.cline/skills";
    workspace.link("/repo/.agents/skills", target).unwrap();
    let catalog = workspace.catalog();
    assert_eq!(
        catalog.skills[0].discovered_path,
        "/repo/.agents/skills/a/SKILL.md"
    );
    let first = ("/repo/.cline/skills/a/SKILL.md", LeftOutReason::Duplicate);
    assert_eq!(left_out(&catalog), [first]);
}

#[test]
fn a_managed_folder_has_a_json_object_or_list() {
    for (manifest, counts) in [("{}", true), ("[]", true), ("1", false), ("{", false)] {
        let mut workspace = workspace();
        workspace.put("/repo/.cline/team/managed.json", manifest);
        write_skill(&mut workspace, "/repo/.cline/team/skills/a");
        assert_eq!(workspace.catalog().skills.len() == 1, counts, "{manifest}");
    }
}

#[test]
fn a_package_names_its_plugins() {
    for (manifest, counts) in [
        (r#"{"cline": {"plugins": ["./index.js"]}}"#, true),
        (r#"{"cline": {"plugins": []}}"#, false),
        ("{}", false),
    ] {
        let mut workspace = workspace();
        workspace.put("/home/me/.cline/plugins/p/package.json", manifest);
        write_skill(&mut workspace, "/home/me/.cline/plugins/p/skills/a");
        assert_eq!(workspace.catalog().skills.len() == 1, counts, "{manifest}");
    }
}
