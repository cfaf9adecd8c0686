//! Tests plugins of Codex: their skill roots, and the namespaces that their manifests give to
//! skills.

use skillglass::model::environment::Plugin;
use skillglass::model::skill::Scope;
use skillglass::model::turn::TurnRequest;
use skillglass::{Workspace, WorkspaceOptions};

use super::{names, workspace, write_skill};
use crate::common::Files;

fn plugin(name: &str) -> Plugin {
    let root = format!("/home/me/.codex/plugins/cache/market/{name}/1.0.0");
    Plugin {
        id: format!("{name}@market"),
        root,
        ..Plugin::default()
    }
}

fn with_plugins(edition: &str, names: &[&str]) -> Workspace {
    Workspace::new(&WorkspaceOptions {
        plugins: Some(names.iter().map(|name| plugin(name)).collect()),
        ..WorkspaceOptions::new("/repo").edition(edition)
    })
    .unwrap()
}

#[test]
fn a_plugins_root_is_the_users_and_comes_before_the_repositorys() {
    let mut workspace = with_plugins("2026-05", &["p"]);
    write_skill(
        &mut workspace,
        &format!("{}/a", plugin("p").skills_directory()),
    );
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills[0].scope, Scope::User);
    assert_eq!(catalog.skills[0].plugin_id.as_deref(), Some("p@market"));
    let roots: Vec<_> = catalog
        .roots
        .iter()
        .map(|root| root.plugin_id.as_deref())
        .collect();
    assert_eq!(roots, [None, None, Some("p@market"), None]);
}

#[test]
fn the_nearest_manifest_above_gives_the_namespace() {
    /// An edition, folders with the text of their manifests, and the name that the skill `a` gets.
    type Case = (
        &'static str,
        &'static [(&'static str, &'static str)],
        &'static str,
    );
    let cases: &[Case] = &[
        (
            "2026-02",
            &[("/repo/.codex-plugin", r#"{"name": "x"}"#)],
            "a",
        ),
        (
            "2026-05",
            &[("/repo/.codex-plugin", r#"{"name": "x"}"#)],
            "x:a",
        ),
        (
            "2026-05",
            &[("/repo/.claude-plugin", r#"{"name": "x"}"#)],
            "x:a",
        ),
        (
            "2026-05",
            &[("/repo/.cursor-plugin", r#"{"name": "x"}"#)],
            "a",
        ),
        (
            "2026-11",
            &[("/repo/.cursor-plugin", r#"{"name": "x"}"#)],
            "x:a",
        ),
        (
            "2026-05",
            &[
                ("/.codex-plugin", r#"{"name": "far"}"#),
                ("/repo/.codex-plugin", r#"{"name": "near"}"#),
            ],
            "near:a",
        ),
        (
            "2026-05",
            &[
                ("/repo/.claude-plugin", r#"{"name": "second"}"#),
                ("/repo/.codex-plugin", r#"{"name": "first"}"#),
            ],
            "first:a",
        ),
        (
            "2026-05",
            &[
                ("/repo/.claude-plugin", r#"{"name": "hidden"}"#),
                ("/repo/.codex-plugin", "{broken"),
                ("/.codex-plugin", r#"{"name": "up"}"#),
            ],
            "up:a",
        ),
        (
            "2026-05",
            &[("/repo/.codex-plugin", r#"{"name": " "}"#)],
            "repo:a",
        ),
        (
            "2026-05",
            &[("/repo/.codex-plugin", r#"{"name": " x "}"#)],
            " x :a",
        ),
        ("2026-05", &[("/repo/.codex-plugin", "3")], "a"),
    ];
    for (edition, manifests, expected) in cases {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        for (folder, manifest) in *manifests {
            workspace.put(format!("{folder}/plugin.json"), *manifest);
        }
        assert_eq!(
            names(&workspace.catalog()),
            [*expected],
            "{edition} {manifests:?}"
        );
    }
}

#[test]
fn a_namespaced_skill_is_mentioned_by_its_whole_name() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    workspace.put("/repo/.codex-plugin/plugin.json", r#"{"name": "x"}"#);
    for (prompt, expected) in [("$x:a", 1), ("$a", 0)] {
        let turn = workspace.turn(&TurnRequest::from(prompt));
        assert_eq!(turn.selected.len(), expected, "{prompt}");
    }
}

#[test]
fn the_limit_counts_the_namespace_in_2026_05_and_has_one_of_its_own_since_2026_11() {
    let error = |edition: &str, namespace: usize, name: usize| {
        let mut workspace = workspace(edition);
        workspace.put(
            "/repo/.agents/skills/a/SKILL.md",
            format!("---\nname: {}\n---\n", "n".repeat(name)),
        );
        let manifest = format!(r#"{{"name": "{}"}}"#, "s".repeat(namespace));
        workspace.put("/repo/.codex-plugin/plugin.json", manifest);
        workspace.catalog().errors[0].message.clone()
    };
    let no_description = "missing field `description`";
    let too_long = "invalid name: exceeds maximum length of 64 characters";
    assert_eq!(error("2026-05", 3, 60), no_description);
    assert_eq!(error("2026-05", 3, 61), too_long);
    assert_eq!(error("2026-11", 64, 64), no_description);
    assert_eq!(error("2026-11", 3, 65), too_long);
    assert_eq!(
        error("2026-11", 65, 64),
        "invalid qualified name: exceeds maximum length of 129 characters"
    );
}

#[test]
fn a_plugin_with_one_skill_shares_its_marketplaces_alias() {
    let mut workspace = with_plugins("2026-11", &["one", "other", "two"]);
    for (name, skill) in [("one", "a"), ("other", "b"), ("two", "c"), ("two", "d")] {
        write_skill(
            &mut workspace,
            &format!("{}/{skill}", plugin(name).skills_directory()),
        );
    }
    let listing = workspace.listing();
    assert_eq!(
        listing.root_lines,
        [
            "- `r0` = `/home/me/.codex/plugins/cache/market`",
            "- `r1` = `/home/me/.codex/plugins/cache/market/two/1.0.0/skills`",
        ]
    );
    let lines: Vec<_> = listing
        .entries
        .iter()
        .filter_map(|entry| entry.line.as_deref())
        .collect();
    assert_eq!(
        lines[0],
        "- a: About a. (file: r0/one/1.0.0/skills/a/SKILL.md)"
    );
    assert_eq!(lines[2], "- c: About c. (file: r1/c/SKILL.md)");
}
