//! Groups the facts about dependencies in all skills by dependency.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::collector::Need;
use super::facts::{FactCache, FileFacts};
use super::report::{
    DependenciesRequest, Dependency, DependencyKind, InstallWay, Installed, Inventory, NeedPlace,
    NeededBy,
};
use super::skill_facts::SkillFacts;
use super::{asks, contradictions, plan};
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;
use crate::tree::Tree;

/// The maximum number of places that a report lists for one skill and one dependency.
const MAX_PLACES: usize = 20;

/// The places that show a dependency, by dependency and then by the index of the skill.
type NeedsOf<'f> =
    BTreeMap<(DependencyKind, &'f str), BTreeMap<usize, Vec<(&'f FileFacts, &'f Need)>>>;

/// Returns the inventory of a tree: all dependencies of its skills. `without` has the paths of
/// skills that will be removed.
pub(crate) fn inventory(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    request: &DependenciesRequest,
    without: &[String],
    cache: &FactCache,
) -> Inventory {
    let tree = inputs.tree;
    let removed: BTreeSet<String> = without.iter().cloned().collect();
    let skills = facts(tree, &removed, cache);
    let known: BTreeSet<&str> = (skills.iter())
        .filter(|skill| !skill.is_removed)
        .flat_map(|skill| skill.names.iter().map(String::as_str))
        .collect();
    let installed = &request.installed;
    let needs = needs_of(&skills);
    let ways = ways(&skills);
    let mut dependencies = Vec::new();
    let mut dropped = Vec::new();
    for ((kind, name), by_skill) in &needs {
        let mut dependency = Dependency {
            kind: *kind,
            name: (*name).to_owned(),
            declared: false,
            required: false,
            installed: is_installed(*kind, name, installed, &known),
            needed_by: Vec::new(),
            ways: Vec::new(),
            contradictions: Vec::new(),
        };
        let mut going = Vec::new();
        for (number, places) in by_skill {
            let needed_by = needed_by(&skills[*number], places);
            if skills[*number].is_removed {
                going.push(needed_by);
            } else {
                dependency.needed_by.push(needed_by);
            }
        }
        let is_dropped = dependency.needed_by.is_empty();
        let counted = if is_dropped {
            &going
        } else {
            &dependency.needed_by
        };
        dependency.declared = counted.iter().any(|one| one.declared);
        dependency.required = counted.iter().any(|one| one.required);
        if is_dropped {
            dependency.needed_by = going;
            dropped.push(dependency);
            continue;
        }
        if *kind == DependencyKind::Program {
            dependency.ways = ways.get(*name).cloned().unwrap_or_default();
        }
        dependencies.push(dependency);
    }
    let staying: Vec<&SkillFacts> = skills.iter().filter(|skill| !skill.is_removed).collect();
    contradictions::add(tree, &staying, &mut dependencies);
    let hosts = pipelines.iter();
    let hosts = hosts.map(|pipeline| asks::of_host(pipeline, inputs, installed, &removed));
    Inventory {
        hosts: hosts.collect(),
        plan: plan::plan(&dependencies, &dropped, installed),
        unread: unread(&staying),
        dependencies,
    }
}

/// Returns the skills of a tree with the facts in their files, sorted by path.
fn facts(tree: &Tree, removed: &BTreeSet<String>, cache: &FactCache) -> Vec<SkillFacts> {
    let skills = cache.skills(tree);
    let skills = skills.iter().filter_map(|skill| {
        let files = cache.of(tree, skill);
        let path = files.first()?.path.to_string();
        let folder = skill.folder.clone();
        let named = files.first().and_then(|file| file.facts.name.clone());
        Some(SkillFacts {
            is_removed: removed.contains(&path),
            names: std::iter::once(folder).chain(named).collect(),
            path,
            files,
        })
    });
    skills.collect()
}

/// Returns the places that show a dependency, by dependency and then by the index of the skill. A
/// skill that mentions itself does not depend on itself.
fn needs_of(skills: &[SkillFacts]) -> NeedsOf<'_> {
    let mut by_name: HashMap<(DependencyKind, &str), BTreeMap<usize, Vec<_>>> = HashMap::new();
    for (number, skill) in skills.iter().enumerate() {
        for file in &skill.files {
            for need in &file.facts.needs {
                let is_own = need.kind == DependencyKind::Skill && is_own(skill, &need.name);
                if !is_own {
                    let by_skill = by_name.entry((need.kind, &need.name)).or_default();
                    by_skill.entry(number).or_default().push((file, need));
                }
            }
        }
    }
    sort::collect_map(by_name)
}

/// Returns true if a name means the skill itself: the name equals the skill's name or the end of
/// the skill's name, such as `inspection` in `train-inspection`.
fn is_own(skill: &SkillFacts, name: &str) -> bool {
    let mut rests = skill.names.iter().map(|own| own.strip_suffix(name));
    rests.any(|rest| rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('-')))
}

/// Returns the ways to install each program that skills name, without repetition.
fn ways(skills: &[SkillFacts]) -> HashMap<&str, Vec<InstallWay>> {
    let mut ways: HashMap<&str, BTreeSet<InstallWay>> = HashMap::new();
    for skill in skills.iter().filter(|skill| !skill.is_removed) {
        for way in skill.files.iter().flat_map(|file| &file.facts.ways) {
            ways.entry(&way.program).or_default().insert(InstallWay {
                installer: way.installer.to_owned(),
                target: way.target.clone(),
                skill: skill.path.clone(),
            });
        }
    }
    let ways = ways.into_iter();
    ways.map(|(program, ways)| (program, ways.into_iter().collect()))
        .collect()
}

/// Returns a summary of how a skill needs a dependency: the places, and whether the dependency is
/// required.
fn needed_by(skill: &SkillFacts, places: &[(&FileFacts, &Need)]) -> NeededBy {
    let mut places = places.to_vec();
    sort::by_key(&mut places, |(_, need)| !need.source.is_declaration());
    let is_declared = |need: &Need| need.source.is_declaration();
    let any_of = places.iter().flat_map(|(_, need)| &need.any_of);
    let or_else: BTreeSet<&String> = any_of
        .filter(|other| places.first().is_some_and(|(_, need)| **other != need.name))
        .collect();
    NeededBy {
        skill: skill.path.clone(),
        declared: places.iter().any(|(_, need)| is_declared(need)),
        required: (places.iter()).any(|(_, need)| !need.optional && need.any_of.is_empty()),
        or_else: or_else.into_iter().cloned().collect(),
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

/// Returns true if a dependency is installed. Returns none if the request does not list what is
/// installed of this kind.
fn is_installed(
    kind: DependencyKind,
    name: &str,
    installed: &Installed,
    known: &BTreeSet<&str>,
) -> Option<bool> {
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
            None => Some(known.contains(name)),
        },
    }
}

/// Returns the paths of the skills' files that were not read.
fn unread(skills: &[&SkillFacts]) -> Vec<String> {
    let files = skills.iter().flat_map(|skill| &skill.files);
    let unread = files.filter(|file| file.facts.unread);
    let paths = unread.map(|file| file.path.to_string());
    let paths: BTreeSet<String> = paths.collect();
    paths.into_iter().collect()
}
