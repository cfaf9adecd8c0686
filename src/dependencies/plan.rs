//! Derives the steps to install, check and drop dependencies. The steps are data for the caller.

use std::collections::HashSet;

use super::report::{Dependency, DependencyKind, DependencyPlan, DependencyStep, Installed};
use crate::sort;

/// Returns the steps to install, check and drop dependencies. `dropped` has the dependencies that
/// only the removed skills needed.
pub(super) fn plan(
    dependencies: &[Dependency],
    dropped: &[Dependency],
    installed: &Installed,
) -> DependencyPlan {
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
    let missing = |one: &&Dependency| one.installed == Some(false) && !has_other(one);
    DependencyPlan {
        install: steps(dependencies.iter().filter(missing)),
        check: steps(dependencies.iter().filter(|one| one.installed.is_none())),
        drop: steps(dropped.iter()),
    }
}

/// Returns a step for each dependency, in an order in which the dependencies can be installed.
fn steps<'d>(dependencies: impl Iterator<Item = &'d Dependency>) -> Vec<DependencyStep> {
    let mut steps: Vec<_> = dependencies
        .map(|one| DependencyStep {
            kind: one.kind,
            name: one.name.clone(),
            required: one.required,
            skills: one.needed_by.iter().map(|by| by.skill.clone()).collect(),
            ways: one.ways.clone(),
        })
        .collect();
    sort::by_key(&mut steps, |step| order(step.kind));
    steps
}

/// Returns the position of a kind of dependency in the order of installation. Programs are first,
/// because servers, plugins and skills may need them. Variables are last.
fn order(kind: DependencyKind) -> u8 {
    match kind {
        DependencyKind::Program => 0,
        DependencyKind::Plugin => 1,
        DependencyKind::Skill => 2,
        DependencyKind::Server => 3,
        DependencyKind::Variable => 4,
    }
}
