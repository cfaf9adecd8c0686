//! Checks that each skill that a host does not load has an error that names the host, and that
//! every other skill has no error.

use std::collections::BTreeSet;

use proptest::prelude::*;
use skillglass::compare::{CompareRequest, CompareStage, HostChoice, SkillInHost};
use skillglass::lint::{Diagnostic, LintRequest, Severity};
use skillglass::model::catalog::LeftOutReason;
use skillglass::{Workspace, WorkspaceOptions, hosts};

use crate::corpus::skills;

fn workspace() -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace.make_directory("/repo/.git").unwrap();
    workspace
}

/// Returns every edition of every host.
fn all_editions() -> Vec<HostChoice> {
    let editions = hosts::hosts().into_iter().flat_map(|host| {
        let choice = move |edition| HostChoice {
            host: host.host.clone(),
            edition: Some(edition),
        };
        host.editions.into_iter().map(choice)
    });
    editions.collect()
}

/// Returns the usual targets by name. Without names, a finding may be information because the project
/// is not meant for its hosts.
fn usual() -> Vec<HostChoice> {
    ["codex", "claude-code", "opencode", "standard"]
        .map(HostChoice::from)
        .to_vec()
}

/// Returns the reason why a host does not load a skill that it found. Returns `None` if the host
/// loads it, or if the user's settings or choices are the reason.
fn drop_reason(cell: &SkillInHost) -> Option<String> {
    let chosen = [
        "outside-roots",
        "already-visited",
        "duplicate",
        "not-touched",
        "bundled-off",
        "source-off",
        "unread",
        "other-product",
    ];
    let mut obstacles = cell.obstacles.iter();
    let no = obstacles.find(|no| match no.stage {
        CompareStage::Discover | CompareStage::Parse => !chosen.contains(&&*no.reason.to_string()),
        CompareStage::Load => no.reason == LeftOutReason::Shadowed.into(),
        _ => false,
    });
    no.map(|no| no.reason.to_string())
}

/// Returns true if a folder above the file's own folder contains a `SKILL.md`.
fn is_in_a_skill(workspace: &Workspace, path: &str) -> bool {
    let mut above = path.match_indices('/').map(|(at, _)| &path[..at]);
    above.any(|folder| {
        let file = format!("{folder}/SKILL.md");
        path.rsplit_once('/').is_some_and(|(own, _)| own != folder)
            && workspace.tree().entry(&file).is_some()
    })
}

/// Returns true if the text of a skill in a folder above a `SKILL.md` names this file, with its folder.
fn is_named_by_a_skill_above(workspace: &Workspace, path: &str) -> bool {
    let named = path.rsplit('/').nth(1).map(|own| format!("{own}/SKILL.md"));
    let mut above = path.match_indices('/').map(|(at, _)| &path[..at]);
    above.any(|folder| {
        let file = workspace.tree().entry(&format!("{folder}/SKILL.md"));
        let contents = file.filter(|file| file.path() != path);
        let contents = contents.and_then(|file| file.contents()?.text().ok());
        contents.is_some_and(|text| {
            text.starts_with("---") && named.as_ref().is_some_and(|named| text.contains(named))
        })
    })
}

/// Returns a message for each host that has an error for a loaded skill, or no error for a skill
/// that it does not load.
fn contradictions(workspace: &Workspace, hosts: &[HostChoice]) -> Vec<String> {
    let found = workspace
        .lint(&LintRequest {
            hosts: hosts.to_vec(),
            ..LintRequest::default()
        })
        .unwrap();
    let compared = workspace
        .compare(&CompareRequest {
            hosts: hosts.to_vec(),
            ..CompareRequest::default()
        })
        .unwrap();
    let naming = |one: &Diagnostic, path: &str| -> Vec<(String, String)> {
        let hosts = one.hosts.iter().filter(|_| one.path == path);
        let each = hosts.flat_map(|host| {
            let editions = host.editions.iter().cloned();
            editions.map(|edition| (host.host.clone(), edition))
        });
        each.collect()
    };
    let mut contradictions = Vec::new();
    for skill in &compared.skills {
        let errors = found.iter().filter(|one| one.severity == Severity::Error);
        let named: BTreeSet<_> = errors.flat_map(|one| naming(one, &skill.path)).collect();
        for (summary, cell) in compared.hosts.iter().zip(&skill.cells) {
            let who = (summary.host.clone(), summary.edition.clone());
            let reason = drop_reason(cell);
            // Commands and notes are only for the hosts that read their folders. A copy of a skill that
            // a host loads is no loss.
            let is_skill = skill.path.to_ascii_lowercase().ends_with("/skill.md");
            // A page of a skill may be called `skill.md`, even for hosts that load such files as
            // skills.
            let is_lowercase = skill.path.ends_with("/skill.md");
            let may_be_page = (is_lowercase || reason.as_deref() == Some("wrong-spelling"))
                && is_in_a_skill(workspace, &skill.path);
            // A file without frontmatter that no host finds may be a part of a skill with the same name, or of a skill above
            // it that names the file
            // (`docs/rules/no-frontmatter.md`).
            let is_part = reason.as_deref() == Some("no-frontmatter")
                && !skill.cells.iter().any(|cell| cell.discovered)
                && (has_skill_of_same_name(workspace, &skill.path)
                    || is_named_by_a_skill_above(workspace, &skill.path));
            // A file that no host finds is no skill if it is in the folder of another skill, or three
            // folders deep in the project (`docs/lint.md#what-a-severity-means`).
            let is_deep = skill.path.strip_prefix("/repo/sub/");
            let is_deep = is_deep.is_some_and(|rest| rest.matches('/').count() >= 2);
            let is_document = !skill.cells.iter().any(|cell| cell.discovered)
                && (is_deep || is_in_a_skill(workspace, &skill.path));
            let may_be_spared = reason.as_deref() == Some("shadowed")
                || may_be_page
                || is_document
                || is_part
                || !is_skill && !cell.discovered;
            if reason.is_none() && named.contains(&who) {
                contradictions.push(format!("{}: an error for {who:?}", skill.path));
            }
            if reason.is_some() && !may_be_spared && !named.contains(&who) {
                contradictions.push(format!("{}: nothing for {who:?}: {reason:?}", skill.path));
            }
        }
    }
    contradictions
}

/// Returns true if another folder with the same name has a `SKILL.md` with frontmatter.
fn has_skill_of_same_name(workspace: &Workspace, path: &str) -> bool {
    let folder = path.rsplit('/').nth(1).unwrap_or_default();
    let end = format!("/{folder}/SKILL.md");
    let mut files = workspace.tree().entries();
    files.any(|file| {
        let contents = file.contents().and_then(|contents| contents.text().ok());
        file.path() != path
            && file.path().ends_with(&end)
            && contents.is_some_and(|text| text.starts_with("---"))
    })
}

/// Generates lines of frontmatter, both valid and broken.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "---", "name: a", "name: b", "description: Does it.", "description: use when: asked", "description: **a**",
            "description: \"a", "description: \"a\" b", "description: 'it''s", "description: |", "description: > a",
            "description: [a] [b]", "description: {a", "metadata: '{\"a\": 1}'", "metadata:", "  a: b", "\ta: b", "  a: *x",
            "(1) one", "- two", "", "# title", "text: with: colons", "version：1", "name:a", " ---", "----", "---# x",
            "x: \"\\ud83d\\ude00\"", "x: \"C:\\Users\"", "&a b: *a", "? a", "%YAML 1.2", "...", "\u{feff}---", "```", "<<: x",
        ]).prop_map(str::to_owned),
        1 => "[a-z:\"'#*{}\\[\\] \t\\\\-]{0,12}",
    ]
}

/// Generates a file of frontmatter lines. Some files have a byte that is not UTF-8.
fn contents() -> impl Strategy<Value = Vec<u8>> {
    let end = prop::sample::select(vec!["\n", "\r\n"]);
    let stray = prop::option::weighted(0.1, any::<prop::sample::Index>());
    (
        any::<bool>(),
        prop::collection::vec(line(), 0..9),
        end,
        stray,
    )
        .prop_map(|(is_opened, mut lines, end, stray)| {
            if is_opened {
                lines.insert(0, "---".to_owned());
                lines.push("---".to_owned());
            }
            let mut bytes = lines.join(end).into_bytes();
            if let Some(stray) = stray {
                bytes.insert(stray.index(bytes.len() + 1), 0xe9);
            }
            bytes
        })
}

fn path() -> impl Strategy<Value = String> {
    let root = prop::sample::select(vec![
        "/repo/.agents/skills",
        "/repo/.claude/skills",
        "/repo/.opencode/skills",
        "/repo/.github/skills",
        "/repo/.codex/skills",
        "/home/me/.agents/skills",
        "/home/me/.claude/skills",
        "/repo/sub",
    ]);
    let folder = prop::sample::select(vec!["a", "b", ".c", "node_modules", "synced", "A b"]);
    let file = prop::sample::select(vec!["SKILL.md", "SKILL.md", "SKILL.md", "skill.md", "x.md"]);
    (root, prop::collection::vec(folder, 0..4), file).prop_map(|(root, folders, file)| {
        let parts = [root].into_iter().chain(folders).chain([file]);
        parts.collect::<Vec<_>>().join("/")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn an_error_names_just_the_hosts_that_drop_the_skill(
        files in prop::collection::vec((path(), contents()), 1..4),
        links in prop::collection::vec((path(), path()), 0..2),
    ) {
        let mut workspace = workspace();
        for (path, bytes) in &files {
            let _ = workspace.write(path, bytes.as_slice());
        }
        for (path, target) in &links {
            let _ = workspace.link(path, target);
        }
        for hosts in [usual(), all_editions()] {
            prop_assert_eq!(contradictions(&workspace, &hosts), Vec::<String>::new());
        }
    }
}

#[test]
fn every_recorded_skill_that_a_host_drops_has_an_error_that_names_it() {
    for case in skills() {
        let (folder, text) = (
            case["folder"].as_str().unwrap(),
            case["text"].as_str().unwrap(),
        );
        let mut workspace = workspace();
        let path = format!("/repo/.agents/skills/{folder}/SKILL.md");
        workspace.write(&path, text).unwrap();
        assert_eq!(
            contradictions(&workspace, &usual()),
            Vec::<String>::new(),
            "{}",
            case["id"]
        );
    }
}
