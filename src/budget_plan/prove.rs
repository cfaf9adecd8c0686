//! The proof of a plan: its edits are made in a copy of the tree, and the host is asked for its list.

use std::collections::{BTreeMap, HashMap};

use super::edits::{self, Step};
use super::trial::{self, Chosen, Trial};
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingReport};
use crate::model::memory::Memory;
use crate::pipeline::{HostPipeline, Inputs};

/// The host's answer about the changed files.
pub(super) struct Proof {
    /// True if the list shows everything whole.
    pub fits: bool,
    /// The totals of the list.
    pub report: ListingReport,
    /// The indices of the steps that the host did not read as expected.
    pub misread: Vec<usize>,
    /// The whole new texts of the changed files.
    pub files: BTreeMap<String, String>,
}

/// Asks the host about the files with these steps made.
pub(super) fn prove(
    pipeline: &HostPipeline,
    inputs: Inputs<'_>,
    trial: &mut Trial<'_>,
    chosen: &Chosen,
    steps: &[Step],
) -> Proof {
    let made = edits::files(pipeline, inputs, steps);
    let mut tree = inputs.tree.clone();
    for (path, text) in &made.files {
        // A path that the tree refuses leaves the skill as it was, which the comparison below finds.
        let _ = tree.write(path, Some(text.as_str().into()));
    }
    let fork = pipeline.fork();
    let changed = Inputs {
        tree: &tree,
        ..inputs
    };
    let catalog = fork.catalog(changed);
    let memory = Memory::default();
    let view = View {
        tree: &tree,
        environment: inputs.environment,
        catalog: &catalog,
        memory: &memory,
    };
    let actual = trial::list(fork.host(), &view);
    let expected = trial.list(chosen);
    let (expected, found) = (lines(&expected), lines(&actual));
    let mut misread = made.failed;
    for (index, step) in steps.iter().enumerate() {
        let path = step.skill.path.as_str();
        if expected.get(path) != found.get(path) && !misread.contains(&index) {
            misread.push(index);
        }
    }
    Proof {
        fits: trial::fits(&actual, &catalog),
        report: actual.report,
        misread,
        files: made.files,
    }
}

/// Returns the lines of the list by the path of the skill.
fn lines(listing: &Listing) -> HashMap<&str, Option<&str>> {
    let entries = listing.entries.iter();
    let lines = entries.map(|entry| (entry.path.as_str(), entry.line.as_deref()));
    lines.collect()
}
