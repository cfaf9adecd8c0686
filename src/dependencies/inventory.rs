//! The inventory of a tree's dependencies.

use std::cell::RefCell;
use std::rc::Rc;

use super::facts::FactCache;
use super::groups::Groups;
use super::report::{DependenciesRequest, Inventory};
use super::{asks, plan};
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;

/// The cached results of the last inventory: the dependencies in each file of a tree, and the
/// dependencies of all skills. After an edit, only the dependencies of the edited skills are
/// computed again.
#[derive(Debug, Default)]
pub(crate) struct DependencyCache {
    facts: FactCache,
    groups: RefCell<Option<Groups>>,
}

/// Returns the inventory of a tree's dependencies. `without` has the paths of the main files of
/// skills that will be removed. Dependencies that have not changed since the last inventory in
/// `cache` are shared with that inventory, not copied.
pub(crate) fn inventory(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    request: &DependenciesRequest,
    without: &[String],
    cache: &DependencyCache,
) -> Inventory {
    let removed = sort::collect_set(without.iter().cloned());
    let installed = &request.installed;
    let before = cache.groups.take();
    let groups = Groups::of(inputs.tree, installed, &removed, &cache.facts, before);
    let hosts = pipelines.iter();
    let hosts = hosts.map(|pipeline| asks::of_host(pipeline, inputs, installed, &removed));
    let staying = groups.iter().filter(|group| !group.is_dropped);
    let inventory = Inventory {
        dependencies: staying.map(|group| Rc::clone(&group.dependency)).collect(),
        hosts: hosts.collect(),
        plan: plan::plan(&groups, installed),
        unread: unread(&groups),
    };
    cache.groups.replace(Some(groups));
    inventory
}

/// Returns the paths of the files that were not read.
fn unread(groups: &Groups) -> Vec<String> {
    let files = groups.staying().flat_map(|skill| &skill.files);
    let unread = files.filter(|file| file.facts.unread);
    let paths = unread.map(|file| file.path.to_string());
    sort::collect_set(paths).into_iter().collect()
}
