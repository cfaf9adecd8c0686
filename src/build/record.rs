//! The record of builds: a file with the paths and digests of the built files. A build overwrites
//! and removes only recorded files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::report::BuildContent;
use crate::text::digest::sha256;
use crate::tree::{Entry, EntryKind, Tree, path};

/// The name of the record's file, which is in the same folder as the built folders.
pub(super) const FILE: &str = ".skillglass-build.json";

/// The version of the format of build records.
const VERSION: u32 = 1;

/// The digests of the files that builds of one source folder wrote. The keys are paths relative to
/// the record's folder.
pub(super) type Files = BTreeMap<String, String>;

/// The content of a build record: the files that builds wrote below the record's folder.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Record {
    version: u32,
    /// The files that builds wrote, keyed by the source folder of the build. A source folder below
    /// the record's folder has a relative path.
    builds: BTreeMap<String, Files>,
}

impl Record {
    /// Parses a build record.
    ///
    /// # Errors
    /// Returns the reason in words if the text is not a record of this version.
    pub fn read(text: &str) -> Result<Self, String> {
        let record: Self = serde_json::from_str(text)
            .map_err(|error| format!("it is not a record of a build: {error}"))?;
        if record.version != VERSION {
            return Err(format!(
                "it has the version {}; this Skillglass reads version {VERSION}",
                record.version
            ));
        }
        let mut paths = record.builds.values().flat_map(BTreeMap::keys);
        match paths.find(|path| !is_plain(path)) {
            None => Ok(record),
            Some(path) => Err(format!("{path:?} is not the path of a built file")),
        }
    }

    /// Returns the text to write into the record's file.
    pub fn write(&self) -> String {
        let record = Self {
            version: VERSION,
            builds: self.builds.clone(),
        };
        // Serialization of a map of texts cannot fail.
        let text = serde_json::to_string_pretty(&record).unwrap_or_default();
        text + "\n"
    }

    /// Returns true if the record has a file. `file` is a path relative to the record's folder.
    pub fn has(&self, file: &str) -> bool {
        self.builds.values().any(|files| files.contains_key(file))
    }

    /// Returns true if the record has no built files.
    pub fn is_empty(&self) -> bool {
        self.builds.is_empty()
    }

    /// Removes the entry of the source folder `from` from this record, and the entries of source
    /// folders that no longer exist. Returns the files in the removed entries. The files themselves
    /// are not deleted. Other entries with an absolute path are never removed, because the tree may
    /// not contain their folders.
    pub fn take(&mut self, from: &str, exists: impl Fn(&str) -> bool) -> Files {
        let mut files = Files::new();
        self.builds.retain(|other, theirs| {
            let is_ours = other == from || (!other.starts_with('/') && !exists(other));
            if is_ours {
                files.append(theirs);
            }
            !is_ours
        });
        files
    }

    /// Records the files that a build of a source folder wrote. An empty set is not recorded.
    pub fn put(&mut self, from: String, files: Files) {
        if !files.is_empty() {
            self.builds.insert(from, files);
        }
    }
}

/// Returns true if a recorded path is valid and does not lead out of the record's folder.
fn is_plain(relative: &str) -> bool {
    path::check(&path::join("/", relative)).is_ok() && !relative.is_empty()
}

/// Returns the path of a file relative to `base`, or the whole path if the file is not below
/// `base`.
pub(super) fn relative(file: &str, base: &str) -> String {
    let below = match base {
        "/" => file.strip_prefix('/'),
        base => file
            .strip_prefix(base)
            .and_then(|rest| rest.strip_prefix('/')),
    };
    below.unwrap_or(file).to_owned()
}

/// Returns the digest of the content that a build writes to one path. Returns none if the content
/// is a copy of a file that is missing or not yet read.
pub(super) fn digest(tree: &Tree, content: &BuildContent) -> Option<String> {
    match content {
        BuildContent::File { from } => of_entry(tree.entry(from)?),
        BuildContent::Text { text } => Some(sha256(text.as_bytes())),
        BuildContent::Link { target } => Some(of_link(target)),
    }
}

/// Returns the digest of an entry of the tree. Returns none for a folder, and for a file whose
/// contents are not yet read.
pub(super) fn of_entry(entry: Entry<'_>) -> Option<String> {
    match entry.kind() {
        EntryKind::File(contents) => Some(sha256(contents?.bytes())),
        EntryKind::Link(target) => Some(of_link(target)),
        EntryKind::Directory => None,
    }
}

fn of_link(target: &str) -> String {
    format!("link:{target}")
}
