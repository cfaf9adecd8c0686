//! Tests the changelog of a host: each changed row of the table "Can I use", with a small tree that
//! shows the change.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use skillglass::change::{ChangeExample, Changelog, changelog};
use skillglass::hosts::hosts;
use skillglass::support::support;
use skillglass::{Workspace, WorkspaceOptions};

use crate::change::between;
use crate::common::Files;

/// Returns a workspace for a host with the files and links of an example from the changelog.
fn tree_of(example: &ChangeExample, host: &str) -> Workspace {
    let options = example.options.clone().host(host);
    let mut workspace = Workspace::new(&options).unwrap();
    for (path, text) in &example.files {
        workspace.put(path, text.as_str());
    }
    for (path, target) in &example.links {
        workspace.put_link(path, target);
    }
    workspace
}

/// Returns the changelogs of all hosts. They are computed once.
fn changelogs() -> &'static [Changelog] {
    static ALL: LazyLock<Vec<Changelog>> = LazyLock::new(|| {
        let hosts = hosts().into_iter();
        hosts.map(|host| changelog(&host.host).unwrap()).collect()
    });
    &ALL
}

/// An example with at least this number of files counts as large.
const LARGE: usize = 1_000;

/// Returns the limit on files or folders that a cell of the table states, `None` if the cell states
/// no such limit.
fn most_files(note: &str) -> Option<usize> {
    let (number, unit) = note.split_once(' ')?;
    let is_unit = ["directories", "entries", "folders", "skills"].contains(&unit);
    let number = number.replace(',', "").parse().ok();
    number.filter(|_| is_unit)
}

#[test]
fn each_row_of_can_i_use_that_moved_has_a_small_tree_unless_it_needs_many_files() {
    for log in changelogs() {
        for changes in &log.editions {
            let at = |edition: &str| format!("{}@{edition}", log.host);
            for row in &changes.rows {
                let Some(example) = &row.example else {
                    let limits = [&row.before, &row.after].map(|state| most_files(&state.note));
                    let least = limits.into_iter().flatten().min();
                    assert!(least >= Some(LARGE), "{} {}", at(&changes.edition), row.id);
                    continue;
                };
                let workspace = tree_of(example, &log.host);
                let diff = between(&at(&changes.previous), &at(&changes.edition), &workspace);
                assert!(!diff.is_empty(), "{} {}", at(&changes.edition), row.id);
            }
        }
    }
}

#[test]
fn a_row_of_which_only_the_words_moved_is_not_in_the_changelog() {
    let opencode = changelogs().iter().find(|log| log.host == "opencode");
    let rows = opencode.unwrap().editions.iter().flat_map(|one| &one.rows);
    let rows: BTreeSet<_> = rows.map(|row| &*row.id).collect();
    for id in ["field/argument-hint", "field/agent", "field/hooks"] {
        assert!(!rows.contains(id), "{id}");
    }
}

#[test]
fn the_options_of_an_example_survive_json() {
    let log = changelogs().iter().find(|log| log.host == "claude-code");
    let rows = log.unwrap().editions.iter().flat_map(|one| &one.rows);
    let example = rows.filter_map(|row| row.example.as_ref()).next().unwrap();
    let json = serde_json::to_string(&example.options).unwrap();
    let read: WorkspaceOptions = serde_json::from_str(&json).unwrap();
    assert_eq!(read, example.options);
}

#[test]
fn a_changelog_has_every_row_whose_verdict_moved() {
    let table = support(&[]).unwrap();
    for (index, pair) in table.columns.windows(2).enumerate() {
        if pair[0].host != pair[1].host {
            continue;
        }
        let mut logs = changelogs().iter();
        let log = logs.find(|log| log.host == pair[1].host).unwrap();
        let changes = log
            .editions
            .iter()
            .find(|one| one.edition == pair[1].edition)
            .unwrap();
        assert_eq!(changes.previous, pair[0].edition);
        for row in &table.rows {
            let [before, after] = [&row.cells[index], &row.cells[index + 1]];
            let listed = changes.rows.iter().find(|one| one.id == row.id);
            if before.support != after.support {
                let listed = listed.unwrap_or_else(|| panic!("{}: {}", pair[1].edition, row.id));
                assert_eq!(
                    (listed.before.support, listed.after.support),
                    (before.support, after.support)
                );
                assert_eq!(
                    (&listed.before.note, &listed.after.note),
                    (&before.note, &after.note)
                );
                assert_eq!(listed.page, after.page);
            } else if before.note == after.note {
                assert!(listed.is_none(), "{} did not move", row.id);
            }
        }
    }
}

#[test]
fn a_host_with_one_edition_has_an_empty_changelog_and_an_unknown_host_is_an_error() {
    assert_eq!(changelog("pi").unwrap().editions, []);
    let error = changelog("pie").unwrap_err();
    assert_eq!(error.argument, "host");
    assert!(error.message.contains("there is codex, "), "{error}");
}
