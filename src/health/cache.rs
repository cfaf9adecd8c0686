//! Caches the symptoms of each skill, because an edit changes the symptoms of only a few skills.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::day::Day;
use super::fields::{self, DroppedFields};
use super::report::{HealthRequest, HealthSymptom, SkillHealth};
use crate::compare::HostEditions;
use crate::hashing::{HashMap, HashSet};
use crate::lint::Diagnostic;
use crate::memo::Memo;
use crate::pipeline::{HostPipeline, Inputs};
use crate::tree::{EntryId, Tree, path};

/// The cached symptoms of a tree.
#[derive(Default)]
pub(crate) struct HealthCache {
    /// The inputs and the revision of the tree's structure for which symptoms are cached. None if
    /// nothing is cached yet.
    inputs: RefCell<Option<(SharedInputs, u64)>>,
    /// The skills that a request names. The key is the revision of the tree's structure, with the
    /// paths in the request.
    pub(super) skills: Memo<(), (u64, Vec<String>), Rc<[RequestedSkill]>>,
    /// The names of the skills that the chosen hosts load, and the fields that these hosts no
    /// longer read. The key is the list of these hosts. The value is valid until the catalog of one
    /// of these hosts is [assembled](HostPipeline::assembled) anew.
    loaded: Memo<HostEditions, Vec<u64>, Rc<Loaded>>,
    /// The symptoms in a skill's texts, keyed by the skill's file. A frontmatter field that a
    /// host's newer editions no longer read is a symptom only if this host loads the skill. Each
    /// value is therefore valid only for a list of flags, one for each host of [`Loaded::dropped`]:
    /// true if this host loads the skill.
    texts: Memo<EntryId, Rc<[bool]>, Rc<TextSymptoms>>,
    /// How the chosen hosts load each requested skill.
    loadings: RefCell<Option<Loadings>>,
    /// The health of each skill, by the skill's file.
    pub(super) health: Memo<EntryId, HealthKey, Rc<SkillHealth>>,
    /// The findings of the last report, each with the file of its skill. Findings about no skill have no file.
    pub(super) owners: RefCell<Vec<(Rc<Diagnostic>, Option<EntryId>)>>,
}

/// A skill whose symptoms are requested.
pub(super) struct RequestedSkill {
    /// The skill's file, with links resolved.
    pub file: EntryId,
    pub path: String,
}

/// How some hosts load each skill of a request, with the hosts and the skills.
type Loadings = (Rc<Loaded>, Rc<[RequestedSkill]>, Rc<[Loading]>);

/// How the chosen hosts load a skill.
pub(super) struct Loading {
    /// The name under which a host loads the skill, or else the name of the skill's folder.
    pub name: Rc<str>,
    /// For each host of [`Loaded::dropped`]: true if this host loads the skill.
    pub hosts: Rc<[bool]>,
}

/// The names of the skills that the chosen hosts load, and the frontmatter fields that these hosts
/// no longer read.
pub(super) struct Loaded {
    /// The names of the loaded skills, by the path of the skill's file. If hosts use different
    /// names for a skill, this is the name in the first of these hosts.
    pub names: HashMap<String, String>,
    /// For each host that no longer reads some frontmatter fields, these fields and the paths of
    /// the skills that the host loads.
    pub dropped: Vec<(DroppedFields, HashSet<String>)>,
}

/// The values from which the health of one skill is computed.
pub(super) struct HealthKey {
    pub name: Rc<str>,
    pub texts: Rc<TextSymptoms>,
    /// The findings of lint rules in the skill.
    pub found: Vec<Rc<Diagnostic>>,
}

impl PartialEq for HealthKey {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(left, right): (&Rc<_>, &Rc<_>)| Rc::ptr_eq(left, right);
        self.name == other.name
            && Rc::ptr_eq(&self.texts, &other.texts)
            && self.found.len() == other.found.len()
            && self.found.iter().zip(&other.found).all(is_same)
    }
}

/// The values from which the symptoms of every skill are computed, such as today's date. If one of
/// these values changes, no cached symptom is valid any more.
#[derive(PartialEq)]
pub(super) struct SharedInputs {
    today: Day,
    newest: BTreeMap<String, String>,
    models: BTreeMap<String, String>,
    dropped: Vec<DroppedFields>,
}

/// The symptoms in the texts of a skill.
#[derive(Default)]
pub(super) struct TextSymptoms {
    pub symptoms: Vec<HealthSymptom>,
    /// The files that were read to find the symptoms, with their revisions.
    pub read: Vec<(EntryId, u64)>,
}

impl SharedInputs {
    pub fn new(today: Day, request: &HealthRequest, loaded: &Loaded) -> Self {
        let dropped = loaded.dropped.iter();
        Self {
            today,
            newest: request.newest.clone(),
            models: request.models.clone(),
            dropped: dropped.map(|(fields, _)| fields.clone()).collect(),
        }
    }
}

impl Loaded {
    fn new(pipelines: &[&HostPipeline], inputs: Inputs<'_>) -> Self {
        let mut names = HashMap::default();
        for pipeline in pipelines {
            for skill in &pipeline.catalog(inputs).skills {
                if !names.contains_key(&skill.path) {
                    names.insert(skill.path.clone(), skill.name.clone());
                }
            }
        }
        Self {
            names,
            dropped: fields::dropped(pipelines, inputs),
        }
    }

    /// Returns how the hosts load a skill.
    fn of(&self, skill: &RequestedSkill) -> Loading {
        let folder = || path::parent(&skill.path).map_or("", path::file_name);
        let dropped = self.dropped.iter();
        Loading {
            name: self
                .names
                .get(&skill.path)
                .map_or_else(folder, String::as_str)
                .into(),
            hosts: dropped
                .map(|(_, paths)| paths.contains(&skill.path))
                .collect(),
        }
    }
}

impl HealthCache {
    /// Returns the names of the skills that these hosts load, and the frontmatter fields that these
    /// hosts no longer read.
    pub(super) fn loaded(&self, pipelines: &[&HostPipeline], inputs: Inputs<'_>) -> Rc<Loaded> {
        let hosts = pipelines.iter().map(|pipeline| pipeline.key()).collect();
        let assembled = pipelines.iter().map(|pipeline| pipeline.assembled(inputs));
        self.loaded.get_or_insert(hosts, assembled.collect(), || {
            Rc::new(Loaded::new(pipelines, inputs))
        })
    }

    /// Returns how the chosen hosts load each requested skill, in the order of the request.
    pub(super) fn loadings(
        &self,
        loaded: &Rc<Loaded>,
        requested: &Rc<[RequestedSkill]>,
    ) -> Rc<[Loading]> {
        let mut known = self.loadings.borrow_mut();
        if let Some((of_hosts, of_skills, loadings)) = &*known
            && Rc::ptr_eq(of_hosts, loaded)
            && Rc::ptr_eq(of_skills, requested)
        {
            return Rc::clone(loadings);
        }
        let loadings: Rc<[Loading]> = requested.iter().map(|skill| loaded.of(skill)).collect();
        *known = Some((
            Rc::clone(loaded),
            Rc::clone(requested),
            Rc::clone(&loadings),
        ));
        loadings
    }

    /// Removes all cached symptoms unless they were computed from these inputs and from the same
    /// structure of the tree.
    pub(super) fn keep_for(&self, inputs: SharedInputs, tree: &Tree) {
        let inputs = Some((inputs, tree.structure_revision()));
        if *self.inputs.borrow() != inputs {
            self.texts.clear();
            self.health.clear();
            self.owners.borrow_mut().clear();
            *self.inputs.borrow_mut() = inputs;
        }
    }

    /// Returns the symptoms in the texts of a skill. `loading` has one flag for each host of
    /// [`Loaded::dropped`]: true if this host loads the skill. Cached symptoms are returned if the
    /// flags and all files that were read for the symptoms are unchanged. Otherwise `compute` finds
    /// the symptoms.
    pub(super) fn of_texts(
        &self,
        tree: &Tree,
        skill: EntryId,
        loading: &Rc<[bool]>,
        compute: impl FnOnce() -> TextSymptoms,
    ) -> Rc<TextSymptoms> {
        let is_unchanged = |(entry, revision): &(EntryId, u64)| {
            (tree.by_id(*entry)).is_some_and(|entry| entry.revision() == *revision)
        };
        let holds = |key: &Rc<[bool]>, known: &Rc<TextSymptoms>| {
            key == loading && known.read.iter().all(is_unchanged)
        };
        self.texts.get_if(&skill, holds).unwrap_or_else(|| {
            let symptoms = Rc::new(compute());
            self.texts
                .insert(skill, Rc::clone(loading), Rc::clone(&symptoms));
            symptoms
        })
    }
}
