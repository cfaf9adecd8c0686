//! Rows of the table whose cells differ between two editions of a host.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::asked::{Asked, opened};
use super::probe::{self, Entry};
use super::row::{Example, Row};
use super::table::{Answer, SupportGroup};
use crate::host::Host;
use crate::model::argument::ArgumentError;
use crate::workspace::{Workspace, WorkspaceOptions};

/// The changes of an edition in the table "Can I use": the rows whose answers differ from the
/// previous edition of the host.
pub(crate) struct EditionMoves {
    pub moves: Vec<Move>,
    /// A tree with one plain skill. If a difference between the edition and the previous edition
    /// affects every skill, this tree is the example for the difference.
    pub plain: SmallTree,
}

/// A row of the table "Can I use" whose answers differ between two consecutive editions of a host.
pub(crate) struct Move {
    pub id: String,
    pub group: SupportGroup,
    pub title: String,
    pub summary: String,
    pub before: Answer,
    pub after: Answer,
    pub page: Option<String>,
    /// A small tree that the two consecutive editions of the host treat differently; `None` if
    /// there is no example.
    pub tree: Option<SmallTree>,
}

/// A small tree, with the options of the workspace that loads it.
pub(crate) struct SmallTree {
    /// True if the difference between the two editions of the host affects every skill. False if it
    /// affects only some skills, such as the skills in `files`.
    pub is_general: bool,
    pub options: WorkspaceOptions,
    pub files: BTreeMap<String, String>,
    pub links: BTreeMap<String, String>,
}

/// Returns the rows of the table "Can I use" whose answers differ between consecutive editions of a
/// host. The result has an item for each edition except the first.
///
/// # Errors
/// Returns an error if a host cannot be opened.
pub(crate) fn moves(host: &str) -> Result<Vec<EditionMoves>, ArgumentError> {
    let all = opened()?;
    let columns: Vec<_> = all.iter().filter(|one| one.id() == host).cloned().collect();
    let Asked { rows, answers } = Asked::new(&all, &columns)?;
    let mut editions = Vec::new();
    for (index, pair) in columns.windows(2).enumerate() {
        let later = &pair[1];
        let mut moves = Vec::new();
        for (row, answers) in rows.iter().zip(&answers) {
            let [before, after] = [&answers[index], &answers[index + 1]];
            if before != after {
                moves.push(Move {
                    id: row.id.clone(),
                    group: row.group,
                    title: row.title.clone(),
                    summary: row.summary.clone(),
                    before: before.clone(),
                    after: after.clone(),
                    page: later.section(row.topic).map(str::to_owned),
                    tree: tree(row, later)?,
                });
            }
        }
        editions.push(EditionMoves {
            moves,
            plain: plain_tree(later)?,
        });
    }
    Ok(editions)
}

/// Returns the example tree of a row in the table "Can I use", with its skills in the host's
/// folders. `None` if the row has no example.
fn tree(row: &Row, host: &Arc<dyn Host>) -> Result<Option<SmallTree>, ArgumentError> {
    if row.example.files.is_empty() {
        return Ok(None);
    }
    small_tree(&row.example, host).map(Some)
}

/// Returns a tree with one plain skill in a folder that the host searches. This tree is the example
/// for differences between editions that affect every skill.
fn plain_tree(host: &Arc<dyn Host>) -> Result<SmallTree, ArgumentError> {
    let text = "---\nname: plain\ndescription: A sample.\n---\nText.\n";
    let files = vec![("plain/SKILL.md".to_owned(), text.to_owned())];
    small_tree(&Example::plain(files), host)
}

fn small_tree(example: &Example, host: &Arc<dyn Host>) -> Result<SmallTree, ArgumentError> {
    let options = probe::options_of(example.session);
    let workspace = Workspace::with_host(Arc::clone(host), &options)?;
    let root = workspace.host().placement(workspace.environment());
    let mut tree = SmallTree {
        is_general: example.is_general,
        options,
        files: BTreeMap::new(),
        links: BTreeMap::new(),
    };
    for (path, entry) in probe::entries(&root, &example.files) {
        match entry {
            Entry::File(text) => tree.files.insert(path, text.to_owned()),
            Entry::Link(target) => tree.links.insert(path, target.to_owned()),
        };
    }
    Ok(tree)
}
