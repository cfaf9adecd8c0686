//! Lists the files that the rules need to read but whose contents are not yet in the tree.

use std::collections::BTreeSet;

use super::config;
use super::helpers::elsewhere::project_of;
use super::helpers::plugin_files::may_be_manifest;
use super::host_files;
use super::unread::{beside, has_ending, is_unread};
use crate::hashing::HashSet;
use crate::host::agent_plugins::SERVERS;
use crate::pipeline::{HostPipeline, Inputs};
use crate::tree::Entry;
use crate::tree::skill_file::is_skill_file;

/// Returns the paths of the files that the rules read for these hosts and whose contents have not
/// been given, sorted by path. The rules read
///
/// - the files that hosts read, and the Markdown files that hosts leave out,
/// - the files beside skills,
/// - `skillglass.json`,
/// - the texts at the top of a project that may name the hosts that it is meant for,
/// - the files of Agent Plugins,
/// - lock files, and the skills that they list.
pub(crate) fn plan(pipelines: &[&HostPipeline], inputs: Inputs<'_>) -> Vec<String> {
    let tree = inputs.tree;
    let mut planned = BTreeSet::new();
    let mut subjects = HashSet::default();
    for pipeline in pipelines {
        planned.extend(pipeline.plan(inputs, &[]));
        let catalog = pipeline.catalog(inputs);
        let skills = catalog.skills.iter().map(|skill| &skill.path);
        let errors = catalog.errors.iter().map(|error| &error.path);
        let left_out = catalog.left_out.iter().map(|left| &left.path);
        let paths = skills.chain(errors).chain(left_out);
        subjects.extend(paths.filter_map(|path| tree.resolve(path).ok().map(Entry::id)));
    }
    for manifest in tree.entries().filter(|file| may_be_manifest(*file)) {
        let beside = manifest.parent().and_then(|plugin| plugin.child(SERVERS));
        let read = [Some(manifest), beside].into_iter().flatten();
        let read = read.filter_map(|file| file.follow().ok());
        planned.extend(read.filter(|file| is_unread(*file)).map(Entry::path));
    }
    #[cfg(feature = "locks")]
    planned.extend(super::searches::locks::unread(inputs));
    let configuration = config::file(tree, &inputs.environment.cwd);
    planned.extend(
        configuration
            .filter(|file| is_unread(*file))
            .map(Entry::path),
    );
    let mut projects = HashSet::default();
    for subject in subjects.into_iter().filter_map(|id| tree.by_id(id)) {
        if !has_ending(subject.name(), "md") {
            continue;
        }
        let project = project_of(tree, inputs.environment, subject);
        if let Some(project) = project.filter(|project| projects.insert(project.id())) {
            let texts = host_files::texts(project).filter(|text| is_unread(*text));
            planned.extend(texts.map(Entry::path));
        }
        if is_unread(subject) {
            planned.insert(subject.path());
        }
        if is_skill_file(subject) {
            planned.extend(beside(subject).map(Entry::path));
        }
    }
    planned.into_iter().collect()
}
