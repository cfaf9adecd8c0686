//! Cached cells of comparisons, so that an edit of one skill costs that skill.

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

/// A cell, and what its skill does that not every host does.
#[derive(Clone)]
pub(super) struct Look {
    pub(super) cell: SkillInHost,
    pub(super) features: Vec<Feature>,
}

/// The cached cells of each host that was compared, by its name and edition.
pub(crate) struct CompareCache {
    hosts: RefCell<BTreeMap<(&'static str, &'static str), Rc<LookCache>>>,
    /// By the hosts and the skills that were asked for; made from catalogs of these generations.
    pub(super) verdicts: Memo<(HostEditions, Vec<String>), Vec<u64>, Rc<Verdicts>>,
}

/// The verdicts of some hosts on skills. Those that did not change since the last time are the same ones.
#[derive(Clone)]
pub(crate) struct Verdicts {
    /// In the order asked.
    pub hosts: HostEditions,
    /// By path.
    pub skills: Vec<SkillVerdicts>,
    /// The generations of the hosts' catalogs.
    pub generations: Vec<u64>,
    /// The tree's revision when all were last known to hold.
    pub(super) held_at: Cell<u64>,
}

/// The verdicts on one skill.
#[derive(Clone)]
pub(crate) struct SkillVerdicts {
    /// Its file, without links.
    pub path: Rc<str>,
    /// One for each host, in their order, without the text to type and the size of what is injected.
    pub cells: Rc<[Rc<SkillInHost>]>,
    /// The entries that were looked at as if they lay elsewhere.
    pub(super) moved: Vec<EntryId>,
}

/// Hosts with their editions.
pub(crate) type HostEditions = Vec<(&'static str, &'static str)>;

/// Choices of hosts or skills with cached verdicts. The limit is ours: an editor asks for its file's, and for all's.
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
    /// The cache of one host.
    pub(super) fn of(&self, host: &dyn Host) -> Rc<LookCache> {
        let mut hosts = self.hosts.borrow_mut();
        Rc::clone(hosts.entry((host.id(), host.edition())).or_default())
    }

    /// The same results, for a copy of the tree: caches are keyed by tree revision, so a copy needs its own.
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

/// The looks of one host, by path.
#[derive(Clone, Default)]
pub(super) struct LookCache {
    pub looks: Memo<String, LookKey, Look>,
    /// The verdicts, each with the entries that were moved for it.
    pub verdicts: Memo<String, CellKey, (Rc<SkillInHost>, Vec<EntryId>)>,
    /// By the catalog's generation, see [`HostPipeline::generation`](crate::pipeline::HostPipeline::generation).
    pub index: Memo<(), u64, Arc<Index>>,
    /// The tree's structure when looks of files that are gone were last forgotten.
    structure: Cell<u64>,
}

impl LookCache {
    pub fn forget_what_is_gone(&self, tree: &Tree) {
        if self.structure.replace(tree.structure_revision()) != tree.structure_revision() {
            self.looks.retain(|file| tree.entry(file).is_some());
            self.verdicts.retain(|file| tree.entry(file).is_some());
        }
    }
}

/// All that a look depends on besides the host and its environment, which stay the same for a pipeline.
#[derive(Clone, PartialEq)]
pub(super) enum LookKey {
    /// Of a skill that the host loads where it lies.
    Loaded {
        skill: Box<Skill>,
        typed: Option<String>,
        entry: Option<ListingEntry>,
        /// The revision of its file.
        file: Option<u64>,
        surroundings: u64,
    },
    /// Of one that is looked at elsewhere.
    Moved {
        /// The reason why the host does not find it where it lies.
        no: Obstacle,
        /// The revisions of all that is moved.
        moved: Vec<u64>,
    },
}

/// All that a verdict depends on.
#[derive(Clone, PartialEq)]
pub(super) struct CellKey {
    /// That of the catalog, see [`HostPipeline::generation`](crate::pipeline::HostPipeline::generation).
    pub generation: u64,
    /// The reason why the host does not find the file where it lies; none where it does, or does not look there.
    pub no: Option<Obstacle>,
    /// All that is moved, with its revisions.
    pub moved: Vec<(EntryId, u64)>,
}

/// A host's catalog and list by file.
pub(super) struct Index {
    /// Indices of the catalog's skills.
    pub skills: HashMap<String, usize>,
    /// Files that were refused or left out.
    pub obstacles: HashMap<String, Cause>,
    /// The entries of the list, once somebody asks for them.
    pub entries: OnceLock<HashMap<String, ListingEntry>>,
}

/// The reason why a file is no skill: the index of an error of the catalog, or of what it leaves out.
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
