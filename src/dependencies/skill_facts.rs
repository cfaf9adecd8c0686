//! A skill with the facts of its files, grouped by dependency.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::collector::Need;
use super::facts::{FileFacts, SkillFiles};
use super::report::{Contradiction, DependencyKind, InstallWay, NeedPlace, NeededBy};
use crate::sort;
use crate::tree::{Tree, path};

/// The maximum number of places that a report lists for one skill and one dependency.
const MAX_PLACES: usize = 20;

/// The kind and the name of a dependency.
pub(super) type Key = (DependencyKind, String);

/// A skill, and the facts about dependencies that its files contain.
#[derive(Debug)]
pub(super) struct SkillFacts {
    pub(super) path: String,
    /// The names of the skill: the name of its folder, and the `name` in its frontmatter.
    pub(super) names: Vec<String>,
    pub(super) files: Vec<FileFacts>,
    /// The facts about each dependency that a file of the skill names.
    pub(super) by_dependency: BTreeMap<Key, SkillPart>,
}

/// The facts about one dependency that were found in one skill.
#[derive(Debug, Default)]
pub(super) struct SkillPart {
    /// How the skill needs the dependency; `None` if the skill only shows how to install it.
    pub(super) needed_by: Option<Rc<NeededBy>>,
    /// The contradictions between the files of this skill about the dependency.
    pub(super) contradictions: Vec<Contradiction>,
    /// The ways to install the dependency, in the order of the files.
    pub(super) ways: Vec<InstallWay>,
    /// The addresses of the dependency, if it is a server. Sorted.
    pub(super) addresses: BTreeSet<String>,
}

impl SkillFacts {
    pub(super) fn new(skill: &SkillFiles, files: Vec<FileFacts>) -> Self {
        let named = files.first().and_then(|file| file.facts.name.clone());
        let mut facts = Self {
            path: skill.path().to_owned(),
            names: std::iter::once(skill.folder.clone()).chain(named).collect(),
            files,
            by_dependency: BTreeMap::new(),
        };
        facts.by_dependency = facts.parts();
        facts
    }

    /// Returns true if no file of the skill has changed since the facts were collected from the
    /// files.
    pub(super) fn is_current(&self, tree: &Tree) -> bool {
        self.files.iter().all(|file| {
            let entry = tree.by_id(file.entry);
            entry.is_some_and(|entry| entry.revision() == file.revision)
        })
    }

    /// Returns each mention of a dependency that the skill needs, in the order of the files.
    pub(super) fn needs(&self) -> impl Iterator<Item = &Need> {
        self.files.iter().flat_map(|file| &file.facts.needs)
    }

    /// Groups the facts of the skill's files by dependency. Mentions of the skill itself are not
    /// dependencies.
    fn parts(&self) -> BTreeMap<Key, SkillPart> {
        let mut parts: BTreeMap<Key, SkillPart> = BTreeMap::new();
        let mut needs: Vec<(&FileFacts, &Need)> = Vec::new();
        for file in &self.files {
            for need in &file.facts.needs {
                if need.kind != DependencyKind::Skill || !self.is_own_name(&need.name) {
                    needs.push((file, need));
                }
            }
            for way in &file.facts.ways {
                let key = (DependencyKind::Program, way.program.clone());
                parts.entry(key).or_default().ways.push(InstallWay {
                    installer: way.installer.to_owned(),
                    target: way.target.clone(),
                    skill: self.path.clone(),
                });
            }
            for (server, address) in &file.facts.servers {
                let key = (DependencyKind::Server, server.clone());
                let part = parts.entry(key).or_default();
                part.addresses.insert(address.clone());
            }
        }
        let compare = |(_, one): &(_, &Need), (_, other): &(_, &Need)| {
            (one.kind, &one.name).cmp(&(other.kind, &other.name))
        };
        sort::by(&mut needs, compare);
        for places in needs.chunk_by(|one, other| compare(one, other).is_eq()) {
            let Some((_, need)) = places.first() else {
                continue;
            };
            let part = parts.entry((need.kind, need.name.clone())).or_default();
            part.needed_by = Some(Rc::new(self.needed_by(places)));
        }
        parts
    }

    /// Returns true if a name is the skill's own name or its last words. For example, `inspection`
    /// is the end of `train-inspection`.
    fn is_own_name(&self, name: &str) -> bool {
        let mut rests = self.names.iter().map(|own| own.strip_suffix(name));
        rests.any(|rest| rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('-')))
    }

    /// Combines all places in the skill's files that name a dependency into one result. The result
    /// shows whether the skill requires the dependency, and which other programs can replace the
    /// dependency.
    fn needed_by(&self, places: &[(&FileFacts, &Need)]) -> NeededBy {
        let mut places = places.to_vec();
        sort::by_key(&mut places, |(_, need)| !need.source.is_declaration());
        let is_declared = |need: &Need| need.source.is_declaration();
        let any_of = places.iter().flat_map(|(_, need)| &need.any_of);
        let or_else =
            any_of.filter(|other| places.first().is_some_and(|(_, need)| **other != need.name));
        let or_else: BTreeSet<String> = sort::collect_set(or_else.cloned());
        NeededBy {
            skill: self.path.clone(),
            declared: places.iter().any(|(_, need)| is_declared(need)),
            required: (places.iter()).any(|(_, need)| !need.optional && need.any_of.is_empty()),
            or_else: or_else.into_iter().collect(),
            count: places.len(),
            places: (places.iter().take(MAX_PLACES))
                .map(|(file, need)| NeedPlace {
                    path: file.path.to_string(),
                    range: need.range,
                    source: need.source,
                    optional: need.optional,
                })
                .collect(),
        }
    }
}

/// Returns the name of a skill's folder, for messages. `skill` is the path of the skill's main
/// file.
pub(super) fn title(skill: &str) -> &str {
    path::parent(skill).map_or(skill, path::file_name)
}
