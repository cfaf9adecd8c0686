//! Caches of findings: they take all skills to make, and few edits change them.

use std::rc::Rc;

use super::catalogs::{Asked, Catalogs, NameIndices};
use super::diagnostic::Diagnostic;
use super::verdict::Kind;
use crate::compare::{HostEditions, SkillInHost, SkillVerdicts, Verdicts};
use crate::memo::Memo;
use crate::search::Duplicates;
use crate::tree::{EntryId, Tree};

/// Choices of hosts or skills with cached findings. The limit is ours: an editor asks for its file's, and for all's.
const MOST_CHOICES: usize = 3;

/// Findings that several callers share.
pub(super) type Found = Rc<[Rc<Diagnostic>]>;

/// The hosts that were aimed at, and whether fixes were asked for.
pub(super) type Choice = (HostEditions, bool);

/// The findings of single skills, by the skill's path.
type SkillFindings = Memo<Rc<str>, (), OfSkill>;

/// The one result that was made last, whatever it was made from.
pub(super) type Last<V> = Memo<(), (), Rc<V>>;

/// See the [module](self).
pub(crate) struct LintCache {
    /// The findings of single skills, by path; made in one structure of the tree.
    found: Memo<Choice, u64, Rc<SkillFindings>>,
    /// What was found the last time, by the skills that were asked for.
    rounds: Memo<(Choice, Vec<String>), (), Rc<Round>>,
    /// The folders in the places where hosts look that have no `SKILL.md`, each with the number of its place, by the paths
    /// of these; made in one structure of the tree.
    without: Memo<String, u64, FoldersWithout>,
    pub(super) names: NameIndices,
    /// Those among the most skills, from which those among others are found.
    pub(super) duplicates: Last<Duplicates>,
}

/// See [`LintCache::folders_without`].
pub(super) type FoldersWithout = Rc<[(usize, EntryId)]>;

/// The findings in each skill that there are verdicts on; none where nobody looked.
pub(super) type OfSkills = Rc<[Option<OfSkill>]>;

/// What was found in the same skills for the same hosts the last time.
#[derive(Default, Clone)]
pub(super) struct Round {
    /// The findings of more than one skill, or of none, of catalogs of these generations.
    pub of_catalogs: Memo<(), Vec<u64>, Found>,
    /// In the order of the verdicts; made in one structure of the tree.
    skills: Memo<(), u64, (Rc<Verdicts>, OfSkills)>,
    pub neighbours: Last<Neighbours>,
    pub budgets: Last<Budgets>,
}

/// The descriptions that are nearest to each other, with what they were found from.
pub(super) struct Neighbours {
    pub verdicts: Rc<Verdicts>,
    /// Those of the skills' files.
    pub kinds: Vec<Kind>,
    /// In the order of the skills: the number of the skill, the path and name of the most similar other, and how similar
    /// it is.
    pub nearest: Vec<(usize, String, String, f64)>,
}

/// The findings of budgets, with the parts that they were made of.
pub(super) struct Budgets {
    pub parts: Vec<Rc<Diagnostic>>,
    pub verdicts: Rc<Verdicts>,
    pub found: Vec<Rc<Diagnostic>>,
}

/// The findings in a skill, with all that they are made from besides the tree's structure.
#[derive(Clone)]
pub(super) struct OfSkill {
    cells: Rc<[Rc<SkillInHost>]>,
    key: Rc<CacheKey>,
    pub found: Found,
    /// Whether there are comments in its files that ignore rules.
    pub has_comments: bool,
}

/// The inputs of findings besides each host's view of the skill and the tree's structure.
pub(super) struct CacheKey {
    /// The files whose contents were looked at, with their revisions.
    pub read: Vec<(EntryId, u64)>,
    /// The names that hosts were asked for.
    pub names: Vec<Asked>,
    /// The generations of the catalogs, where more of them was looked at.
    pub generations: Option<Vec<u64>>,
}

impl OfSkill {
    pub fn new(
        verdicts: &SkillVerdicts,
        key: CacheKey,
        found: Vec<Diagnostic>,
        has_comments: bool,
    ) -> Self {
        Self {
            cells: Rc::clone(&verdicts.cells),
            key: Rc::new(key),
            found: found.into_iter().map(Rc::new).collect(),
            has_comments,
        }
    }

    fn still_holds(
        &self,
        verdicts: &SkillVerdicts,
        tree: &Tree,
        catalogs: &Catalogs<'_>,
        generations: &[u64],
    ) -> bool {
        let key = &*self.key;
        let is_unchanged = |(entry, revision): &(EntryId, u64)| {
            tree.by_id(*entry)
                .is_some_and(|entry| entry.revision() == *revision)
        };
        let of_catalogs = key.generations.as_ref();
        verdicts.are_same(&self.cells)
            && key.read.iter().all(is_unchanged)
            && of_catalogs.is_none_or(|of_catalogs| of_catalogs == generations)
            && key.names.iter().all(|asked| catalogs.still_answers(asked))
    }
}

impl Default for LintCache {
    fn default() -> Self {
        Self {
            found: Memo::limited(MOST_CHOICES),
            rounds: Memo::limited(MOST_CHOICES),
            without: Memo::limited(MOST_CHOICES),
            names: NameIndices::default(),
            duplicates: Memo::default(),
        }
    }
}

impl LintCache {
    /// The same results, for a copy of the tree: caches are keyed by tree revision, so a copy needs its own.
    pub fn fork(&self) -> Self {
        Self {
            found: self.found.map(|found| Rc::new((**found).clone())),
            rounds: self.rounds.map(|round| Rc::new((**round).clone())),
            without: self.without.clone(),
            names: self.names.clone(),
            duplicates: self.duplicates.clone(),
        }
    }

    /// What was found in these skills for these hosts the last time.
    pub(super) fn round(&self, choice: &Choice, asked: &[String]) -> Rc<Round> {
        let id = (choice.clone(), asked.to_vec());
        self.rounds.get_or_insert(id, (), Rc::default)
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

    /// The findings in each of these skills for a choice of hosts: as before, if all that they were made from is as it was.
    pub(super) fn of_skills(
        &self,
        round: &Round,
        choice: &Choice,
        verdicts: &Rc<Verdicts>,
        (tree, catalogs): (&Tree, &Catalogs<'_>),
        mut look: impl FnMut(&SkillVerdicts) -> Option<OfSkill>,
    ) -> OfSkills {
        let structure = tree.structure_revision();
        let known = (self.found).get_or_insert(choice.clone(), structure, Rc::default);
        let before = round.skills.get(&(), &structure);
        let mut last = before.iter().flat_map(|(verdicts, found)| {
            let paths = verdicts.skills.iter().map(|skill| &skill.path);
            paths.zip(found.iter())
        });
        let mut next = last.next();
        let each = verdicts.skills.iter().map(|skill| {
            let holds = |of_skill: &OfSkill| {
                of_skill.still_holds(skill, tree, catalogs, &verdicts.generations)
            };
            // Both go by path.
            while next.is_some_and(|(path, _)| !Rc::ptr_eq(path, &skill.path) && *path < skill.path)
            {
                next = last.next();
            }
            if let Some((path, Some(found))) = next
                && (Rc::ptr_eq(path, &skill.path) || *path == skill.path)
                && holds(found)
            {
                return Some(found.clone());
            }
            let found = known.get_if(&*skill.path, |_, found| holds(found));
            found.or_else(|| {
                let found = look(skill)?;
                known.insert(Rc::clone(&skill.path), (), found.clone());
                Some(found)
            })
        });
        let found: OfSkills = each.collect();
        let made = (Rc::clone(verdicts), Rc::clone(&found));
        round.skills.insert((), structure, made);
        found
    }
}
