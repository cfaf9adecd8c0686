//! What each edition of a host changed, from the rows of "can I use".

use super::editions::{editions, editions_differ};
use super::report::{ChangeExample, ChangedRow, Changelog, EditionChanges, RowState};
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
use crate::support::{Move, moves};
use crate::workspace::{Workspace, WorkspaceOptions};

/// Returns what each edition of a host changed: the rows of "can I use" whose cells moved, each with a small tree that
/// shows the difference. A row whose verdict stays the same counts only if such a tree shows a difference.
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
    let mut editions: Vec<_> = (known.editions.windows(2))
        .map(|pair| EditionChanges {
            edition: pair[1].clone(),
            previous: pair[0].clone(),
            rows: Vec::new(),
        })
        .collect();
    for one in moves(host)? {
        let changes = &mut editions[one.edition - 1];
        let example = example(host, [&changes.previous, &changes.edition], &one)?;
        if example.is_none() && one.before.support == one.after.support {
            continue;
        }
        changes.rows.push(ChangedRow {
            id: one.id,
            group: one.group,
            title: one.title,
            summary: one.summary,
            before: RowState {
                support: one.before.support,
                note: one.before.note,
            },
            after: RowState {
                support: one.after.support,
                note: one.after.note,
            },
            page: one.page,
            example,
        });
    }
    Ok(Changelog {
        host: known.host,
        label: known.label,
        editions,
    })
}

/// Returns the tree of a row, if the two editions differ in it.
fn example(
    host: &str,
    pair: [&str; 2],
    moved: &Move,
) -> Result<Option<ChangeExample>, ArgumentError> {
    let Some(tree) = &moved.tree else {
        return Ok(None);
    };
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(host.to_owned()),
        ..tree.options.clone()
    })?;
    // The paths of examples are valid.
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
    let differs = !editions_differ(&workspace, &choices, &[])?.is_empty();
    Ok(differs.then(|| ChangeExample {
        options: tree.options.clone(),
        files: tree.files.clone(),
        links: tree.links.clone(),
    }))
}
