//! Cached findings of the linter. After an edit few findings change, but to compute all findings
//! anew, the linter must check every skill.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::catalogs::{Catalogs, NameIndices, NameQuery};
use super::diagnostic::Diagnostic;
use super::file_index::FileIndices;
use super::request::{FoundInSkill, Level};
use super::rule::RuleCodes;
use super::verdict::FileKind;
use crate::compare::{HostEditions, SkillInHost, SkillVerdicts, Verdicts};
use crate::hashing::HashMap;
#[cfg(feature = "locks")]
use crate::locks::FilesWithoutOrigin;
use crate::memo::Memo;
use crate::search::Duplicates;
use crate::tree::{EntryId, Tree};

/// The maximum number of lint requests whose findings are cached at the same time. An editor sends
/// two requests: one for the edited file, and one for all files. The report on outdated skills
/// sends a third request. No host has this limit.
const MOST_CHOICES: usize = 4;

/// A list of findings that several callers share without copying it.
pub(super) type Found = Rc<[Rc<Diagnostic>]>;

/// The part of a lint request that the cached findings depend on.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Choice {
    /// The target hosts.
    pub hosts: HostEditions,
    /// True if fixes are requested.
    pub fixes: bool,
    /// The codes of the only rules that run; `None` if all rules run.
    pub only: Option<RuleCodes>,
}

/// The findings of single skills, by the path of the skill.
type FindingsByPath = Memo<Rc<str>, (), SkillFindings>;

/// A cache for the latest result of one computation. The code that uses the cache checks whether
/// the inputs have changed.
pub(super) type LastResult<V> = Memo<(), (), Rc<V>>;

/// The cached findings in the files of a tree.
pub(crate) struct LintCache {
    /// The findings in single skills, keyed by the lint request. The findings are valid until an
    /// entry of the tree is added, removed or moved.
    found: Memo<Choice, u64, Rc<FindingsByPath>>,
    /// The findings of the previous run. The key is the lint request with the paths of the
    /// requested skills.
    rounds: Memo<(Choice, Vec<String>), (), Rc<PreviousRun>>,
    /// The folders without a `SKILL.md` that are directly in the folders that hosts search. The key
    /// has the paths of the searched folders, each with a line end. The list is valid until an
    /// entry of the tree is added, removed or moved.
    without: Memo<String, u64, FoldersWithout>,
    pub(super) names: NameIndices,
    pub(super) files: FileIndices,
    /// The findings in lock files. Valid until the tree changes.
    #[cfg(feature = "locks")]
    pub(super) locks: Memo<(), u64, Found>,
    #[cfg(feature = "locks")]
    pub(super) files_without_origin: FilesWithoutOrigin,
    /// The pairs of skills with nearly the same description. The pairs are computed for the largest
    /// set of skills that was requested so far. The pairs for any other set are derived from the
    /// pairs in the largest set.
    pub(super) duplicates: LastResult<Duplicates>,
}

/// The folders without a `SKILL.md`. Each has the index of the searched folder that contains it.
pub(super) type FoldersWithout = Rc<[(usize, EntryId)]>;

/// The findings in all skills, one item for each skill; `None` for a skill that the settings
/// ignore.
pub(super) type AllSkillFindings = Rc<[Option<SkillFindings>]>;

/// The cached findings of the previous run with the same skills and hosts.
#[derive(Default, Clone)]
pub(super) struct PreviousRun {
    /// The findings that concern several skills or no skill. Valid until a host's catalog of skills
    /// changes.
    pub of_catalogs: Memo<(), Vec<u64>, Found>,
    /// The verdicts of the hosts on all skills, and the findings in these skills, in the same
    /// order. Valid until an entry of the tree is added, removed or moved.
    skills: Memo<(), u64, (Rc<Verdicts>, AllSkillFindings)>,
    pub neighbours: LastResult<Neighbours>,
    pub budgets: LastResult<Budgets>,
    pub results: LastResult<Results>,
}

/// The findings of a run, together with the inputs that they depend on.
pub(super) struct Results {
    /// The findings before their severities were set, in the order in which the run collected them.
    pub collected: Vec<Rc<Diagnostic>>,
    pub settings: SettingsKey,
    pub verdicts: Rc<Verdicts>,
    /// True if a file of a checked skill has a comment that ignores a rule. The findings then also
    /// depend on the comments.
    pub has_comments: bool,
    /// All findings, with their final severities and in their final order.
    pub found: Vec<Rc<Diagnostic>>,
}

/// The settings that the severities of findings depend on.
#[derive(PartialEq)]
pub(super) struct SettingsKey {
    pub levels: BTreeMap<String, Level>,
    /// The globs of ignored files, each with the directory that it is relative to.
    pub ignored: Vec<(String, String)>,
    pub judges_comments: bool,
    pub lowers_repeats: bool,
    /// The context window of the workspace, in tokens.
    pub window: Option<i64>,
}

impl Results {
    /// Returns true if a run with these inputs has the same findings. If `has_budget` is true, there
    /// are findings about the budget of a host's list, which depend on the cuts of all skills.
    pub fn are_of(
        &self,
        collected: &[Rc<Diagnostic>],
        settings: &SettingsKey,
        verdicts: &Rc<Verdicts>,
        has_budget: bool,
    ) -> bool {
        let are_same =
            |one: &Rc<Diagnostic>, other: &Rc<Diagnostic>| Rc::ptr_eq(one, other) || one == other;
        !self.has_comments
            && self.collected.len() == collected.len()
            && self
                .collected
                .iter()
                .zip(collected)
                .all(|(one, other)| are_same(one, other))
            && self.settings == *settings
            && (Rc::ptr_eq(verdicts, &self.verdicts) || self.have_same_cuts(verdicts, has_budget))
    }

    /// Returns true if the verdicts are about the same skills and, if there is a budget, hosts cut the
    /// same numbers of characters from descriptions of the same lengths.
    fn have_same_cuts(&self, verdicts: &Verdicts, has_budget: bool) -> bool {
        let length = |cell: &SkillInHost| {
            let description = cell.description.as_deref().unwrap_or_default();
            description.trim().chars().count()
        };
        let is_same = |(one, other): (&Rc<SkillInHost>, &Rc<SkillInHost>)| {
            Rc::ptr_eq(one, other) || one.listed == other.listed && length(one) == length(other)
        };
        let is_alike = |one: &SkillVerdicts, other: &SkillVerdicts| {
            one.path == other.path
                && (!has_budget
                    || Rc::ptr_eq(&one.cells, &other.cells)
                    || one.cells.iter().zip(&*other.cells).all(is_same))
        };
        let mut skills = self.verdicts.skills.iter().zip(&verdicts.skills);
        self.verdicts.hosts == verdicts.hosts
            && self.verdicts.skills.len() == verdicts.skills.len()
            && skills.all(|(one, other)| is_alike(one, other))
    }
}

/// For each skill, the other skill with the most similar description, together with the inputs of
/// this comparison.
pub(super) struct Neighbours {
    pub verdicts: Rc<Verdicts>,
    /// The kind of each skill's file, in the order of the skills in `verdicts`.
    pub kinds: Vec<FileKind>,
    /// One item for each skill that has a similar skill: the index of the skill in `verdicts`, the
    /// path and the name of the skill with the most similar description, and the similarity of the
    /// two descriptions from 0 to 1.
    pub nearest: Vec<(usize, String, String, f64)>,
    pub numbering: Rc<Numbering>,
}

/// The numbers of the skills in several lists. A skill that is in several lists has one number.
pub(super) struct Numbering {
    /// The path of the skill with each number.
    pub paths: Vec<Rc<str>>,
    /// For each list, the numbers of its skills.
    pub numbers: Vec<Vec<usize>>,
}

impl Numbering {
    /// Numbers the skills in the order in which the lists name them. Each list has the paths of
    /// skills. If `before` is the numbering of the same lists, the result is `before`.
    pub fn of(lists: &[Vec<&str>], before: Option<&Rc<Self>>) -> Rc<Self> {
        if let Some(before) = before
            && before.is_of(lists)
        {
            return Rc::clone(before);
        }
        let mut paths: Vec<Rc<str>> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::default();
        let numbers = lists.iter().map(|list| {
            let numbers = list.iter().map(|path| {
                *known.entry(path).or_insert_with(|| {
                    paths.push((*path).into());
                    paths.len() - 1
                })
            });
            numbers.collect()
        });
        let numbers = numbers.collect();
        Rc::new(Self { paths, numbers })
    }

    fn is_of(&self, lists: &[Vec<&str>]) -> bool {
        let is_same = |(list, numbers): (&Vec<&str>, &Vec<usize>)| {
            let paths = numbers.iter().map(|number| &*self.paths[*number]);
            list.iter().copied().eq(paths)
        };
        lists.len() == self.numbers.len() && lists.iter().zip(&self.numbers).all(is_same)
    }
}

/// The findings about hosts' budgets for the list of skills, together with the inputs that these
/// findings depend on.
pub(super) struct Budgets {
    pub parts: Vec<Rc<Diagnostic>>,
    pub verdicts: Rc<Verdicts>,
    pub found: Vec<Rc<Diagnostic>>,
}

/// The findings in one skill, together with the inputs from which the findings were computed. The
/// names and locations of the tree's files are not stored as inputs, because all cached findings
/// become invalid if a name or location changes.
#[derive(Clone)]
pub(super) struct SkillFindings {
    cells: Rc<[Rc<SkillInHost>]>,
    key: Rc<CacheKey>,
    pub found: Found,
    /// True if a comment in one of the skill's files ignores a rule.
    pub has_comments: bool,
}

/// The inputs from which the findings in one skill were computed. The hosts' verdicts on the skill
/// are stored beside this key. The names and locations of the tree's files are not stored, because
/// all cached findings become invalid if a name or location changes.
pub(super) struct CacheKey {
    /// The files whose contents the rules have read, each with the revision of the contents.
    pub read: Vec<(EntryId, u64)>,
    /// The names that the rules have looked up in the hosts' catalogs.
    pub names: Vec<NameQuery>,
    /// For each host, a number that changes whenever the host's catalog changes. `None` if the
    /// rules only looked up names in the catalogs.
    pub generations: Option<Vec<u64>>,
}

impl SkillFindings {
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

    /// Creates the findings in one skill from findings that another workspace computed. They are
    /// used only in this run, because their inputs are not known.
    pub fn known(verdicts: &SkillVerdicts, known: &FoundInSkill) -> Self {
        let never = CacheKey {
            read: Vec::new(),
            names: Vec::new(),
            generations: Some(Vec::new()),
        };
        Self::new(verdicts, never, known.found.clone(), known.has_comments)
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
            files: FileIndices::default(),
            #[cfg(feature = "locks")]
            locks: Memo::default(),
            #[cfg(feature = "locks")]
            files_without_origin: FilesWithoutOrigin::default(),
            duplicates: Memo::default(),
        }
    }
}

impl LintCache {
    /// Returns a copy of the cache for a copy of the tree. Each tree needs a cache of its own,
    /// because cached values are keyed by tree revision.
    pub fn fork(&self) -> Self {
        Self {
            found: self.found.map(|found| Rc::new((**found).clone())),
            rounds: self.rounds.map(|round| Rc::new((**round).clone())),
            without: self.without.clone(),
            names: self.names.clone(),
            files: self.files.clone(),
            #[cfg(feature = "locks")]
            locks: self.locks.clone(),
            #[cfg(feature = "locks")]
            files_without_origin: self.files_without_origin.clone(),
            duplicates: self.duplicates.clone(),
        }
    }

    /// Returns the findings of the previous run with the same hosts and the same skills. If there
    /// was no such run, the result is empty.
    pub(super) fn round(&self, choice: &Choice, asked: &[String]) -> Rc<PreviousRun> {
        let id = (choice.clone(), asked.to_vec());
        self.rounds.get_or_insert(id, (), Rc::default)
    }

    /// Returns the folders without a `SKILL.md` that are directly in the folders that hosts search.
    /// `places` has the paths of the searched folders, each with a line end. `compute` creates the
    /// list if it is not cached.
    pub(super) fn folders_without(
        &self,
        places: String,
        tree: &Tree,
        compute: impl FnOnce() -> FoldersWithout,
    ) -> FoldersWithout {
        (self.without).get_or_insert(places, tree.structure_revision(), compute)
    }

    /// Returns the findings in each skill for the hosts in `choice`. The cached findings of a skill
    /// are reused if none of their inputs has changed.
    pub(super) fn of_skills(
        &self,
        round: &PreviousRun,
        choice: &Choice,
        verdicts: &Rc<Verdicts>,
        (tree, catalogs): (&Tree, &Catalogs<'_>),
        mut compute: impl FnMut(&SkillVerdicts) -> Option<SkillFindings>,
    ) -> AllSkillFindings {
        let structure = tree.structure_revision();
        let known = (self.found).get_or_insert(choice.clone(), structure, Rc::default);
        let before = round.skills.get(&(), &structure);
        let mut last = before.iter().flat_map(|(verdicts, found)| {
            let paths = verdicts.skills.iter().map(|skill| &skill.path);
            paths.zip(found.iter())
        });
        let mut next = last.next();
        let each = verdicts.skills.iter().map(|skill| {
            let holds = |of_skill: &SkillFindings| {
                of_skill.still_holds(skill, tree, catalogs, &verdicts.generations)
            };
            // Both lists are sorted by path.
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
                let found = compute(skill)?;
                known.insert(Rc::clone(&skill.path), (), found.clone());
                Some(found)
            })
        });
        let found: AllSkillFindings = each.collect();
        let made = (Rc::clone(verdicts), Rc::clone(&found));
        round.skills.insert((), structure, made);
        found
    }
}
