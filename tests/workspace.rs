//! Tests which results a workspace keeps between questions, and which results a change of a file
//! computes again.

use skillglass::hosts::codex::CodexOptions;
use skillglass::model::environment::Plugin;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;

fn options() -> WorkspaceOptions {
    WorkspaceOptions::new("/repo")
}

fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: About {name}.\n---\n")
}

fn path(index: usize) -> String {
    format!("/repo/.agents/skills/s{index}/SKILL.md")
}

fn with_skills(count: usize) -> Workspace {
    let mut workspace = Workspace::new(&options()).unwrap();
    for index in 0..count {
        workspace.put(path(index), skill(&format!("s{index}")));
    }
    workspace
}

#[test]
fn one_edit_costs_one_file() {
    let mut workspace = with_skills(100);
    assert_eq!(workspace.catalog().skills.len(), 100);
    assert_eq!(workspace.files_parsed(), 100);
    workspace.put(path(7), skill("renamed"));
    assert!(
        workspace
            .catalog()
            .skills
            .iter()
            .any(|skill| skill.name == "renamed")
    );
    assert_eq!(workspace.files_parsed(), 101);
}

#[test]
fn a_side_file_is_parsed_once_and_again_when_it_changes() {
    let mut workspace = with_skills(100);
    for index in 0..100 {
        let side = path(index).replace("SKILL.md", "agents/openai.yaml");
        workspace.put(&side, "policy:\n  allow_implicit_invocation: false\n");
    }
    assert_eq!(workspace.listing().message, None);
    assert_eq!(workspace.files_parsed(), 200);
    workspace.put(path(7), skill("renamed"));
    let _ = workspace.catalog();
    assert_eq!(workspace.files_parsed(), 201);
    let side = path(7).replace("SKILL.md", "agents/openai.yaml");
    workspace.put(&side, "");
    assert_eq!(workspace.listing().report.total, 1);
    assert_eq!(workspace.files_parsed(), 202);
}

#[test]
fn a_new_or_removed_file_leaves_the_others_parsed() {
    let mut workspace = with_skills(100);
    let _ = workspace.catalog();
    workspace.put(path(100), skill("new"));
    workspace.remove("/repo/.agents/skills/s7");
    assert_eq!(workspace.catalog().skills.len(), 100);
    assert_eq!(workspace.files_parsed(), 101);
}

#[test]
fn a_question_asked_twice_is_answered_from_memory() {
    let workspace = with_skills(10);
    let first = workspace.catalog();
    let second = workspace.catalog();
    assert!(std::sync::Arc::ptr_eq(&first, &second));
}

#[test]
fn a_file_written_in_the_place_of_a_removed_one_is_parsed_anew() {
    let mut workspace = with_skills(1);
    let _ = workspace.catalog();
    workspace.remove(&path(0));
    workspace.put(path(0), skill("other"));
    assert_eq!(workspace.catalog().skills[0].name, "other");
}

#[test]
fn a_refused_path_is_in_the_catalog_until_it_is_removed() {
    let mut workspace = with_skills(1);
    let report = workspace.write_all([
        ("/repo/../x".to_owned(), Some("".into())),
        (path(1), Some(skill("s1").into())),
        (path(2), None),
    ]);
    assert_eq!(report.written, 2);
    assert_eq!(report.refused.len(), 1);
    assert_eq!(workspace.catalog().refused, report.refused);
    assert_eq!(workspace.catalog().skills.len(), 2);
    assert_eq!(workspace.plan(), [path(2)]);
    workspace.remove("/repo/../x");
    assert!(workspace.catalog().refused.is_empty());
}

#[test]
fn a_wrong_option_is_named() {
    type Spoil = fn(&mut WorkspaceOptions);
    let cases: [(&str, Spoil); 6] = [
        ("cwd", |options| options.cwd = "repo".to_owned()),
        ("home", |options| options.home = Some("~".to_owned())),
        ("codex.home", |options| {
            options.codex = Some(CodexOptions {
                home: Some("/a/../b".to_owned()),
                ..CodexOptions::default()
            })
        }),
        ("host", |options| options.host = Some("vi".to_owned())),
        ("plugins[0].host", |options| {
            options.plugins = Some(vec![Plugin {
                root: "/p".to_owned(),
                host: Some("vi".to_owned()),
                ..Plugin::default()
            }]);
        }),
        ("edition", |options| {
            options.edition = Some("1999-01".to_owned())
        }),
    ];
    for (argument, spoil) in cases {
        let mut options = options();
        spoil(&mut options);
        let error = Workspace::new(&options).err().expect(argument);
        assert_eq!(error.argument, argument);
        assert!(error.to_string().starts_with(argument));
    }
}

#[test]
fn an_unknown_edition_is_told_those_that_there_are() {
    let options = WorkspaceOptions {
        edition: Some("x".to_owned()),
        ..options()
    };
    let message = Workspace::new(&options).err().unwrap().message;
    assert_eq!(
        message,
        "codex has no edition \"x\"; it has 2026-02, 2026-05, 2026-11"
    );
}

#[test]
fn a_hundred_thousand_paths_are_taken_in() {
    let mut workspace = with_skills(1);
    for index in 0..100_000 {
        workspace
            .write_unread(&format!("/repo/files/{}/{index}", index % 1000))
            .unwrap();
    }
    assert_eq!(workspace.catalog().skills.len(), 1);
    assert!(workspace.catalog().left_out.is_empty());
}

#[test]
fn a_context_window_below_one_is_refused_by_its_name() {
    for window in [0, -1, i64::MIN] {
        let options = WorkspaceOptions {
            context_window: Some(window),
            ..WorkspaceOptions::new("/repo")
        };
        let error = Workspace::new(&options).err().unwrap();
        assert_eq!(error.argument, "contextWindow", "{window}");
    }
}

#[test]
fn a_plugin_of_one_host_is_no_others() {
    let plugin = |id: &str, root: &str, host: Option<&str>| Plugin {
        id: id.to_owned(),
        root: root.to_owned(),
        host: host.map(str::to_owned),
        ..Plugin::default()
    };
    let hosts = [
        "codex",
        "claude-code",
        "opencode",
        "copilot-cli",
        "vscode",
        "openclaw",
        "cline",
    ];
    let everyones = plugin("all@m", "/all", None);
    let each = hosts.map(|host| plugin(&format!("{host}@m"), &format!("/{host}"), Some(host)));
    let options = WorkspaceOptions {
        plugins: Some([everyones].into_iter().chain(each).collect()),
        ..options()
    };
    let mut workspace = Workspace::new(&options).unwrap();
    for of in hosts.iter().chain(&["all"]) {
        let file = format!("/{of}/skills/of-{of}/SKILL.md");
        let text = format!("{}Text.\n", skill(&format!("of-{of}")));
        workspace.put(&file, text);
    }
    for host in hosts {
        let host_options = WorkspaceOptions {
            host: Some(host.to_owned()),
            // Later ones have no such plugins.
            edition: (host == "opencode").then(|| "2026-03".to_owned()),
            ..options.clone()
        };
        workspace.set_options(&host_options).unwrap();
        let catalog = workspace.catalog();
        let mut paths: Vec<_> = catalog.skills.iter().map(|skill| &*skill.path).collect();
        paths.sort_unstable();
        let own = format!("/{host}/skills/of-{host}/SKILL.md");
        assert_eq!(paths, ["/all/skills/of-all/SKILL.md", &own], "{host}");
    }
}
