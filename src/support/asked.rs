//! Computes the answer of each host for each row of the table "Can I use".

use std::sync::Arc;

use super::probe::{self, Probe, Trees};
use super::row::Row;
use super::table::Answer;
use super::{behaviours, fields, folders, limits, marks};
use crate::host::Host;
use crate::hosts::{self, HostOptions};
use crate::model::argument::ArgumentError;

/// Returns every host in every edition, the oldest edition of each host first.
pub(super) fn opened() -> Result<Vec<Arc<dyn Host>>, ArgumentError> {
    let options = HostOptions::try_from(&probe::options())?;
    let mut all = Vec::new();
    for host in hosts::hosts() {
        for edition in &host.editions {
            all.push(hosts::open(Some(&host.host), Some(edition), &options)?);
        }
    }
    Ok(all)
}

/// The rows of the table "Can I use", and the hosts' answers for these rows.
pub(super) struct Asked {
    pub(super) rows: Vec<Row>,
    /// For each row, the answers of all hosts, in the order of the hosts.
    pub(super) answers: Vec<Vec<Answer>>,
}

impl Asked {
    /// Determines the answer of each host in `columns` for each row of the table "Can I use". The
    /// table has a row for each fact that at least one host in `all` knows, such as a frontmatter
    /// field.
    pub(super) fn new(
        all: &[Arc<dyn Host>],
        columns: &[Arc<dyn Host>],
    ) -> Result<Self, ArgumentError> {
        let roots = folders::roots(all)?;
        let mut rows = fields::rows(all);
        rows.extend(marks::rows(all));
        rows.extend(folders::rows(&roots));
        rows.extend(limits::rows(all));
        rows.extend(behaviours::rows());
        let mut habits = behaviours::files();
        habits.extend(marks::files());
        habits.extend(limits::deep_files());
        let trees = Trees {
            habits,
            folders: folders::files(&roots),
            many: limits::files(),
            touched: behaviours::touched_files(),
        };
        let mut answers: Vec<Vec<Answer>> = rows.iter().map(|_| Vec::new()).collect();
        for host in columns {
            let probe = Probe::new(host, &trees)?;
            for (row, answers) in rows.iter().zip(&mut answers) {
                answers.push((row.ask)(&probe));
            }
        }
        Ok(Self { rows, answers })
    }
}
