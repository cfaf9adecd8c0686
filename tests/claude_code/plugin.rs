//! Tests plugins: their manifests, the names of their skills, and folders of skills that are
//! plugins themselves.

use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::model::catalog::{LeftOutReason, RootStatus};
use skillglass::model::environment::Plugin;
use skillglass::model::skill::{NameSource, Scope};
use skillglass::{Workspace, WorkspaceOptions};

use super::{editions, left_out, names, options, skill, with, workspace, write_skill, write_text};
use crate::common::Files;

/// Returns a workspace with one plugin at `/plugin`. `change` can edit the plugin first.
fn installed(edition: &str, change: impl FnOnce(&mut Plugin)) -> Workspace {
    let mut plugin = Plugin {
        id: "tools@market".to_owned(),
        root: "/plugin".to_owned(),
        ..Plugin::default()
    };
    change(&mut plugin);
    with(WorkspaceOptions {
        plugins: Some(vec![plugin]),
        ..options(edition)
    })
}

fn write_manifest(workspace: &mut Workspace, root: &str, text: &str) {
    workspace.put(format!("{root}/.claude-plugin/plugin.json"), text);
}

#[test]
fn skills_and_commands_bear_the_plugins_name() {
    for edition in editions() {
        let mut workspace = installed(edition, |_| {});
        write_skill(&mut workspace, "/plugin/skills/pdf");
        workspace.put("/plugin/commands/git/commit.md", "Commit.");
        let catalog = workspace.catalog();
        assert_eq!(
            names(&catalog),
            ["tools:git:commit", "tools:pdf"],
            "{edition}"
        );
        let pdf = skill(&catalog, "tools:pdf");
        assert_eq!(pdf.scope, Scope::Plugin, "{edition}");
        assert_eq!(pdf.plugin_id.as_deref(), Some("tools@market"), "{edition}");
    }
}

#[test]
fn the_manifest_gives_the_name() {
    for edition in editions() {
        let mut workspace = installed(edition, |_| {});
        write_manifest(&mut workspace, "/plugin", r#"{"name": "office"}"#);
        write_skill(&mut workspace, "/plugin/skills/pdf");
        assert_eq!(names(&workspace.catalog()), ["office:pdf"], "{edition}");
    }
}

#[test]
fn a_skills_own_name_was_the_whole_command_until_2026_04_and_is_its_last_part_since() {
    for (edition, expected) in [
        ("2026-02", ["fancy", "tools:already"]),
        ("2026-04", ["fancy", "tools:already"]),
        ("2026-08", ["tools:fancy", "tools:already"]),
    ] {
        let mut workspace = installed(edition, |_| {});
        write_text(
            &mut workspace,
            "/plugin/skills/a",
            "---\nname: fancy\n---\n",
        );
        let prefixed = "---\nname: tools:already\n---\n";
        write_text(&mut workspace, "/plugin/skills/b", prefixed);
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), expected, "{edition}");
        assert_eq!(catalog.skills[0].name_source, NameSource::Frontmatter);
    }
}

#[test]
fn deeper_folders_made_a_middle_part_until_2026_04() {
    for (edition, expected) in [
        ("2026-02", vec!["tools:review:deep:code"]),
        ("2026-04", vec!["tools:review:deep:code"]),
        ("2026-08", vec![]),
    ] {
        let mut workspace = installed(edition, |_| {});
        write_skill(&mut workspace, "/plugin/skills/review/deep/code");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), expected, "{edition}");
        if expected.is_empty() {
            assert_eq!(catalog.left_out[0].reason, LeftOutReason::TooDeep);
        }
    }
}

#[test]
fn the_manifests_skills_add_to_the_scan_and_its_commands_replace_it() {
    for edition in editions() {
        let mut workspace = installed(edition, |_| {});
        write_manifest(
            &mut workspace,
            "/plugin",
            r#"{"skills": ["./more", "./single"], "commands": "./cmd/only.md"}"#,
        );
        write_skill(&mut workspace, "/plugin/skills/a");
        write_skill(&mut workspace, "/plugin/more/b");
        write_skill(&mut workspace, "/plugin/single");
        workspace.put("/plugin/cmd/only.md", "Only.");
        workspace.put("/plugin/cmd/other.md", "Other.");
        workspace.put("/plugin/commands/old.md", "Old.");
        assert_eq!(
            names(&workspace.catalog()),
            ["tools:only", "tools:a", "tools:b", "tools:single"],
            "{edition}"
        );
    }
}

#[test]
fn the_root_itself_may_be_listed() {
    for edition in editions() {
        for path in [".", "./"] {
            let mut workspace = installed(edition, |_| {});
            let manifest = format!(r#"{{"skills": "{path}"}}"#);
            write_manifest(&mut workspace, "/plugin", &manifest);
            write_skill(&mut workspace, "/plugin/b");
            write_text(&mut workspace, "/plugin", "---\nname: a\n---\n");
            let expected = match (edition, path) {
                ("2026-08", _) => vec!["tools:a", "tools:b"],
                (_, "./") => vec!["a", "tools:b"],
                // Claude Code accepts the short form since 2.1.221.
                _ => vec![],
            };
            assert_eq!(names(&workspace.catalog()), expected, "{edition} {path}");
        }
    }
}

#[test]
fn what_a_manifest_says_in_vain_is_told() {
    let cases = [
        (r#"{"skills": "more"}"#, Some("skills")),
        (r#"{"skills": ["./fine", 3]}"#, Some("skills")),
        (r#"{"commands": {"a": 1}}"#, Some("commands")),
        (r#"{"commands": "."}"#, Some("commands")),
        (r#"{"name": 5}"#, Some("name")),
        ("[]", None),
        ("{", None),
    ];
    for (manifest, field) in cases {
        let mut workspace = installed("2026-08", |_| {});
        write_manifest(&mut workspace, "/plugin", manifest);
        write_skill(&mut workspace, "/plugin/skills/a");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["tools:a"], "{manifest}");
        let [ignored] = &catalog.ignored[..] else {
            panic!("one thing is ignored in {manifest}")
        };
        assert_eq!(ignored.path, "/plugin/.claude-plugin/plugin.json");
        assert_eq!(ignored.field.as_deref(), field, "{manifest}");
    }
}

#[test]
fn what_a_marketplace_lists_replaces_the_scan() {
    for edition in editions() {
        let mut workspace = installed(edition, |plugin| {
            plugin.listed = Some(vec!["./one".to_owned(), "group".to_owned()]);
        });
        write_skill(&mut workspace, "/plugin/skills/unseen");
        write_skill(&mut workspace, "/plugin/one");
        write_skill(&mut workspace, "/plugin/group/two");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["tools:one", "tools:two"], "{edition}");
        assert_eq!(
            left_out(&catalog),
            [(
                "/plugin/skills/unseen/SKILL.md",
                LeftOutReason::OutsideRoots
            )],
            "{edition}"
        );
    }
}

#[test]
fn the_caller_may_say_where_a_plugins_skills_are() {
    for edition in editions() {
        let mut workspace = installed(edition, |plugin| plugin.skills = Some("/other".to_owned()));
        write_skill(&mut workspace, "/other/a");
        write_skill(&mut workspace, "/plugin/skills/b");
        assert_eq!(names(&workspace.catalog()), ["tools:a"], "{edition}");
    }
}

#[test]
fn a_root_with_a_skill_and_nothing_else_is_a_plugin_of_one_skill() {
    let single = |change: fn(&mut Workspace)| {
        let mut workspace = with(WorkspaceOptions {
            plugins: Some(vec![Plugin {
                id: "tools@market".to_owned(),
                root: "/cache/tools/1.2.0".to_owned(),
                ..Plugin::default()
            }]),
            ..options("2026-08")
        });
        write_text(&mut workspace, "/cache/tools/1.2.0", "Text.");
        change(&mut workspace);
        let catalog = workspace.catalog();
        names(&catalog).join(" ")
    };
    assert_eq!(single(|_| {}), "tools:1.2.0", "by its directory");
    let named = single(|workspace| {
        write_text(workspace, "/cache/tools/1.2.0", "---\nname: it\n---\n");
    });
    assert_eq!(named, "tools:it");
    let with_folder = single(|workspace| write_skill(workspace, "/cache/tools/1.2.0/skills/a"));
    assert_eq!(with_folder, "tools:a", "the folder counts alone");
    let with_key = single(|workspace| {
        write_manifest(workspace, "/cache/tools/1.2.0", r#"{"skills": []}"#);
    });
    assert_eq!(with_key, "");
}

#[test]
fn a_skills_folder_with_a_manifest_is_a_plugin_since_2026_08() {
    for (edition, expected) in [
        ("2026-02", "tool"),
        ("2026-04", "tool"),
        ("2026-08", "kit:tool kit:extra"),
    ] {
        for root in ["/etc/claude-code", "/home/me", "/repo"] {
            let mut workspace = workspace(edition);
            let folder = format!("{root}/.claude/skills/tool");
            let manifest = r#"{"name": "kit", "skills": ["./", "./more"]}"#;
            write_manifest(&mut workspace, &folder, manifest);
            write_skill(&mut workspace, &folder);
            write_skill(&mut workspace, &format!("{folder}/more/extra"));
            let catalog = workspace.catalog();
            assert_eq!(names(&catalog).join(" "), expected, "{edition} {root}");
            if edition == "2026-08" {
                let id = catalog.skills[0].plugin_id.as_deref();
                assert_eq!(id, Some("kit@skills-dir"), "{root}");
                assert!(catalog.left_out.is_empty(), "{root}");
            }
        }
    }
}

#[test]
fn a_file_beside_a_plugins_skills_is_told() {
    let mut workspace = workspace("2026-08");
    let folder = "/home/me/.claude/skills/tool";
    write_manifest(&mut workspace, folder, "{}");
    write_skill(&mut workspace, folder);
    write_skill(&mut workspace, &format!("{folder}/skills/a"));
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["tool:a"]);
    let all: Vec<_> = catalog.left_out.iter().collect();
    let [told] = all[..] else {
        panic!("one file is left out")
    };
    assert_eq!(told.path, format!("{folder}/SKILL.md"));
    assert_eq!(told.reason, LeftOutReason::OutsideRoots);
    assert!(told.help.contains("/tool/skills"), "{}", told.help);
}

#[test]
fn a_projects_plugin_needs_trust_and_the_start_directory() {
    let file = "/repo/.claude/skills/tool/SKILL.md";
    for (cwd, trusted, loads) in [
        ("/repo", None, true),
        ("/repo", Some(true), true),
        ("/repo", Some(false), false),
        ("/repo/pkg", None, false),
    ] {
        let mut workspace = with(WorkspaceOptions {
            cwd: cwd.to_owned(),
            claude_code: Some(ClaudeCodeOptions {
                trusted,
                ..ClaudeCodeOptions::default()
            }),
            ..options("2026-08")
        });
        write_manifest(&mut workspace, "/repo/.claude/skills/tool", "{}");
        write_skill(&mut workspace, "/repo/.claude/skills/tool");
        write_skill(&mut workspace, "/repo/.claude/skills/plain");
        let catalog = workspace.catalog();
        if loads {
            assert_eq!(names(&catalog), ["plain", "tool:tool"], "{cwd}");
            assert!(catalog.left_out.is_empty(), "{cwd}");
        } else {
            assert_eq!(names(&catalog), ["plain"], "{cwd}");
            assert_eq!(
                left_out(&catalog),
                [(file, LeftOutReason::SourceOff)],
                "{cwd}"
            );
            assert!(catalog.left_out[0].message.contains("is a plugin"));
        }
    }
}

#[test]
fn a_manifest_decides_as_soon_as_it_is_read() {
    let mut workspace = installed("2026-08", |_| {});
    write_skill(&mut workspace, "/plugin/more/a");
    workspace
        .write_unread("/plugin/.claude-plugin/plugin.json")
        .unwrap();
    assert!(workspace.catalog().skills.is_empty());
    write_manifest(&mut workspace, "/plugin", r#"{"skills": "./more"}"#);
    assert_eq!(names(&workspace.catalog()), ["tools:a"]);
}

#[test]
fn a_plugin_that_is_not_there_is_a_missing_root() {
    let workspace = installed("2026-08", |_| {});
    let catalog = workspace.catalog();
    let roots: Vec<_> = (catalog.roots.iter())
        .filter(|root| root.plugin_id.is_some())
        .map(|root| (root.path.as_str(), root.status))
        .collect();
    assert_eq!(
        roots,
        [
            ("/plugin/commands", RootStatus::Missing),
            ("/plugin/skills", RootStatus::Missing)
        ]
    );
}
