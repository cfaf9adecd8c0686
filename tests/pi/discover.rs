//! Tests where pi looks for skills, which files it ignores, and the names of skills.

use std::collections::BTreeMap;

use super::*;
use crate::common::Files;

fn roots(workspace: &Workspace) -> Vec<String> {
    let catalog = workspace.catalog();
    catalog.roots.iter().map(|root| root.path.clone()).collect()
}

#[test]
fn roots_go_up_to_the_top_of_the_repository() {
    let shared = ["/home/me/.pi/agent/skills", "/home/me/.agents/skills"];
    let inside = |options: &mut WorkspaceOptions| options.cwd = "/repo/app".to_owned();
    let mut workspace = with(inside);
    workspace.put("/repo/.git", "gitdir: /elsewhere");
    let project = [
        "/repo/app/.pi/skills",
        "/repo/app/.agents/skills",
        "/repo/.agents/skills",
    ];
    assert_eq!(roots(&workspace), [&project[..], &shared].concat());
    let without = [&project[..], &["/.agents/skills"], &shared].concat();
    assert_eq!(roots(&with(inside)), without);
}

#[test]
fn the_homes_shared_folder_is_never_the_projects() {
    let workspace = with(|options| options.cwd = "/home/me/app".to_owned());
    assert_eq!(
        roots(&workspace),
        [
            "/home/me/app/.pi/skills",
            "/home/me/app/.agents/skills",
            "/home/.agents/skills",
            "/.agents/skills",
            "/home/me/.pi/agent/skills",
            "/home/me/.agents/skills",
        ]
    );
}

#[test]
fn a_variable_names_the_users_folder() {
    let mut workspace = with(|options| {
        let folder = ("PI_CODING_AGENT_DIR".to_owned(), "/pi".to_owned());
        options.variables = Some(BTreeMap::from([folder]));
    });
    write_skill(&mut workspace, "/pi/skills/a");
    write_skill(&mut workspace, "/home/me/.pi/agent/skills/b");
    assert_eq!(names(&workspace.catalog()), ["a"]);
}

#[test]
fn without_skills_only_named_paths_count() {
    let mut workspace = with(|options| {
        options.pi = Some(PiOptions {
            no_skills: true,
            skill_paths: vec!["/opt/one.md".to_owned(), "/opt/more".to_owned()],
            ..PiOptions::default()
        });
    });
    write_named(&mut workspace, "/opt/one.md", "one");
    write_skill(&mut workspace, "/opt/more/two");
    write_skill(&mut workspace, "/repo/.pi/skills/a");
    write_skill(&mut workspace, "/home/me/.agents/skills/b");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["one", "two"]);
    let off = LeftOutReason::SourceOff;
    assert_eq!(
        left_out(&catalog),
        [
            ("/home/me/.agents/skills/b/SKILL.md", off),
            ("/repo/.pi/skills/a/SKILL.md", off)
        ]
    );
}

#[test]
fn a_root_with_a_skill_file_is_one_skill() {
    let mut workspace = workspace();
    write_named(&mut workspace, "/repo/.pi/skills/SKILL.md", "all");
    write_named(&mut workspace, "/repo/.pi/skills/flat.md", "flat");
    write_skill(&mut workspace, "/repo/.pi/skills/a");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["all"]);
    assert_eq!(
        left_out(&catalog),
        [("/repo/.pi/skills/a/SKILL.md", LeftOutReason::TooDeep)]
    );
}

#[test]
fn a_folder_whose_skill_file_is_dropped_is_not_entered() {
    let mut workspace = workspace();
    workspace.put("/repo/.pi/skills/a/SKILL.md", "Text.");
    write_skill(&mut workspace, "/repo/.pi/skills/a/inner");
    let catalog = workspace.catalog();
    assert!(catalog.skills.is_empty());
    assert_eq!(catalog.errors.len(), 1);
}

#[test]
fn markdown_files_are_skills_in_a_root_alone_and_with_a_description() {
    let mut workspace = workspace();
    let root = "/repo/.pi/skills";
    write_named(&mut workspace, &format!("{root}/one.md"), "one");
    write_named(&mut workspace, &format!("{root}/folder/two.md"), "two");
    workspace.put(format!("{root}/three.md"), "---\ndescription: T.\n---\n");
    workspace.put(format!("{root}/notes.md"), "Notes.");
    workspace.put(format!("{root}/named.md"), "---\nname: x\n---\n");
    let catalog = workspace.catalog();
    // Without a name it is the root's.
    assert_eq!(names(&catalog), ["one", "skills"]);
    let flat = LeftOutReason::FlatFile;
    assert_eq!(
        left_out(&catalog),
        [
            ("/repo/.pi/skills/named.md", flat),
            ("/repo/.pi/skills/notes.md", flat)
        ]
    );
    assert!(catalog.errors.is_empty());
}

#[test]
fn links_are_followed_and_no_loop_hangs() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/shared/one");
    workspace.put_link("/repo/.pi/skills/a", "/shared");
    workspace.put_link("/repo/.pi/skills/b", "/repo/.pi/skills");
    workspace.put_link("/repo/.pi/skills/c/SKILL.md", "/shared/one/SKILL.md");
    workspace.put_link("/repo/.pi/skills/lost", "/nowhere");
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills.len(), 1);
    assert_eq!(
        catalog.skills[0].discovered_path,
        "/repo/.pi/skills/a/one/SKILL.md"
    );
    assert_eq!(
        left_out(&catalog),
        [
            ("/repo/.pi/skills/b", LeftOutReason::AlreadyVisited),
            ("/repo/.pi/skills/c/SKILL.md", LeftOutReason::Duplicate),
            ("/repo/.pi/skills/lost", LeftOutReason::DanglingLink),
        ]
    );
}

#[test]
fn patterns_keep_folders_and_files_out() {
    // A file, a line of it, and which of three skills are left.
    let cases: [(&str, &str, &[&str]); 8] = [
        (".gitignore", "b/", &["a", "c"]),
        (".ignore", "/b", &["a", "c"]),
        (".fdignore", "?\n!b", &["b"]),
        (".gitignore", "B", &["a", "c"]),
        (".gitignore", "# b", &["a", "b", "c"]),
        ("deep/.gitignore", "c", &["a", "b"]),
        ("deep/.gitignore", "b", &["a", "b", "c"]),
        (".git/info/exclude", "b", &["a", "b", "c"]),
    ];
    for (file, line, expected) in cases {
        let mut workspace = workspace();
        for folder in ["a", "b", "deep/c"] {
            write_skill(&mut workspace, &format!("/repo/.pi/skills/{folder}"));
        }
        let file = format!("/repo/.pi/skills/{file}");
        workspace.put(&file, format!("{line}\n"));
        assert_eq!(names(&workspace.catalog()), expected, "{file} {line}");
        // The file decides on what is found.
        workspace.put(&file, "");
        assert_eq!(names(&workspace.catalog()), ["a", "b", "c"]);
    }
}

#[test]
fn the_first_of_a_name_counts() {
    let mut workspace = workspace();
    write_named(&mut workspace, "/repo/.agents/skills/a/SKILL.md", "x");
    write_named(&mut workspace, "/repo/.pi/skills/b/SKILL.md", "x");
    write_named(&mut workspace, "/home/me/.agents/skills/c/SKILL.md", "X");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["x", "X"]);
    assert_eq!(catalog.skills[0].path, "/repo/.pi/skills/b/SKILL.md");
    assert!(
        catalog.left_out[0]
            .message
            .starts_with("name \"x\" collision")
    );
}
