//! The passages of texts beside skills that fit a request.

use crate::model::argument::ArgumentError;
use crate::passages::{Passages, PassagesOptions};
use crate::tree::Entry;
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the passages of the Markdown and text files beside skills that fit a request in plain words, the best
    /// first. No host searches for passages. The [module](crate::passages) has an example.
    ///
    /// The index is cached. After an edit only the changed texts are read again.
    ///
    /// # Errors
    /// Returns an error if a file of `skills` does not exist.
    pub fn passages(
        &self,
        request: &str,
        options: &PassagesOptions,
    ) -> Result<Passages, ArgumentError> {
        let files = self.requested_files(&options.skills)?;
        let skills: Vec<_> = (files.iter())
            .filter_map(|path| self.tree.entry(path).map(Entry::id))
            .collect();
        let mut index = self.passages.borrow_mut();
        Ok(index.search(&self.tree, request, &skills, options))
    }

    /// Returns the number of texts that [`Self::passages`] has indexed so far. An edit of one text adds one.
    #[must_use]
    pub fn texts_indexed(&self) -> u64 {
        self.passages.borrow().texts_indexed()
    }
}
