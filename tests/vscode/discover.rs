//! Tests where VS Code looks for skills (`docs/hosts/vscode.md#where-it-looks`), and which of
//! several folders with one name it uses (`docs/hosts/vscode.md#two-skills-of-one-name`).

use skillglass::hosts::vscode::VscodeExtensionSkill;
use skillglass::model::catalog::{LeftOutReason, RootStatus};
use skillglass::model::environment::Plugin;
use skillglass::{Workspace, WorkspaceOptions};

use super::{VscodeOptions, left_out, locations, with, workspace, write_skill};
use crate::common::Files;

/// Returns the paths of the skill roots that are not switched off, in order.
fn roots(workspace: &Workspace) -> Vec<String> {
    let catalog = workspace.catalog();
    let roots = catalog.roots.iter();
    roots
        .filter(|root| root.status != RootStatus::Off)
        .map(|root| root.path.clone())
        .collect()
}

#[test]
fn roots_come_in_the_order_of_the_search() {
    let workspace = with(|options, own| {
        options.plugins = Some(vec![Plugin {
            id: "p".to_owned(),
            root: "/plugin".to_owned(),
            ..Plugin::default()
        }]);
        own.skills_locations = [
            ("mine", true),
            ("~/own", true),
            ("unused", false),
            (".github/skills", false),
            ("~/.claude/skills", false),
            ("~/.agents/skills", true),
        ]
        .map(|(location, on)| (location.to_owned(), on))
        .into();
    });
    assert_eq!(
        roots(&workspace),
        [
            "/repo/.agents/skills",
            "/repo/.claude/skills",
            "/repo/mine",
            "/home/me/.agents/skills",
            "/home/me/.copilot/skills",
            "/home/me/own",
            "/plugin/skills",
        ]
    );
}

#[test]
fn parent_repositories_count_where_the_setting_is_on_and_the_workspace_is_not_their_top() {
    for (setting, git, expected) in [
        (false, Some("/repo/.git/HEAD"), 3),
        (true, None, 3),
        (true, Some("/repo/pkg/.git/HEAD"), 3),
        (true, Some("/repo/.git/HEAD"), 6),
        (true, Some("/.git/HEAD"), 9),
    ] {
        let mut workspace = with(|options, own| {
            options.cwd = "/repo/pkg".to_owned();
            options.home = None;
            own.parent_repositories = setting;
        });
        if let Some(git) = git {
            workspace.put(git, "");
        }
        assert_eq!(roots(&workspace).len(), expected, "{setting} {git:?}");
    }
}

#[test]
fn a_skill_lies_one_folder_below_its_root() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/outside/one");
    workspace.put_link("/repo/.github/skills/linked", "/outside/one");
    workspace.put_link(
        "/repo/.github/skills/file/SKILL.md",
        "/outside/one/SKILL.md",
    );
    for folder in ["b", "B", ".hidden", "a.b"] {
        write_skill(&mut workspace, &format!("/repo/.github/skills/{folder}"));
    }
    let expected = [".hidden", "B", "a.b", "b", "file", "linked"]
        .map(|folder| format!("/repo/.github/skills/{folder}/SKILL.md"));
    assert_eq!(locations(&workspace.catalog()), expected);
}

#[test]
fn skills_in_linked_folders_come_after_the_others_of_their_root() {
    let mut workspace = workspace();
    for folder in ["one", "two", "three"] {
        write_skill(&mut workspace, &format!("/outside/{folder}"));
    }
    workspace.put_link("/repo/.agents/skills/b", "/outside/two");
    workspace.put_link("/repo/.agents/skills/a", "/outside/one");
    // A link to the file does not move its skill.
    workspace.put_link("/repo/.agents/skills/c/SKILL.md", "/outside/three/SKILL.md");
    for folder in ["/repo/.agents/skills/d", "/repo/.github/skills/0"] {
        write_skill(&mut workspace, folder);
    }
    let expected = [
        "/repo/.agents/skills/c/SKILL.md",
        "/repo/.agents/skills/d/SKILL.md",
        "/repo/.agents/skills/a/SKILL.md",
        "/repo/.agents/skills/b/SKILL.md",
        "/repo/.github/skills/0/SKILL.md",
    ];
    assert_eq!(locations(&workspace.catalog()), expected);
}

#[test]
fn what_is_no_skill_file_is_left_out_with_a_reason() {
    let mut workspace = with(|_, own| {
        own.skills_locations = [(".claude/skills".to_owned(), false)].into();
    });
    for (path, reason) in [
        ("/repo/.github/skills/SKILL.md", LeftOutReason::FlatFile),
        ("/repo/.github/skills/a.md", LeftOutReason::FlatFile),
        ("/repo/.github/skills/a/b/SKILL.md", LeftOutReason::TooDeep),
        (
            "/repo/.github/skills/a/skill.md",
            LeftOutReason::WrongSpelling,
        ),
        ("/repo/.claude/skills/a/SKILL.md", LeftOutReason::SourceOff),
        (
            "/repo/sub/.github/skills/a/SKILL.md",
            LeftOutReason::OutsideRoots,
        ),
        ("/.github/skills/a/SKILL.md", LeftOutReason::OutsideRoots),
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
fn of_folders_of_one_name_the_first_counts() {
    let mut workspace = with(|_, own| {
        own.extension_skills = vec![VscodeExtensionSkill {
            name: "x".to_owned(),
            description: "E.".to_owned(),
            file: "/extension/x/SKILL.md".to_owned(),
        }];
    });
    assert_eq!(locations(&workspace.catalog()), ["/extension/x/SKILL.md"]);
    for folder in [
        "/home/me/.claude/skills/x",
        "/home/me/.copilot/skills/x",
        "/home/me/.agents/skills/x",
        "/repo/.claude/skills/x",
        "/repo/.github/skills/x",
        "/repo/.agents/skills/x",
    ] {
        // The frontmatter does not matter.
        let path = format!("{folder}/SKILL.md");
        workspace.put(&path, "---\nname: other\n---\n");
        assert_eq!(locations(&workspace.catalog()), [path]);
    }
    assert_eq!(workspace.catalog().left_out.len(), 5);
}

#[test]
fn an_extensions_file_is_an_absolute_path() {
    let error = Workspace::new(&WorkspaceOptions {
        vscode: Some(VscodeOptions {
            extension_skills: vec![VscodeExtensionSkill::default()],
            ..VscodeOptions::default()
        }),
        ..WorkspaceOptions::new("/repo")
    });
    assert_eq!(
        error.err().map(|error| error.argument),
        Some("vscode.extensionSkills[0].file".to_owned())
    );
}
