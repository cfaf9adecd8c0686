//! Caches the results of comparisons for each skill in each host. After an edit of one skill, only
//! the results of that skill are computed again.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::comparison::{Obstacle, SkillInHost};
use super::lists::Lists;
use crate::hashing::HashMap;
use crate::host::Host;
use crate::memo::Memo;
use crate::model::catalog::Catalog;
use crate::model::feature::Feature;
use crate::model::listing::ListingEntry;
use crate::model::skill::Skill;
use crate::pipeline::Inputs;
use crate::sort;
use crate::tree::{Entry, EntryId, Tree};

/// How a host interprets a skill, and the features of the skill that only some hosts support.
#[derive(Clone)]
pub(super) struct Inspection {
    pub(super) cell: SkillInHost,
    pub(super) features: Vec<Feature>,
}

/// The cached results of each compared host, by the host's id and edition.
pub(crate) struct CompareCache {
    hosts: RefCell<CachesByHost>,
    /// The verdicts of earlier requests. The key has the generation of each host's catalog, a number
    /// that increases when the catalog changes.
    pub(super) verdicts: Memo<VerdictRequest, Vec<u64>, Rc<Verdicts>>,
}

/// The cached results of each host, by the host's id, its edition and the amount of detail.
type CachesByHost = BTreeMap<(&'static str, &'static str, Facts), Rc<InspectionCache>>;

/// A request for verdicts: the hosts, the paths of the skills, and the amount of detail.
pub(super) type VerdictRequest = (HostEditions, Vec<String>, Facts);

/// The amount of detail that a caller needs about a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Facts {
    /// All facts that the table of a comparison shows.
    All,
    /// All facts about a skill except three: the text that users type to invoke the skill, the size
    /// of the messages that the model then gets, and the host's features that the skill uses. These
    /// three facts are left out, because they are known only after a simulated use of the skill.
    Verdict,
    /// Only the facts about loading a skill, such as the skill's name and description. Facts about
    /// listing and using the skill are left out, because they are known only after the host has
    /// made its whole list of skills.
    Loading,
}

/// The verdicts of some hosts on skills: how each host loads and lists each skill. A verdict that
/// has not changed since the previous call is the same object.
#[derive(Clone)]
pub(crate) struct Verdicts {
    /// The hosts, in the order of the request.
    pub hosts: HostEditions,
    /// The verdicts on each skill, sorted by the path of the skill's file.
    pub skills: Vec<SkillVerdicts>,
    /// For each host, the generation of the catalog from which the verdicts were computed. A
    /// generation is a number that increases when the catalog changes.
    pub generations: Vec<u64>,
    /// The latest revision of the tree at which all verdicts were found to be valid.
    pub(super) held_at: Cell<u64>,
}

/// The verdicts of all compared hosts on one skill.
#[derive(Clone)]
pub(crate) struct SkillVerdicts {
    /// The skill's file, with links resolved.
    pub path: Rc<str>,
    /// How each host loads and lists the skill, in the order of the hosts. The fields `user` and
    /// `injects` are `None`, because their values are known only after a simulated use of the
    /// skill.
    pub cells: Rc<[Rc<SkillInHost>]>,
    /// The ids of the skill's files and folders, if at least one host does not find the skill in
    /// the skill's own folder. Such a host's verdict is about a copy of these files and folders in
    /// a folder that the host searches. Empty if all hosts find the skill.
    pub(super) moved: Vec<EntryId>,
}

/// The compared hosts, each as its id and its edition.
pub(crate) type HostEditions = Vec<(&'static str, &'static str)>;

/// The maximum number of requests whose verdicts are cached. Usually there are only three different
/// requests: an editor requests the edited file and all skills, and a report on outdated skills is
/// the third. No host has this limit.
const MOST_CHOICES: usize = 4;

impl Default for CompareCache {
    fn default() -> Self {
        Self {
            hosts: RefCell::default(),
            verdicts: Memo::limited(MOST_CHOICES),
        }
    }
}

impl CompareCache {
    /// Returns the cached results of one host.
    pub(super) fn of(&self, host: &dyn Host, facts: Facts) -> Rc<InspectionCache> {
        let facts = match facts {
            // A comparison and verdicts share the cached lists.
            Facts::All | Facts::Verdict => Facts::Verdict,
            Facts::Loading => Facts::Loading,
        };
        let mut hosts = self.hosts.borrow_mut();
        Rc::clone(hosts.entry((host.id(), host.edition(), facts)).or_default())
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
    /// The verdicts, by the path of the skill's file, each with a list of ids. If the host does not
    /// find the skill at this path, the verdict is for a copy of the skill in a folder that the
    /// host searches. The list then has the ids of the copied files and folders; otherwise the list
    /// is empty.
    pub verdicts: Memo<String, CellKey, (Rc<SkillInHost>, Vec<EntryId>)>,
    /// The index of the host's catalog by file path. Valid until the catalog is
    /// [assembled](crate::pipeline::HostPipeline::assembled) anew.
    pub index: Memo<(), u64, Arc<Index>>,
    pub lists: RefCell<Lists>,
    /// The tree's [structure revision](Tree::structure_revision) at the last cleanup, which removed
    /// the cached results for files that are no longer in the tree. A change of the structure
    /// revision makes another cleanup necessary.
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

/// The inputs of a cached result. A result is computed again if its inputs change. The host and its
/// environment are not included, because they do not change within a pipeline.
#[derive(Clone, PartialEq)]
pub(super) enum InspectionKey {
    /// The inputs of the result for a skill that the host finds and loads.
    Loaded {
        skill: Box<Skill>,
        typed: Option<String>,
        entry: Option<ListingEntry>,
        /// The revision of the skill's file; `None` if the file is no longer in the tree.
        file: Option<u64>,
        surroundings: u64,
    },
    /// The inputs of the result for a skill that the host does not find. The result is computed for
    /// a copy of the skill in a folder that the host searches.
    Moved {
        /// The reason why the host does not find the skill at the skill's own path.
        no: Obstacle,
        /// The revision of each file and folder of the skill. These files and folders are copied to
        /// a folder that the host searches, because the host does not find the skill at the skill's
        /// own path.
        moved: Vec<u64>,
    },
}

/// The inputs of a verdict. A cached verdict is valid as long as its inputs are the same.
#[derive(Clone, PartialEq)]
pub(super) struct CellKey {
    /// The generation of the host's catalog: a number that increases when the catalog changes. See
    /// [`HostPipeline::generation`](crate::pipeline::HostPipeline::generation).
    pub generation: u64,
    /// The reason why the host does not find the skill at the skill's own path. `None` if the host
    /// finds the skill, or does not search the skill's folder.
    pub no: Option<Obstacle>,
    /// The skill's files and folders, each with its revision. If the host does not find the skill
    /// at the skill's own path, the verdict is computed for a copy of these files in a folder that
    /// the host searches. Empty if no copy is needed.
    pub moved: Vec<(EntryId, u64)>,
}

/// An index of a host's catalog by file path.
pub(super) struct Index {
    /// The index of each skill in the catalog, by the path of the skill's file.
    pub skills: HashMap<String, usize>,
    /// The reason why the host refused a file or left it out, by the path of the file.
    pub obstacles: HashMap<String, Cause>,
}

/// The reason why a host does not load a file as a skill: an index into the catalog's errors or
/// into its left-out files.
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
        let mut skills = HashMap::default();
        for (index, skill) in catalog.skills.iter().enumerate() {
            skills.entry(skill.path.clone()).or_insert(index);
        }
        let mut obstacles = HashMap::default();
        for (index, error) in catalog.errors.iter().enumerate() {
            let cause = Cause::Error(index);
            obstacles.entry(error.path.clone()).or_insert(cause);
        }
        for (index, left) in catalog.left_out.iter().enumerate() {
            let cause = Cause::LeftOut(index);
            obstacles.entry(canonical(&left.path)).or_insert(cause);
        }
        Self { skills, obstacles }
    }
}
