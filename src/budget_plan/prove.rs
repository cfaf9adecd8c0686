//! Proves a budget plan: makes the plan's edits in a copy of the tree, and compares the emulated
//! host's list with the expected list.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::edits::{self, KnownEdits, Step};
use super::trial::{self, Chosen, Trial};
use crate::hashing::{HashMap, HashSet};
use crate::host::stages::View;
use crate::model::catalog::Catalog;
use crate::model::listing::{Listing, ListingReport};
use crate::model::memory::Memory;
use crate::model::skill::{Skill, Visibility};
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::yaml::fold;
use crate::tree::{Entry, EntryKind, Tree};

/// The result of testing a plan: how the host lists the skills after the plan's edits.
pub(super) struct Proof {
    /// True if the list shows every listed skill with its whole description.
    pub fits: bool,
    /// The totals of the list after the edits.
    pub report: ListingReport,
    /// The indices of the steps whose edits could not be made, or whose effect on the host's list
    /// was not as expected.
    pub misread: Vec<usize>,
    /// The new full text of each changed file, by path.
    pub files: Rc<BTreeMap<String, Rc<str>>>,
}

/// A copy of the tree with the edits of the last plan, and a pipeline that reads this copy. A new plan
/// makes only the edits that the last plan did not make.
pub(super) struct EditedCopy {
    tree: Tree,
    pipeline: HostPipeline,
    /// The new full texts of the edited files, by path.
    texts: Rc<BTreeMap<String, Rc<str>>>,
    edits: KnownEdits,
}

impl EditedCopy {
    fn new(pipeline: &HostPipeline, tree: &Tree) -> Self {
        Self {
            tree: tree.clone(),
            pipeline: pipeline.fork(),
            texts: Rc::default(),
            edits: KnownEdits::default(),
        }
    }

    /// Copies files that were edited in the original tree into this copy of the tree. `edited` has
    /// the paths of these files. Since the last copy, no file may have been added to the original
    /// tree or removed from it.
    pub fn follow(&mut self, original: &Tree, edited: &HashSet<String>) {
        self.edits.remove(edited);
        for path in edited {
            if self.texts.contains_key(path) {
                Rc::make_mut(&mut self.texts).remove(path);
            }
            self.copy(original, path);
        }
    }

    /// Undoes the edits of the last plan, and makes the new edits.
    fn edit(&mut self, original: &Tree, texts: &Rc<BTreeMap<String, Rc<str>>>) {
        if Rc::ptr_eq(&self.texts, texts) {
            return;
        }
        let before = std::mem::replace(&mut self.texts, Rc::clone(texts));
        for path in before.keys().filter(|path| !texts.contains_key(*path)) {
            self.copy(original, path);
        }
        for (path, text) in &**texts {
            // If the tree refuses a path, the skill does not change, and the comparison of the skills reports the step.
            if before
                .get(path)
                .is_none_or(|before| !Rc::ptr_eq(before, text))
            {
                let _ = self.tree.write(path, Some((&**text).into()));
            }
        }
    }

    /// Copies the file at `path` from the original tree into this copy of the tree. If the original
    /// tree has no file at `path`, removes the file from this copy.
    fn copy(&mut self, original: &Tree, path: &str) {
        match original.entry(path).map(Entry::kind) {
            Some(EntryKind::File(contents)) => {
                let _ = self.tree.write(path, contents.cloned());
            }
            // The tree refused the edit of a folder or a link, so there is nothing to undo.
            Some(_) => {}
            None => {
                self.tree.remove(path);
            }
        }
    }
}

/// Makes the edits of the steps in a copy of the tree. Then checks that the host's list is the list
/// that `trial` expects.
pub(super) fn prove(
    pipeline: &HostPipeline,
    inputs: Inputs<'_>,
    trial: &mut Trial<'_>,
    chosen: &Chosen,
    steps: &[Step<'_>],
    copy: &mut Option<EditedCopy>,
) -> Proof {
    let copy = copy.get_or_insert_with(|| EditedCopy::new(pipeline, inputs.tree));
    let made = edits::files(pipeline, inputs, steps, &mut copy.edits);
    copy.edit(inputs.tree, &made.files);
    let (tree, fork) = (&copy.tree, &copy.pipeline);
    let changed = Inputs { tree, ..inputs };
    let catalog = fork.catalog(changed);
    let memory = Memory::default();
    let view = View {
        tree,
        environment: inputs.environment,
        catalog: &catalog,
        memory: &memory,
    };
    let actual = trial::list(fork.host(), &view);
    let fits = actual.is_whole(&catalog);
    let failed: HashSet<usize> = made.failed.iter().copied().collect();
    let mut misread = made.failed;
    let found = ByPath::new(&catalog);
    let wanted = trial.catalog(chosen);
    // One misread skill changes the lines of other skills, so the skills are compared before the lines.
    for (index, step) in steps.iter().enumerate() {
        let found = found.get(step.index, &step.skill.path);
        if !are_shown_alike(Some(&wanted.skills[step.index]), found) && !failed.contains(&index) {
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

/// The skills of a catalog by path. If several skills have the same path, the first is found.
struct ByPath<'c> {
    catalog: &'c Catalog,
    others: OnceCell<HashMap<&'c str, &'c Skill>>,
}

impl<'c> ByPath<'c> {
    fn new(catalog: &'c Catalog) -> Self {
        Self {
            catalog,
            others: OnceCell::new(),
        }
    }

    /// Returns the skill with this path; `None` if the catalog does not have the skill. The skill
    /// is first searched at the index `expected`, because edits rarely change the order of the
    /// catalog.
    fn get(&self, expected: usize, path: &str) -> Option<&'c Skill> {
        let skills = &self.catalog.skills;
        let at_index = skills.get(expected).filter(|skill| skill.path == path);
        at_index.or_else(|| {
            let others = self.others.get_or_init(|| {
                let skills = skills.iter().rev();
                skills.map(|skill| (&*skill.path, skill)).collect()
            });
            others.get(path).copied()
        })
    }
}

/// Returns true if a list without a budget would have equal texts for two skills (the same name and
/// the same description), or would show neither skill.
fn are_shown_alike(one: Option<&Skill>, other: Option<&Skill>) -> bool {
    match (
        one.filter(|one| is_shown(one)),
        other.filter(|other| is_shown(other)),
    ) {
        (Some(one), Some(other)) => {
            let is_name_only = |skill: &Skill| skill.visibility == Visibility::NameOnly;
            one.name == other.name
                && is_name_only(one) == is_name_only(other)
                && (is_name_only(one)
                    || one.description == other.description
                    || fold(&one.description) == fold(&other.description))
        }
        (None, None) => true,
        _ => false,
    }
}

/// Returns true if a list without a budget would show the skill.
fn is_shown(skill: &Skill) -> bool {
    skill.enabled
        && skill.model_invocable
        && skill.active
        && !matches!(
            skill.visibility,
            Visibility::Off | Visibility::UserInvocableOnly
        )
}

/// Returns the line of each skill in the list, by the skill's path. The line is `None` if the list
/// does not show the skill.
fn lines(listing: &Listing) -> HashMap<&str, Option<&str>> {
    let entries = listing.entries.iter();
    let lines = entries.map(|entry| (entry.path.as_str(), entry.line.as_deref()));
    lines.collect()
}
