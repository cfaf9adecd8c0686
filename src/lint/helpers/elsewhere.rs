//! Finds a missing file of a skill elsewhere in the project, because a build may copy the file from there into the
//! skill's folder.

use std::cmp::Reverse;

use crate::lint::file_index::FileIndex;
use crate::lint::skill_context::SkillContext;
use crate::model::environment::Environment;
use crate::sort;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, Tree, path};

/// The maximum size, in bytes, of a data file beside a skill that is searched for the names of
/// other files, such as `references.yml`. A larger data file is not read. No host has this limit.
const MAX_MANIFEST: usize = 1 << 16;

/// The maximum number of names and patterns in data files, such as `references.yml`, that are
/// compared with the path of a missing file. No host has this limit.
const MAX_NAMES: usize = 500;

/// The maximum number of folders above a file that are searched for a `SKILL.md`. No host has this
/// limit.
const MAX_ABOVE: usize = 8;

/// Searches the project for a file that a build may copy into the skill's folder. `relative` is the
/// path at which this file is missing in the skill's folder. Returns the path of the found file,
/// relative to the project's folder; `None` if no file is found.
///
/// The found file and the missing file must have the same name, and their folders must have the
/// same name. For example, `docs/references/api.md` may be copied to `references/api.md`. If the
/// file is missing directly in the skill's folder, only the file's name must be the same, but no
/// other file in the project may have this name.
///
/// Files of other skills are excluded, because hosts load each skill on its own. Files of another
/// copy of the same skill are included.
pub fn elsewhere(context: &SkillContext<'_>, relative: &str) -> Option<String> {
    let own = context.file.parent()?;
    let project = project(context, own)?;
    let index = FileIndex::of(context.tree, context.indices);
    let (folder, name) = match relative.rsplit_once('/') {
        Some((folders, name)) => (Some(path::file_name(folders)), name),
        None => (None, relative),
    };
    let is_free = |file: &Entry<'_>| {
        let mut is_in_project = false;
        for above in std::iter::successors(file.parent(), |folder| folder.parent()) {
            let is_copy = above.id() != own.id() && above.name() == own.name();
            let is_skill = above.child(SKILL_FILE).is_some();
            if is_skill && !is_copy || matches!(above.name(), "node_modules" | ".git") {
                return false;
            }
            if above.id() == project.id() {
                is_in_project = true;
                break;
            }
        }
        is_in_project
    };
    let alike = index.ending(context.tree, folder, name);
    let mut paths: Vec<_> = alike.filter(is_free).map(Entry::path).collect();
    if folder.is_none() && paths.len() > 1 {
        return None;
    }
    // If several files are possible, the file whose path has the longest common end with the missing file's path is
    // chosen.
    let common = |path: &str| {
        let pairs = path.rsplit('/').zip(relative.rsplit('/'));
        pairs.take_while(|(one, other)| one == other).count()
    };
    sort::by_key(&mut paths, |path| (Reverse(common(path)), path.clone()));
    let found = paths.into_iter().next()?;
    let project = project.path();
    let from_project = found.strip_prefix(project.trim_end_matches('/'))?;
    Some(from_project.trim_start_matches('/').to_owned())
}

/// Returns the folder of the project that contains a skill; see [`project_of`].
pub fn project<'t>(context: &SkillContext<'t>, own: Entry<'t>) -> Option<Entry<'t>> {
    project_of(context.tree, context.environment, own)
}

/// Returns the folder of the project that contains a file: the nearest folder above the file with a
/// `.git`, or else the working directory. Returns `None` if neither contains the file.
pub fn project_of<'t>(
    tree: &'t Tree,
    environment: &Environment,
    own: Entry<'t>,
) -> Option<Entry<'t>> {
    let above = || std::iter::successors(Some(own), |folder| folder.parent());
    let repository = above().find(|folder| folder.child(".git").is_some());
    repository.or_else(|| {
        let cwd = tree.entry(&environment.cwd)?;
        above().find(|folder| folder.id() == cwd.id())
    })
}

/// The entries of data files that list other files, such as a `references.yml` beside a `SKILL.md`.
/// An entry is the name of a file or a glob pattern. A build may copy the listed files into the
/// skill's folder.
pub struct Manifests<'a> {
    named: Vec<(String, &'a str)>,
}

impl<'a> Manifests<'a> {
    pub fn of(context: &SkillContext<'a>) -> Self {
        let beside = context.resources.files.iter();
        let beside = beside.filter(|file| {
            let ending = file.relative.rsplit_once('.').map(|(_, ending)| ending);
            !file.relative.contains('/') && matches!(ending, Some("yml" | "yaml" | "toml" | "json"))
        });
        let mut named = Vec::new();
        for file in beside {
            let entry = context.tree.resolve(&file.path).ok();
            let text = entry.and_then(|entry| entry.contents()?.text().ok());
            let text = text.filter(|text| text.len() <= MAX_MANIFEST);
            let is_mark = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | '[' | ']');
            let names = text.unwrap_or_default().split(is_mark);
            let names = names
                .filter(|name| name.contains('.') && (name.contains('/') || !name.contains('*')));
            let room = MAX_NAMES - named.len();
            named.extend(names.take(room).map(|name| (file.relative.clone(), name)));
        }
        Self { named }
    }

    /// Returns the path of a data file that lists the file at `relative`, which is missing in the
    /// skill's folder. Returns `None` if no data file lists the missing file.
    ///
    /// A data file lists the missing file if an entry of the data file equals, or matches as a glob
    /// pattern, the path without at least its first folder. For example, the entry `api.md` lists
    /// `references/api.md`. The entry `references/api.md` has the whole path and does not count,
    /// because it may describe a file that should be in the skill's folder.
    pub fn naming(&self, relative: &str) -> Option<&str> {
        let starts = relative.match_indices('/').map(|(at, _)| at + 1);
        let ends: Vec<_> = starts.map(|start| &relative[start..]).collect();
        let is_named = |name: &str| {
            let name = name.strip_prefix("./").unwrap_or(name);
            let mut ends = ends.iter();
            ends.any(|end| *end == name || name.contains('*') && fast_glob::glob_match(name, end))
        };
        let mut named = self.named.iter();
        named
            .find(|(_, name)| is_named(name))
            .map(|(list, _)| list.as_str())
    }
}

/// Searches the folders above the file for a skill whose text names the file's folder. Returns the
/// path of that skill's `SKILL.md`; `None` if there is no such skill.
pub fn skill_above(context: &SkillContext<'_>) -> Option<String> {
    let folder = context.file.parent()?;
    let named = format!("{}/{SKILL_FILE}", folder.name());
    let above = std::iter::successors(folder.parent(), |folder| folder.parent());
    let mut above = above
        .take(MAX_ABOVE)
        .filter_map(|folder| folder.child(SKILL_FILE));
    let skill = above.find(|file| {
        context.note_read(*file);
        let text = file.contents().and_then(|contents| contents.text().ok());
        text.is_some_and(|text| text.starts_with("---") && names(text, &named))
    })?;
    Some(skill.path())
}

/// Returns true if a text contains a path, and the path is not the end of a longer name.
pub fn names(text: &str, path: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mut places = text.match_indices(path);
    places.any(|(at, _)| !text[..at].ends_with(is_of_name))
}
