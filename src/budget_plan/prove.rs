//! Proves a budget plan: makes the plan's edits in a copy of the tree, and compares the emulated
//! host's list with the expected list.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::edits::{self, Step};
use super::trial::{self, Chosen, Trial};
use crate::host::stages::View;
use crate::model::catalog::Catalog;
use crate::model::listing::{Listing, ListingReport};
use crate::model::memory::Memory;
use crate::model::skill::{Skill, Visibility};
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::yaml::fold;

/// The result of testing a plan: how the host lists the skills after the plan's edits.
pub(super) struct Proof {
    /// True if the list shows every listed skill whole.
    pub fits: bool,
    /// The totals of the list after the edits.
    pub report: ListingReport,
    /// The indices of the steps whose edits could not be made, or whose effect on the host's list
    /// was not as expected.
    pub misread: Vec<usize>,
    /// The new full text of each changed file, by path.
    pub files: BTreeMap<String, String>,
}

/// Makes the edits of the steps in a copy of the tree. Then checks that the host's list is the list
/// that `trial` expects.
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
    let failed: HashSet<usize> = made.failed.iter().copied().collect();
    let mut misread = made.failed;
    let (wanted, found) = (by_path(trial.catalog(chosen)), by_path(&catalog));
    // One misread skill changes the lines of other skills, so the skills are compared before the lines.
    for (index, step) in steps.iter().enumerate() {
        let path = step.skill.path.as_str();
        let shown_in = |skills: &HashMap<&str, &Skill>| {
            let skill = skills.get(path)?;
            shown(skill).map(|(name, description)| (name.to_owned(), description))
        };
        if shown_in(&wanted) != shown_in(&found) && !failed.contains(&index) {
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

/// Returns the skills of a catalog by path. If several skills have the same path, the first is returned.
fn by_path(catalog: &Catalog) -> HashMap<&str, &Skill> {
    let skills = catalog.skills.iter().rev();
    skills.map(|skill| (&*skill.path, skill)).collect()
}

/// Returns the name and the description with which a list without a budget would show a skill. The
/// description is `None` if the list would show only the name. Returns `None` if the list would not
/// show the skill.
fn shown(skill: &Skill) -> Option<(&str, Option<String>)> {
    let is_hidden = !skill.enabled
        || !skill.model_invocable
        || !skill.active
        || matches!(
            skill.visibility,
            Visibility::Off | Visibility::UserInvocableOnly
        );
    let is_name_only = skill.visibility == Visibility::NameOnly;
    let description = (!is_name_only).then(|| fold(&skill.description));
    (!is_hidden).then(|| (&*skill.name, description))
}

/// Returns the line of each skill in the list, by the skill's path. The line is `None` if the list
/// does not show the skill.
fn lines(listing: &Listing) -> HashMap<&str, Option<&str>> {
    let entries = listing.entries.iter();
    let lines = entries.map(|entry| (entry.path.as_str(), entry.line.as_deref()));
    lines.collect()
}
