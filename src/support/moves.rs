//! Rows whose cells differ between two editions of a host.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::probe::{self, Entry};
use super::row::Row;
use super::table::{Answer, SupportGroup};
use super::{Asked, opened};
use crate::host::Host;
use crate::model::argument::ArgumentError;
use crate::workspace::{Workspace, WorkspaceOptions};

/// A row whose cells in two consecutive editions of a host differ.
pub(crate) struct Move {
    /// The index of the later edition in the host's editions.
    pub edition: usize,
    pub id: String,
    pub group: SupportGroup,
    pub title: String,
    pub summary: String,
    pub before: Answer,
    pub after: Answer,
    pub page: Option<String>,
    /// A small tree about the row; none if the row has none.
    pub tree: Option<SmallTree>,
}

/// A small tree with the options of its workspace.
pub(crate) struct SmallTree {
    pub options: WorkspaceOptions,
    pub files: BTreeMap<String, String>,
    pub links: BTreeMap<String, String>,
}

/// Returns the rows whose cells differ between consecutive editions of a host, by edition. The cells are those of the
/// table of all hosts.
///
/// # Errors
/// Returns an error if a host cannot be used.
pub(crate) fn moves(host: &str) -> Result<Vec<Move>, ArgumentError> {
    let all = opened()?;
    let columns: Vec<_> = all.iter().filter(|one| one.id() == host).cloned().collect();
    let Asked { rows, answers } = Asked::new(&all, &columns)?;
    let mut moves = Vec::new();
    for (edition, pair) in columns.windows(2).enumerate() {
        for (row, answers) in rows.iter().zip(&answers) {
            let [before, after] = [&answers[edition], &answers[edition + 1]];
            if before != after {
                moves.push(Move {
                    edition: edition + 1,
                    id: row.id.clone(),
                    group: row.group,
                    title: row.title.clone(),
                    summary: row.summary.clone(),
                    before: before.clone(),
                    after: after.clone(),
                    page: pair[1].section(row.topic).map(str::to_owned),
                    tree: tree(row, &pair[1])?,
                });
            }
        }
    }
    Ok(moves)
}

/// Returns the tree of a row's example for a host.
fn tree(row: &Row, host: &Arc<dyn Host>) -> Result<Option<SmallTree>, ArgumentError> {
    if row.example.files.is_empty() {
        return Ok(None);
    }
    let options = probe::options_of(row.example.session);
    let workspace = Workspace::with_host(Arc::clone(host), &options)?;
    let root = workspace.host().placement(workspace.environment());
    let mut tree = SmallTree {
        options,
        files: BTreeMap::new(),
        links: BTreeMap::new(),
    };
    for (path, entry) in probe::entries(&root, &row.example.files) {
        match entry {
            Entry::File(text) => tree.files.insert(path, text.to_owned()),
            Entry::Link(target) => tree.links.insert(path, target.to_owned()),
        };
    }
    Ok(Some(tree))
}
