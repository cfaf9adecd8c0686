//! Computes the name that Git gives to the tree object of a folder.
//!
//! A tree in Git records which files are executable, but the virtual tree does not. So the name is
//! computed for several assumptions about executable files. If one of these names is the recorded
//! name, the files are unchanged, because a name is a SHA-1 digest of the contents.

use sha1::{Digest, Sha1};

use super::digest::NoDigest;
use crate::sort;
use crate::text::digest::hexadecimal;
use crate::tree::{Entry, EntryKind};

/// The maximum number of combinations that are tried for a Git tree. A combination is an assumption
/// about which files are executable, and each combination results in another name (SHA-1 digest) of
/// the tree. No host has this limit.
const MAX_COMBINATIONS: usize = 4096;

/// The maximum depth of nested folders in a compared folder. No host has this limit.
const MAX_LEVELS: usize = 64;

/// The name of a Git object: a SHA-1 digest.
type Name = [u8; 20];

/// A file or folder in a Git tree. `options` has the possible pairs of a file mode and a SHA-1
/// digest, because Skillglass does not know which files are executable. A file has one digest and
/// up to two modes. A folder has one mode, and its digest depends on the modes of the files in it.
struct Row {
    name: String,
    is_folder: bool,
    options: Vec<(&'static str, Name)>,
}

/// An assumption about which files of a folder are executable. The tree does not record this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Assumption {
    /// No file is assumed to be executable.
    None,
    /// Only files that begin with `#!` are assumed to be executable.
    Programs,
    /// Any file may be executable, so all combinations of executable files are tried.
    Any,
}

/// The result of comparing the files in a folder with the SHA-1 digest of a Git tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TreeMatch {
    Equal,
    /// The SHA-1 digest of the folder's Git tree differs from the digest that was recorded at
    /// installation. The digest depends on which files are executable. Skillglass does not know
    /// these files, so it tried all combinations of executable files. The value is the digest of
    /// the folder's Git tree if no file is executable.
    Different(String),
    /// Skillglass cannot decide whether the folder's files have the digest that was recorded at
    /// installation. The digest depends on which files are executable, and there are too many
    /// combinations to try. The value is the SHA-1 digest of the folder's Git tree if no file is
    /// executable.
    Unknown(String),
}

/// Compares the files in a folder with `wanted`, the SHA-1 digest of a Git tree. Returns an error
/// if the contents of a file are missing, or if the folder is too large.
pub(super) fn compare(folder: Entry<'_>, wanted: &str) -> Result<TreeMatch, NoDigest> {
    let mut unread = Vec::new();
    let mut plain = String::new();
    for assumption in [Assumption::None, Assumption::Programs, Assumption::Any] {
        let names = names(folder, 0, assumption, &mut unread)?;
        if !unread.is_empty() {
            return Err(NoDigest::Unread(unread));
        }
        let Some(names) = names else {
            return Ok(TreeMatch::Unknown(plain));
        };
        let mut names = names.iter().map(|name| hexadecimal(name));
        if assumption == Assumption::None {
            plain = names.next().unwrap_or_default();
            if plain == wanted {
                return Ok(TreeMatch::Equal);
            }
        } else if names.any(|name| name == wanted) {
            return Ok(TreeMatch::Equal);
        }
    }
    Ok(TreeMatch::Different(plain))
}

/// Returns the possible names (SHA-1 digests) of a folder's Git tree, one for each combination of
/// executable files. Returns `None` if there are too many combinations. Returns an empty list for a
/// folder without files, because Git has no tree for such a folder.
fn names(
    folder: Entry<'_>,
    level: usize,
    assumption: Assumption,
    unread: &mut Vec<String>,
) -> Result<Option<Vec<Name>>, NoDigest> {
    if level > MAX_LEVELS {
        return Err(NoDigest::TooLarge);
    }
    let mut rows = Vec::new();
    for child in folder.children() {
        let options = match child.kind() {
            EntryKind::Directory if child.name() == ".git" => continue,
            EntryKind::Directory => match names(child, level + 1, assumption, unread)? {
                Some(names) => names.into_iter().map(|name| ("40000", name)).collect(),
                None => return Ok(None),
            },
            EntryKind::File(Some(contents)) => {
                let bytes = contents.bytes();
                let name = object("blob", bytes);
                match assumption {
                    Assumption::None => vec![("100644", name)],
                    Assumption::Programs if bytes.starts_with(b"#!") => vec![("100755", name)],
                    Assumption::Programs => vec![("100644", name)],
                    Assumption::Any => vec![("100644", name), ("100755", name)],
                }
            }
            EntryKind::File(None) => {
                unread.push(child.path());
                continue;
            }
            EntryKind::Link(target) => vec![("120000", object("blob", target.as_bytes()))],
        };
        if !options.is_empty() {
            rows.push(Row {
                name: child.name().to_owned(),
                is_folder: matches!(child.kind(), EntryKind::Directory),
                options,
            });
        }
    }
    let mut count: usize = 1;
    for row in &rows {
        count = count.saturating_mul(row.options.len());
    }
    if count > MAX_COMBINATIONS {
        return Ok(None);
    }
    // Git sorts a folder as if its name ended with a slash.
    sort::by_key(&mut rows, |row| {
        let slash = if row.is_folder { "/" } else { "" };
        format!("{}{slash}", row.name).into_bytes()
    });
    if rows.is_empty() {
        return Ok(Some(Vec::new()));
    }
    Ok(Some((0..count).map(|at| tree(&rows, at)).collect()))
}

/// Returns the name (SHA-1 digest) of a Git tree. Each row is a file or folder with its possible
/// file modes. The number `combination` encodes which mode each row has.
fn tree(rows: &[Row], mut combination: usize) -> Name {
    let mut body = Vec::new();
    for row in rows {
        let (mode, name) = row.options[combination % row.options.len()];
        combination /= row.options.len();
        body.extend(mode.as_bytes());
        body.push(b' ');
        body.extend(row.name.as_bytes());
        body.push(0);
        body.extend(name);
    }
    object("tree", &body)
}

fn object(kind: &str, body: &[u8]) -> Name {
    let mut hash = Sha1::new();
    hash.update(format!("{kind} {}\0", body.len()));
    hash.update(body);
    hash.finalize().into()
}
