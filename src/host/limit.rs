//! The limits of a host's own on what it looks at and shows.

/// A limit of a host's own ([`Host::limits`](crate::host::Host::limits)). The host's stages go by the same value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What is counted.
    pub of: Limited,
    /// The number that is still within the limit.
    pub most: usize,
}

impl Limit {
    /// At most so many.
    #[must_use]
    pub const fn new(of: Limited, most: usize) -> Self {
        Self { of, most }
    }
}

/// Something that a host counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limited {
    /// Directories visited below one root, itself included. Skills in further ones are not found.
    Directories,
    /// Entries looked at below one root. Skills among further ones are not found.
    Entries,
    /// Child folders that are looked at in one folder. Further ones are not looked into.
    Folders,
    /// Skills that are loaded from one root.
    Skills,
    /// Bytes of a skill's file. A larger one does not load.
    FileBytes,
    /// Skills in the list.
    ListedSkills,
    /// UTF-16 units of the names behind the list's entries.
    ListedNames,
    /// Files of a skill that are named with its text.
    NamedFiles,
    /// Skills that one message of the user's may name.
    Mentions,
}
