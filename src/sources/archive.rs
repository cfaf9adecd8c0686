//! Checks the entries of archives of skills. The caller has unpacked the archives.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::problem::SourceProblemCode;
use crate::hashing::HashMap;
use crate::tree::Contents;
use crate::tree::skill_file::SKILL_FILE;

/// The maximum number of files in an archive of skills (`docs/skills-cli.md#sites`).
const MAX_FILES: usize = 1_000;

/// The maximum size of all files in an archive together, in bytes (`docs/skills-cli.md#sites`).
const MAX_BYTES: usize = 50 << 20;

/// The entries of unpacked archives, by the URL of the archive. None if the archive could not be
/// unpacked.
pub type Archives = BTreeMap<String, Option<Vec<ArchiveEntry>>>;

/// An entry of an archive, as the archive stores it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// The path of the entry in the archive.
    pub path: String,
    /// The content of the entry.
    pub content: ArchiveContent,
}

/// The content of an entry of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArchiveContent {
    /// A file, with its contents.
    File(Contents),
    /// A directory.
    Directory,
    /// A symbolic link, a hard link, or any other entry that is neither file nor directory.
    Link,
}

/// The format of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum ArchiveFormat {
    /// A zip archive.
    #[serde(rename = "zip")]
    Zip,
    /// A tar archive compressed with gzip.
    #[serde(rename = "tar.gz")]
    TarGz,
}

impl ArchiveFormat {
    /// Returns the format of an archive, by the ending of its path and by its first bytes. Returns
    /// none if the file is not an archive.
    pub(super) fn of(path: &str, bytes: &[u8]) -> Option<Self> {
        let ends = |ending: &str| {
            let tail = path.len().checked_sub(ending.len());
            let tail = tail.and_then(|start| path.get(start..));
            tail.is_some_and(|tail| tail.eq_ignore_ascii_case(ending))
        };
        if ends(".zip") || bytes.starts_with(b"PK") {
            Some(Self::Zip)
        } else if ends(".tar.gz") || ends(".tgz") || bytes.starts_with(b"\x1f\x8b") {
            Some(Self::TarGz)
        } else {
            None
        }
    }
}

/// A problem of an archive: the kind of the problem, the path of the entry, and a message.
pub(super) type ArchiveProblem = (SourceProblemCode, String, String);

/// Returns the files of an archive. If a path occurs several times, the last entry is used.
///
/// # Errors
/// Returns the first problem for which `npx skills add` refuses the archive.
pub(super) fn files(entries: &[ArchiveEntry]) -> Result<Vec<(&str, &Contents)>, ArchiveProblem> {
    let mut files: Vec<(&str, &Contents)> = Vec::new();
    let mut places = HashMap::default();
    let mut bytes = 0_usize;
    for ArchiveEntry { path, content } in entries {
        let fault = |code, message: &str| Err((code, path.clone(), message.to_owned()));
        let name = match content {
            ArchiveContent::Directory => path.strip_suffix('/').unwrap_or(path),
            _ => path,
        };
        if let Some(message) = unsafe_path(name) {
            return fault(SourceProblemCode::UnsafePath, message);
        }
        let contents = match content {
            ArchiveContent::Directory => continue,
            ArchiveContent::Link => {
                return fault(
                    SourceProblemCode::Link,
                    "it is neither a file nor a directory",
                );
            }
            ArchiveContent::File(contents) => contents,
        };
        bytes = bytes.saturating_add(contents.bytes().len());
        match places.get(name) {
            Some(place) => {
                let place: &usize = place;
                files[*place].1 = contents;
            }
            None => {
                places.insert(name, files.len());
                files.push((name, contents));
            }
        }
        if files.len() > MAX_FILES {
            return fault(
                SourceProblemCode::TooManyFiles,
                "there are more than 1,000 files",
            );
        }
        if bytes > MAX_BYTES {
            return fault(
                SourceProblemCode::TooLarge,
                "the files have more than 50 MiB",
            );
        }
    }
    Ok(files)
}

/// Returns the contents of the `SKILL.md` at the root of the archive, or none if the archive has no such file.
pub(super) fn skill_file<'f>(files: &[(&'f str, &'f Contents)]) -> Option<&'f Contents> {
    let file = files.iter().find(|(path, _)| *path == SKILL_FILE);
    file.map(|(_, contents)| *contents)
}

/// Returns the reason why a relative path of a file is unsafe. Returns none if the path is safe.
pub(super) fn unsafe_path(path: &str) -> Option<&'static str> {
    if path.starts_with('/') {
        return Some("the path is absolute");
    }
    if path.contains('\\') {
        return Some("the path has a backslash");
    }
    if path.contains('\0') {
        return Some("the path has a NUL character");
    }
    path.split('/').find_map(|segment| match segment {
        "" => Some("the path has an empty segment"),
        "." | ".." => Some("the path has a `.` or `..` segment"),
        _ => None,
    })
}

/// Returns the advice to the author of an archive for a kind of problem.
pub(super) fn help(code: SourceProblemCode) -> &'static str {
    match code {
        SourceProblemCode::Link => "Put the file itself into the archive.",
        SourceProblemCode::TooManyFiles | SourceProblemCode::TooLarge => {
            "Leave out what the skill does not need."
        }
        _ => {
            "Pack it from within the skill's folder, with paths such as SKILL.md and scripts/run.sh."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_known_by_its_name_or_its_first_bytes() {
        let cases: [(&str, &[u8], _); 6] = [
            ("/a.ZIP", b"", Some(ArchiveFormat::Zip)),
            ("/a", b"PK\x03\x04", Some(ArchiveFormat::Zip)),
            ("/a.tgz", b"", Some(ArchiveFormat::TarGz)),
            ("/a", b"\x1f\x8b", Some(ArchiveFormat::TarGz)),
            ("/a.tar", b"ustar", None),
            ("ü", b"", None),
        ];
        for (path, bytes, expected) in cases {
            assert_eq!(ArchiveFormat::of(path, bytes), expected, "{path}");
        }
    }
}
