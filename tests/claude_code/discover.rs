//! Tests where Claude Code looks for skills, and what it reports about the files that it does not
//! load.

use std::collections::BTreeMap;

use skillglass::hosts::claude_code::{BundledSkill, ClaudeCodeOptions, SdkOptions, SettingSource};
use skillglass::model::catalog::{LeftOutReason, RootStatus};
use skillglass::model::skill::Scope;
use skillglass::{Workspace, WorkspaceOptions};

use super::{
    editions, left_out, names, options, skill, with, with_options, workspace, write_skill,
    write_text,
};
use crate::common::Files;

/// Returns the paths of the skill roots. Folders of commands are left out, and of several roots
/// with one path all but the first.
fn roots(workspace: &Workspace) -> Vec<String> {
    let catalog = workspace.catalog();
    let roots = catalog.roots.iter();
    roots
        .filter(|root| !root.path.ends_with("/commands"))
        .filter(|root| root.status != RootStatus::Duplicate)
        .map(|root| root.path.clone())
        .collect()
}

fn reason(workspace: &Workspace, path: &str) -> Option<LeftOutReason> {
    let catalog = workspace.catalog();
    let mut left_out = catalog.left_out.iter();
    left_out
        .find(|left_out| left_out.path == path)
        .map(|left_out| left_out.reason)
}

fn variables(names: &[&str]) -> Option<BTreeMap<String, String>> {
    let on = names
        .iter()
        .map(|name| ((*name).to_owned(), "1".to_owned()));
    Some(on.collect())
}

#[test]
fn roots_come_in_the_order_administrator_personal_project() {
    for (edition, synced) in [("2026-02", false), ("2026-04", false), ("2026-08", true)] {
        let workspace = with(WorkspaceOptions {
            cwd: "/repo/a/b".to_owned(),
            ..options(edition)
        });
        let mut expected = vec![
            "/etc/claude-code/.claude/skills",
            "/home/me/.claude/skills",
            "/home/me/.claude/skills/synced",
            "/repo/a/b/.claude/skills",
            "/repo/a/.claude/skills",
            "/repo/.claude/skills",
        ];
        expected.retain(|root| synced || !root.ends_with("synced"));
        assert_eq!(roots(&workspace), expected, "{edition}");
    }
}

#[test]
fn the_walk_up_ends_at_the_home_until_2026_04_and_at_the_repository_since() {
    for (edition, expected) in [
        ("2026-02", vec!["inner", "repo", "outer"]),
        ("2026-04", vec!["inner", "repo", "outer"]),
        ("2026-08", vec!["inner", "repo"]),
    ] {
        let mut workspace = with(WorkspaceOptions {
            cwd: "/home/me/code/repo/pkg".to_owned(),
            ..options(edition)
        });
        workspace.put_folder("/home/me/code/repo/.git");
        write_skill(
            &mut workspace,
            "/home/me/code/repo/pkg/.claude/skills/inner",
        );
        write_skill(&mut workspace, "/home/me/code/repo/.claude/skills/repo");
        write_skill(&mut workspace, "/home/me/code/.claude/skills/outer");
        assert_eq!(names(&workspace.catalog()), expected, "{edition}");
    }
}

#[test]
fn outside_a_repository_the_walk_goes_up_to_the_home_and_elsewhere_nowhere() {
    for edition in editions() {
        for (cwd, expected) in [("/home/me/a/b", 2), ("/srv/a/b", 1)] {
            let mut workspace = with(WorkspaceOptions {
                cwd: cwd.to_owned(),
                ..options(edition)
            });
            let above = cwd.trim_end_matches("/b");
            write_skill(&mut workspace, &format!("{cwd}/.claude/skills/here"));
            write_skill(&mut workspace, &format!("{above}/.claude/skills/above"));
            assert_eq!(
                workspace.catalog().skills.len(),
                expected,
                "{edition} {cwd}"
            );
        }
    }
}

#[test]
fn a_home_that_is_the_working_directory_is_looked_at_once() {
    for edition in editions() {
        let mut workspace = with(WorkspaceOptions {
            cwd: "/home/me".to_owned(),
            ..options(edition)
        });
        write_skill(&mut workspace, "/home/me/.claude/skills/a");
        let catalog = workspace.catalog();
        assert_eq!(skill(&catalog, "a").scope, Scope::User, "{edition}");
        assert_eq!(catalog.skills.len(), 1, "{edition}");
        assert!(catalog.left_out.is_empty(), "{edition}");
    }
}

#[test]
fn a_linked_worktree_without_skills_takes_the_main_checkouts_since_2026_08() {
    for (edition, expected) in [("2026-02", 0), ("2026-04", 0), ("2026-08", 1)] {
        let mut workspace = with(WorkspaceOptions {
            cwd: "/trees/fix/pkg".to_owned(),
            ..options(edition)
        });
        workspace.put("/trees/fix/.git", "gitdir: /repo/.git/worktrees/fix\n");
        write_skill(&mut workspace, "/repo/.claude/skills/main");
        assert_eq!(workspace.catalog().skills.len(), expected, "{edition}");
        workspace.put_folder("/trees/fix/.claude/skills");
        assert!(workspace.catalog().skills.is_empty(), "{edition}");
    }
}

#[test]
fn what_links_a_worktree_is_asked_for_and_may_be_relative() {
    let mut workspace = with(WorkspaceOptions {
        cwd: "/trees/fix".to_owned(),
        ..options("2026-08")
    });
    write_skill(&mut workspace, "/repo/.claude/skills/main");
    workspace.write_unread("/trees/fix/.git").unwrap();
    assert_eq!(workspace.plan(), ["/trees/fix/.git"]);
    workspace.put("/trees/fix/.git", "gitdir: ../../repo/.git/worktrees/fix");
    assert_eq!(names(&workspace.catalog()), ["main"]);
    workspace.put("/trees/fix/.git", "gitdir: /repo/.git/modules/fix");
    assert!(workspace.catalog().skills.is_empty());
}

#[test]
fn added_directories_bring_skills_and_commands() {
    for edition in editions() {
        let mut workspace = with_options(
            edition,
            ClaudeCodeOptions {
                add_directories: vec!["/other".to_owned()],
                ..ClaudeCodeOptions::default()
            },
        );
        write_skill(&mut workspace, "/other/.claude/skills/a");
        workspace.put("/other/.claude/commands/b.md", "B.");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["a", "b"], "{edition}");
        assert_eq!(skill(&catalog, "a").scope, Scope::Repo, "{edition}");
    }
}

#[test]
fn additional_directories_of_the_settings_bring_no_skills() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        let settings = r#"{"permissions": {"additionalDirectories": ["/other"]}}"#;
        workspace.put("/repo/.claude/settings.json", settings);
        write_skill(&mut workspace, "/other/.claude/skills/a");
        let catalog = workspace.catalog();
        assert_eq!(
            left_out(&catalog),
            [(
                "/other/.claude/skills/a/SKILL.md",
                LeftOutReason::OutsideRoots
            )],
            "{edition}"
        );
    }
}

#[test]
fn the_administrators_directory_can_be_elsewhere() {
    for edition in editions() {
        let mut workspace = with_options(
            edition,
            ClaudeCodeOptions {
                managed: Some("/Library/ClaudeCode".to_owned()),
                ..ClaudeCodeOptions::default()
            },
        );
        write_skill(&mut workspace, "/Library/ClaudeCode/.claude/skills/a");
        write_skill(&mut workspace, "/etc/claude-code/.claude/skills/b");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["a"], "{edition}");
        assert_eq!(catalog.skills[0].scope, Scope::Admin, "{edition}");
    }
}

#[test]
fn a_skill_is_exactly_one_folder_deep_with_an_exact_name() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/.claude/skills/good");
        write_skill(&mut workspace, "/repo/.claude/skills/category/deep");
        write_skill(&mut workspace, "/repo/.claude/skills/.hidden");
        for file in ["flat.md", "SKILL.md", "low/skill.md"] {
            let path = format!("/repo/.claude/skills/{file}");
            workspace.put(&path, "Text.");
        }
        workspace.put_folder("/repo/.claude/skills/odd/SKILL.md");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), [".hidden", "good"], "{edition}");
        let root = "/repo/.claude/skills";
        assert_eq!(
            left_out(&catalog),
            [
                (&*format!("{root}/SKILL.md"), LeftOutReason::FlatFile),
                (
                    &*format!("{root}/category/deep/SKILL.md"),
                    LeftOutReason::TooDeep
                ),
                (&*format!("{root}/flat.md"), LeftOutReason::FlatFile),
                (
                    &*format!("{root}/low/skill.md"),
                    LeftOutReason::WrongSpelling
                ),
                (&*format!("{root}/odd/SKILL.md"), LeftOutReason::NotAFile),
            ],
            "{edition}"
        );
    }
}

#[test]
fn agents_skills_is_no_place_of_this_host() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        let catalog = workspace.catalog();
        assert!(catalog.skills.is_empty(), "{edition}");
        let all: Vec<_> = catalog.left_out.iter().collect();
        let [left_out] = all[..] else {
            panic!("one file is left out")
        };
        assert_eq!(left_out.reason, LeftOutReason::OutsideRoots);
        assert!(left_out.help.contains("/repo/.claude/skills"), "{edition}");
    }
}

#[test]
fn a_linked_folder_is_followed_and_a_file_counts_once() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/shared/real");
        workspace.put_link("/repo/.claude/skills/linked", "/shared/real");
        workspace.put_link("/home/me/.claude/skills/mine", "/shared/real");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["mine"], "{edition}");
        let skill = &catalog.skills[0];
        assert_eq!(skill.path, "/shared/real/SKILL.md");
        assert_eq!(
            skill.discovered_path,
            "/home/me/.claude/skills/mine/SKILL.md"
        );
        assert_eq!(
            left_out(&catalog),
            [(
                "/repo/.claude/skills/linked/SKILL.md",
                LeftOutReason::Duplicate
            )],
            "{edition}"
        );
    }
}

#[test]
fn a_linked_file_and_a_linked_root_count() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        workspace.put("/shared/notes.md", "Text.");
        write_skill(&mut workspace, "/team/skills/b");
        workspace.put_link("/repo/.claude/skills/a/SKILL.md", "/shared/notes.md");
        workspace.put_link("/home/me/.claude", "/team");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["b", "a"], "{edition}");
        assert_eq!(catalog.skills[1].path, "/shared/notes.md");
    }
}

#[test]
fn links_that_lead_nowhere_are_told_where_they_could_be_skills() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/.claude/skills/a");
        workspace.put_link("/repo/.claude/skills/gone", "/nowhere");
        workspace.put_link("/repo/.claude/skills/loop", "loop");
        workspace.put_link("/repo/.claude/skills/a/scripts", "/nowhere");
        assert_eq!(
            left_out(&workspace.catalog()),
            [
                ("/repo/.claude/skills/gone", LeftOutReason::DanglingLink),
                ("/repo/.claude/skills/loop", LeftOutReason::LinkLoop),
            ],
            "{edition}"
        );
    }
}

#[test]
fn a_link_below_a_skill_is_told_only_if_it_leads_to_another() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/.claude/skills/a");
        workspace.put("/shared/data/x.csv", "1");
        write_skill(&mut workspace, "/shared/b");
        workspace.put_link("/repo/.claude/skills/a/data", "/shared/data");
        workspace.put_link("/repo/.claude/skills/a/b", "/shared/b");
        assert_eq!(
            left_out(&workspace.catalog()),
            [
                ("/repo/.claude/skills/a/b", LeftOutReason::TooDeep),
                ("/shared/b/SKILL.md", LeftOutReason::OutsideRoots),
            ],
            "{edition}"
        );
    }
}

#[test]
fn the_folder_synced_is_the_hosts_own_since_2026_08() {
    for (edition, expected) in [("2026-02", 3), ("2026-04", 3), ("2026-08", 0)] {
        let mut workspace = workspace(edition);
        let folders = [
            "/etc/claude-code/.claude/skills/SYNCED",
            "/home/me/.claude/skills/Synced",
            "/repo/.claude/skills/synced",
        ];
        for folder in folders {
            write_skill(&mut workspace, folder);
        }
        assert_eq!(workspace.catalog().skills.len(), expected, "{edition}");
        if expected == 0 {
            for folder in folders {
                let file = format!("{folder}/SKILL.md");
                let told = reason(&workspace, &file);
                assert_eq!(told, Some(LeftOutReason::ReservedName), "{folder}");
            }
        }
    }
}

#[test]
fn synced_skills_need_a_run_without_a_user_and_a_variable() {
    let folder = "/home/me/.claude/skills/synced/report";
    for (headless, variable, loads) in [
        (false, false, false),
        (true, false, false),
        (false, true, false),
        (true, true, true),
    ] {
        let mut workspace = with(WorkspaceOptions {
            variables: variable
                .then(|| variables(&["CLAUDE_CODE_SYNC_SKILLS"]))
                .flatten(),
            claude_code: Some(ClaudeCodeOptions {
                headless,
                ..ClaudeCodeOptions::default()
            }),
            ..options("2026-08")
        });
        write_skill(&mut workspace, folder);
        let told = reason(&workspace, &format!("{folder}/SKILL.md"));
        if loads {
            assert_eq!(names(&workspace.catalog()), ["report"])
        } else {
            assert_eq!(
                told,
                Some(LeftOutReason::SourceOff),
                "{headless} {variable}"
            )
        }
    }
}

#[test]
fn a_nested_directory_waits_for_a_touched_file_since_2026_04() {
    let file = "/repo/apps/web/.claude/skills/deploy/SKILL.md";
    for (edition, expected) in [
        ("2026-02", LeftOutReason::OutsideRoots),
        ("2026-04", LeftOutReason::NotTouched),
        ("2026-08", LeftOutReason::NotTouched),
    ] {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/apps/web/.claude/skills/deploy");
        assert_eq!(reason(&workspace, file), Some(expected), "{edition}");
    }
}

#[test]
fn a_nested_directory_that_is_added_is_looked_at_from_the_start() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            add_directories: vec!["/repo/apps/web".to_owned()],
            ..ClaudeCodeOptions::default()
        },
    );
    write_skill(&mut workspace, "/repo/.claude/skills/deploy");
    write_skill(&mut workspace, "/repo/apps/web/.claude/skills/deploy");
    assert_eq!(names(&workspace.catalog()), ["deploy", "apps/web:deploy"]);
}

#[test]
fn the_working_directorys_own_path_may_hold_the_folder_of_skills() {
    let mut workspace = with(WorkspaceOptions {
        cwd: "/home/me/.claude/skills/tool".to_owned(),
        ..options("2026-08")
    });
    write_skill(
        &mut workspace,
        "/home/me/.claude/skills/tool/x/.claude/skills/a",
    );
    let file = "/home/me/.claude/skills/tool/x/.claude/skills/a/SKILL.md";
    assert_eq!(reason(&workspace, file), Some(LeftOutReason::TooDeep));
    let mut workspace = with(WorkspaceOptions {
        cwd: "/srv/.claude/skills/tool".to_owned(),
        ..options("2026-08")
    });
    write_skill(
        &mut workspace,
        "/srv/.claude/skills/tool/x/.claude/skills/a",
    );
    let file = "/srv/.claude/skills/tool/x/.claude/skills/a/SKILL.md";
    assert_eq!(reason(&workspace, file), Some(LeftOutReason::NotTouched));
}

/// Returns a workspace with one skill from every kind of source that Claude Code has: user,
/// project, plugin, bundled and so on.
fn every_source(edition: &str, more: WorkspaceOptions) -> Workspace {
    let claude_code = ClaudeCodeOptions {
        add_directories: vec!["/added".to_owned()],
        bundled: vec![
            BundledSkill {
                directory: "/bundled/simplify".to_owned(),
                ..BundledSkill::default()
            },
            BundledSkill {
                directory: "/bundled/doctor".to_owned(),
                ..BundledSkill::default()
            },
        ],
        ..more.claude_code.clone().unwrap_or_default()
    };
    let mut workspace = with(WorkspaceOptions {
        claude_code: Some(claude_code),
        plugins: Some(vec![skillglass::model::environment::Plugin {
            id: "plug@market".to_owned(),
            root: "/plugin".to_owned(),
            ..skillglass::model::environment::Plugin::default()
        }]),
        ..WorkspaceOptions {
            variables: more.variables,
            ..options(edition)
        }
    });
    for folder in [
        "/etc/claude-code/.claude/skills/managed",
        "/home/me/.claude/skills/personal",
        "/repo/.claude/skills/project",
        "/added/.claude/skills/added",
        "/plugin/skills/it",
        "/bundled/simplify",
        "/bundled/doctor",
    ] {
        write_skill(&mut workspace, folder);
    }
    workspace.put("/repo/.claude/commands/command.md", "Text.");
    workspace
}

#[test]
fn each_switch_turns_off_what_it_names_and_says_so() {
    let all = [
        "managed", "personal", "project", "added", "command", "plug:it", "simplify", "doctor",
    ];
    let option = |change: fn(&mut ClaudeCodeOptions)| {
        let mut claude_code = ClaudeCodeOptions::default();
        change(&mut claude_code);
        WorkspaceOptions {
            claude_code: Some(claude_code),
            ..WorkspaceOptions::default()
        }
    };
    let variable = |name: &str| WorkspaceOptions {
        variables: variables(&[name]),
        ..WorkspaceOptions::default()
    };
    let settings = |text: &'static str| WorkspaceOptions {
        claude_code: Some(ClaudeCodeOptions {
            settings: Some(text.to_owned()),
            ..ClaudeCodeOptions::default()
        }),
        ..WorkspaceOptions::default()
    };
    let cases: Vec<(WorkspaceOptions, &str, &[&str])> = vec![
        (WorkspaceOptions::default(), "nothing", &all),
        (
            option(|options| options.disable_slash_commands = true),
            "--disable-slash-commands",
            &[],
        ),
        (
            option(|options| options.bare = true),
            "--bare",
            &["added", "simplify", "doctor"],
        ),
        (
            variable("CLAUDE_CODE_SIMPLE"),
            "--bare",
            &["added", "simplify", "doctor"],
        ),
        (
            option(|options| options.safe_mode = true),
            "--safe-mode",
            &["simplify", "doctor"],
        ),
        (
            variable("CLAUDE_CODE_SAFE_MODE"),
            "--safe-mode",
            &["simplify", "doctor"],
        ),
        (
            settings(r#"{"disableBundledSkills": true}"#),
            "disableBundledSkills",
            &[
                "managed", "personal", "project", "added", "command", "plug:it", "doctor",
            ],
        ),
        (
            variable("CLAUDE_CODE_DISABLE_BUNDLED_SKILLS"),
            "CLAUDE_CODE_DISABLE_BUNDLED_SKILLS",
            &[
                "managed", "personal", "project", "added", "command", "plug:it", "doctor",
            ],
        ),
        (
            variable("DISABLE_DOCTOR_COMMAND"),
            "DISABLE_DOCTOR_COMMAND",
            &[
                "managed", "personal", "project", "added", "command", "plug:it", "simplify",
            ],
        ),
        (
            variable("CLAUDE_CODE_DISABLE_POLICY_SKILLS"),
            "CLAUDE_CODE_DISABLE_POLICY_SKILLS",
            &[
                "personal", "project", "added", "command", "plug:it", "simplify", "doctor",
            ],
        ),
        (
            option(|options| options.setting_sources = Some(vec![SettingSource::User])),
            "--setting-sources",
            &["managed", "personal", "plug:it", "simplify", "doctor"],
        ),
        (
            option(|options| options.setting_sources = Some(vec![SettingSource::Project])),
            "--setting-sources",
            &[
                "managed", "project", "added", "command", "plug:it", "simplify", "doctor",
            ],
        ),
    ];
    for (more, switch, expected) in cases {
        let workspace = every_source("2026-08", more);
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), expected, "{switch}");
        assert_eq!(
            catalog.left_out.len(),
            all.len() - expected.len(),
            "{switch}"
        );
        for left_out in &catalog.left_out {
            assert_eq!(left_out.reason, LeftOutReason::SourceOff, "{switch}");
            assert!(left_out.message.contains(switch), "{}", left_out.message);
        }
    }
}

#[test]
fn the_administrator_can_limit_skills_to_plugins_and_to_his_own() {
    for (value, expected) in [
        ("true", vec!["managed", "plug:it", "simplify", "doctor"]),
        (
            r#"["skills", "hooks"]"#,
            vec!["managed", "plug:it", "simplify", "doctor"],
        ),
        (
            r#"["hooks"]"#,
            vec![
                "managed", "personal", "project", "added", "command", "plug:it", "simplify",
                "doctor",
            ],
        ),
    ] {
        let mut workspace = every_source("2026-08", WorkspaceOptions::default());
        let text = format!(r#"{{"strictPluginOnlyCustomization": {value}}}"#);
        workspace.put("/etc/claude-code/managed-settings.json", &*text);
        assert_eq!(names(&workspace.catalog()), expected, "{value}");
        workspace.remove("/etc/claude-code/managed-settings.json");
        workspace.put("/home/me/.claude/settings.json", &*text);
        assert_eq!(workspace.catalog().skills.len(), 8, "{value} of the user's");
    }
}

#[test]
fn bare_leaves_an_added_directory_that_is_the_project_itself() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            bare: true,
            add_directories: vec!["/repo".to_owned()],
            ..ClaudeCodeOptions::default()
        },
    );
    write_skill(&mut workspace, "/repo/.claude/skills/a");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["a"]);
    assert!(catalog.left_out.is_empty());
}

#[test]
fn without_slash_commands_prompts_of_servers_are_gone_too() {
    let workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            disable_slash_commands: true,
            mcp_prompts: vec![skillglass::hosts::claude_code::McpPrompt {
                server: "s".to_owned(),
                name: "p".to_owned(),
                ..Default::default()
            }],
            ..ClaudeCodeOptions::default()
        },
    );
    assert_eq!(
        left_out(&workspace.catalog()),
        [("mcp://s/p", LeftOutReason::SourceOff)]
    );
}

#[test]
fn a_bundled_skill_is_its_folder_with_all_files_in_it() {
    for edition in editions() {
        let mut workspace = every_source(edition, WorkspaceOptions::default());
        workspace.put("/bundled/simplify/REFERENCE.md", "");
        workspace.put_link("/bundled/simplify/scripts", "/nowhere");
        let catalog = workspace.catalog();
        assert_eq!(skill(&catalog, "simplify").scope, Scope::System);
        assert!(catalog.left_out.is_empty(), "{edition}");
    }
}

#[test]
fn the_plan_asks_for_skills_commands_settings_manifests_and_what_git_ignores() {
    let mut workspace = every_source("2026-08", WorkspaceOptions::default());
    let unread = [
        "/etc/claude-code/managed-settings.json",
        "/home/me/.claude/settings.json",
        "/home/me/.claude/skills/personal/SKILL.md",
        "/home/me/.claude/skills/tool/.claude-plugin/plugin.json",
        "/plugin/.claude-plugin/plugin.json",
        "/plugin/commands/x.md",
        "/repo/.claude/commands/command.md",
        "/repo/.claude/settings.json",
        "/repo/.claude/settings.local.json",
        "/repo/.gitignore",
    ];
    for path in unread {
        workspace.remove(path);
        workspace.write_unread(path).unwrap();
    }
    for path in [
        "/repo/README.md",
        "/repo/src/.gitignore",
        "/repo/.claude/skills/project/notes.md",
    ] {
        workspace.write_unread(path).unwrap();
    }
    write_skill(&mut workspace, "/repo/apps/.claude/skills/deploy");
    assert_eq!(workspace.plan(), unread);
    assert_eq!(
        reason(&workspace, "/home/me/.claude/skills/personal/SKILL.md"),
        Some(LeftOutReason::Unread)
    );
}

#[test]
fn the_plan_leaves_settings_of_sources_that_do_not_count() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            setting_sources: Some(vec![SettingSource::Local]),
            ..ClaudeCodeOptions::default()
        },
    );
    for path in [
        "/home/me/.claude/settings.json",
        "/repo/.claude/settings.json",
        "/repo/.claude/settings.local.json",
    ] {
        workspace.write_unread(path).unwrap();
    }
    assert_eq!(workspace.plan(), ["/repo/.claude/settings.local.json"]);
}

#[test]
fn edits_additions_and_removals_are_seen_at_once() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/.claude/skills/a");
        assert_eq!(names(&workspace.catalog()), ["a"], "{edition}");
        write_skill(&mut workspace, "/repo/.claude/skills/b");
        assert_eq!(names(&workspace.catalog()), ["a", "b"], "{edition}");
        workspace.remove("/repo/.claude/skills/a");
        let text = "---\ndescription: Other.\n---\n";
        write_text(&mut workspace, "/repo/.claude/skills/b", text);
        let catalog = workspace.catalog();
        assert_eq!(skill(&catalog, "b").description, "Other.", "{edition}");
        assert_eq!(catalog.skills.len(), 1, "{edition}");
    }
}

#[test]
fn an_sdk_list_takes_exact_names_only() {
    for name in ["", " a", "a,b", "a(b", "a)", "a\u{7}", "*", "plug:*"] {
        let refused = Workspace::new(&WorkspaceOptions {
            claude_code: Some(ClaudeCodeOptions {
                sdk: Some(SdkOptions {
                    skills: Some(vec!["fine".to_owned(), name.to_owned()]),
                }),
                ..ClaudeCodeOptions::default()
            }),
            ..options("2026-08")
        });
        let error = refused.err().expect("the name is refused");
        assert_eq!(error.argument, "claudeCode.sdk.skills[1]", "{name:?}");
    }
}

#[test]
fn directories_in_the_options_are_absolute() {
    let cases = [
        (
            ClaudeCodeOptions {
                managed: Some("etc".to_owned()),
                ..ClaudeCodeOptions::default()
            },
            "claudeCode.managed",
        ),
        (
            ClaudeCodeOptions {
                add_directories: vec!["/a".to_owned(), "b".to_owned()],
                ..ClaudeCodeOptions::default()
            },
            "claudeCode.addDirectories[1]",
        ),
        (
            ClaudeCodeOptions {
                bundled: vec![BundledSkill::default()],
                ..ClaudeCodeOptions::default()
            },
            "claudeCode.bundled[0].directory",
        ),
    ];
    for (claude_code, argument) in cases {
        let refused = Workspace::new(&WorkspaceOptions {
            claude_code: Some(claude_code),
            ..options("2026-08")
        });
        assert_eq!(refused.err().expect("it is refused").argument, argument);
    }
}
