//! Cached cells of comparisons, so that an edit of one skill costs only that skill.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use super::comparison::{Obstacle, SkillInHost};
use crate::host::Host;
use crate::memo::Memo;
use crate::model::catalog::Catalog;
use crate::model::feature::Feature;
use crate::model::listing::ListingEntry;
use crate::model::skill::Skill;
use crate::pipeline::Inputs;
use crate::sort;
use crate::tree::{Entry, EntryId, Tree};

/// A cell, and the features of its skill that not every host has.
#[derive(Clone)]
pub(super) struct Inspection {
    pub(super) cell: SkillInHost,
    pub(super) features: Vec<Feature>,
}

/// The cached cells of each compared host, by its name and edition.
pub(crate) struct CompareCache {
    hosts: RefCell<BTreeMap<(&'static str, &'static str), Rc<InspectionCache>>>,
    /// The verdicts by the hosts and the skills of the request; valid for catalogs of these generations.
    pub(super) verdicts: Memo<(HostEditions, Vec<String>), Vec<u64>, Rc<Verdicts>>,
}

/// The verdicts of some hosts on skills. Verdicts that have not changed since the previous call are the same objects.
#[derive(Clone)]
pub(crate) struct Verdicts {
    /// The hosts, in the order of the request.
    pub hosts: HostEditions,
    /// The skills, by path.
    pub skills: Vec<SkillVerdicts>,
    /// The generations of the hosts' catalogs.
    pub generations: Vec<u64>,
    /// The tree's revision at which all verdicts were last known to be valid.
    pub(super) held_at: Cell<u64>,
}

/// The verdicts on one skill.
#[derive(Clone)]
pub(crate) struct SkillVerdicts {
    /// The skill's file, with links resolved.
    pub path: Rc<str>,
    /// One cell for each host, in their order, without the text to type and the size of the injected text.
    pub cells: Rc<[Rc<SkillInHost>]>,
    /// The tree entries that were inspected at another path, because the host finds no skill at their own.
    pub(super) moved: Vec<EntryId>,
}

/// The compared hosts, each as its id and its edition.
pub(crate) type HostEditions = Vec<(&'static str, &'static str)>;

/// The maximum number of combinations of hosts and skills with cached verdicts. The limit is ours: an editor asks for
/// the verdicts on its file, and for all verdicts.
const MOST_CHOICES: usize = 3;

impl Default for CompareCache {
    fn default() -> Self {
        Self {
            hosts: RefCell::default(),
            verdicts: Memo::limited(MOST_CHOICES),
        }
    }
}

impl CompareCache {
    /// Returns the cache of one host.
    pub(super) fn of(&self, host: &dyn Host) -> Rc<InspectionCache> {
        let mut hosts = self.hosts.borrow_mut();
        Rc::clone(hosts.entry((host.id(), host.edition())).or_default())
    }

    /// Returns a copy of the cache for a copy of the tree, because caches are keyed by tree revision.
    pub fn fork(&self) -> Self {
        let hosts = self.hosts.borrow();
        let copies = hosts
            .iter()
            .map(|(host, cache)| (*host, Rc::new((**cache).clone())));
        Self {
            hosts: RefCell::new(sort::collect_map(copies)),
            verdicts: self.verdicts.map(|verdicts| Rc::new((**verdicts).clone())),
        }
    }
}

/// The cached results of one host, by path.
#[derive(Clone, Default)]
pub(super) struct InspectionCache {
    pub inspections: Memo<String, InspectionKey, Inspection>,
    /// The verdicts, each with the entries that were moved for it.
    pub verdicts: Memo<String, CellKey, (Rc<SkillInHost>, Vec<EntryId>)>,
    /// The index by the catalog's generation, see
    /// [`HostPipeline::generation`](crate::pipeline::HostPipeline::generation).
    pub index: Memo<(), u64, Arc<Index>>,
    /// The tree's structure when the results for deleted files were last removed.
    structure: Cell<u64>,
}

impl InspectionCache {
    pub fn forget_what_is_gone(&self, tree: &Tree) {
        if self.structure.replace(tree.structure_revision()) != tree.structure_revision() {
            self.inspections.retain(|file| tree.entry(file).is_some());
            self.verdicts.retain(|file| tree.entry(file).is_some());
        }
    }
}

/// The inputs of a result besides the host and its environment, which do not change within a pipeline.
#[derive(Clone, PartialEq)]
pub(super) enum InspectionKey {
    /// The inputs for a skill that the host loads at its own path.
    Loaded {
        skill: Box<Skill>,
        typed: Option<String>,
        entry: Option<ListingEntry>,
        /// The revision of the skill's file; none if the tree does not have it any more.
        file: Option<u64>,
        surroundings: u64,
    },
    /// The inputs for a skill that is inspected at another path.
    Moved {
        /// The reason why the host does not find the skill at its own path.
        no: Obstacle,
        /// The revisions of all tree entries that were moved with the skill.
        moved: Vec<u64>,
    },
}

/// The inputs of a verdict. A cached verdict is valid while they are equal.
#[derive(Clone, PartialEq)]
pub(super) struct CellKey {
    /// The generation of the catalog, see [`HostPipeline::generation`](crate::pipeline::HostPipeline::generation).
    pub generation: u64,
    /// The reason why the host does not find the file at its own path; `None` if it does, or does not search there.
    pub no: Option<Obstacle>,
    /// The tree entries that were moved with the skill, with their revisions.
    pub moved: Vec<(EntryId, u64)>,
}

/// A host's catalog and list by file.
pub(super) struct Index {
    /// The index of each skill in the catalog, by the path of the skill's file.
    pub skills: HashMap<String, usize>,
    /// Files that were refused or left out.
    pub obstacles: HashMap<String, Cause>,
    /// The entries of the list, built at the first query.
    pub entries: OnceLock<HashMap<String, ListingEntry>>,
}

/// The reason why a file is not a skill: the index of an error of the catalog, or of a left-out entry.
#[derive(Clone, Copy)]
pub(super) enum Cause {
    Error(usize),
    LeftOut(usize),
}

impl Index {
    pub fn new(inputs: Inputs<'_>, catalog: &Catalog) -> Self {
        let canonical = |file: &str| {
            let entry = inputs.tree.resolve(file);
            entry.map_or_else(|_| file.to_owned(), Entry::path)
        };
        let mut skills = HashMap::new();
        for (index, skill) in catalog.skills.iter().enumerate() {
            skills.entry(skill.path.clone()).or_insert(index);
        }
        let mut obstacles = HashMap::new();
        for (index, error) in catalog.errors.iter().enumerate() {
            let cause = Cause::Error(index);
            obstacles.entry(error.path.clone()).or_insert(cause);
        }
        for (index, left) in catalog.left_out.iter().enumerate() {
            let cause = Cause::LeftOut(index);
            obstacles.entry(canonical(&left.path)).or_insert(cause);
        }
        Self {
            skills,
            obstacles,
            entries: OnceLock::new(),
        }
    }
}
