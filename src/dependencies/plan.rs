//! Derives the steps to install, check and drop dependencies. The steps are data for the caller.

use std::rc::Rc;

use super::groups::{Group, Groups};
use super::report::{Dependency, DependencyKind, DependencyPlan, DependencyStep, Installed};
use crate::hashing::HashSet;
use crate::sort;

/// Returns the steps to install missing dependencies and to drop others. A dependency is dropped if
/// only the removed skills needed it.
pub(super) fn plan(groups: &Groups, installed: &Installed) -> DependencyPlan {
    let programs: HashSet<&str> = (installed.programs.iter().flatten())
        .map(String::as_str)
        .collect();
    // If a skill needs one of several programs, one installed program is enough.
    let has_other = |dependency: &Dependency| {
        (dependency.needed_by.iter()).all(|one| {
            one.or_else
                .iter()
                .any(|other| programs.contains(other.as_str()))
        })
    };
    let is_missing = |one: &Dependency| one.installed == Some(false) && !has_other(one);
    let steps_if = |is_included: &dyn Fn(&Group) -> bool| {
        steps(groups.iter().filter(|group| is_included(group)))
    };
    DependencyPlan {
        install: steps_if(&|group| !group.is_dropped && is_missing(&group.dependency)),
        check: steps_if(&|group| !group.is_dropped && group.dependency.installed.is_none()),
        drop: steps_if(&|group| group.is_dropped),
    }
}

/// Returns the steps in the order in which the dependencies can be installed.
fn steps<'g>(groups: impl Iterator<Item = &'g Group>) -> Vec<Rc<DependencyStep>> {
    let mut steps: Vec<_> = groups.map(|group| Rc::clone(&group.step)).collect();
    sort::by_key(&mut steps, |step| order(step.kind));
    steps
}

impl DependencyStep {
    /// Builds the step for a dependency in the dependency plan.
    pub(super) fn new(dependency: &Dependency) -> Self {
        Self {
            kind: dependency.kind,
            name: dependency.name.clone(),
            required: dependency.required,
            skills: (dependency.needed_by.iter())
                .map(|by| by.skill.clone())
                .collect(),
            ways: dependency.ways.clone(),
        }
    }
}

/// Returns the position of a kind in the order of installation. Programs are first, because servers, plugins and
/// skills may need them; variables are last.
fn order(kind: DependencyKind) -> u8 {
    match kind {
        DependencyKind::Program => 0,
        DependencyKind::Plugin => 1,
        DependencyKind::Skill => 2,
        DependencyKind::Server => 3,
        DependencyKind::Variable => 4,
    }
}
