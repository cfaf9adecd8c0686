//! Tests Codex's configuration: its layers, root markers, rules that disable skills, and bundled
//! skills.

use skillglass::hosts::codex::{CodexOptions, ConfigLayer, LayerKind};
use skillglass::model::catalog::LeftOutReason;
use skillglass::model::environment::Plugin;
use skillglass::model::skill::Scope;
use skillglass::model::turn::{Outcome, SkipReason, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

use super::{USER_CONFIG, layer, left_out, names, without_repository, workspace, write_skill};
use crate::common::{Files, in_repo};

fn with_layers(edition: &str, layers: Vec<ConfigLayer>) -> Workspace {
    Workspace::new(&WorkspaceOptions {
        codex: Some(CodexOptions {
            layers: Some(layers),
            ..CodexOptions::default()
        }),
        ..in_repo("codex").edition(edition)
    })
    .unwrap()
}

/// Returns a workspace with the project's skills `a`, `b` and `c` and with the user's
/// configuration.
fn with_config(edition: &str, config: &str) -> Workspace {
    let mut workspace = workspace(edition);
    for name in ["a", "b", "c"] {
        write_skill(&mut workspace, &format!("/repo/.agents/skills/{name}"));
    }
    workspace.put(USER_CONFIG, config);
    workspace
}

fn enabled(workspace: &Workspace) -> Vec<String> {
    let catalog = workspace.catalog();
    let skills = catalog.skills.iter().filter(|skill| skill.enabled);
    skills.map(|skill| skill.name.clone()).collect()
}

fn rule(selector: &str, enabled: bool) -> String {
    format!("[[skills.config]]\n{selector}\nenabled = {enabled}\n")
}

#[test]
fn layers_given_by_the_caller_decide_on_the_roots() {
    let workspace = with_layers(
        "2026-05",
        vec![
            layer(LayerKind::System, "/etc/elsewhere", ""),
            layer(LayerKind::User, "/home/me/.codex", ""),
            layer(LayerKind::Project, "/repo/.codex", ""),
            layer(LayerKind::Project, "/repo/deep/.codex", ""),
        ],
    );
    let catalog = workspace.catalog();
    let roots: Vec<_> = catalog
        .roots
        .iter()
        .map(|root| root.path.as_str())
        .collect();
    assert_eq!(
        roots,
        [
            "/repo/deep/.codex/skills",
            "/repo/.codex/skills",
            "/home/me/.codex/skills",
            "/home/me/.agents/skills",
            "/home/me/.codex/skills/.system",
            "/etc/elsewhere/skills",
            "/repo/.agents/skills",
        ]
    );
}

#[test]
fn without_a_user_layer_nothing_of_the_users_is_looked_at() {
    let workspace = with_layers("2026-05", Vec::new());
    let catalog = workspace.catalog();
    let roots: Vec<_> = catalog
        .roots
        .iter()
        .map(|root| root.path.as_str())
        .collect();
    assert_eq!(roots, ["/repo/.agents/skills"]);
}

#[test]
fn a_layer_that_is_not_trusted_still_gives_its_root() {
    let mut project = layer(LayerKind::Project, "/repo/.codex", "");
    project.disabled = true;
    let mut workspace = with_layers("2026-05", vec![project]);
    write_skill(&mut workspace, "/repo/.codex/skills/a");
    assert_eq!(names(&workspace.catalog()), ["a"]);
}

#[test]
fn the_users_markers_mark_the_projects_root() {
    let cases = [
        ("", 1),
        ("project_root_markers = [\".top\"]", 3),
        ("project_root_markers = [\".nothing\", \".mid\"]", 2),
        ("project_root_markers = []", 1),
        ("project_root_markers = \".top\"", 1),
        ("project_root_markers = [1]", 1),
        ("not toml", 1),
    ];
    for (config, expected) in cases {
        let mut workspace = without_repository("2026-05", "/top/mid/low");
        workspace.put("/top/.top", "");
        workspace.put("/top/mid/.mid", "");
        workspace.put(USER_CONFIG, config);
        for folder in ["/top", "/top/mid", "/top/mid/low"] {
            write_skill(&mut workspace, &format!("{folder}/.agents/skills/x"));
        }
        assert_eq!(workspace.catalog().skills.len(), expected, "{config}");
    }
}

#[test]
fn a_projects_own_markers_and_rules_count_for_nothing() {
    let config = format!("project_root_markers = []\n{}", rule("name = \"a\"", false));
    let mut workspace = with_config("2026-05", "");
    workspace.put("/repo/.codex/config.toml", config);
    assert_eq!(enabled(&workspace), ["a", "b", "c"]);
}

#[test]
fn bundled_skills_can_be_switched_off() {
    let mut workspace = with_config("2026-05", "");
    write_skill(&mut workspace, "/home/me/.codex/skills/.system/s");
    assert_eq!(workspace.catalog().skills.len(), 4);
    workspace.put(USER_CONFIG, "[skills.bundled]\nenabled = false\n");
    let catalog = workspace.catalog();
    assert!(catalog.roots.iter().all(|root| root.scope != Scope::System));
    assert_eq!(catalog.skills.len(), 3);
    assert_eq!(
        left_out(&catalog),
        [(
            "/home/me/.codex/skills/.system/s/SKILL.md",
            LeftOutReason::BundledOff
        )]
    );
}

#[test]
fn a_rule_disables_by_path_or_by_name() {
    let path = "path = \"/repo/.agents/skills/b/SKILL.md\"";
    let cases = [
        (rule("name = \"a\"", false), ["b", "c"]),
        (rule("name = \" a \"", false), ["b", "c"]),
        (rule(path, false), ["a", "c"]),
        (
            rule("path = \"../../../repo/.agents/skills/b/SKILL.md\"", false),
            ["a", "c"],
        ),
    ];
    for (config, expected) in cases {
        assert_eq!(
            enabled(&with_config("2026-05", &config)),
            expected,
            "{config}"
        );
    }
    for config in [
        rule("name = \"A\"", false),
        rule("path = \"/repo/.agents/skills/b\"", false),
    ] {
        assert_eq!(
            enabled(&with_config("2026-05", &config)),
            ["a", "b", "c"],
            "{config}"
        );
    }
}

#[test]
fn the_first_edition_knows_rules_by_path_alone() {
    assert_eq!(
        enabled(&with_config("2026-02", &rule("name = \"a\"", false))).len(),
        3
    );
    let path = rule("path = \"/repo/.agents/skills/b/SKILL.md\"", false);
    assert_eq!(enabled(&with_config("2026-02", &path)), ["a", "c"]);
}

#[test]
fn a_path_may_be_a_link_or_begin_at_home() {
    let mut workspace = with_config("2026-05", &rule("path = \"~/link/SKILL.md\"", false));
    workspace.put_link("/home/me/link", "/repo/.agents/skills/a");
    assert_eq!(enabled(&workspace), ["b", "c"]);
}

#[test]
fn later_rules_win_and_a_repeated_one_moves_to_the_end() {
    let by_path = "path = \"/repo/.agents/skills/a/SKILL.md\"";
    let by_name = "name = \"a\"";
    let cases = [
        (vec![rule(by_name, false), rule(by_path, true)], true),
        (vec![rule(by_path, true), rule(by_name, false)], false),
        (
            vec![
                rule(by_path, true),
                rule(by_name, false),
                rule(by_path, true),
            ],
            true,
        ),
    ];
    for (rules, expected) in cases {
        let config = rules.concat();
        let has_a = enabled(&with_config("2026-05", &config)).contains(&"a".to_owned());
        assert_eq!(has_a, expected, "{config}");
    }
}

#[test]
fn the_sessions_rules_come_after_the_users() {
    for (edition, expected) in [("2026-02", false), ("2026-05", true), ("2026-11", true)] {
        let path = "path = \"/repo/.agents/skills/a/SKILL.md\"";
        let mut workspace = with_layers(
            edition,
            vec![
                layer(LayerKind::User, "/home/me/.codex", &rule(path, false)),
                layer(LayerKind::Session, "", &rule(path, true)),
            ],
        );
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        assert_eq!(workspace.catalog().skills[0].enabled, expected, "{edition}");
    }
}

#[test]
fn a_pointless_rule_is_skipped_and_told() {
    let pointless = [
        rule("name = \"a\"\npath = \"/x\"", false),
        rule("", false),
        rule("name = \"  \"", false),
    ];
    for config in pointless {
        let workspace = with_config(
            "2026-05",
            &format!("{config}{}", rule("name = \"b\"", false)),
        );
        assert_eq!(enabled(&workspace), ["a", "c"], "{config}");
        let catalog = workspace.catalog();
        assert_eq!(catalog.ignored.len(), 1);
        assert_eq!(catalog.ignored[0].path, USER_CONFIG);
        assert_eq!(
            catalog.ignored[0].field.as_deref(),
            Some("skills.config[0]")
        );
    }
}

#[test]
fn a_malformed_rule_voids_all_in_2026_05_and_is_fatal_or_alone_in_2026_11() {
    let good = rule("name = \"b\"", false);
    let wrong_type = format!("{}{good}", rule("name = 3", false));
    let no_enabled = format!("[[skills.config]]\nname = \"a\"\n{good}");
    assert_eq!(enabled(&with_config("2026-05", &wrong_type)).len(), 3);
    assert_eq!(enabled(&with_config("2026-05", &no_enabled)).len(), 3);
    assert_eq!(enabled(&with_config("2026-11", &wrong_type)), ["a", "c"]);

    let fatal = with_config("2026-11", &no_enabled).catalog();
    assert!(fatal.skills.is_empty());
    assert_eq!(fatal.errors.len(), 1);
    assert_eq!(fatal.errors[0].path, "/repo");
    let left_out = fatal.left_out.iter();
    assert_eq!(
        left_out.map(|left| left.reason).collect::<Vec<_>>(),
        [LeftOutReason::Configuration; 3]
    );
    let [entry] = &fatal.ignored[..] else {
        panic!("{:?}", fatal.ignored);
    };
    let place = entry.place.map(|place| (place.line, place.column));
    assert_eq!(
        (entry.field.as_deref(), place),
        (Some("skills.config[0]"), Some((1, 1)))
    );
}

#[test]
fn a_disabled_skill_is_neither_listed_nor_mentioned() {
    let workspace = with_config("2026-05", &rule("name = \"a\"", false));
    assert_eq!(workspace.listing().entries.len(), 2);
    let turn = workspace.turn(&TurnRequest::from(
        "$a [$a](/repo/.agents/skills/a/SKILL.md)",
    ));
    assert!(turn.selected.is_empty());
    for mention in turn.mentions {
        assert!(
            matches!(
                mention.outcome,
                Outcome::Skipped {
                    reason: SkipReason::Disabled,
                    ..
                }
            ),
            "{mention:?}"
        );
    }
}

#[test]
fn a_changed_configuration_changes_the_answer() {
    let mut workspace = with_config("2026-05", "");
    assert_eq!(enabled(&workspace).len(), 3);
    workspace.put(USER_CONFIG, rule("name = \"a\"", false));
    assert_eq!(enabled(&workspace).len(), 2);
    workspace.remove(USER_CONFIG);
    assert_eq!(enabled(&workspace).len(), 3);
}

#[test]
fn the_plan_asks_for_every_file_that_decides() {
    let mut workspace = workspace("2026-05");
    let paths = [
        USER_CONFIG,
        "/repo/.agents/skills/a/SKILL.md",
        "/repo/.agents/skills/a/agents/openai.yaml",
        "/repo/.codex-plugin/plugin.json",
        "/repo/.codex/config.toml",
    ];
    for path in paths {
        workspace.write_unread(path).unwrap();
    }
    workspace
        .write_unread("/repo/.agents/skills/a/scripts/run.sh")
        .unwrap();
    assert_eq!(workspace.plan(), paths.map(str::to_owned));
}

#[test]
fn a_wrong_layer_or_plugin_is_named() {
    let plugin = |root: &str| Plugin {
        id: "p@m".to_owned(),
        root: root.to_owned(),
        skills: Some("/p/skills".to_owned()),
        ..Plugin::default()
    };
    let cases = [
        (
            Some(vec![layer(LayerKind::User, "codex", "")]),
            None,
            "codex.layers[0].folder",
        ),
        (
            Some(vec![layer(LayerKind::User, "", "")]),
            None,
            "codex.layers[0].folder",
        ),
        (
            None,
            Some(vec![plugin("/p"), plugin("p")]),
            "plugins[1].root",
        ),
    ];
    for (layers, plugins, expected) in cases {
        let outcome = Workspace::new(&WorkspaceOptions {
            codex: Some(CodexOptions {
                layers,
                ..CodexOptions::default()
            }),
            plugins,
            ..WorkspaceOptions::new("/repo")
        });
        assert_eq!(
            outcome.err().map(|error| error.argument).as_deref(),
            Some(expected)
        );
    }
}

#[test]
fn a_malformed_rule_voids_the_switch_of_bundled_skills_too_until_2026_05() {
    let config = format!(
        "[skills.bundled]\nenabled = false\n{}",
        rule("name = 3", true)
    );
    for (edition, roots) in [("2026-05", 1), ("2026-11", 0)] {
        let catalog = with_config(edition, &config).catalog();
        let system = catalog
            .roots
            .iter()
            .filter(|root| root.scope == Scope::System);
        assert_eq!(system.count(), roots, "{edition}");
    }
}

#[test]
fn extra_roots_of_the_users_come_last() {
    let with_roots = |roots: &[&str]| {
        Workspace::new(&WorkspaceOptions {
            codex: Some(CodexOptions {
                extra_user_roots: Some(roots.iter().map(|root| (*root).to_owned()).collect()),
                ..CodexOptions::default()
            }),
            ..WorkspaceOptions::new("/repo")
        })
    };
    let mut workspace = with_roots(&["/mine/skills"]).unwrap();
    write_skill(&mut workspace, "/mine/skills/a");
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills[0].scope, Scope::User);
    assert_eq!(
        catalog.roots.last().map(|root| root.path.as_str()),
        Some("/mine/skills")
    );
    let wrong = with_roots(&["/mine", "yours"]).err().unwrap();
    assert_eq!(wrong.argument, "codex.extraUserRoots[1]");
}
