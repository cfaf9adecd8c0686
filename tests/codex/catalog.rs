//! Tests the catalog of Codex: names, duplicates, order, and files whose contents are not known.

use skillglass::model::catalog::LeftOutReason;
use skillglass::model::skill::{NameSource, Scope};

use super::{left_out, names, paths, workspace, write_skill};
use crate::common::Files;

const BROKEN: &str = "no frontmatter\n";

#[test]
fn skills_are_ordered_by_scope_then_name_then_path_by_component() {
    let mut workspace = workspace("2026-05");
    let skill = |name: &str| format!("---\nname: {name}\ndescription: x\n---\n");
    for (folder, name) in [
        ("/home/me/.codex/skills/.system/s", "a"),
        ("/etc/codex/skills/d", "a"),
        ("/home/me/.agents/skills/u", "a"),
        ("/repo/.agents/skills/z", "b"),
        ("/repo/.agents/skills/x-y", "c"),
        ("/repo/.agents/skills/x/y", "c"),
    ] {
        workspace.put(format!("{folder}/SKILL.md"), skill(name));
    }
    assert_eq!(
        paths(&workspace.catalog()),
        [
            "/repo/.agents/skills/z/SKILL.md",
            "/repo/.agents/skills/x/y/SKILL.md",
            "/repo/.agents/skills/x-y/SKILL.md",
            "/home/me/.agents/skills/u/SKILL.md",
            "/home/me/.codex/skills/.system/s/SKILL.md",
            "/etc/codex/skills/d/SKILL.md",
        ]
    );
}

#[test]
fn a_missing_name_is_the_folders_of_the_file_without_links() {
    for (name_line, expected, source) in [
        ("", "real", NameSource::Folder),
        ("name: ~\n", "real", NameSource::Folder),
        ("name: \" \"\n", "real", NameSource::Folder),
        ("name: given\n", "given", NameSource::Frontmatter),
    ] {
        let mut workspace = workspace("2026-05");
        let text = format!("---\n{name_line}description: x\n---\n");
        workspace.put("/elsewhere/real/SKILL.md", text);
        workspace.put_link("/repo/.agents/skills/link", "/elsewhere/real");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), [expected], "{name_line:?}");
        assert_eq!(catalog.skills[0].name_source, source);
    }
}

#[test]
fn two_skills_of_one_name_are_both_kept() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/a/same");
    write_skill(&mut workspace, "/repo/.agents/skills/b/same");
    assert_eq!(names(&workspace.catalog()), ["same", "same"]);
}

#[test]
fn a_file_reached_twice_is_loaded_from_the_first_root() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    workspace.put_link("/home/me/.agents/skills/link", "/repo/.agents/skills/a");
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills.len(), 1);
    assert_eq!(catalog.skills[0].scope, Scope::User);
    assert_eq!(
        left_out(&catalog),
        [("/repo/.agents/skills/a/SKILL.md", LeftOutReason::Duplicate)]
    );
}

#[test]
fn an_error_is_told_for_each_root_that_reaches_the_file() {
    let mut workspace = workspace("2026-05");
    workspace.put("/repo/.agents/skills/a/SKILL.md", BROKEN);
    workspace.put_link("/home/me/.agents/skills/link", "/repo/.agents/skills/a");
    let catalog = workspace.catalog();
    let errors: Vec<_> = catalog
        .errors
        .iter()
        .map(|error| error.path.as_str())
        .collect();
    assert_eq!(errors, ["/repo/.agents/skills/a/SKILL.md"; 2]);
}

#[test]
fn errors_of_bundled_skills_are_kept_quiet_by_the_host_but_not_by_us() {
    let mut workspace = workspace("2026-05");
    let path = "/home/me/.codex/skills/.system/a/SKILL.md";
    workspace.put(path, BROKEN);
    let catalog = workspace.catalog();
    assert_eq!(catalog.errors, []);
    assert_eq!(
        left_out(&catalog),
        [(path, LeftOutReason::SystemSkillInvalid)]
    );
}

#[test]
fn a_file_that_is_not_read_yet_is_planned_and_left_out() {
    let mut workspace = workspace("2026-05");
    let path = "/repo/.agents/skills/a/SKILL.md";
    workspace.write_unread(path).unwrap();
    workspace
        .write_unread("/repo/.agents/skills/a/scripts/run.py")
        .unwrap();
    workspace.write_unread("/repo/src/main.rs").unwrap();
    assert_eq!(workspace.plan(), [path]);
    assert_eq!(
        left_out(&workspace.catalog()),
        [(path, LeftOutReason::Unread)]
    );
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    assert!(workspace.plan().is_empty());
    assert_eq!(names(&workspace.catalog()), ["a"]);
}
