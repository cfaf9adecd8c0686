//! Tests the host `notebook`, the example of `docs/adding-a-host.md`.

use std::fs;
use std::path::Path;

use skillglass::compare::CompareRequest;
use skillglass::model::turn::TurnRequest;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;

#[path = "../examples/notebook/host.rs"]
pub(crate) mod notebook;

const PAGE: &str = include_str!("../docs/adding-a-host.md");

fn workspace() -> Workspace {
    let options = WorkspaceOptions::new("/repo");
    let mut workspace = Workspace::with_host(notebook::open(), &options).unwrap();
    for (path, text) in [
        (
            "/repo/notes/pdf/SKILL.md",
            "Fill in forms.\nUse the script.\n",
        ),
        ("/repo/notes/empty/SKILL.md", ""),
    ] {
        workspace.put(path, text);
    }
    workspace
}

#[test]
fn the_page_shows_the_example_as_it_is() {
    let example = include_str!("../examples/notebook/host.rs");
    assert!(PAGE.contains(&format!("```rust\n{example}```")));
}

#[test]
fn a_host_of_ones_own_has_all_stages() {
    let workspace = workspace();
    let catalog = workspace.catalog();
    assert_eq!((catalog.skills.len(), catalog.errors.len()), (1, 1));
    let message = workspace.listing().message.unwrap();
    assert_eq!(message.text, "pdf: Fill in forms.");
    let turn = workspace.turn(&TurnRequest::from("Use @pdf"));
    assert_eq!(turn.messages[0].text, "Fill in forms.\nUse the script.\n");
}

#[test]
fn a_host_of_ones_own_is_compared_with_those_of_the_list() {
    let compared = workspace().compare(&CompareRequest::default()).unwrap();
    let hosts: Vec<_> = compared.hosts.iter().map(|host| &*host.host).collect();
    assert_eq!(hosts[0], "notebook");
    let usual = skillglass::hosts::hosts().into_iter();
    assert_eq!(hosts.len(), 1 + usual.filter(|host| host.usual).count());
    assert_eq!((compared.hosts[0].loaded, compared.hosts[0].listed), (1, 1));
}

/// Checks that each host is named in every list outside its own folder.
#[test]
fn every_host_is_in_every_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    let (features, of_module) = (read("Cargo.toml"), read("wasm/Cargo.toml"));
    for host in skillglass::hosts::hosts() {
        let id = host.host;
        let module = id.replace('-', "_");
        assert!(
            features.contains(&format!("\n{id} = []\n")),
            "Cargo.toml: {id}"
        );
        let feature = format!("\n{id} = [\"skillglass/{id}\"]\n");
        assert!(of_module.contains(&feature), "wasm/Cargo.toml: {id}");
        for list in [&features, &of_module] {
            let mut lines = list.lines();
            let default = lines.find(|line| line.starts_with("default = "));
            assert!(
                default.is_some_and(|all| all.contains(&format!("\"{id}\""))),
                "{id}"
            );
        }
        for place in [
            format!("docs/hosts/{id}.md"),
            format!("tests/{module}/mod.rs"),
        ] {
            assert!(root.join(&place).exists(), "there is no {place}");
        }
    }
}
