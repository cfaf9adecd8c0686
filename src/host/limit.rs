//! The limits of a host on the files that it reads and the skills that it shows.

/// A limit of one host, such as the largest size of a skill file.
/// [`Host::limits`](crate::host::Host::limits) returns all of them, and the host's own code uses
/// the same numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The things that are counted, such as directories.
    pub of: Limited,
    /// The largest number of counted things that the host accepts.
    pub most: usize,
}

impl Limit {
    /// Builds a limit whose largest accepted number is `most`.
    #[must_use]
    pub const fn new(of: Limited, most: usize) -> Self {
        Self { of, most }
    }
}

/// The thing that a host counts for a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limited {
    /// Directories visited below one skill root, including the root. The host finds no skills in
    /// later directories.
    Directories,
    /// Entries inspected below one skill root. The host finds no skills among later entries.
    Entries,
    /// Child folders inspected in one folder. The host does not enter later child folders.
    Folders,
    /// Skills that one skill root contains. The host does not load further skills.
    Skills,
    /// Bytes of a skill file. The host does not load a larger file.
    FileBytes,
    /// The skills in the list for the model.
    ListedSkills,
    /// UTF-16 units of the line after the list of skills. This line names the skills that have no
    /// entry in the list.
    ListedNames,
    /// Files of a skill whose paths the host lists together with the skill's text.
    NamedFiles,
    /// Skills that the host accepts by name in one user message.
    Mentions,
}
