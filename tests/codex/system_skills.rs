//! Tests how Codex installs its bundled skills.

use std::collections::BTreeMap;

use skillglass::tree::Contents;
use skillglass::{Workspace, WorkspaceOptions};

use super::workspace;
use crate::common::Files;

const FOLDER: &str = "/home/me/.codex/skills/.system";

fn embedded(files: &[(&str, &str)]) -> BTreeMap<String, Contents> {
    let owned = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).into()));
    owned.collect()
}

fn two_files() -> BTreeMap<String, Contents> {
    embedded(&[
        (
            "maker/SKILL.md",
            "---\nname: maker\ndescription: Make one.\n---\n",
        ),
        ("maker/scripts/make.py", "print(1)\n"),
    ])
}

#[test]
fn what_is_not_installed_is_written_with_its_marker() {
    let plan = workspace("2026-05").system_skills(&two_files()).unwrap();
    assert!(plan.needed);
    assert_eq!(plan.remove, None);
    let paths: Vec<_> = plan.write.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            format!("{FOLDER}/maker/SKILL.md"),
            format!("{FOLDER}/maker/scripts/make.py"),
            format!("{FOLDER}/.codex-system-skills.marker"),
        ]
    );
    let marker = format!("{}\n", plan.fingerprint);
    assert_eq!(plan.write[2].text, Some(marker));
}

#[test]
fn what_is_installed_is_left_alone() {
    let mut workspace = workspace("2026-05");
    for file in workspace.system_skills(&two_files()).unwrap().write {
        workspace.put(&file.path, file.contents());
    }
    let again = workspace.system_skills(&two_files()).unwrap();
    assert!(!again.needed);
    assert_eq!(again.remove, None);
    assert!(again.write.is_empty());
    assert_eq!(workspace.catalog().skills[0].name, "maker");
}

#[test]
fn another_fingerprint_removes_all_that_was_there() {
    let mut workspace = workspace("2026-05");
    workspace.put(format!("{FOLDER}/old/SKILL.md"), "");
    workspace.put(format!("{FOLDER}/.codex-system-skills.marker"), "other\n");
    let plan = workspace.system_skills(&two_files()).unwrap();
    assert!(plan.needed);
    assert_eq!(plan.remove.as_deref(), Some(FOLDER));
}

#[test]
fn the_fingerprint_depends_on_every_path_and_every_text() {
    let workspace = workspace("2026-05");
    let fingerprint = |files: &[(&str, &str)]| {
        workspace
            .system_skills(&embedded(files))
            .unwrap()
            .fingerprint
    };
    let base = fingerprint(&[("a/b", "x"), ("c", "y")]);
    assert_eq!(fingerprint(&[("c", "y"), ("a/b", "x")]), base);
    for other in [
        fingerprint(&[("a/b", "x")]),
        fingerprint(&[("a/b", "x"), ("c", "z")]),
        fingerprint(&[("a/b", "x"), ("d", "y")]),
        fingerprint(&[("ab", "x"), ("c", "y")]),
        fingerprint(&[]),
    ] {
        assert_ne!(other, base);
    }
}

#[test]
fn files_that_are_no_text_are_installed_byte_by_byte() {
    const PNG: [u8; 4] = [0x89, b'P', 0, 0xff];
    let mut workspace = workspace("2026-11");
    let icon = |bytes: &[u8]| BTreeMap::from([("a/assets/icon.png".to_owned(), bytes.into())]);
    let plan = workspace.system_skills(&icon(&PNG)).unwrap();
    let file = &plan.write[0];
    assert_eq!((&file.text, file.bytes.as_deref()), (&None, Some(&PNG[..])));
    for file in plan.write {
        workspace.put(&file.path, file.contents());
    }
    assert!(!workspace.system_skills(&icon(&PNG)).unwrap().needed);
    assert!(workspace.system_skills(&icon(&PNG[..3])).unwrap().needed);
    let as_bytes = workspace.system_skills(&icon(b"x")).unwrap();
    let as_text = workspace
        .system_skills(&embedded(&[("a/assets/icon.png", "x")]))
        .unwrap();
    assert_eq!(as_bytes, as_text);
}

#[test]
fn a_wrong_path_or_no_home_is_named() {
    let error = workspace("2026-05")
        .system_skills(&embedded(&[("../x", "")]))
        .unwrap_err();
    assert_eq!(error.argument, "embedded[\"../x\"]");
    let homeless = Workspace::new(&WorkspaceOptions::new("/repo")).unwrap();
    assert_eq!(
        homeless.system_skills(&two_files()).unwrap_err().argument,
        "home"
    );
}
