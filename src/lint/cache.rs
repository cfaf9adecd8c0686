//! Caches of findings: they take all skills to make, and few edits change them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::catalogs::{Asked, Catalogs};
use super::diagnostic::Diagnostic;
use crate::compare::SkillInHost;
use crate::search::{self, Document, DuplicatePair};
use crate::tree::{EntryId, Tree};

/// Choices of hosts or skills of which something is kept. The limit is ours: an editor asks for its file's, and for all's.
const MOST_CHOICES: usize = 3;

/// Skills with the pairs among them whose descriptions are nearly the same.
type Alike = (Vec<Document>, Arc<[DuplicatePair]>);

/// See the [module](self).
#[derive(Clone, Default)]
pub(crate) struct LintCache {
    alike: RefCell<Vec<Alike>>,
    found: RefCell<Found>,
}

/// The findings in single skills, by the hosts that were aimed at and the skill's path.
#[derive(Clone, Default)]
struct Found {
    /// The revision of the tree's structure that all of it was found in.
    structure: u64,
    /// The choice that was asked for last is the last one.
    choices: Vec<(String, HashMap<String, FoundInSkill>)>,
}

/// The findings in a skill, with all that they were found from: each host's view of it, and files.
#[derive(Clone)]
struct FoundInSkill {
    cells: Vec<SkillInHost>,
    basis: CacheKey,
    found: Vec<Diagnostic>,
}

/// The inputs of findings besides each host's view of the skill and the tree's structure.
#[derive(Clone)]
pub(super) struct CacheKey {
    /// The files whose contents were looked at, with their revisions.
    pub read: Vec<(EntryId, u64)>,
    /// The names that hosts were asked for.
    pub names: Vec<Asked>,
}

impl CacheKey {
    fn still_holds(&self, tree: &Tree, catalogs: &Catalogs<'_>) -> bool {
        let is_unchanged = |(entry, revision): &(EntryId, u64)| {
            tree.by_id(*entry)
                .is_some_and(|entry| entry.revision() == *revision)
        };
        self.read.iter().all(is_unchanged)
            && self.names.iter().all(|asked| catalogs.still_answers(asked))
    }
}

impl LintCache {
    /// See [`search::near_duplicates`]; the threshold is always the same.
    pub fn near_duplicates(&self, documents: &[Document], threshold: f64) -> Arc<[DuplicatePair]> {
        let mut alike = self.alike.borrow_mut();
        if let Some((_, pairs)) = alike.iter().find(|(among, _)| among == documents) {
            return Arc::clone(pairs);
        }
        let pairs: Arc<[_]> = search::near_duplicates(documents, threshold).pairs.into();
        alike.truncate(MOST_CHOICES - 1);
        alike.insert(0, (documents.to_vec(), Arc::clone(&pairs)));
        pairs
    }

    /// What is found in a skill for a choice of hosts: as before, if all that it was found from is as it was. What `look`
    /// finds is kept if it says from what.
    pub(super) fn found(
        &self,
        choice: &str,
        (skill, cells): (&str, &[SkillInHost]),
        tree: &Tree,
        catalogs: &Catalogs<'_>,
        look: impl FnOnce() -> (Vec<Diagnostic>, Option<CacheKey>),
    ) -> Vec<Diagnostic> {
        let mut found = self.found.borrow_mut();
        let skills = found.of(choice, tree.structure_revision());
        if let Some(known) = skills.get(skill)
            && known.cells == cells
            && known.basis.still_holds(tree, catalogs)
        {
            return known.found.clone();
        }
        let (found, basis) = look();
        match basis {
            Some(basis) => {
                let kept = FoundInSkill {
                    cells: cells.to_vec(),
                    basis,
                    found: found.clone(),
                };
                skills.insert(skill.to_owned(), kept);
            }
            None => _ = skills.remove(skill),
        }
        found
    }
}

impl Found {
    fn of(&mut self, choice: &str, structure: u64) -> &mut HashMap<String, FoundInSkill> {
        if self.structure != structure {
            self.structure = structure;
            self.choices.clear();
        }
        match self.choices.iter().position(|(known, _)| known == choice) {
            Some(at) => self.choices[at..].rotate_left(1),
            None => {
                if self.choices.len() == MOST_CHOICES {
                    self.choices.remove(0);
                }
                self.choices.push((choice.to_owned(), HashMap::new()));
            }
        }
        let last = self.choices.len() - 1;
        &mut self.choices[last].1
    }
}
