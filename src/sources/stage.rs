//! Writes the skills of a source into a folder of the tree.

use crate::install::{self, InstallRequest};
use crate::model::argument::ArgumentError;
use crate::tree::path;
use crate::tree::{Contents, Tree};

/// The maximum number of files of a source that are written into the tree. The limit is ours.
const MAX_FILES: usize = 100_000;

/// The folder of the tree into which a source's skills are written. The folder is emptied first.
pub(super) struct Stage<'t> {
    pub(super) tree: &'t mut Tree,
    folder: String,
    left: usize,
}

impl<'t> Stage<'t> {
    /// Empties the folder that a request names. Returns the folders into which the request installs skills.
    ///
    /// # Errors
    /// Returns an error if a directory is invalid, if an agent is unknown, or if the folder is the root or contains the
    /// project or the home.
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

    /// Returns the path of a skill's folder.
    pub(super) fn folder_of(&self, name: &str) -> String {
        path::join(&self.folder, name)
    }

    pub(super) fn folder(&self) -> &str {
        &self.folder
    }

    /// Writes a file. If the contents are unknown, the file is written without contents.
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
