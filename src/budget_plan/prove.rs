//! Proves a plan: its edits are made in a copy of the tree, and the emulated host lists the skills of this copy.

use std::collections::{BTreeMap, HashMap};

use super::edits::{self, Step};
use super::trial::{self, Chosen, Trial};
use crate::host::stages::View;
use crate::model::catalog::Catalog;
use crate::model::listing::{Listing, ListingReport};
use crate::model::memory::Memory;
use crate::model::skill::Visibility;
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::yaml::fold;

/// The result of a proof: how the host lists the skills of the changed files.
pub(super) struct Proof {
    /// True if the list shows every listed skill whole.
    pub fits: bool,
    /// The totals of the list.
    pub report: ListingReport,
    /// The indices of the steps that the host did not read as expected.
    pub misread: Vec<usize>,
    /// The whole new texts of the changed files, by path.
    pub files: BTreeMap<String, String>,
}

/// Makes the steps in a copy of the tree, and returns how the host lists the skills.
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
        // If the tree refuses a path, the skill does not change, and the comparison below reports the step.
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
    let fits = trial::fits(&actual, &catalog);
    let mut misread = made.failed;
    let wanted = trial.catalog(chosen);
    // One misread skill changes the lines of other skills, so the skills are compared before the lines.
    for (index, step) in steps.iter().enumerate() {
        let path = step.skill.path.as_str();
        if shown(wanted, path) != shown(&catalog, path) && !misread.contains(&index) {
            misread.push(index);
        }
    }
    if misread.is_empty() && !fits {
        let expected = trial.list(chosen);
        let (expected, found) = (lines(&expected), lines(&actual));
        for (index, step) in steps.iter().enumerate() {
            let path = step.skill.path.as_str();
            if expected.get(path) != found.get(path) {
                misread.push(index);
            }
        }
    }
    Proof {
        fits,
        report: actual.report,
        misread,
        files: made.files,
    }
}

/// Returns how a list without a limit would show a skill: its name and description, or only its name. Returns none if
/// the list would not show the skill.
fn shown(catalog: &Catalog, path: &str) -> Option<(String, Option<String>)> {
    let skill = catalog.skills.iter().find(|skill| skill.path == path)?;
    let is_hidden = !skill.enabled
        || !skill.model_invocable
        || !skill.active
        || matches!(
            skill.visibility,
            Visibility::Off | Visibility::UserInvocableOnly
        );
    let is_name_only = skill.visibility == Visibility::NameOnly;
    let description = (!is_name_only).then(|| fold(&skill.description));
    (!is_hidden).then(|| (skill.name.clone(), description))
}

/// Returns the lines of the list, by the path of each line's skill.
fn lines(listing: &Listing) -> HashMap<&str, Option<&str>> {
    let entries = listing.entries.iter();
    let lines = entries.map(|entry| (entry.path.as_str(), entry.line.as_deref()));
    lines.collect()
}
