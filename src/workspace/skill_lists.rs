//! The lists of skills that clients ask a host for, directory by directory (docs/hosts/codex.md#lists-for-clients), and the
//! two caches behind them.

use std::cell::Cell;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::memo::Memo;
use crate::model::catalog::{Catalog, SkillError};
use crate::model::skill::Skill;

/// Asks for lists.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListSkillsRequest {
    /// The working directories, absolute; the workspace's own when there are none.
    #[serde(default)]
    pub cwds: Vec<String>,
    /// Whether these directories are scanned and parsed anew; the lists of others stay.
    #[serde(default)]
    pub force_reload: bool,
}

crate::record! { ListSkillsRequest: has(cwds, force_reload) }

/// The list of one working directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkillsListEntry {
    /// The working directory.
    pub cwd: String,
    /// Its skills, disabled ones among them.
    pub skills: Vec<Skill>,
    /// Its errors.
    pub errors: Vec<SkillError>,
}

/// How the lists came about, since the workspace was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ListCounts {
    /// Answered from the cache by directory.
    pub by_directory: u64,
    /// Answered from the cache by effective configuration: another directory has the same roots and rules.
    pub by_configuration: u64,
    /// Scanned.
    pub scanned: u64,
}

/// Where a list came from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ListSource {
    /// The cache by directory.
    Directory,
    /// The cache by effective configuration.
    Configuration,
    /// A scan.
    Scan,
}

/// The cached lists, by the tree's revision.
#[derive(Debug, Default)]
pub(crate) struct ListCache {
    by_directory: Memo<String, u64, Arc<Catalog>>,
    /// By the key that directories with the same list have in common: their roots and rules.
    by_configuration: Memo<String, u64, Arc<Catalog>>,
    /// The tree's revision that all of it was made from.
    revision: Cell<u64>,
    counts: Cell<ListCounts>,
}

impl ListCache {
    /// How the lists came about so far.
    pub fn counts(&self) -> ListCounts {
        self.counts.get()
    }

    /// Forgets everything.
    pub fn forget(&self) {
        self.by_directory.clear();
        self.by_configuration.clear();
    }

    /// Forgets the lists of some directories, and those of directories like them that have not been asked for.
    pub fn forget_directories(&self, cwds: &[String]) {
        for cwd in cwds {
            self.by_directory.remove(cwd);
        }
        self.by_configuration.clear();
    }

    /// The catalog of a directory: from a cache, or scanned.
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

    /// Counts a list that a client asked for.
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
