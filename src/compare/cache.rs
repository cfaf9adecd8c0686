//! The cells of earlier comparisons. After an edit of one skill, only the cells of that skill are computed again.

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

/// The cell of a skill in a host, and the features of the skill that only some hosts support.
#[derive(Clone)]
pub(super) struct Inspection {
    pub(super) cell: SkillInHost,
    pub(super) features: Vec<Feature>,
}

/// The cached cells of each compared host, by the host's name and edition.
pub(crate) struct CompareCache {
    hosts: RefCell<BTreeMap<(&'static str, &'static str), Rc<InspectionCache>>>,
    /// The verdicts, by the hosts and the skills of the request. They are valid for these generations of the hosts'
    /// catalogs.
    pub(super) verdicts: Memo<(HostEditions, Vec<String>), Vec<u64>, Rc<Verdicts>>,
}

/// The verdicts of some hosts on skills. A verdict that has not changed since the previous call is the same object.
#[derive(Clone)]
pub(crate) struct Verdicts {
    /// The hosts, in the order of the request.
    pub hosts: HostEditions,
    /// The skills, by path.
    pub skills: Vec<SkillVerdicts>,
    /// The generations of the hosts' catalogs.
    pub generations: Vec<u64>,
    /// The last revision of the tree at which all verdicts were found valid.
    pub(super) held_at: Cell<u64>,
}

/// The verdicts on one skill.
#[derive(Clone)]
pub(crate) struct SkillVerdicts {
    /// The skill's file, with links resolved.
    pub path: Rc<str>,
    /// One cell for each host, in the order of the hosts. The cells do not have the text that users type or the size of
    /// the injected text.
    pub cells: Rc<[Rc<SkillInHost>]>,
    /// The entries of the tree that were moved for the inspection, because the host finds no skill at the entries' own
    /// paths.
    pub(super) moved: Vec<EntryId>,
}

/// The compared hosts, each as its id and its edition.
pub(crate) type HostEditions = Vec<(&'static str, &'static str)>;

/// The maximum number of combinations of hosts and skills with cached verdicts. The limit is ours: an editor requests
/// two combinations, one with the edited file and one with all skills.
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

/// The cached results of one host, by the path of the skill's file.
#[derive(Clone, Default)]
pub(super) struct InspectionCache {
    pub inspections: Memo<String, InspectionKey, Inspection>,
    /// The verdicts by path, each with the entries of the tree that were moved for the verdict.
    pub verdicts: Memo<String, CellKey, (Rc<SkillInHost>, Vec<EntryId>)>,
    /// The index of the catalog, by the catalog's generation, see
    /// [`HostPipeline::generation`](crate::pipeline::HostPipeline::generation).
    pub index: Memo<(), u64, Arc<Index>>,
    /// The structure of the tree at the last removal of results for deleted files.
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

/// The inputs of a cached result. The host and its environment are not included, because they do not change within a
/// pipeline.
#[derive(Clone, PartialEq)]
pub(super) enum InspectionKey {
    /// The inputs for a skill that the host loads at its own path.
    Loaded {
        skill: Box<Skill>,
        typed: Option<String>,
        entry: Option<ListingEntry>,
        /// The revision of the skill's file; `None` if the file is no longer in the tree.
        file: Option<u64>,
        surroundings: u64,
    },
    /// The inputs for a skill that is inspected at another path.
    Moved {
        /// The reason why the host does not find the skill at its own path.
        no: Obstacle,
        /// The revisions of all entries that were moved with the skill.
        moved: Vec<u64>,
    },
}

/// The inputs of a verdict. A cached verdict is valid as long as its inputs are the same.
#[derive(Clone, PartialEq)]
pub(super) struct CellKey {
    /// The generation of the catalog, see [`HostPipeline::generation`](crate::pipeline::HostPipeline::generation).
    pub generation: u64,
    /// The reason why the host does not find the file at its own path. `None` if the host finds the file, or does not
    /// search there.
    pub no: Option<Obstacle>,
    /// The entries of the tree that were moved with the skill, each with its revision.
    pub moved: Vec<(EntryId, u64)>,
}

/// A host's catalog and its list of skills, by file.
pub(super) struct Index {
    /// The index of each skill in the catalog, by the path of the skill's file.
    pub skills: HashMap<String, usize>,
    /// The reasons why the host refused files or left them out, by path.
    pub obstacles: HashMap<String, Cause>,
    /// The entries of the host's list of skills, built when they are first needed.
    pub entries: OnceLock<HashMap<String, ListingEntry>>,
}

/// The reason why a file is not a skill: the index of an error, or of a left-out entry, in the catalog.
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
