//! The life cycle as steps in data: install, check, drop.

use std::collections::HashSet;

use super::report::{Dependency, DependencyKind, DependencyPlan, DependencyStep, Installed};
use crate::sort;

/// Returns the steps. `dropped` has what only the removed skills needed.
pub(super) fn plan(
    dependencies: &[Dependency],
    dropped: &[Dependency],
    installed: &Installed,
) -> DependencyPlan {
    let programs: HashSet<&str> = (installed.programs.iter().flatten())
        .map(String::as_str)
        .collect();
    // One of several programs is enough.
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

/// Returns steps in the order of installation.
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

/// A server is a program, and a plugin or skill may need one; a variable is set last.
fn order(kind: DependencyKind) -> u8 {
    match kind {
        DependencyKind::Program => 0,
        DependencyKind::Plugin => 1,
        DependencyKind::Skill => 2,
        DependencyKind::Server => 3,
        DependencyKind::Variable => 4,
    }
}
