//! Caches the symptoms in the texts of each skill, because an edit changes the symptoms of only a few skills.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::day::Day;
use super::fields::DroppedFields;
use super::report::{HealthRequest, HealthSymptom};
use crate::memo::Memo;
use crate::tree::{EntryId, Tree};

/// A cache of the symptoms in the texts of each skill.
#[derive(Default)]
pub(crate) struct HealthCache {
    /// The inputs from which all cached symptoms were computed, with the revision of the tree's
    /// structure.
    inputs: RefCell<Option<(SharedInputs, u64)>>,
    /// The symptoms in each skill's texts, by the skill's file. The list has a flag for each host
    /// with dropped fields: true if the host loads the skill. If a flag changes, the symptoms are
    /// computed again.
    skills: Memo<EntryId, Vec<bool>, Rc<TextSymptoms>>,
}

/// The inputs of the cached symptoms that are the same for all skills.
#[derive(PartialEq)]
pub(super) struct SharedInputs {
    today: Day,
    newest: BTreeMap<String, String>,
    models: BTreeMap<String, String>,
    dropped: Vec<DroppedFields>,
}

/// The symptoms in the texts of a skill.
pub(super) struct TextSymptoms {
    pub symptoms: Vec<HealthSymptom>,
    /// The files that were read to find the symptoms, with their revisions.
    pub read: Vec<(EntryId, u64)>,
}

impl SharedInputs {
    pub fn new(today: Day, request: &HealthRequest, dropped: Vec<DroppedFields>) -> Self {
        Self {
            today,
            newest: request.newest.clone(),
            models: request.models.clone(),
            dropped,
        }
    }
}

impl HealthCache {
    /// Removes all cached symptoms if they were computed from other inputs or another structure of the tree.
    pub(super) fn keep_for(&self, inputs: SharedInputs, tree: &Tree) {
        let inputs = Some((inputs, tree.structure_revision()));
        if *self.inputs.borrow() != inputs {
            self.skills.clear();
            *self.inputs.borrow_mut() = inputs;
        }
    }

    /// Returns the cached symptoms of a skill if no file that was read for them has changed. Otherwise computes the
    /// symptoms.
    pub(super) fn of_skill(
        &self,
        tree: &Tree,
        skill: EntryId,
        loading: Vec<bool>,
        compute: impl FnOnce() -> TextSymptoms,
    ) -> Rc<TextSymptoms> {
        let is_unchanged = |(entry, revision): &(EntryId, u64)| {
            (tree.by_id(*entry)).is_some_and(|entry| entry.revision() == *revision)
        };
        let holds = |key: &Vec<bool>, known: &Rc<TextSymptoms>| {
            *key == loading && known.read.iter().all(is_unchanged)
        };
        self.skills.get_if(&skill, holds).unwrap_or_else(|| {
            let symptoms = Rc::new(compute());
            self.skills.insert(skill, loading, Rc::clone(&symptoms));
            symptoms
        })
    }
}
