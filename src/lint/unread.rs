//! The files that rules read and whose contents have not been given.

use std::collections::{BTreeSet, HashSet};

use super::config;
use crate::pipeline::{HostPipeline, Inputs};
use crate::tree::resources::Beside;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file};
use crate::tree::{Entry, EntryKind};

/// Endings of files that hold pictures, sounds or fonts. Rules read no text in them.
const MEDIA: [&str; 16] = [
    "avif", "bmp", "eot", "gif", "ico", "jpeg", "jpg", "mov", "mp3", "mp4", "otf", "png", "ttf",
    "wav", "webp", "woff2",
];

/// Returns the files that the rules read for these hosts and whose contents have not been given, sorted: the files that
/// hosts read, the Markdown files that hosts pass over, the files beside skills, and `skillglass.json`.
pub(crate) fn plan(pipelines: &[&HostPipeline], inputs: Inputs<'_>) -> Vec<String> {
    let tree = inputs.tree;
    let mut planned = BTreeSet::new();
    let mut subjects = HashSet::new();
    for pipeline in pipelines {
        planned.extend(pipeline.plan(inputs, &[]));
        let catalog = pipeline.catalog(inputs);
        let skills = catalog.skills.iter().map(|skill| &skill.path);
        let errors = catalog.errors.iter().map(|error| &error.path);
        let left_out = catalog.left_out.iter().map(|left| &left.path);
        let paths = skills.chain(errors).chain(left_out);
        subjects.extend(paths.filter_map(|path| tree.resolve(path).ok().map(Entry::id)));
    }
    let configuration = config::file(tree, &inputs.environment.cwd);
    planned.extend(configuration.filter(|file| is_unread(*file)).map(Entry::path));
    for subject in subjects.into_iter().filter_map(|id| tree.by_id(id)) {
        if !is_markdown(subject) {
            continue;
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

/// Returns the unread files beside a skill's file that rules would read, by path.
pub(super) fn beside<'t>(skill: Entry<'t>) -> impl Iterator<Item = Entry<'t>> {
    let beside = Beside::of(skill);
    let files: Vec<_> = beside.iter().map(|(_, entry)| entry).collect();
    (files.into_iter()).filter(|entry| is_unread(*entry) && !is_media(entry.name()))
}

/// Returns true if the contents of a file have not been given.
pub(super) fn is_unread(entry: Entry<'_>) -> bool {
    entry.kind() == EntryKind::File(None)
}

/// Returns true if a file is in the folder of a skill, so that the skill's findings cover it.
pub(super) fn is_of_skill(file: Entry<'_>) -> bool {
    let mut folder = file.parent();
    while let Some(above) = folder {
        if above.child(SKILL_FILE).is_some_and(|skill| skill.id() != file.id()) {
            return true;
        }
        folder = above.parent();
    }
    false
}

fn is_markdown(entry: Entry<'_>) -> bool {
    has_ending(entry.name(), "md")
}

fn is_media(name: &str) -> bool {
    MEDIA.iter().any(|ending| has_ending(name, ending))
}

fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, written)| written.eq_ignore_ascii_case(ending))
}
