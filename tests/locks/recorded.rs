//! Tests the lock files that the `skills` CLI wrote in recorded cases: each installed skill must
//! match its entry.

use std::collections::BTreeMap;
use std::io::BufRead;

use serde_json::Value;
use skillglass::locks::{LockProblemCode, LockReason, LockState};
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;
use crate::recorded;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns a workspace with the files of a recorded case after the installation. Returns `None` if
/// a file of the case is not text.
fn after(case: &Value) -> Option<Workspace> {
    let options = WorkspaceOptions::new(text(&case["cwd"])).home(text(&case["home"]));
    let mut workspace = Workspace::new(&options).unwrap();
    let install = &case["expect"]["install"];
    let mut texts = BTreeMap::new();
    for removed in install["removed"].as_array()? {
        workspace.remove(text(removed));
    }
    for entry in case["tree"].as_array()? {
        texts.insert(text(&entry["path"]), entry["text"].as_str());
    }
    let before = case["tree"].as_array()?.iter();
    let removed: Vec<_> = install["removed"].as_array()?.iter().map(text).collect();
    let before = before.filter(|entry| !removed.contains(&text(&entry["path"])));
    for entry in before.chain(install["tree"].as_array()?) {
        let path = text(&entry["path"]);
        match entry["type"].as_str() {
            Some("dir") => {
                let _ = workspace.make_directory(path);
            }
            Some("symlink") => {
                workspace.remove(path);
                workspace.link(path, text(&entry["target"])).ok()?;
            }
            _ => {
                let from = entry["from"].as_str();
                // A case with a file that is not text is skipped.
                let contents = from.map_or(entry["text"].as_str(), |from| {
                    texts.get(from).copied().flatten()
                })?;
                if workspace.tree().entry(path).is_some() {
                    workspace.remove(path);
                }
                workspace.write(path, contents).ok()?;
            }
        }
    }
    let lock = &install["lock"];
    if lock.is_object() {
        workspace.put(
            format!("{}/skills-lock.json", text(&case["cwd"])),
            lock.to_string(),
        );
    }
    let global = &install["global_lock"];
    if global.is_object() {
        workspace.put(
            format!("{}/.agents/.skill-lock.json", text(&case["home"])),
            global.to_string(),
        );
    }
    Some(workspace)
}

#[test]
fn what_the_program_installed_is_what_it_locked() {
    let mut states: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let files = recorded::recorded().into_iter();
    for path in files.filter(|path| path.to_string_lossy().contains("/skills-cli")) {
        for line in recorded::open(&path).unwrap().lines() {
            let case: Value = serde_json::from_str(&line.unwrap()).unwrap();
            let install = &case["expect"]["install"];
            let written = [&install["lock"], &install["global_lock"]];
            if !written.iter().any(|lock| lock.is_object()) {
                continue;
            }
            let Some(workspace) = after(&case) else {
                *states.entry("left out".to_owned()).or_default() += 1;
                continue;
            };
            // Entries that existed before were not written by a recorded program.
            let lock = format!("{}/skills-lock.json", text(&case["cwd"]));
            let mut before = case["tree"].as_array().unwrap().iter();
            let before = before.find(|entry| text(&entry["path"]) == lock);
            let before = before.map(|entry| text(&entry["text"])).unwrap_or_default();
            let before: Value = serde_json::from_str(before).unwrap_or_default();
            // The source may have a lock file of its own, which the program did not write.
            let global = format!("{}/.agents/", text(&case["home"]));
            let is_written = |path: &str| path == lock || path.starts_with(&global);
            let found = workspace.locks().locks.into_iter();
            for lock in found.filter(|lock| is_written(&lock.path)) {
                let is_replaced = |name: &str| {
                    let mut problems = lock.problems.iter();
                    problems.any(|problem| {
                        problem.code == LockProblemCode::SameFolder
                            && problem.message.contains(&format!("`{name}`"))
                    })
                };
                for entry in &lock.entries {
                    let name = &entry.name;
                    if before["skills"].get(name).is_some() || is_replaced(name) {
                        continue;
                    }
                    let key = format!("{:?} {:?} {:?}", lock.format, entry.state, entry.reason);
                    *states.entry(key).or_default() += 1;
                    let is_expected = entry.state == LockState::Same
                        || matches!(
                            entry.reason,
                            Some(
                                LockReason::SourceItself
                                    | LockReason::NoName
                                    | LockReason::Rewritten
                            )
                        );
                    if !is_expected {
                        wrong.push(format!(
                            "{} {name:?}: {:?} {:?}",
                            case["id"], entry.state, entry.reason
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{states:#?}\n{}", wrong.join("\n"));
    let same: usize = states
        .iter()
        .filter(|(key, _)| key.contains("Same"))
        .map(|(_, count)| count)
        .sum();
    assert!(same > 400, "{states:#?}");
}
