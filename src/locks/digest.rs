//! Computes the digests of a folder by the rules of the programs that write digests into lock files
//! (`docs/locks.md#digests`).

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::hashing::HashSet;
use crate::sort;
use crate::text::collation;
use crate::text::digest::{self, hexadecimal};
use crate::tree::{Entry, EntryKind};

/// The maximum number of files in a folder. No digest is computed for a folder with more files. No
/// host has this limit.
const MAX_FILES: usize = 20_000;

/// The maximum number of levels of nested folders. No digest is computed for a folder with more
/// levels. No host has this limit.
const MAX_LEVELS: usize = 64;

/// The maximum number of ways in which files and folders that repeat each other are tried as links.
/// No host has this limit.
const MAX_CHOICES: usize = 64;

/// Folders that the `skills` CLI leaves out of its digest.
const NOT_HASHED: &[&str] = &[".git", "node_modules"];

/// Folders that are created when a skill's programs run. The `skills` CLI does not install such folders.
const CACHES: &[&str] = &["__pycache__", "__pypackages__"];

/// The reason why the digest of a folder cannot be computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoDigest {
    /// The contents of these files are not in the tree.
    Unread(Vec<String>),
    /// The folder has too many files or levels.
    TooLarge,
}

/// A conversion of the line ends of text files before the digest is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineEnds {
    AsTheyAre,
    Lf,
    CrLf,
}

/// One of the files from which the digest of a folder is computed.
pub(super) struct FolderFile<'t> {
    /// The path of the file, relative to the folder whose digest is computed.
    pub path: String,
    pub bytes: &'t [u8],
}

/// The files that the `skills` CLI hashes in a folder, in the order of JavaScript's
/// `localeCompare`.
pub(super) struct FolderFiles<'t> {
    pub files: Vec<FolderFile<'t>>,
    /// True if the paths are certainly in the order of `localeCompare`, which is emulated only for
    /// some scripts.
    is_ordered: bool,
}

impl<'t> FolderFiles<'t> {
    /// Collects the files of a folder. Links, `.git` and `node_modules` are left out. Returns an
    /// error if the contents of a file are missing, or if the folder is too large.
    pub fn of(folder: Entry<'t>) -> Result<Self, NoDigest> {
        let mut files = Vec::new();
        let mut unread = Vec::new();
        collect(folder, "", 0, &mut files, &mut unread)?;
        if !unread.is_empty() {
            return Err(NoDigest::Unread(unread));
        }
        sort::by(&mut files, |left: &FolderFile<'_>, right| {
            collation::compare(&left.path, &right.path)
        });
        let others = files.iter().filter(|file| has_other_letters(&file.path));
        Ok(Self {
            is_ordered: others.count() < 2,
            files,
        })
    }

    /// Returns true if the files are certainly in the order in which the `skills` CLI hashes them.
    /// If the order is uncertain, a different digest does not prove that the files differ.
    pub fn is_ordered(&self) -> bool {
        self.is_ordered
    }

    /// Returns true if the folder has caches such as `__pycache__`, which the `skills` CLI does not
    /// install.
    pub fn has_caches(&self) -> bool {
        self.files.iter().any(|file| is_cache(&file.path))
    }

    /// Removes caches such as `__pycache__`, which the `skills` CLI does not install.
    pub fn remove_caches(&mut self) {
        self.files.retain(|file| !is_cache(&file.path));
    }

    /// Sorts the files by the bytes of their paths.
    pub fn sort_by_bytes(&mut self) {
        sort::by(&mut self.files, |left, right| left.path.cmp(&right.path));
    }

    /// Returns the digest that the `skills` CLI computes: 64 hexadecimal digits.
    pub fn skills_cli(&self, ends: LineEnds) -> String {
        digest_of(&self.files, ends)
    }

    /// Returns true if the source of the copy has a digest, and some files or folders in the source
    /// are links to others. The `skills` CLI hashes no links, but installs copies of their targets.
    /// So the digest is compared with the digests of the copy without all files and folders that
    /// repeat another one.
    pub fn is_source_with_links(&self, expected: &str) -> bool {
        let mut parts: BTreeMap<&str, Vec<(&str, &[u8])>> = BTreeMap::new();
        for file in &self.files {
            let (top, rest) = file.path.split_once('/').unwrap_or((&file.path, ""));
            parts.entry(top).or_default().push((rest, file.bytes));
        }
        let mut groups: Vec<Vec<&str>> = Vec::new();
        for (top, part) in &parts {
            let is_same = |group: &&mut Vec<&str>| parts.get(group[0]) == Some(part);
            match groups.iter_mut().find(is_same) {
                Some(group) => group.push(top),
                None => groups.push(vec![top]),
            }
        }
        groups.retain(|group| group.len() > 1);
        let choices = groups.iter().map(Vec::len).product::<usize>();
        (0..choices.min(MAX_CHOICES)).any(|choice| {
            let mut rest = choice;
            let mut links: HashSet<&str> = HashSet::default();
            for group in &groups {
                let target = rest % group.len();
                rest /= group.len();
                let others = group.iter().enumerate();
                links.extend(others.filter(|(at, _)| *at != target).map(|(_, top)| *top));
            }
            let is_link = |path: &str| {
                path.split('/')
                    .next()
                    .is_some_and(|top| links.contains(top))
            };
            let files = self.files.iter().filter(|file| !is_link(&file.path));
            !links.is_empty() && digest_of(files, LineEnds::AsTheyAre) == expected
        })
    }

    /// Returns the digest of a skill in the older format of a site's index: `sha256:` and 64 hexadecimal digits.
    pub fn older_index(&self) -> String {
        let mut files: Vec<_> = self.files.iter().collect();
        sort::by(&mut files, |left, right| by_units(&left.path, &right.path));
        let mut hash = Sha256::new();
        for file in files {
            hash.update(file.path.as_bytes());
            hash.update(b"\0");
            hash.update(file.bytes);
            hash.update(b"\0");
        }
        digest::with_prefix(&hash.finalize())
    }
}

/// Returns the digest that the `skills` CLI computes for files in this order.
fn digest_of<'f, 't: 'f>(
    files: impl IntoIterator<Item = &'f FolderFile<'t>>,
    ends: LineEnds,
) -> String {
    let mut hash = Sha256::new();
    for file in files {
        hash.update(file.path.as_bytes());
        hash.update(with_ends(file.bytes, ends));
    }
    hexadecimal(&hash.finalize())
}

fn collect<'t>(
    folder: Entry<'t>,
    above: &str,
    level: usize,
    files: &mut Vec<FolderFile<'t>>,
    unread: &mut Vec<String>,
) -> Result<(), NoDigest> {
    if level > MAX_LEVELS {
        return Err(NoDigest::TooLarge);
    }
    for child in folder.children() {
        let path = format!("{above}{}", child.name());
        match child.kind() {
            EntryKind::Directory if !NOT_HASHED.contains(&child.name()) => {
                collect(child, &format!("{path}/"), level + 1, files, unread)?;
            }
            EntryKind::File(Some(contents)) => files.push(FolderFile {
                path,
                bytes: contents.bytes(),
            }),
            EntryKind::File(None) => unread.push(child.path()),
            EntryKind::Directory | EntryKind::Link(_) => {}
        }
        if files.len() + unread.len() > MAX_FILES {
            return Err(NoDigest::TooLarge);
        }
    }
    Ok(())
}

fn is_cache(path: &str) -> bool {
    let mut folders = path.split('/').rev().skip(1);
    folders.any(|folder| CACHES.contains(&folder))
}

/// Returns true if a path has letters whose order in `localeCompare` is not emulated: letters of
/// scripts other than Latin and Han.
fn has_other_letters(path: &str) -> bool {
    let is_other = |character: char| {
        let is_han = matches!(character, '\u{4e00}'..='\u{9fff}');
        character > '\u{24f}' && character.is_alphabetic() && !is_han
    };
    path.chars().any(is_other)
}

/// Compares texts by their UTF-16 code units, like JavaScript's `sort`.
fn by_units(left: &str, right: &str) -> Ordering {
    left.encode_utf16().cmp(right.encode_utf16())
}

/// Returns a text file with converted line ends. A file with a NUL character is not text, so it is returned unchanged.
fn with_ends(bytes: &[u8], ends: LineEnds) -> Cow<'_, [u8]> {
    if ends == LineEnds::AsTheyAre || bytes.contains(&0) {
        return Cow::Borrowed(bytes);
    }
    let mut other = Vec::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => {}
            b'\n' if ends == LineEnds::CrLf => other.extend(b"\r\n"),
            _ => other.push(*byte),
        }
    }
    Cow::Owned(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Contents, Tree};

    fn tree(files: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::new();
        for (path, text) in files {
            let text = Contents::Text((*text).into());
            tree.write(&format!("/skill/{path}"), Some(text)).unwrap();
        }
        tree
    }

    fn paths(tree: &Tree) -> Vec<String> {
        let files = FolderFiles::of(tree.resolve("/skill").unwrap()).unwrap();
        files.files.into_iter().map(|file| file.path).collect()
    }

    #[test]
    fn files_are_in_the_order_of_locale_compare_without_git_and_packages() {
        let names = [
            "b",
            "B/a",
            "a-b",
            "a/b",
            "_x",
            ".git/HEAD",
            "node_modules/x",
        ];
        let files: Vec<_> = names.iter().map(|name| (*name, "")).collect();
        assert_eq!(paths(&tree(&files)), ["_x", "a-b", "a/b", "b", "B/a"]);
    }

    #[test]
    fn a_digest_is_that_of_paths_and_bytes() {
        let tree = tree(&[("SKILL.md", "a\n"), ("b", "\r\n")]);
        let files = FolderFiles::of(tree.resolve("/skill").unwrap()).unwrap();
        let expected = |text: &[u8]| hexadecimal(&Sha256::digest(text));
        let cases = [
            (LineEnds::AsTheyAre, "b\r\nSKILL.mda\n"),
            (LineEnds::Lf, "b\nSKILL.mda\n"),
            (LineEnds::CrLf, "b\r\nSKILL.mda\r\n"),
        ];
        for (ends, text) in cases {
            assert_eq!(
                files.skills_cli(ends),
                expected(text.as_bytes()),
                "{ends:?}"
            );
        }
        let older = digest::sha256(b"SKILL.md\0a\n\0b\0\r\n\0");
        assert_eq!(files.older_index(), older);
    }

    #[test]
    fn the_source_of_a_copy_may_have_links_where_the_copy_has_repeated_folders() {
        let source = tree(&[(".plugin/plugin.json", "{}"), ("SKILL.md", "a"), ("b", "c")]);
        let digest = |tree: &Tree| {
            let files = FolderFiles::of(tree.resolve("/skill").unwrap()).unwrap();
            files.skills_cli(LineEnds::AsTheyAre)
        };
        let with = |more: &[(&str, &str)]| {
            let files = [(".plugin/plugin.json", "{}"), ("SKILL.md", "a"), ("b", "c")];
            tree(&[&files, more].concat())
        };
        let copies = [
            (with(&[(".claude-plugin/plugin.json", "{}")]), true),
            (
                with(&[
                    (".claude-plugin/plugin.json", "{}"),
                    (".codex-plugin/plugin.json", "{}"),
                    ("d", "c"),
                ]),
                true,
            ),
            (with(&[(".claude-plugin/plugin.json", "{ }")]), false),
            (with(&[("d", "e")]), false),
        ];
        for (copy, is_source) in copies {
            let files = FolderFiles::of(copy.resolve("/skill").unwrap()).unwrap();
            assert_eq!(files.is_source_with_links(&digest(&source)), is_source);
        }
    }

    #[test]
    fn line_ends_of_files_with_nul_characters_stay() {
        assert_eq!(&*with_ends(b"a\r\nb\r", LineEnds::Lf), b"a\nb\r");
        assert_eq!(&*with_ends(b"\0\r\n", LineEnds::Lf), b"\0\r\n");
    }
}
