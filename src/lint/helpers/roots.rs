//! The folders of a project and of a user that the target hosts search for skills.

use std::collections::BTreeMap;

use crate::lint::cache::{FoldersWithout, LintCache};
use crate::lint::catalogs::Catalogs;
use crate::lint::verdict::HostEdition;
use crate::model::catalog::RootStatus;
use crate::model::skill::Scope;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, Tree, path};

/// A folder that hosts search for skills, with these hosts. The folder need not exist.
pub struct Root<'c> {
    pub path: &'c str,
    pub hosts: Vec<HostEdition<'c>>,
}

/// The folders that the target hosts search, and the folders directly in them that have no `SKILL.md`.
pub struct Roots<'c> {
    pub all: Vec<Root<'c>>,
    without: FoldersWithout,
}

impl<'c> Roots<'c> {
    pub fn new(catalogs: &Catalogs<'c>, tree: &Tree, cache: &LintCache) -> Self {
        let all = roots(catalogs);
        let paths: String = all.iter().flat_map(|root| [root.path, "\n"]).collect();
        let without = cache.folders_without(paths, tree, || {
            let each = all.iter().enumerate().flat_map(|(index, root)| {
                let folders = folders(tree, root.path);
                let without = folders.filter(|folder| folder.child(SKILL_FILE).is_none());
                without.map(move |folder| (index, folder.id()))
            });
            each.collect()
        });
        Self { all, without }
    }

    /// Returns the folders without a `SKILL.md` that are directly in a folder that hosts search for
    /// skills. Each pair has the searched folder, and then the folder without a `SKILL.md`.
    pub fn without<'t>(&self, tree: &'t Tree) -> impl Iterator<Item = (&Root<'c>, Entry<'t>)> {
        let folders = self.without.iter();
        folders.filter_map(|(root, folder)| Some((&self.all[*root], tree.by_id(*folder)?)))
    }
}

/// Returns the searched folders, sorted by path. Each folder has the hosts that search it.
fn roots<'c>(catalogs: &Catalogs<'c>) -> Vec<Root<'c>> {
    let mut roots: BTreeMap<&str, Vec<HostEdition<'_>>> = BTreeMap::new();
    for catalog in catalogs.all() {
        let host = (catalog.host.as_str(), catalog.edition.as_str());
        for root in &catalog.roots {
            let is_authors = matches!(root.scope, Scope::Repo | Scope::User)
                && root.plugin_id.is_none()
                && !matches!(root.status, RootStatus::Off | RootStatus::NotADirectory)
                && matches!(path::file_name(&root.path), "skills" | "skill");
            let hosts = is_authors.then(|| roots.entry(&root.path).or_default());
            if let Some(hosts) = hosts.filter(|hosts| !hosts.contains(&host)) {
                hosts.push(host);
            }
        }
    }
    let roots = roots.into_iter();
    roots.map(|(path, hosts)| Root { path, hosts }).collect()
}

/// Returns the folders directly in a folder. Links to folders are followed.
pub fn folders<'t>(tree: &'t Tree, root: &str) -> impl Iterator<Item = Entry<'t>> + use<'t> {
    let root = tree.resolve(root).ok();
    let children = root.into_iter().flat_map(Entry::children);
    let children = children.filter_map(|child| child.follow().ok());
    children.filter(|child| matches!(child.kind(), EntryKind::Directory))
}
