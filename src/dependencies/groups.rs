//! Groups the facts of all skills by dependency. After an edit, only the dependencies of the changed skills are grouped
//! again.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::contradictions;
use super::facts::FactCache;
use super::report::{Dependency, DependencyKind, DependencyStep, InstallWay, Installed};
use super::skill_facts::{Key, SkillFacts, SkillPart};
use crate::sort;
use crate::tree::Tree;

/// The dependencies of all skills in a tree, each with the skills that name it.
#[derive(Debug)]
pub(super) struct Groups {
    /// The revision of the tree's structure. If this revision changes, all fields are computed
    /// again, because the indices in `skills` are then different.
    structure: u64,
    installed: Installed,
    /// The files of the skills that will be removed.
    removed: BTreeSet<String>,
    /// The skills, sorted by path.
    skills: Vec<SkillFacts>,
    /// The names of the skills that will not be removed.
    names: BTreeSet<String>,
    /// All dependencies that a skill names or named earlier.
    named: BTreeMap<Key, Named>,
}

/// The skills that name a dependency, and the result for the dependency.
#[derive(Debug, Default)]
struct Named {
    /// The indices in [`Groups::skills`] of the skills that name the dependency.
    by: BTreeSet<usize>,
    /// None if no skill needs the dependency.
    group: Option<Group>,
}

/// A dependency, and its step in the dependency plan. The step belongs to the plan's list
/// `install`, `check` or `drop`, or to no list if nothing needs to be done.
#[derive(Debug, PartialEq)]
pub(super) struct Group {
    pub(super) dependency: Rc<Dependency>,
    pub(super) step: Rc<DependencyStep>,
    /// True if only the skills that will be removed need the dependency.
    pub(super) is_dropped: bool,
}

impl Groups {
    /// Returns the dependencies of a tree. Unchanged results are taken from `before`, the result
    /// for an earlier state of the tree or for another request.
    pub(super) fn of(
        tree: &Tree,
        installed: &Installed,
        removed: &BTreeSet<String>,
        cache: &FactCache,
        before: Option<Self>,
    ) -> Self {
        let structure = tree.structure_revision();
        let before = before.filter(|before| {
            before.structure == structure
                && before.installed == *installed
                && before.removed == *removed
        });
        let mut groups = before.unwrap_or_else(|| Self {
            structure,
            installed: installed.clone(),
            removed: removed.clone(),
            skills: Vec::new(),
            names: BTreeSet::new(),
            named: BTreeMap::new(),
        });
        let changed = groups.read(tree, cache);
        for key in changed {
            let group = groups.group(&key);
            // If an edit changes nothing about a dependency, the result has the same objects again.
            if let Some(named) = groups.named.get_mut(&key)
                && named.group != group
            {
                named.group = group;
            }
        }
        groups
    }

    /// Returns all dependencies, each with its step in the dependency plan. The dependencies are
    /// sorted by kind and then by name.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Group> {
        self.named.values().filter_map(|named| named.group.as_ref())
    }

    /// Returns the skills that will not be removed.
    pub(super) fn staying(&self) -> impl Iterator<Item = &SkillFacts> {
        let skills = self.skills.iter();
        skills.filter(|skill| !self.removed.contains(&skill.path))
    }

    /// Reads the skills that changed. Returns the dependencies that these skills name now or named
    /// earlier.
    fn read(&mut self, tree: &Tree, cache: &FactCache) -> BTreeSet<Key> {
        let mut changed: BTreeSet<Key> = BTreeSet::new();
        let mut has_other_names = false;
        for (index, files) in cache.skills(tree).iter().enumerate() {
            if (self.skills.get(index)).is_some_and(|known| known.is_current(tree)) {
                continue;
            }
            let mut now = SkillFacts::new(files, cache.of(tree, files));
            contradictions::add(tree, &mut now);
            for key in now.by_dependency.keys() {
                let named = self.named.entry(key.clone()).or_default();
                named.by.insert(index);
                changed.insert(key.clone());
            }
            match self.skills.get_mut(index) {
                Some(known) => {
                    has_other_names |= known.names != now.names;
                    let before = std::mem::replace(known, now);
                    for key in before.by_dependency.into_keys() {
                        if !known.by_dependency.contains_key(&key)
                            && let Some(named) = self.named.get_mut(&key)
                        {
                            named.by.remove(&index);
                        }
                        changed.insert(key);
                    }
                }
                None => {
                    has_other_names = true;
                    self.skills.push(now);
                }
            }
        }
        if has_other_names {
            let names = self.staying().flat_map(|skill| skill.names.iter().cloned());
            self.names = sort::collect_set(names);
            let skills = self.named.keys();
            let skills = skills.filter(|(kind, _)| *kind == DependencyKind::Skill);
            changed.extend(skills.cloned());
        }
        changed
    }

    /// Returns the dependency with the key `key`, and the step of the plan that installs, checks or
    /// drops the dependency. Returns `None` if no skill needs the dependency.
    fn group(&self, key: &Key) -> Option<Group> {
        let naming = self.named.get(key)?.by.iter();
        let parts = naming.filter_map(|index| {
            let skill = &self.skills[*index];
            Some((skill, skill.by_dependency.get(key)?))
        });
        let (going, staying): (Vec<_>, Vec<_>) =
            parts.partition(|(skill, _)| self.removed.contains(&skill.path));
        let needed_by = |parts: &[(&SkillFacts, &SkillPart)]| -> Vec<_> {
            let parts = parts.iter().filter_map(|(_, part)| part.needed_by.clone());
            parts.collect()
        };
        let mut needing = needed_by(&staying);
        let is_dropped = needing.is_empty();
        if is_dropped {
            needing = needed_by(&going);
        }
        if needing.is_empty() {
            return None;
        }
        let (kind, name) = key;
        let mut dependency = Dependency {
            kind: *kind,
            name: name.clone(),
            declared: needing.iter().any(|one| one.declared),
            required: needing.iter().any(|one| one.required),
            installed: self.is_installed(*kind, name),
            needed_by: needing,
            ways: Vec::new(),
            contradictions: Vec::new(),
        };
        if !is_dropped {
            let ways = staying.iter().flat_map(|(_, part)| &part.ways);
            dependency.ways = ways.cloned().collect();
            sort::by(&mut dependency.ways, InstallWay::cmp);
            dependency.ways.dedup();
            dependency.contradictions = contradictions::of_dependency(&dependency, &staying);
        }
        Some(Group {
            step: Rc::new(DependencyStep::new(&dependency)),
            dependency: Rc::new(dependency),
            is_dropped,
        })
    }

    /// Returns true if the request lists a dependency as installed. `None` if the request has no
    /// list for this kind of dependency.
    fn is_installed(&self, kind: DependencyKind, name: &str) -> Option<bool> {
        let installed = &self.installed;
        let has = |list: &Option<Vec<String>>, name: &str| {
            let list = list.as_ref()?;
            Some(list.iter().any(|one| one == name))
        };
        match kind {
            DependencyKind::Program => has(&installed.programs, name),
            DependencyKind::Variable => has(&installed.variables, name),
            DependencyKind::Server => has(&installed.servers, name),
            DependencyKind::Plugin => has(&installed.plugins, name),
            DependencyKind::Skill => match name.split_once(':') {
                // A skill of a plugin is installed together with the plugin.
                Some((plugin, _)) => has(&installed.plugins, plugin),
                None => Some(self.names.contains(name)),
            },
        }
    }
}
