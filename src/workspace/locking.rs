//! The lock files in the tree of a workspace.

use crate::locks::{self, LocksReport};
use crate::workspace::Workspace;

impl Workspace {
    /// Compares the lock files of the tree with the installed skills. Reports the skills that are
    /// missing or changed, and the skills that no lock file lists. See [`locks`](mod@crate::locks).
    ///
    /// The report also lists the files whose contents are needed and were not given. Write these
    /// files, and call this function again.
    #[must_use]
    pub fn locks(&self) -> LocksReport {
        locks::locks(&self.tree, &self.environment)
    }
}
