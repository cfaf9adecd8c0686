//! "Can I use": a table of how each host, in each edition, treats fields, placeholders, tags, folders, limits and
//! habits of authors.
//!
//! Every cell is computed from the tables that a host's parser uses, or by running the host on a tiny tree. This folder
//! contains no facts about a host.

mod asked;
mod behaviours;
mod fields;
mod folders;
mod limits;
mod marks;
#[cfg(feature = "change")]
mod moves;
mod probe;
mod row;
mod table;
mod words;

use std::sync::Arc;

use asked::{Asked, opened};
#[cfg(feature = "change")]
pub(crate) use moves::{EditionMoves, Move, SmallTree, moves};

use crate::host::Host;
use crate::hosts;
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
pub use table::{Support, SupportCell, SupportColumn, SupportGroup, SupportLevel, SupportRow};

/// Returns the table "Can I use" for the hosts in `asked`, or for every host in every edition if
/// `asked` is empty. If an item of `asked` does not name an edition, the host's default edition is
/// used. The table has the same rows for any list of hosts.
///
/// # Errors
/// Returns an error if a host or edition is unknown.
pub fn support(asked: &[HostChoice]) -> Result<Support, ArgumentError> {
    let choices = match asked {
        [] => Vec::new(),
        asked => hosts::choices(asked)?,
    };
    let all = opened()?;
    // A cell shows the edition since which its answer applies, so all editions of a requested host are needed.
    let counts = |host: &&Arc<dyn Host>| {
        choices.is_empty() || choices.iter().any(|(id, _)| *id == host.id())
    };
    let columns: Vec<_> = all.iter().filter(counts).cloned().collect();
    let mut support = table(&all, &columns)?;
    if !choices.is_empty() {
        choose(&mut support, &choices);
    }
    Ok(support)
}

/// Returns the table "Can I use" for hosts that the caller provides. The editions of one host must
/// be in order, the oldest first.
///
/// # Errors
/// Returns an error if one of the hosts cannot be used.
pub fn support_of(hosts: &[Arc<dyn Host>]) -> Result<Support, ArgumentError> {
    table(hosts, hosts)
}

/// Returns a table with a column for each host of `columns`. The table has every row that applies
/// to a host of `all`.
fn table(all: &[Arc<dyn Host>], columns: &[Arc<dyn Host>]) -> Result<Support, ArgumentError> {
    let Asked { rows, answers } = Asked::new(all, columns)?;
    let cells = rows.iter().zip(answers).map(|(row, answers)| {
        let mut cells: Vec<SupportCell> = Vec::new();
        for (index, (host, answer)) in columns.iter().zip(answers).enumerate() {
            let before = index.checked_sub(1).map(|index| &columns[index]);
            let is_later = before.is_some_and(|before| before.id() == host.id());
            let since = match cells.last().filter(|_| is_later) {
                Some(before) if before.support == answer.support => before.since.clone(),
                Some(_) => Some(host.edition().to_owned()),
                None => None,
            };
            cells.push(SupportCell {
                support: answer.support,
                note: answer.note,
                since,
                page: host.section(row.topic).map(str::to_owned),
            });
        }
        cells
    });
    let cells: Vec<_> = cells.collect();
    let known = hosts::hosts();
    Ok(Support {
        columns: (columns.iter())
            .map(|host| {
                let listed = known.iter().find(|known| known.host == host.id());
                SupportColumn {
                    host: host.id().to_owned(),
                    edition: host.edition().to_owned(),
                    label: hosts::label(host.id()).to_owned(),
                    is_default: listed.is_none_or(|known| known.default == host.edition()),
                }
            })
            .collect(),
        rows: (rows.into_iter().zip(cells))
            .map(|(row, cells)| SupportRow {
                id: row.id,
                group: row.group,
                title: row.title,
                summary: row.summary,
                cells,
            })
            .collect(),
    })
}

/// Keeps only the columns of the requested hosts and editions, in the requested order.
fn choose(support: &mut Support, choices: &[(String, String)]) {
    let places: Vec<_> = (choices.iter())
        .filter_map(|(id, edition)| {
            let mut columns = support.columns.iter();
            columns.position(|column| column.host == *id && column.edition == *edition)
        })
        .collect();
    let columns = &support.columns;
    support.columns = places.iter().map(|place| columns[*place].clone()).collect();
    for row in &mut support.rows {
        row.cells = places
            .iter()
            .map(|place| row.cells[*place].clone())
            .collect();
    }
}
