//! Caches of findings: they take all skills to make, and few edits change them.

use std::rc::Rc;
use std::sync::Arc;

use super::catalogs::{Asked, Catalogs};
use super::diagnostic::Diagnostic;
use crate::compare::SkillInHost;
use crate::memo::Memo;
use crate::search::{self, Document, DuplicatePair};
use crate::tree::{EntryId, Tree};

/// Choices of hosts or skills with cached findings. The limit is ours: an editor asks for its file's, and for all's.
const MOST_CHOICES: usize = 3;

/// The findings of single skills, by the skill's path.
type SkillFindings = Memo<String, FindingsKey, Vec<Diagnostic>>;

/// See the [module](self).
pub(crate) struct LintCache {
    /// The pairs of skills whose descriptions are nearly the same, by the skills among which they are.
    alike: Memo<Vec<Document>, (), Arc<[DuplicatePair]>>,
    /// By the hosts that were aimed at; made in one structure of the tree.
    found: Memo<String, u64, Rc<SkillFindings>>,
    /// The folders in the places where hosts look that have no `SKILL.md`, each with the number of its place, by the paths
    /// of these; made in one structure of the tree.
    without: Memo<String, u64, FoldersWithout>,
}

/// See [`LintCache::folders_without`].
pub(super) type FoldersWithout = Rc<[(usize, EntryId)]>;

/// All that the findings in a skill are made from, besides the tree's structure.
#[derive(Clone, PartialEq)]
struct FindingsKey {
    cells: Vec<SkillInHost>,
    read: CacheKey,
}

/// The inputs of findings besides each host's view of the skill and the tree's structure.
#[derive(Clone, PartialEq)]
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

impl Default for LintCache {
    fn default() -> Self {
        Self {
            alike: Memo::limited(MOST_CHOICES),
            found: Memo::limited(MOST_CHOICES),
            without: Memo::limited(MOST_CHOICES),
        }
    }
}

impl LintCache {
    /// The same results, for a copy of the tree: caches are keyed by tree revision, so a copy needs its own.
    pub fn fork(&self) -> Self {
        Self {
            alike: self.alike.clone(),
            found: self.found.map(|found| Rc::new((**found).clone())),
            without: self.without.clone(),
        }
    }

    /// See [`search::near_duplicates`]; the threshold is always the same.
    pub fn near_duplicates(&self, documents: &[Document], threshold: f64) -> Arc<[DuplicatePair]> {
        if let Some(pairs) = self.alike.get(documents, &()) {
            return pairs;
        }
        let pairs: Arc<[_]> = search::near_duplicates(documents, threshold).pairs.into();
        (self.alike).insert(documents.to_vec(), (), Arc::clone(&pairs));
        pairs
    }

    /// The folders without a `SKILL.md` in these places; most have one, so there is little to look at later.
    pub(super) fn folders_without(
        &self,
        places: String,
        tree: &Tree,
        look: impl FnOnce() -> FoldersWithout,
    ) -> FoldersWithout {
        (self.without).get_or_insert(places, tree.structure_revision(), look)
    }

    /// The findings in a skill for a choice of hosts: as before, if all that they were made from is as it was. What `look`
    /// finds is cached if it says from what.
    pub(super) fn found(
        &self,
        choice: &str,
        (skill, cells): (&str, &[SkillInHost]),
        tree: &Tree,
        catalogs: &Catalogs<'_>,
        look: impl FnOnce() -> (Vec<Diagnostic>, Option<CacheKey>),
    ) -> Vec<Diagnostic> {
        let structure = tree.structure_revision();
        let skills = (self.found).get_or_insert(choice.to_owned(), structure, Rc::default);
        let holds =
            |key: &FindingsKey, _: &_| key.cells == cells && key.read.still_holds(tree, catalogs);
        if let Some(found) = skills.get_if(skill, holds) {
            return found;
        }
        let (found, read) = look();
        match read {
            Some(read) => {
                let cells = cells.to_vec();
                let key = FindingsKey { cells, read };
                skills.insert(skill.to_owned(), key, found.clone());
            }
            None => skills.remove(skill),
        }
        found
    }
}
