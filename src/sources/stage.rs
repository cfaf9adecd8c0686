//! Writes the skills of a website or an MCP server into a folder of the tree.

use crate::install::{self, InstallRequest};
use crate::model::argument::ArgumentError;
use crate::tree::path;
use crate::tree::{Contents, Tree};

/// The maximum number of files that are written for one website or MCP server. No host has this limit.
const MAX_FILES: usize = 100_000;

/// The folder of the tree into which the skills of a website or an MCP server are written.
pub(super) struct Stage<'t> {
    pub(super) tree: &'t mut Tree,
    folder: String,
    left: usize,
}

impl<'t> Stage<'t> {
    /// Empties the folder `request.source`, so that skills can be written into it. Returns a
    /// `Stage` and a list of folders. The `Stage` writes files into `request.source`. The list has
    /// the folders into which the request installs skills.
    ///
    /// # Errors
    /// Returns an error if a directory is invalid, if an agent is unknown, or if the folder
    /// `request.source` is the root or contains the project or the home.
    pub(super) fn open(
        tree: &'t mut Tree,
        request: &InstallRequest,
    ) -> Result<(Self, Vec<String>), ArgumentError> {
        let targets = install::targets(request).map_err(|error| error.inside("install"))?;
        let folder = request.source.clone();
        let held = [Some(&request.project), request.home.as_ref()];
        if folder == "/"
            || held
                .into_iter()
                .flatten()
                .any(|held| path::is_within(held, &folder))
        {
            let message = format!(
                "is emptied first and must not hold the project or the home (given: {folder:?}); name a folder of its own, such as /source"
            );
            return Err(ArgumentError::new("install.source", message));
        }
        tree.remove(&folder);
        let stage = Self {
            tree,
            folder,
            left: MAX_FILES,
        };
        Ok((stage, targets))
    }

    /// Returns the path of the folder for a skill with this name.
    pub(super) fn folder_of(&self, name: &str) -> String {
        path::join(&self.folder, name)
    }

    pub(super) fn folder(&self) -> &str {
        &self.folder
    }

    /// Writes a file into the tree. If the contents are unknown, the file is written without
    /// contents.
    ///
    /// # Errors
    /// Returns the reason why the file cannot be written.
    pub(super) fn put(&mut self, path: &str, contents: Option<&Contents>) -> Result<(), String> {
        let Some(left) = self.left.checked_sub(1) else {
            return Err("100,000 files of this source are there already".to_owned());
        };
        self.left = left;
        let written = self.tree.write(path, contents.cloned());
        written.map_err(|refused| refused.message)
    }
}
