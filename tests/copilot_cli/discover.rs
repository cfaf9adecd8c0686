//! Tests where Copilot CLI looks for skills (`docs/hosts/copilot-cli.md#where-it-looks`), and which
//! of several skills with one name it loads (`docs/hosts/copilot-cli.md#two-skills-of-one-name`).

use skillglass::model::catalog::{LeftOutReason, RootStatus};
use skillglass::model::environment::Plugin;

use super::{left_out, locations, names, with, workspace, write_skill};
use crate::common::Files;

#[test]
fn roots_come_by_folder_and_each_from_the_working_directory_up() {
    let workspace = with(|options, own| {
        options.cwd = "/repo/pkg".to_owned();
        options.plugins = Some(vec![Plugin {
            id: "p".to_owned(),
            root: "/plugin".to_owned(),
            ..Plugin::default()
        }]);
        own.added = vec!["/added".to_owned()];
    });
    let catalog = workspace.catalog();
    let roots: Vec<_> = catalog
        .roots
        .iter()
        .map(|root| root.path.as_str())
        .collect();
    assert_eq!(
        roots,
        [
            "/repo/pkg/.github/skills",
            "/repo/.github/skills",
            "/.github/skills",
            "/repo/pkg/.agents/skills",
            "/repo/.agents/skills",
            "/.agents/skills",
            "/repo/pkg/.claude/skills",
            "/repo/.claude/skills",
            "/.claude/skills",
            "/home/me/.copilot/skills",
            "/home/me/.agents/skills",
            "/added",
            "/plugin/skills",
            "/repo/pkg/.claude/commands",
            "/repo/.claude/commands",
            "/.claude/commands",
        ]
    );
}

#[test]
fn a_repository_ends_the_search_only_where_it_is_one() {
    const WHOLE: &[&str] = &[".git/HEAD", ".git/objects/x", ".git/refs/x"];
    // The entries at the top, true if a session ends its search there, and true if `copilot skill
    // list` does.
    let cases: [(&[&str], bool, bool); 5] = [
        (&[], false, false),
        (&[".git/HEAD"], false, false),
        (WHOLE, true, true),
        (&[".git"], true, false),
        (&[".git", "/elsewhere/HEAD"], true, true),
    ];
    for (files, in_session, in_list) in cases {
        for (skill_list, stops) in [(false, in_session), (true, in_list)] {
            let mut workspace = with(|options, own| {
                options.cwd = "/top/pkg".to_owned();
                own.skill_list = skill_list;
            });
            for file in files {
                let path = skillglass::tree::path::resolve("/top", file);
                workspace.put(&path, "gitdir: ../elsewhere\n");
            }
            write_skill(&mut workspace, "/top/.github/skills/at-the-top");
            write_skill(&mut workspace, "/.github/skills/above");
            let expected: &[&str] = if stops {
                &["at-the-top"]
            } else {
                &["at-the-top", "above"]
            };
            assert_eq!(
                names(&workspace.catalog()),
                expected,
                "{files:?} {skill_list}"
            );
        }
    }
}

#[test]
fn what_a_git_file_says_decides_anew_when_it_is_written() {
    let mut workspace = with(|options, own| {
        options.cwd = "/top/pkg".to_owned();
        own.skill_list = true;
    });
    write_skill(&mut workspace, "/.github/skills/above");
    workspace.put("/real/HEAD", "");
    workspace.put("/top/.git", "gitdir: /nowhere");
    assert_eq!(names(&workspace.catalog()), ["above"]);
    workspace.put("/top/.git", "gitdir: /real");
    assert!(workspace.catalog().skills.is_empty());
}

#[test]
fn a_folder_that_is_not_trusted_gives_a_session_nothing() {
    for (trusted, skill_list, expected) in [
        (None, false, 2),
        (Some(false), false, 1),
        (Some(false), true, 2),
    ] {
        let mut workspace = with(|_, own| {
            own.trusted = trusted;
            own.skill_list = skill_list;
        });
        write_skill(&mut workspace, "/repo/.github/skills/a");
        write_skill(&mut workspace, "/home/me/.copilot/skills/b");
        let catalog = workspace.catalog();
        assert_eq!(catalog.skills.len(), expected, "{trusted:?} {skill_list}");
        if expected == 1 {
            assert_eq!(catalog.roots[0].status, RootStatus::Off);
            let path = "/repo/.github/skills/a/SKILL.md";
            assert_eq!(left_out(&catalog), [(path, LeftOutReason::SourceOff)]);
        }
    }
}

#[test]
fn the_walk_goes_depth_first_and_enters_no_skill() {
    let mut workspace = workspace();
    for folder in [
        "b/x",
        "a/z/deep/er/still",
        "a/y",
        "a-b",
        "B",
        "a/y/inner",
        "node_modules/n",
    ] {
        write_skill(&mut workspace, &format!("/repo/.github/skills/{folder}"));
    }
    let catalog = workspace.catalog();
    // Uppercase letters come first, and a folder's contents come before the next folder.
    assert_eq!(names(&catalog), ["B", "y", "still", "a-b", "x", "n"]);
    let inner = "/repo/.github/skills/a/y/inner/SKILL.md";
    assert_eq!(left_out(&catalog), [(inner, LeftOutReason::TooDeep)]);
    write_skill(&mut workspace, "/repo/.github/skills");
    assert_eq!(names(&workspace.catalog()), ["skills"]);
}

#[test]
fn links_are_followed_and_the_path_is_the_one_through_them() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/outside/one");
    workspace.put_link("/repo/.github/skills/folder", "/outside/one");
    assert_eq!(
        locations(&workspace.catalog()),
        ["/repo/.github/skills/folder/SKILL.md"]
    );
    // Of two paths to one file, the first counts. `folder` comes before `twice`.
    workspace.put_link(
        "/repo/.github/skills/twice/SKILL.md",
        "/outside/one/SKILL.md",
    );
    workspace.put_link("/repo/.github/skills/loop", "/repo/.github/skills");
    let catalog = workspace.catalog();
    assert_eq!(
        locations(&catalog),
        ["/repo/.github/skills/folder/SKILL.md"]
    );
    let twice = "/repo/.github/skills/twice/SKILL.md";
    assert!(left_out(&catalog).contains(&(twice, LeftOutReason::Duplicate)));
}

#[test]
fn what_is_no_skill_file_is_left_out_with_a_reason() {
    let mut workspace = workspace();
    for (path, reason) in [
        ("/repo/.github/skills/.a/SKILL.md", LeftOutReason::Hidden),
        (
            "/repo/.github/skills/a/skill.md",
            LeftOutReason::WrongSpelling,
        ),
        ("/repo/.github/skills/a.md", LeftOutReason::FlatFile),
        (
            "/repo/.copilot/skills/a/SKILL.md",
            LeftOutReason::OutsideRoots,
        ),
        (
            "/home/me/.claude/skills/a/SKILL.md",
            LeftOutReason::OutsideRoots,
        ),
    ] {
        workspace.put(path, "---\nname: a\n---\n");
        let catalog = workspace.catalog();
        assert_eq!(left_out(&catalog), [(path, reason)]);
        let told = &catalog.left_out[0];
        assert!(!told.message.is_empty() && !told.help.is_empty(), "{path}");
        workspace.remove(path);
    }
}

#[test]
fn the_first_of_a_name_is_kept() {
    let mut workspace = workspace();
    for folder in [
        "/home/me/.agents/skills/x",
        "/home/me/.copilot/skills/x",
        "/repo/.claude/skills/x",
        "/repo/.agents/skills/x",
        "/repo/.github/skills/x",
    ] {
        write_skill(&mut workspace, folder);
        let catalog = workspace.catalog();
        assert_eq!(locations(&catalog), [format!("{folder}/SKILL.md")]);
    }
    assert_eq!(workspace.catalog().left_out.len(), 4);
}

#[test]
fn commands_are_skills_behind_the_others() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/home/me/.agents/skills/z");
    for (path, text) in [
        ("/repo/.claude/commands/a.md", "Do a.\n"),
        (
            "/repo/.claude/commands/b.md",
            "---\nname: other\ndescription: B.\n---\n",
        ),
        ("/repo/.claude/commands/sub/c.md", "Do c.\n"),
        ("/home/me/.claude/commands/d.md", "Do d.\n"),
        ("/.claude/commands/e.md", "Do e.\n"),
    ] {
        workspace.put(path, text);
    }
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["z", "a", "b", "e"]);
    let descriptions: Vec<_> = catalog.skills.iter().map(|one| &*one.description).collect();
    assert_eq!(descriptions, ["About z.", "Do a.", "B.", "Do e."]);
}
