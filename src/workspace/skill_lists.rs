//! The lists of skills that clients ask a host for, directory by directory (seed 002 §10), and the two caches behind
//! them (seed 000, scenario 8).

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::catalog::{Catalog, SkillError};
use crate::model::skill::Skill;

/// Asks for lists.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListSkillsRequest {
    /// The working directories, absolute; the workspace's own when there are none.
    #[serde(default)]
    pub cwds: Vec<String>,
    /// Whether everything is scanned and parsed anew.
    #[serde(default)]
    pub force_reload: bool,
}

/// The list of one working directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
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

/// The two caches.
#[derive(Debug, Default)]
pub(crate) struct ListCache {
    /// The tree's revision that all of this was made from.
    revision: u64,
    by_directory: HashMap<String, Arc<Catalog>>,
    /// By what directories with the same list have in common: their roots and rules.
    by_configuration: HashMap<String, Arc<Catalog>>,
    pub counts: ListCounts,
}

impl ListCache {
    /// Forgets everything, unless nothing has changed since.
    pub fn refresh(&mut self, revision: u64, force: bool) {
        if force || self.revision != revision {
            self.by_directory.clear();
            self.by_configuration.clear();
            self.revision = revision;
        }
    }

    /// The catalog of a directory: from a cache, or scanned.
    pub fn catalog(
        &mut self,
        cwd: &str,
        configuration: impl FnOnce() -> String,
        scan: impl FnOnce() -> Catalog,
    ) -> Arc<Catalog> {
        if let Some(catalog) = self.by_directory.get(cwd) {
            self.counts.by_directory += 1;
            return Arc::clone(catalog);
        }
        let key = configuration();
        let catalog = if let Some(catalog) = self.by_configuration.get(&key) {
            self.counts.by_configuration += 1;
            Arc::clone(catalog)
        } else {
            self.counts.scanned += 1;
            let catalog = Arc::new(scan());
            self.by_configuration.insert(key, Arc::clone(&catalog));
            catalog
        };
        self.by_directory
            .insert(cwd.to_owned(), Arc::clone(&catalog));
        catalog
    }
}
