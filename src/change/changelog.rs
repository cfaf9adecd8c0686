//! Computes the changelog of a host: the rows of the support table ("can I use") in which its
//! editions differ.

use std::collections::BTreeSet;

use super::between::between;
use super::editions::{editions, with_sides};
use super::report::{
    ChangeExample, ChangedRow, ChangedSkill, Changelog, DiffLine, EditionChanges, RowState,
    SkillChange,
};
use super::side::Side;
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
use crate::sort;
use crate::support::{EditionMoves, Move, SmallTree, moves};
use crate::tree::path;
use crate::workspace::{Workspace, WorkspaceOptions};

/// Returns the changes between each edition of a host and the previous edition. A change is a row
/// of the support table ("can I use") whose cell differs between the two editions. Most rows have
/// an example: a small tree of files that the two editions treat differently.
///
/// A cell has a level of support and a note in words. If the two editions have the same level of
/// support and different notes, the row needs an example. Without an example such a row is left
/// out, because only the wording of the note has changed.
///
/// ```
/// let changelog = skillglass::change::changelog("codex")?;
/// let rows = &changelog.editions[0].rows;
/// assert!(rows.iter().any(|row| row.id == "behaviour/missing-name"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the host is unknown.
pub fn changelog(host: &str) -> Result<Changelog, ArgumentError> {
    let known = editions("host", host)?;
    let pairs = known.editions.windows(2).zip(moves(host)?);
    let editions = pairs.map(|(pair, EditionMoves { moves, plain })| {
        let pair = [&*pair[0], &*pair[1]];
        let (plain, _) = differences(host, pair, &plain)?;
        let rows = moves.into_iter().map(|one| row(host, pair, one, &plain));
        let rows: Result<Vec<_>, _> = rows.collect();
        Ok(EditionChanges {
            previous: pair[0].to_owned(),
            edition: pair[1].to_owned(),
            rows: rows?.into_iter().flatten().collect(),
        })
    });
    Ok(Changelog {
        editions: editions.collect::<Result<_, _>>()?,
        host: known.host,
        label: known.label,
    })
}

/// Returns the changelog's row for a changed cell of the support table. Returns `None` if only the
/// wording of the cell differs between the editions. `plain` has the changes between the two
/// editions for a minimal skill, which has only a name and a description. Every skill has these
/// changes, so they do not explain the changed cell.
fn row(
    host: &str,
    pair: [&str; 2],
    moved: Move,
    plain: &[Marks],
) -> Result<Option<ChangedRow>, ArgumentError> {
    let example = example(host, pair, &moved, plain)?;
    if example.is_none() && moved.before.support == moved.after.support {
        return Ok(None);
    }
    let [before, after] = [moved.before, moved.after].map(|answer| RowState {
        support: answer.support,
        note: answer.note,
    });
    Ok(Some(ChangedRow {
        id: moved.id,
        group: moved.group,
        title: moved.title,
        summary: moved.summary,
        before,
        after,
        page: moved.page,
        example,
    }))
}

/// Returns the example of a changelog row: a small tree of files that the two editions treat
/// differently. Returns `None` if the row has no tree, or if all changes in the tree are also in
/// `plain`, the changes for a skill with only a name and a description.
fn example(
    host: &str,
    pair: [&str; 2],
    moved: &Move,
    plain: &[Marks],
) -> Result<Option<ChangeExample>, ArgumentError> {
    let Some(tree) = &moved.tree else {
        return Ok(None);
    };
    let (marks, is_empty) = differences(host, pair, tree)?;
    let shows = if tree.is_general {
        !is_empty
    } else {
        marks.iter().any(|marks| !plain.contains(marks))
    };
    Ok(shows.then(|| ChangeExample {
        options: tree.options.clone(),
        files: tree.files.clone(),
        links: tree.links.clone(),
    }))
}

/// The changes of one skill between two editions of a host, in words. Placeholders replace the
/// skill's own path, name and description, so that the changes of two skills can be compared.
type Marks = BTreeSet<String>;

/// Compares two editions of a host on a small tree of files. Returns the changes of each skill in
/// the tree, and true if nothing differs between the two editions.
fn differences(
    host: &str,
    pair: [&str; 2],
    tree: &SmallTree,
) -> Result<(Vec<Marks>, bool), ArgumentError> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(host.to_owned()),
        ..tree.options.clone()
    })?;
    // The paths in examples are valid, so no write fails.
    for (path, text) in &tree.files {
        let _ = workspace.write(path, text.as_str());
    }
    for (path, target) in &tree.links {
        let _ = workspace.link(path, target);
    }
    let choices = pair.map(|edition| HostChoice {
        host: host.to_owned(),
        edition: Some(edition.to_owned()),
    });
    with_sides(&workspace, &choices, |before, after| {
        let diff = between(before, after, &[]);
        let mut all: Vec<Marks> = (diff.skills.iter())
            .map(|skill| marks(before, after, skill))
            .collect();
        if diff.same > 0 {
            all.push(Marks::new());
        }
        (all, diff.is_empty())
    })
}

/// Returns the changes of one skill between two editions of a host, each change as a text.
/// Placeholders replace the skill's own path, name and description, so that the changes of
/// different skills can be compared.
fn marks(before: &Side<'_>, after: &Side<'_>, skill: &ChangedSkill) -> Marks {
    let path = &skill.path;
    let folder = path::parent(path).unwrap_or("/");
    let loaded = [before, after].map(|side| side.place.skill(path));
    let mut own: Vec<(&str, &str)> = vec![
        (path, "PATH"),
        (folder, "FOLDER"),
        (path::file_name(folder), "NAME"),
    ];
    for skill in loaded.into_iter().flatten() {
        own.push((&skill.name, "NAME"));
        own.push((&skill.description, "DESCRIPTION"));
    }
    own.retain(|(word, _)| !word.is_empty());
    sort::by_key(&mut own, |(word, _)| std::cmp::Reverse(word.len()));
    let general = |text: &str| {
        let words = own.iter();
        words.fold(text.to_owned(), |text, (word, instead)| {
            text.replace(word, instead)
        })
    };
    let mut marks = Marks::new();
    for change in &skill.changes {
        match change {
            SkillChange::Text { by, lines, .. } => {
                for line in lines {
                    if let DiffLine::Removed { text } | DiffLine::Added { text } = line {
                        marks.insert(format!("text {by:?} {}", general(text)));
                    }
                }
            }
            SkillChange::Appears { .. } => drop(marks.insert("appears".to_owned())),
            SkillChange::Vanishes { .. } => drop(marks.insert("vanishes".to_owned())),
            SkillChange::NotLoaded { .. } => drop(marks.insert("not-loaded".to_owned())),
            other => drop(marks.insert(general(&format!("{other:?}")))),
        }
    }
    marks
}
