//! The limits of a host on the files that it reads and the skills that it shows.

/// A limit of one host ([`Host::limits`](crate::host::Host::limits)). The host's own code uses this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The thing that is counted.
    pub of: Limited,
    /// The largest number that the host accepts.
    pub most: usize,
}

impl Limit {
    /// Builds a limit whose largest accepted number is `most`.
    #[must_use]
    pub const fn new(of: Limited, most: usize) -> Self {
        Self { of, most }
    }
}

/// A thing that a host counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limited {
    /// Directories visited below one root, including the root. Skills in later directories are not found.
    Directories,
    /// Entries inspected below one root. Skills among later entries are not found.
    Entries,
    /// Child folders inspected in one folder. Later folders are not entered.
    Folders,
    /// Skills loaded from one root.
    Skills,
    /// Bytes of a skill's file. A larger file does not load.
    FileBytes,
    /// Skills that the list shows.
    ListedSkills,
    /// UTF-16 units of the line after the list that names the skills without an entry.
    ListedNames,
    /// Files of a skill whose paths are listed together with the skill's text.
    NamedFiles,
    /// Skills that one user message may name.
    Mentions,
}
