//! Tests the catalog of Claude Code: names, precedence, overrides, commands, and the prompts of
//! servers.

use skillglass::WorkspaceOptions;
use skillglass::hosts::claude_code::{BundledSkill, ClaudeCodeOptions, McpPrompt, SdkOptions};
use skillglass::model::catalog::LeftOutReason;
use skillglass::model::environment::Plugin;
use skillglass::model::skill::{NameSource, Scope, SkillKind, Visibility};

use super::{
    editions, left_out, names, options, skill, with, with_options, workspace, write_skill,
    write_text,
};
use crate::common::Files;

fn bundled(directory: &str, aliases: &[&str]) -> ClaudeCodeOptions {
    ClaudeCodeOptions {
        bundled: vec![BundledSkill {
            directory: directory.to_owned(),
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        }],
        ..ClaudeCodeOptions::default()
    }
}

#[test]
fn of_one_name_the_administrators_goes_first_then_the_users_then_the_projects_then_the_bundled() {
    let folders = [
        "/etc/claude-code/.claude/skills/deploy",
        "/home/me/.claude/skills/deploy",
        "/repo/.claude/skills/deploy",
        "/bundled/deploy",
    ];
    let mut workspace = with_options("2026-08", bundled("/bundled/deploy", &[]));
    for folder in folders {
        write_skill(&mut workspace, folder);
    }
    for (index, folder) in folders.iter().enumerate() {
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["deploy"]);
        assert_eq!(catalog.skills[0].path, format!("{folder}/SKILL.md"));
        assert_eq!(catalog.left_out.len(), folders.len() - 1 - index);
        for left_out in &catalog.left_out {
            assert_eq!(left_out.reason, LeftOutReason::Shadowed);
            assert!(left_out.message.contains(folder), "{}", left_out.message);
        }
        workspace.remove(folder);
    }
}

#[test]
fn until_2026_04_all_of_one_name_are_there_and_the_bundled_comes_first() {
    for edition in ["2026-02", "2026-04"] {
        let mut workspace = with_options(edition, bundled("/bundled/deploy", &[]));
        for folder in [
            "/etc/claude-code/.claude/skills/deploy",
            "/home/me/.claude/skills/deploy",
            "/repo/.claude/skills/deploy",
            "/bundled/deploy",
        ] {
            write_skill(&mut workspace, folder);
        }
        let catalog = workspace.catalog();
        let scopes: Vec<_> = catalog.skills.iter().map(|skill| skill.scope).collect();
        let expected = [Scope::System, Scope::Admin, Scope::User, Scope::Repo];
        assert_eq!(scopes, expected, "{edition}");
        assert!(catalog.left_out.is_empty(), "{edition}");
        assert_eq!(catalog.ignored.len(), 3, "{edition}");
        for ignored in &catalog.ignored {
            assert_eq!(ignored.field.as_deref(), Some("name"), "{edition}");
            assert!(ignored.message.contains("/bundled/deploy/SKILL.md"));
        }
    }
}

#[test]
fn of_the_projects_own_the_nearest_goes_first_and_added_directories_last() {
    let mut workspace = with(WorkspaceOptions {
        cwd: "/repo/pkg".to_owned(),
        claude_code: Some(ClaudeCodeOptions {
            add_directories: vec!["/added".to_owned()],
            ..ClaudeCodeOptions::default()
        }),
        ..options("2026-08")
    });
    for root in ["/added", "/repo", "/repo/pkg"] {
        write_skill(&mut workspace, &format!("{root}/.claude/skills/deploy"));
        let command = format!("{root}/.claude/commands/build.md");
        workspace.put(&command, "Build.");
        let catalog = workspace.catalog();
        let path = format!("{root}/.claude/skills/deploy/SKILL.md");
        assert_eq!(skill(&catalog, "deploy").path, path);
        assert_eq!(skill(&catalog, "build").path, command);
    }
}

#[test]
fn a_skill_goes_before_a_command_of_its_name() {
    let mut workspace = workspace("2026-08");
    workspace.put("/home/me/.claude/commands/deploy.md", "By the command.");
    write_skill(&mut workspace, "/repo/.claude/skills/deploy");
    let catalog = workspace.catalog();
    assert_eq!(skill(&catalog, "deploy").kind, SkillKind::Skill);
    assert_eq!(
        left_out(&catalog),
        [(
            "/home/me/.claude/commands/deploy.md",
            LeftOutReason::Shadowed
        )]
    );
}

#[test]
fn a_bundled_skill_whose_name_is_taken_still_answers_to_its_aliases() {
    let mut workspace = with_options("2026-08", bundled("/bundled/review", &["check", "audit"]));
    write_skill(&mut workspace, "/bundled/review");
    assert_eq!(
        skill(&workspace.catalog(), "review").aliases,
        ["check", "audit"]
    );
    write_skill(&mut workspace, "/repo/.claude/skills/review");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["review", "check"]);
    assert_eq!(skill(&catalog, "review").scope, Scope::Repo);
    assert_eq!(skill(&catalog, "check").aliases, ["audit"]);
    assert_eq!(catalog.ignored[0].path, "/bundled/review/SKILL.md");
    for taken in ["check", "audit"] {
        write_skill(&mut workspace, &format!("/repo/.claude/skills/{taken}"));
    }
    assert_eq!(
        left_out(&workspace.catalog()),
        [("/bundled/review/SKILL.md", LeftOutReason::Shadowed)]
    );
}

#[test]
fn plugins_skills_stand_beside_the_others_and_hide_none() {
    for edition in editions() {
        let mut workspace = with(WorkspaceOptions {
            plugins: Some(vec![Plugin {
                id: "tools@market".to_owned(),
                root: "/plugin".to_owned(),
                ..Plugin::default()
            }]),
            ..options(edition)
        });
        write_skill(&mut workspace, "/plugin/skills/deploy");
        write_skill(&mut workspace, "/repo/.claude/skills/deploy");
        assert_eq!(
            names(&workspace.catalog()),
            ["deploy", "tools:deploy"],
            "{edition}"
        );
    }
}

#[test]
fn commands_are_named_after_their_folders_and_file() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        for file in ["a.md", "frontend/component.md", "x/y/z.md", "notes.txt"] {
            let path = format!("/repo/.claude/commands/{file}");
            workspace.put(&path, "Text.");
        }
        let catalog = workspace.catalog();
        assert_eq!(
            names(&catalog),
            ["a", "frontend:component", "x:y:z"],
            "{edition}"
        );
        for skill in &catalog.skills {
            assert_eq!(skill.kind, SkillKind::Command, "{edition}");
            assert_eq!(skill.name_source, NameSource::Folder, "{edition}");
        }
    }
}

#[test]
fn a_commands_name_and_paths_are_ignored_and_the_rest_counts() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        let text = "---\nname: other\npaths: '*.md'\ndescription: D.\nmodel: opus\n---\nText.";
        workspace.put("/repo/.claude/commands/a.md", text);
        let catalog = workspace.catalog();
        let command = skill(&catalog, "a");
        assert!(command.active, "{edition}");
        assert_eq!(command.description, "D.", "{edition}");
        let frontmatter = command.frontmatter.as_deref().unwrap();
        assert_eq!(frontmatter.model.as_deref(), Some("opus"), "{edition}");
        let fields: Vec<_> = catalog
            .ignored
            .iter()
            .map(|it| it.field.as_deref())
            .collect();
        assert_eq!(fields, [Some("name"), Some("paths")], "{edition}");
    }
}

#[test]
fn prompts_of_servers_are_named_after_both() {
    for (edition, model_invocable) in [("2026-02", true), ("2026-04", true), ("2026-08", false)] {
        let workspace = with_options(
            edition,
            ClaudeCodeOptions {
                mcp_prompts: vec![McpPrompt {
                    server: "My Server".to_owned(),
                    name: "list  open".to_owned(),
                    description: Some("Lists.".to_owned()),
                    arguments: vec!["repo".to_owned()],
                }],
                ..ClaudeCodeOptions::default()
            },
        );
        let catalog = workspace.catalog();
        let prompt = skill(&catalog, "mcp__My_Server__list_open");
        assert_eq!(prompt.scope, Scope::Mcp, "{edition}");
        assert_eq!(prompt.kind, SkillKind::McpPrompt, "{edition}");
        assert_eq!(prompt.description, "Lists.", "{edition}");
        assert_eq!(prompt.model_invocable, model_invocable, "{edition}");
        let arguments = &prompt.frontmatter.as_deref().unwrap().arguments;
        assert_eq!(arguments, &["repo"], "{edition}");
    }
}

#[test]
fn a_synced_skill_yields_to_every_name_that_looks_like_its_own() {
    for (other, expected) in [
        ("/repo/.claude/skills/report", "anthropic-skills:report"),
        ("/repo/.claude/skills/Re port", "anthropic-skills:report"),
        (
            "/repo/.claude/skills/re\u{200b}port",
            "anthropic-skills:report",
        ),
        (
            "/repo/.claude/skills/\u{ff52}eport",
            "anthropic-skills:report",
        ),
        ("/repo/.claude/skills/reports", "report"),
    ] {
        let mut workspace = with(WorkspaceOptions {
            variables: Some([("CLAUDE_CODE_SYNC_SKILLS".to_owned(), "1".to_owned())].into()),
            claude_code: Some(ClaudeCodeOptions {
                headless: true,
                ..ClaudeCodeOptions::default()
            }),
            ..options("2026-08")
        });
        let text =
            "---\ndescription: \"Use <b> & \\x07more\"\nwhen_to_use: \"On </x>\\x07.\"\n---\n";
        write_text(
            &mut workspace,
            "/home/me/.claude/skills/synced/report",
            text,
        );
        write_skill(&mut workspace, other);
        let catalog = workspace.catalog();
        let synced = skill(&catalog, expected);
        assert_eq!(synced.scope, Scope::User, "{other}");
        assert_eq!(synced.description, "Use &lt;b&gt; & more", "{other}");
        let line = format!("- {expected}: Use &lt;b&gt; & more - On &lt;/x&gt;.");
        let message = workspace.listing().message.expect("there is a list");
        assert!(message.text.lines().any(|listed| listed == line), "{other}");
    }
}

#[test]
fn a_synced_skill_yields_to_a_command_of_the_programs_own() {
    let mut workspace = with(WorkspaceOptions {
        variables: Some([("CLAUDE_CODE_SYNC_SKILLS".to_owned(), "1".to_owned())].into()),
        claude_code: Some(ClaudeCodeOptions {
            headless: true,
            ..ClaudeCodeOptions::default()
        }),
        ..options("2026-08")
    });
    write_skill(&mut workspace, "/home/me/.claude/skills/synced/Compact");
    assert_eq!(names(&workspace.catalog()), ["anthropic-skills:Compact"]);
}

#[test]
fn nested_skills_of_a_name_that_is_taken_bear_their_directory() {
    let mut workspace = with(WorkspaceOptions {
        touched: Some(vec![
            "/repo/apps/web/src/x.ts".to_owned(),
            "/repo/apps/api/x.ts".to_owned(),
        ]),
        ..options("2026-08")
    });
    write_skill(&mut workspace, "/repo/.claude/skills/deploy");
    write_skill(&mut workspace, "/repo/apps/web/.claude/skills/deploy");
    write_skill(&mut workspace, "/repo/apps/web/.claude/skills/lint");
    write_text(&mut workspace, "/repo/apps/api/.claude/skills/deploy", "");
    let catalog = workspace.catalog();
    assert_eq!(
        names(&catalog),
        ["deploy", "apps/web:deploy", "lint", "apps/api:deploy"]
    );
    let described = |name: &str| skill(&catalog, name).description.clone();
    assert_eq!(described("deploy"), "About deploy.");
    assert_eq!(described("apps/web:deploy"), "About deploy. (in apps/web)");
    assert_eq!(described("apps/api:deploy"), "(in apps/api)");
}

#[test]
fn overrides_count_since_2026_08_and_not_for_plugins() {
    let settings = r#"{"skillOverrides": {"a": "off", "b": "name-only", "c": "user-invocable-only",
        "d": "on", "tools:e": "off", "f": "none"}}"#;
    for edition in editions() {
        let mut workspace = with(WorkspaceOptions {
            plugins: Some(vec![Plugin {
                id: "tools@market".to_owned(),
                root: "/plugin".to_owned(),
                ..Plugin::default()
            }]),
            ..options(edition)
        });
        workspace.put("/repo/.claude/settings.json", settings);
        for name in ["a", "b", "c", "d", "f"] {
            write_skill(&mut workspace, &format!("/repo/.claude/skills/{name}"));
        }
        write_skill(&mut workspace, "/plugin/skills/e");
        let catalog = workspace.catalog();
        let states: Vec<_> = (catalog.skills.iter())
            .map(|it| {
                (
                    it.visibility,
                    it.enabled,
                    it.user_invocable,
                    it.model_invocable,
                )
            })
            .collect();
        let on = (Visibility::On, true, true, true);
        let expected = match edition {
            "2026-08" => vec![
                (Visibility::Off, false, false, false),
                (Visibility::NameOnly, true, true, true),
                (Visibility::UserInvocableOnly, true, true, false),
                on,
                on,
                on,
            ],
            _ => vec![on; 6],
        };
        assert_eq!(states, expected, "{edition}");
        assert_eq!(
            catalog.ignored[0].field.as_deref(),
            Some("skillOverrides.f")
        );
    }
}

#[test]
fn an_override_by_alias_counts_from_the_administrator_and_the_command_line_alone() {
    let text = r#"{"skillOverrides": {"check": "off"}}"#;
    for (file, enabled) in [
        (Some("/home/me/.claude/settings.json"), true),
        (Some("/repo/.claude/settings.local.json"), true),
        (Some("/etc/claude-code/managed-settings.json"), false),
        (None, false),
    ] {
        let mut claude_code = bundled("/bundled/review", &["check"]);
        if file.is_none() {
            claude_code.settings = Some(text.to_owned());
        }
        let mut workspace = with_options("2026-08", claude_code);
        write_skill(&mut workspace, "/bundled/review");
        if let Some(file) = file {
            workspace.put(file, text);
        }
        let catalog = workspace.catalog();
        assert_eq!(skill(&catalog, "review").enabled, enabled, "{file:?}");
    }
}

#[test]
fn an_sdk_list_limits_the_model_and_not_the_user() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            sdk: Some(SdkOptions {
                skills: Some(vec!["a".to_owned()]),
            }),
            ..ClaudeCodeOptions::default()
        },
    );
    write_skill(&mut workspace, "/repo/.claude/skills/a");
    write_skill(&mut workspace, "/repo/.claude/skills/b");
    let catalog = workspace.catalog();
    let flags = |name: &str| {
        let skill = skill(&catalog, name);
        (skill.user_invocable, skill.model_invocable)
    };
    assert_eq!(flags("a"), (true, true));
    assert_eq!(flags("b"), (true, false));
}

#[test]
fn the_first_way_to_a_file_counts_even_if_it_fails() {
    let mut workspace = workspace("2026-04");
    write_text(
        &mut workspace,
        "/home/me/.claude/skills/a",
        "---\n\"\n---\n",
    );
    workspace.put_link("/repo/.claude/skills/b", "/home/me/.claude/skills/a");
    assert_eq!(
        left_out(&workspace.catalog()),
        [
            (
                "/home/me/.claude/skills/a/SKILL.md",
                LeftOutReason::Unreadable
            ),
            ("/repo/.claude/skills/b/SKILL.md", LeftOutReason::Duplicate),
        ]
    );
}
