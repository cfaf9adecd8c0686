//! The lists of skills that clients request of a host, for each directory (docs/hosts/codex.md#lists-for-clients), and
//! their two caches.

use std::cell::Cell;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::memo::Memo;
use crate::model::catalog::{Catalog, SkillError};
use crate::model::skill::Skill;

/// A request of a client for the lists of skills of some working directories.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListSkillsRequest {
    /// The working directories, absolute; if empty, the workspace's own.
    #[serde(default)]
    pub cwds: Vec<String>,
    /// True if the requested directories are scanned and parsed again. The lists of other directories stay cached.
    #[serde(default)]
    pub force_reload: bool,
}

crate::record! { ListSkillsRequest: has(cwds, force_reload) }

/// The list of one working directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkillsListEntry {
    /// The working directory of the list.
    pub cwd: String,
    /// The skills of the directory, including disabled ones.
    pub skills: Vec<Skill>,
    /// The errors of the directory.
    pub errors: Vec<SkillError>,
}

/// The numbers of requested lists since the workspace was created, by the source of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListCounts {
    /// Lists from the cache by directory.
    pub by_directory: u64,
    /// Lists from the cache by effective configuration, because another directory has the same roots and rules.
    pub by_configuration: u64,
    /// Lists that were made by a scan.
    pub scanned: u64,
}

/// The source of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ListSource {
    /// The list is from the cache by directory.
    Directory,
    /// The list is from the cache by effective configuration.
    Configuration,
    /// The list was made by a scan.
    Scan,
}

/// The cached lists of skills, valid for one revision of the tree.
#[derive(Debug, Default)]
pub(crate) struct ListCache {
    by_directory: Memo<String, u64, Arc<Catalog>>,
    /// The lists, keyed by the roots and rules of a directory: directories with the same roots and rules share a list.
    by_configuration: Memo<String, u64, Arc<Catalog>>,
    /// The tree's revision that all lists were made from.
    revision: Cell<u64>,
    counts: Cell<ListCounts>,
}

impl ListCache {
    /// Returns the numbers of lists so far, by their source.
    pub fn counts(&self) -> ListCounts {
        self.counts.get()
    }

    /// Removes all cached lists.
    pub fn forget(&self) {
        self.by_directory.clear();
        self.by_configuration.clear();
    }

    /// Removes the cached lists of some directories, and all lists that are cached by configuration, so that these
    /// directories are scanned again. The lists of other directories stay.
    pub fn forget_directories(&self, cwds: &[String]) {
        for cwd in cwds {
            self.by_directory.remove(cwd);
        }
        self.by_configuration.clear();
    }

    /// Returns the catalog of a directory, from a cache or from a scan.
    pub fn catalog(
        &self,
        cwd: &str,
        revision: u64,
        configuration: impl FnOnce() -> String,
        scan: impl FnOnce() -> Catalog,
    ) -> (Arc<Catalog>, ListSource) {
        if self.revision.replace(revision) != revision {
            self.forget();
        }
        if let Some(catalog) = self.by_directory.get(cwd, &revision) {
            return (catalog, ListSource::Directory);
        }
        let key = configuration();
        let known = self.by_configuration.get(&key, &revision);
        let source = match known {
            Some(_) => ListSource::Configuration,
            None => ListSource::Scan,
        };
        let catalog = known.unwrap_or_else(|| {
            let catalog = Arc::new(scan());
            (self.by_configuration).insert(key, revision, Arc::clone(&catalog));
            catalog
        });
        (self.by_directory).insert(cwd.to_owned(), revision, Arc::clone(&catalog));
        (catalog, source)
    }

    /// Counts a list that a client requested.
    pub fn count(&self, source: ListSource) {
        self.counts.update(|mut counts| {
            match source {
                ListSource::Directory => counts.by_directory += 1,
                ListSource::Configuration => counts.by_configuration += 1,
                ListSource::Scan => counts.scanned += 1,
            }
            counts
        });
    }
}
