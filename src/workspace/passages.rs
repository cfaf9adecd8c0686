//! Search for passages in the files of skills besides their `SKILL.md`.

use crate::model::argument::ArgumentError;
use crate::passages::{Passages, PassagesOptions};
use crate::tree::Entry;
use crate::workspace::Workspace;

impl Workspace {
    /// Searches the Markdown and text files of skills for passages that fit a request in plain
    /// words. The best passage is first. No host offers such a search. The
    /// [module](crate::passages) has an example.
    ///
    /// The index is cached. After an edit, only the changed texts are read again.
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

    /// Returns how often [`Self::passages`] has indexed a text since the workspace was created. If
    /// one text is edited, the next call of [`Self::passages`] indexes only this text again, so the
    /// number increases by 1.
    #[must_use]
    pub fn texts_indexed(&self) -> u64 {
        self.passages.borrow().texts_indexed()
    }
}
