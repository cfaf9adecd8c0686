//! Finds the installed copies of locked skills, and the installed skills that no lock file lists.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::report::UnlistedSkill;
use crate::install::{self, gh_skill};
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, Tree, path};

/// The folder of the agent Eve. In copies for this agent, the `skills` CLI changes the frontmatter.
const REWRITTEN: &str = "agent";

/// The agents' folders in a project and in the home, each folder once. The tables of agents are
/// parsed only once, because each check of a skill searches these folders.
static FOLDERS: LazyLock<[Vec<&str>; 2]> = LazyLock::new(|| {
    [false, true].map(|global| {
        let mut known = BTreeSet::new();
        let folders = install::folders(global).chain(gh_skill::all_folders(global));
        folders.filter(|folder| known.insert(*folder)).collect()
    })
});

/// The agents' folders in a project or in the home, and the skills that are installed in these
/// folders.
pub(super) struct Installed<'t> {
    /// The folder of the lock file, with links resolved. Copies outside of this folder are not
    /// compared.
    base: String,
    /// The installed copies, by the name of their folder. Each folder is listed once, with links resolved.
    by_name: BTreeMap<&'t str, Vec<Copy<'t>>>,
    /// The agents' folders, with links resolved.
    roots: Vec<Root>,
}

/// A folder in which an agent searches for skills.
struct Root {
    path: String,
    /// True if the folder is hidden or is in a hidden folder. Only these folders have installed
    /// skills: skills in folders that are not hidden were written by the author.
    is_hidden: bool,
}

/// The folder of an installed skill.
#[derive(Clone)]
pub(super) struct Copy<'t> {
    pub folder: Entry<'t>,
    pub path: String,
    /// True if the copy is outside of the lock file's folder.
    pub is_outside: bool,
    /// True if the `skills` CLI changes the frontmatter in copies for this agent.
    pub is_rewritten: bool,
}

impl<'t> Installed<'t> {
    /// Collects the skills in the agents' folders below `base`, which is a project, or the home if
    /// `global` is true.
    pub fn of(tree: &'t Tree, base: &str, global: bool) -> Self {
        let top = tree.resolve(base).ok();
        let mut installed = Self {
            base: top.map_or_else(|| base.to_owned(), Entry::path),
            by_name: BTreeMap::new(),
            roots: Vec::new(),
        };
        let Some(top) = top else {
            return installed;
        };
        // Of the more than a hundred folders, a project has few.
        let is_there = |folder: &&str| {
            let first = folder.split('/').next();
            first.is_some_and(|first| top.child(first).is_some())
        };
        let [of_project, of_home] = &*FOLDERS;
        let folders = if global { of_home } else { of_project };
        for folder in folders.iter().filter(|folder| is_there(folder)) {
            installed.add(tree, &path::join(base, folder), folder);
        }
        // The `skills` CLI installs skills for sub-agents of Eve below this folder.
        if let Ok(agents) = tree.resolve(&path::join(base, "agent/subagents")) {
            for agent in agents.children() {
                let at = path::join(&path::join(&agents.path(), agent.name()), "skills");
                installed.add(tree, &at, REWRITTEN);
            }
        }
        installed
    }

    fn add(&mut self, tree: &'t Tree, at: &str, folder: &str) {
        let Ok(root) = tree.resolve(at) else {
            return;
        };
        let root_path = root.path();
        if self.roots.iter().any(|known| known.path == root_path) {
            return;
        }
        let below = root_path.strip_prefix(self.base.trim_end_matches('/'));
        self.roots.push(Root {
            is_hidden: below.is_some_and(|below| below.contains("/.")),
            path: root_path,
        });
        for child in root.children() {
            let Ok(target) = child.follow() else {
                continue;
            };
            if !matches!(target.kind(), EntryKind::Directory) {
                continue;
            }
            let path = target.path();
            let copies = self.by_name.entry(child.name()).or_default();
            if copies.iter().all(|copy| copy.path != path) {
                copies.push(Copy {
                    folder: target,
                    is_outside: !path::is_within(&path, &self.base),
                    is_rewritten: folder.split('/').next() == Some(REWRITTEN),
                    path,
                });
            }
        }
    }

    /// Returns the installed copies whose folder has this name.
    pub fn copies(&self, name: &str) -> &[Copy<'t>] {
        self.by_name
            .get(name)
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    /// Returns all installed copies, each with the name of its folder. Each folder is returned
    /// once.
    pub fn all(&self) -> impl Iterator<Item = (&'t str, &Copy<'t>)> {
        let by_name = self.by_name.iter();
        by_name.flat_map(|(name, copies)| copies.iter().map(move |copy| (*name, copy)))
    }

    /// Returns the installed skills whose folders' names are not in `listed`. Only skills in hidden
    /// folders of agents, such as `.claude/skills`, count as installed. Skills in other folders,
    /// and links to these skills, are left out, because the author wrote them.
    pub fn unlisted(&self, listed: &BTreeSet<String>) -> Vec<UnlistedSkill> {
        let mut found = BTreeMap::new();
        for (name, copy) in self.all() {
            let is_in = |root: &Root| root.is_hidden && path::is_within(&copy.path, &root.path);
            if name.starts_with('.') || listed.contains(name) || !self.roots.iter().any(is_in) {
                continue;
            }
            let file = copy
                .folder
                .child(SKILL_FILE)
                .and_then(|file| file.follow().ok());
            let Some(file) = file.filter(|file| matches!(file.kind(), EntryKind::File(_))) else {
                continue;
            };
            let is_tracked = file
                .contents()
                .is_some_and(|contents| gh_skill::installed_from(contents.bytes()).is_some());
            if !is_tracked {
                found.insert(file.path(), name.to_owned());
            }
        }
        let found = found.into_iter();
        found
            .map(|(path, name)| UnlistedSkill { name, path })
            .collect()
    }
}
