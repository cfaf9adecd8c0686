//! Tests where opencode looks for skills (`docs/hosts/opencode.md#where-it-looks`), and which of
//! several skills with one name it loads (`docs/hosts/opencode.md#two-skills-of-one-name`).

use skillglass::model::catalog::{LeftOutReason, RootStatus};

use super::{CONFIG, left_out, locations, names, with, workspace, write_skill};
use crate::common::Files;

#[test]
fn roots_come_in_the_order_of_the_scan() {
    let workspace = with("1.18", |options| options.cwd = "/repo/pkg".to_owned());
    let catalog = workspace.catalog();
    let roots: Vec<_> = catalog
        .roots
        .iter()
        .map(|root| root.path.as_str())
        .collect();
    assert_eq!(
        roots,
        [
            "/home/me/.claude/skills",
            "/home/me/.agents/skills",
            "/repo/pkg/.claude/skills",
            "/repo/pkg/.agents/skills",
            "/repo/.claude/skills",
            "/repo/.agents/skills",
            "/home/me/.config/opencode/skill",
            "/home/me/.config/opencode/skills",
            "/repo/pkg/.opencode/skill",
            "/repo/pkg/.opencode/skills",
            "/repo/.opencode/skill",
            "/repo/.opencode/skills",
            "/home/me/.opencode/skill",
            "/home/me/.opencode/skills",
        ]
    );
}

#[test]
fn the_directory_that_the_environment_names_is_the_last_of_the_configuration() {
    let mut workspace = with("1.18", |options| {
        let variable = "OPENCODE_CONFIG_DIR".to_owned();
        options.variables = Some([(variable, "/chosen".to_owned())].into());
    });
    workspace.put(CONFIG, r#"{"skills": {"paths": ["more"]}}"#);
    for folder in [
        "/home/me/.opencode/skills",
        "/chosen/skill/deep",
        "/repo/more",
    ] {
        write_skill(&mut workspace, &format!("{folder}/x"));
        let catalog = workspace.catalog();
        assert_eq!(locations(&catalog), [format!("{folder}/x/SKILL.md")]);
    }
}

#[test]
fn without_a_repository_the_walk_goes_up_to_the_top() {
    let mut workspace = with("1.18", |options| options.cwd = "/loose/pkg".to_owned());
    write_skill(&mut workspace, "/loose/.agents/skills/above");
    assert_eq!(names(&workspace.catalog()), ["above"]);
    let mut workspace = with("1.18", |options| {
        options.cwd = "/loose/pkg".to_owned();
        options.opencode.as_mut().unwrap().worktree = Some("/loose/pkg".to_owned());
    });
    write_skill(&mut workspace, "/loose/.agents/skills/above");
    assert!(workspace.catalog().skills.is_empty());
}

#[test]
fn dotted_folders_count_in_other_hosts_folders_alone() {
    let cases = [
        ("/repo/.agents/skills/.a/x", true),
        ("/repo/.claude/skills/.a/x", true),
        ("/repo/.opencode/skills/.a/x", false),
        ("/home/me/.config/opencode/skill/.a/x", false),
        ("/repo/more/.a/x", false),
    ];
    for (folder, loads) in cases {
        let mut workspace = workspace("1.18");
        workspace.put(CONFIG, r#"{"skills": {"paths": ["more"]}}"#);
        write_skill(&mut workspace, folder);
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog) == ["x"], loads, "{folder}");
        if !loads {
            assert_eq!(
                catalog.left_out[0].reason,
                LeftOutReason::Hidden,
                "{folder}"
            );
        }
    }
}

#[test]
fn a_skill_lies_at_any_depth_and_in_the_root_itself() {
    let mut workspace = workspace("1.18");
    write_skill(
        &mut workspace,
        "/repo/.opencode/skills/1/2/3/4/5/6/7/8/9/deep",
    );
    write_skill(&mut workspace, "/repo/.opencode/skills");
    assert_eq!(names(&workspace.catalog()), ["deep", "skills"]);
}

#[test]
fn links_to_folders_and_files_are_followed_and_no_loop_hangs() {
    let mut workspace = workspace("1.18");
    write_skill(&mut workspace, "/shared/a");
    write_skill(&mut workspace, "/shared/b");
    workspace.put_link("/repo/.opencode/skills/mine", "/shared/a");
    workspace.put_link("/repo/.opencode/skills/b/SKILL.md", "/shared/b/SKILL.md");
    workspace.put_link("/repo/.opencode/skills/loop", "..");
    workspace.put_link("/repo/.opencode/skills/gone", "/nowhere");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["a", "b"]);
    assert!(
        left_out(&catalog).contains(&("/repo/.opencode/skills/gone", LeftOutReason::DanglingLink))
    );
}

#[test]
fn links_that_multiply_end_at_a_limit() {
    let mut workspace = workspace("1.18");
    for level in 0..40 {
        for link in ["a", "b"] {
            let path = format!("/repo/.opencode/skills/d{level}/{link}");
            workspace.put_link(&path, format!("../d{}", level + 1));
        }
    }
    write_skill(&mut workspace, "/repo/.opencode/skills/d40/x");
    let catalog = workspace.catalog();
    let directories: usize = catalog.roots.iter().map(|root| root.directories).sum();
    assert!(directories <= 50_000);
    assert!(!catalog.skills.is_empty());
}

#[test]
fn what_is_no_skill_file_is_left_out_with_a_reason() {
    let mut workspace = workspace("1.18");
    let text = "---\nname: a\n---\n";
    for path in [
        "/repo/.opencode/skills/a/skill.md",
        "/repo/.opencode/skills/flat.md",
        "/repo/docs/a/SKILL.md",
    ] {
        workspace.put(path, text);
    }
    let catalog = workspace.catalog();
    assert_eq!(
        left_out(&catalog),
        [
            (
                "/repo/.opencode/skills/a/skill.md",
                LeftOutReason::WrongSpelling
            ),
            ("/repo/.opencode/skills/flat.md", LeftOutReason::FlatFile),
            ("/repo/docs/a/SKILL.md", LeftOutReason::OutsideRoots),
        ]
    );
}

#[test]
fn switches_keep_opencode_from_looking() {
    let cases: [(&str, &[&str]); 6] = [
        ("", &["agents", "claude", "project", "user"]),
        ("OPENCODE_DISABLE_EXTERNAL_SKILLS", &["project", "user"]),
        (
            "OPENCODE_DISABLE_CLAUDE_CODE",
            &["agents", "project", "user"],
        ),
        (
            "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS",
            &["agents", "project", "user"],
        ),
        (
            "OPENCODE_DISABLE_PROJECT_CONFIG",
            &["agents", "claude", "user"],
        ),
        ("UNRELATED", &["agents", "claude", "project", "user"]),
    ];
    for (switch, expected) in cases {
        let mut workspace = with("1.18", |options| {
            options.variables = Some([(switch.to_owned(), "1".to_owned())].into());
        });
        write_skill(&mut workspace, "/repo/.claude/skills/claude");
        write_skill(&mut workspace, "/repo/.agents/skills/agents");
        write_skill(&mut workspace, "/repo/.opencode/skills/project");
        write_skill(&mut workspace, "/home/me/.config/opencode/skills/user");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), expected, "{switch}");
        if switch.starts_with("OPENCODE_DISABLE_CLAUDE") {
            assert_eq!(
                left_out(&catalog),
                [(
                    "/repo/.claude/skills/claude/SKILL.md",
                    LeftOutReason::SourceOff
                )]
            );
        }
    }
}

#[test]
fn the_configuration_names_more_directories() {
    let mut workspace = with("1.18", |options| options.cwd = "/repo/pkg".to_owned());
    workspace.put("/repo/opencode.jsonc", "{\n  // more\n  \"skills\": {\"paths\": [\"~/mine\", \"./near\", \"/far\", \"gone\",]},\n}");
    for folder in ["/home/me/mine/a", "/repo/pkg/near/b", "/far/c"] {
        write_skill(&mut workspace, folder);
    }
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["a", "b", "c"]);
    let gone = catalog
        .roots
        .iter()
        .find(|root| root.path == "/repo/pkg/gone");
    assert_eq!(gone.unwrap().status, RootStatus::Missing);
}

#[test]
fn of_several_configurations_the_nearer_list_counts() {
    let mut workspace = workspace("1.18");
    let paths = |folder: &str| format!("{{\"skills\": {{\"paths\": [{folder:?}]}}}}");
    workspace.put(CONFIG, paths("one"));
    write_skill(&mut workspace, "/repo/one/a");
    write_skill(&mut workspace, "/repo/two/b");
    assert_eq!(names(&workspace.catalog()), ["a"]);
    workspace.put("/repo/opencode.json", paths("two"));
    assert_eq!(names(&workspace.catalog()), ["b"]);
    workspace.put("/repo/opencode.json", "{");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["a"]);
    assert_eq!(catalog.ignored[0].path, "/repo/opencode.json");
}

#[test]
fn of_the_projects_configurations_the_nearest_list_counts() {
    let mut workspace = with("1.18", |options| options.cwd = "/repo/pkg".to_owned());
    for (file, folder) in [
        ("/repo/opencode.json", "one"),
        ("/repo/pkg/opencode.json", "two"),
        ("/repo/.opencode/opencode.json", "three"),
    ] {
        let text = format!("{{\"skills\": {{\"paths\": [{folder:?}]}}}}");
        workspace.put(file, text);
        write_skill(&mut workspace, &format!("/repo/pkg/{folder}/{folder}"));
        assert_eq!(names(&workspace.catalog()), [folder]);
    }
}

#[test]
fn the_plan_asks_for_the_configuration() {
    let mut workspace = workspace("1.18");
    workspace.write_unread(CONFIG).unwrap();
    assert_eq!(workspace.plan(), [CONFIG]);
}

#[test]
fn skills_of_a_url_are_those_that_its_index_names_safely() {
    const URL: &str = "https://example.com/skills/";
    let mut workspace = with("1.18", |options| {
        let opencode = options.opencode.as_mut().unwrap();
        opencode
            .fetched
            .insert(URL.to_owned(), "/fetched".to_owned());
    });
    workspace.put(
        CONFIG,
        format!("{{\"skills\": {{\"urls\": [{URL:?}, \"https://gone\"]}}}}"),
    );
    let entry = |name: &str, files: &str| format!("{{\"name\": {name:?}, \"files\": [{files}]}}");
    let index = [
        entry("a", "\"SKILL.md\", \"x.py\""),
        entry("b", "\"x.py\""),
        entry("c", "\"SKILL.md\", \"../x.py\""),
        entry("..", "\"SKILL.md\""),
    ];
    workspace.put(
        "/fetched/index.json",
        format!("{{\"skills\": [{}]}}", index.join(",")),
    );
    for folder in ["a", "b", "c", "d"] {
        write_skill(&mut workspace, &format!("/fetched/{folder}"));
    }
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["a"]);
    let gone = catalog
        .roots
        .iter()
        .find(|root| root.path == "https://gone");
    assert_eq!(gone.unwrap().status, RootStatus::Missing);
}

#[test]
fn of_one_name_the_last_of_the_scan_is_kept_and_chance_is_told() {
    let mut workspace = workspace("1.18");
    for folder in [
        "/repo/.claude/skills/x",
        "/repo/.opencode/skill/x",
        "/repo/.opencode/skills/x",
    ] {
        write_skill(&mut workspace, folder);
    }
    let catalog = workspace.catalog();
    assert_eq!(locations(&catalog), ["/repo/.opencode/skills/x/SKILL.md"]);
    assert_eq!(
        left_out(&catalog),
        [
            ("/repo/.claude/skills/x/SKILL.md", LeftOutReason::Shadowed),
            ("/repo/.opencode/skill/x/SKILL.md", LeftOutReason::Shadowed),
        ]
    );
    assert!(catalog.left_out[0].message.contains("chance"));
    let told: Vec<_> = catalog
        .ignored
        .iter()
        .map(|ignored| ignored.path.as_str())
        .collect();
    assert_eq!(told, ["/repo/.opencode/skills/x/SKILL.md"]);
}

#[test]
fn a_root_that_is_reached_twice_leaves_nothing_to_chance() {
    let mut workspace = with("1.18", |options| options.cwd = "/home/me".to_owned());
    write_skill(&mut workspace, "/home/me/.agents/skills/x");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["x"]);
    assert!(catalog.ignored.is_empty() && catalog.left_out.is_empty());
}

#[test]
fn a_built_in_skill_has_no_file_and_yields_to_one() {
    let mut workspace = with("1.18", |options| {
        let opencode = options.opencode.as_mut().unwrap();
        opencode
            .built_in
            .push(skillglass::hosts::opencode::BuiltInSkill {
                name: "customise".to_owned(),
                description: "About opencode.".to_owned(),
                content: "Text.".to_owned(),
            });
    });
    assert_eq!(locations(&workspace.catalog()), ["<built-in>"]);
    write_skill(&mut workspace, "/repo/.opencode/skills/customise");
    let catalog = workspace.catalog();
    assert_eq!(
        locations(&catalog),
        ["/repo/.opencode/skills/customise/SKILL.md"]
    );
    assert!(catalog.ignored.is_empty());
}
