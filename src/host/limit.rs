//! The limits of a host on the files that it reads and the skills that it shows.

/// A limit of one host, such as the largest size of a skill file.
/// [`Host::limits`](crate::host::Host::limits) returns all of them, and the host's own code uses
/// the same numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The things that are counted, such as directories.
    pub of: Limited,
    /// The largest number that the host accepts, such as 2,000 directories.
    pub most: usize,
}

impl Limit {
    /// Builds a limit whose largest accepted number is `most`.
    #[must_use]
    pub const fn new(of: Limited, most: usize) -> Self {
        Self { of, most }
    }
}

/// The quantity that a host limits, such as the number of skills or the size of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limited {
    /// The directories that the host visits below one skill root, including the root. After the
    /// limit is reached, the host visits no more directories, so it finds no skills in them.
    Directories,
    /// The entries (files and folders) that the host inspects below one skill root. After the limit
    /// is reached, the host inspects no more entries, so it finds no skills among them.
    Entries,
    /// The child folders that the host inspects in one folder. After the limit is reached, the host
    /// enters no more child folders of this folder.
    Folders,
    /// The skills that the host loads from one skill root. After the limit is reached, the host
    /// loads no more skills from this root.
    Skills,
    /// The size of a skill file in bytes. The host does not load a larger file.
    FileBytes,
    /// The skills in the list for the model.
    ListedSkills,
    /// The length of the line after the list of skills, in UTF-16 units. In this line, the host
    /// lists the names of the skills that do not fit into the list.
    ListedNames,
    /// The files of a skill whose paths the host lists together with the skill's text.
    NamedFiles,
    /// The skills that a user can invoke by name in one message.
    Mentions,
}
