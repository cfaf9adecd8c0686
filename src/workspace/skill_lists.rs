//! The lists of skills that clients request for working directories
//! (docs/hosts/codex.md#lists-for-clients), and the two caches of these lists.

use std::cell::Cell;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::memo::Memo;
use crate::model::catalog::{Catalog, SkillError};
use crate::model::shared_list::SharedList;
use crate::model::skill::Skill;

/// A client's request for the lists of skills of one or more working directories.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListSkillsRequest {
    /// The working directories, as absolute paths. If empty, the workspace's own working directory.
    #[serde(default)]
    pub cwds: Vec<String>,
    /// True if the requested directories are searched again, instead of using cached lists. Cached
    /// lists of other directories are unchanged.
    #[serde(default)]
    pub force_reload: bool,
}

crate::record! { ListSkillsRequest: has(cwds, force_reload) }

/// The list of skills of one working directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkillsListEntry {
    /// The working directory to which this list of skills belongs.
    pub cwd: String,
    /// The skills that load in this working directory, including disabled skills.
    #[cfg_attr(feature = "typescript", tsify(type = "Skill[]"))]
    pub skills: SharedList<Skill>,
    /// The errors of skills that do not load in this working directory.
    pub errors: Vec<SkillError>,
}

/// The number of lists of skills that clients requested since the workspace was created, for each
/// source of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListCounts {
    /// The number of lists that were in the cache, because the list of the same working directory
    /// had been requested before.
    pub by_directory: u64,
    /// The number of lists that were reused from another working directory, because both
    /// directories have the same roots of skills and the same rules in the configuration.
    pub by_configuration: u64,
    /// The number of lists for which the files were searched, because no cached list could be used.
    pub scanned: u64,
}

/// The source of a list of skills.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ListSource {
    /// The list was in the cache, because the list of the same working directory had been requested
    /// before.
    Directory,
    /// The list was reused from another working directory, because both directories have the same
    /// roots of skills and the same rules in the configuration.
    Configuration,
    /// The files were searched, because no cached list could be used.
    Scan,
}

/// The cached lists of skills, which are valid for one revision of the tree.
#[derive(Debug, Default)]
pub(crate) struct ListCache {
    by_directory: Memo<String, u64, Arc<Catalog>>,
    /// The cached lists of skills. The key is a text with the roots of skills and the configured
    /// rules of a working directory. Directories with equal keys share one list.
    by_configuration: Memo<String, u64, Arc<Catalog>>,
    /// The revision of the tree for which the cached lists are valid.
    revision: Cell<u64>,
    counts: Cell<ListCounts>,
}

impl ListCache {
    /// Returns the number of lists that clients requested, separately for each [`ListSource`].
    pub fn counts(&self) -> ListCounts {
        self.counts.get()
    }

    /// Removes all cached lists of skills.
    pub fn forget(&self) {
        self.by_directory.clear();
        self.by_configuration.clear();
    }

    /// Removes the cached lists of the working directories `cwds`, and all lists that several
    /// directories can share. The next request for one of the `cwds` searches for skills again. The
    /// cached lists of single directories that are not in `cwds` are retained.
    pub fn forget_directories(&self, cwds: &[String]) {
        for cwd in cwds {
            self.by_directory.remove(cwd);
        }
        self.by_configuration.clear();
    }

    /// Returns the catalog of a working directory, and the source of the catalog: a cache or a
    /// search.
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

    /// Counts one list of skills that a client requested.
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
