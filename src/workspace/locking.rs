//! The lock files of the tree.

use crate::locks::{self, LocksReport};
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the lock files of the tree, each compared with the installed skills. Reports the skills that are missing
    /// or changed, and the skills that the lock file does not list. See [`locks`](mod@crate::locks).
    ///
    /// The report also has the files whose contents are needed and were not given. Write these files, and call again.
    #[must_use]
    pub fn locks(&self) -> LocksReport {
        locks::locks(&self.tree, &self.environment)
    }
}
