//! `.gitignore` patterns, and the paths in a tree that `.gitignore` files exclude.
//!
//! The rules are those of Git's documentation (`gitignore`):
//!
//! - `!` at the start includes a path again.
//! - `/` at the end restricts a pattern to directories.
//! - `/` elsewhere anchors a pattern to the directory of its file.
//! - Nothing below an ignored directory can be included again.
//!
//! Matching is case-sensitive. `?` and brackets match one byte, or one character if the caller
//! requests this.

use crate::hashing::{HashMap, HashSet};
use crate::sort;
use crate::tree::path;
use crate::tree::{EntryId, EntryKind, Tree};

/// The file name of Git's ignore files.
const FILE_NAME: &str = ".gitignore";

/// The size in bytes of the largest `.gitignore` that is read. The limit is needed because every
/// line is matched against every directory on a path. No host has this limit.
const MAX_FILE_BYTES: usize = 1 << 16;

/// One pattern of a `.gitignore` file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// The pattern in the syntax of `fast_glob`. Braces are escaped, because they have no meaning
    /// in Git.
    glob: String,
    /// True if the pattern begins with `!`. Git does not ignore a path that matches such a pattern,
    /// even if an earlier pattern ignores the path.
    pub negated: bool,
    directory_only: bool,
    /// True if the pattern is compared with the whole path. If false, the pattern is compared with
    /// the path's last segment.
    anchored: bool,
}

impl Pattern {
    /// Parses a line of a `.gitignore`. Returns `None` for an empty line, for a comment, and for a
    /// pattern that Git cannot read, such as an unclosed bracket.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.starts_with('#') {
            return None;
        }
        let line = without_trailing_spaces(line);
        let (negated, pattern) = match line.strip_prefix('!') {
            Some(pattern) => (true, pattern),
            None => (false, line),
        };
        let (directory_only, pattern) = match pattern.strip_suffix('/') {
            Some(pattern) => (true, pattern),
            None => (false, pattern),
        };
        let anchored = pattern.contains('/');
        let pattern = pattern.strip_prefix('/').unwrap_or(pattern);
        if pattern.is_empty() || pattern.len() > path::MAX_PATH_BYTES {
            return None;
        }
        let glob = escaped(pattern);
        fast_glob::validate(&glob).ok()?;
        Some(Self {
            glob,
            negated,
            directory_only,
            anchored,
        })
    }

    fn matches(&self, relative: &str, is_directory: bool) -> bool {
        (is_directory || !self.directory_only)
            && fast_glob::glob_match(&self.glob, self.compared(relative))
    }

    /// Returns true if the pattern matches a path. Here, `?` and brackets such as `[a-z]` match one
    /// character. In `matches`, they match only one byte.
    fn matches_characters(&self, relative: &str, is_directory: bool) -> bool {
        let compared = self.compared(relative);
        // Each character beyond ASCII is mapped to one byte, in order, so that ranges still work. If there
        // are more characters than bytes, they are compared unchanged.
        let mut beyond: Vec<_> = (self.glob.chars().chain(compared.chars()))
            .filter(|character| !character.is_ascii())
            .collect();
        sort::by(&mut beyond, Ord::cmp);
        beyond.dedup();
        if beyond.is_empty() || beyond.len() > 128 {
            return self.matches(relative, is_directory);
        }
        let bytes = |text: &str| -> Vec<u8> {
            let byte = |character: char| match beyond.binary_search(&character) {
                Ok(index) => 0x80 | index as u8,
                Err(_) => character as u8,
            };
            text.chars().map(byte).collect()
        };
        (is_directory || !self.directory_only)
            && fast_glob::glob_match(bytes(&self.glob), bytes(compared))
    }

    /// Returns the part of a path with which the pattern is compared: the whole path, or its last
    /// segment.
    fn compared<'r>(&self, relative: &'r str) -> &'r str {
        if self.anchored {
            relative
        } else {
            path::file_name(relative)
        }
    }
}

/// Returns true if the patterns ignore a path, and false if they include the path again. The last
/// pattern that matches decides. Returns `None` if no pattern matches. The path is relative to the
/// directory of the patterns. Its parent directories are not checked.
#[must_use]
pub fn verdict(patterns: &[Pattern], relative: &str, is_directory: bool) -> Option<bool> {
    patterns
        .iter()
        .rev()
        .find(|pattern| pattern.matches(relative, is_directory))
        .map(|pattern| !pattern.negated)
}

/// Returns true if the patterns ignore a path, like [`verdict`]. Here, `?` and brackets such as
/// `[a-z]` match one character. In [`verdict`], they match only one byte.
#[must_use]
pub fn verdict_by_characters(
    patterns: &[Pattern],
    relative: &str,
    is_directory: bool,
) -> Option<bool> {
    patterns
        .iter()
        .rev()
        .find(|pattern| pattern.matches_characters(relative, is_directory))
        .map(|pattern| !pattern.negated)
}

/// Removes spaces at the end of a line, except a space that a backslash escapes.
fn without_trailing_spaces(line: &str) -> &str {
    let trimmed = line.trim_end_matches(' ');
    let backslashes = trimmed.len() - trimmed.trim_end_matches('\\').len();
    if backslashes % 2 == 1 && trimmed.len() < line.len() {
        &line[..=trimmed.len()]
    } else {
        trimmed
    }
}

/// Escapes the characters that are special in `fast_glob` but not in Git: braces, and `!` at the
/// start.
fn escaped(pattern: &str) -> String {
    let mut escaped = String::with_capacity(pattern.len() + 1);
    if pattern.starts_with('!') {
        escaped.push('\\');
    }
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        if character == '{' {
            escaped.push('\\');
        }
        escaped.push(character);
        if character == '\\' {
            escaped.extend(characters.next());
        }
    }
    escaped
}

/// The `.gitignore` files of a tree, with which paths are checked. A file that is not loaded, too
/// large or not text counts as absent.
#[derive(Debug)]
pub struct Ignores<'t> {
    tree: &'t Tree,
    top: String,
    lists: Vec<PatternList>,
    /// The cached state of each directory that was checked, and of its parent directories.
    known: HashMap<String, DirectoryState>,
}

/// The patterns of one `.gitignore` file.
#[derive(Debug)]
struct PatternList {
    directory: String,
    patterns: Vec<Pattern>,
    /// The index of the list of patterns for the parent directory. None if no list applies to that
    /// directory.
    above: Option<usize>,
}

/// The cached result for a directory: true if the directory is ignored, and the patterns for its
/// entries.
#[derive(Debug, Clone, Copy)]
struct DirectoryState {
    /// True if the directory or one of its parents is ignored.
    is_ignored: bool,
    /// The index of the nearest pattern list that applies to the directory's entries, if any.
    list: Option<usize>,
}

impl<'t> Ignores<'t> {
    /// Creates the checker for the `.gitignore` files in the directory `top` and below.
    #[must_use]
    pub fn new(tree: &'t Tree, top: &str) -> Self {
        Self {
            tree,
            top: top.to_owned(),
            lists: Vec::new(),
            known: HashMap::default(),
        }
    }

    /// Returns true if a directory or one of its parents is ignored.
    pub fn is_ignored(&mut self, directory: &str) -> bool {
        let mut above = None;
        let mut unknown = Vec::new();
        for step in path::ancestors(directory).take_while(|step| path::is_within(step, &self.top)) {
            above = self.known.get(step).copied();
            if above.is_some() {
                break;
            }
            unknown.push(step);
        }
        for step in unknown.into_iter().rev() {
            let known = self.compute(step, above);
            self.known.insert(step.to_owned(), known);
            above = Some(known);
        }
        above.is_some_and(|known| known.is_ignored)
    }

    /// Computes whether Git ignores a directory, and which list of patterns applies to the contents
    /// of the directory. `above` is the same information about the parent directory; `None` for the
    /// top directory.
    fn compute(&mut self, directory: &str, above: Option<DirectoryState>) -> DirectoryState {
        let list = above.and_then(|above| above.list);
        let is_ignored =
            above.is_some_and(|above| above.is_ignored) || self.ignores(list, directory);
        if is_ignored {
            return DirectoryState { is_ignored, list };
        }
        let patterns = patterns(self.tree, directory);
        if patterns.is_empty() {
            return DirectoryState { is_ignored, list };
        }
        self.lists.push(PatternList {
            directory: directory.to_owned(),
            patterns,
            above: list,
        });
        DirectoryState {
            is_ignored,
            list: Some(self.lists.len() - 1),
        }
    }

    /// Returns true if `.gitignore` patterns ignore a directory. `list` is the index of the nearest
    /// list of patterns; `None` if there is no list. The nearest list with a matching pattern
    /// decides. Returns false if no pattern matches.
    fn ignores(&self, list: Option<usize>, directory: &str) -> bool {
        let nearest = list.map(|list| &self.lists[list]);
        std::iter::successors(nearest, |list| Some(&self.lists[list.above?]))
            .find_map(|list| verdict(&list.patterns, relative(directory, &list.directory)?, true))
            .unwrap_or(false)
    }
}

/// Returns the `.gitignore` files that can ignore these directories: the files in `top`, in the
/// directories, and in the directories between them. Each file is returned once.
#[must_use]
pub fn files<'p>(
    tree: &Tree,
    top: &str,
    directories: impl IntoIterator<Item = &'p str>,
) -> Vec<EntryId> {
    let mut seen = HashSet::default();
    let mut files = Vec::new();
    for directory in directories {
        if directory == top {
            continue;
        }
        // If a directory was added earlier, its parents were added at the same time.
        let above = path::ancestors(directory).skip(1);
        let above = above.take_while(|above| path::is_within(above, top) && seen.insert(*above));
        files.extend(above.filter_map(|above| {
            let entry = tree.entry(&path::join(above, FILE_NAME))?;
            matches!(entry.kind(), EntryKind::File(_)).then(|| entry.id())
        }));
    }
    files
}

fn relative<'p>(path: &'p str, base: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(base)?;
    Some(rest.strip_prefix('/').unwrap_or(rest))
}

fn patterns(tree: &Tree, directory: &str) -> Vec<Pattern> {
    let text = tree
        .entry(&path::join(directory, FILE_NAME))
        .and_then(|entry| match entry.kind() {
            EntryKind::File(contents) => contents?.text().ok(),
            _ => None,
        })
        .filter(|text| text.len() <= MAX_FILE_BYTES)
        .unwrap_or_default();
    text.trim_start_matches('\u{feff}')
        .split('\n')
        .filter_map(Pattern::parse)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_pattern_matches_as_git_says() {
        let cases = [
            ("node_modules", "a/node_modules", true, true),
            ("*.md", "a/b.md", false, true),
            ("/*.md", "a/b.md", false, false),
            ("/*.md", "b.md", false, true),
            ("a/*.md", "a/b.md", false, true),
            ("a/*.md", "x/a/b.md", false, false),
            ("a/*", "a/b/c", false, false),
            ("**/b", "a/b", false, true),
            ("**/b", "b", false, true),
            ("a/**", "a/b/c", false, true),
            ("a/**", "a", true, false),
            ("a/**/b", "a/b", false, true),
            ("a/**/b", "a/x/y/b", false, true),
            ("build/", "build", true, true),
            ("build/", "build", false, false),
            ("b?", "bc", false, true),
            ("[a-c]x", "bx", false, true),
            ("[!a-c]x", "bx", false, false),
            ("a{b,c}", "ab", false, false),
            ("a{b,c}", "a{b,c}", false, true),
            (r"\!a", "!a", false, true),
            (r"/!a", "!a", false, true),
            (r"\#a", "#a", false, true),
            ("a  ", "a", false, true),
            (r"a\ ", "a ", false, true),
            (r"a\[", "a[", false, true),
            ("a\r", "a", false, true),
            ("A", "a", false, false),
        ];
        for (pattern, path, is_directory, expected) in cases {
            let patterns: Vec<_> = Pattern::parse(pattern).into_iter().collect();
            let verdict = verdict(&patterns, path, is_directory);
            assert_eq!(verdict == Some(true), expected, "{pattern:?} on {path:?}");
        }
    }

    #[test]
    fn a_line_without_a_pattern_matches_nothing() {
        for line in [
            "",
            "  ",
            "# a",
            "!",
            "/",
            "a[",
            "[",
            r"a\",
            "photos [2024/**",
        ] {
            assert_eq!(Pattern::parse(line), None, "{line:?}");
        }
    }

    fn tree(files: &[(&str, Option<&str>)]) -> Tree {
        let mut tree = Tree::new();
        for (path, contents) in files {
            tree.write(path, contents.map(Into::into)).unwrap();
        }
        tree
    }

    #[test]
    fn the_nearest_file_decides_and_an_ignored_parent_is_final() {
        let tree = tree(&[
            ("/.gitignore", Some("r")),
            (
                "/r/.gitignore",
                Some("# ours\nbuild/\nvendor\n!vendor\n/only-here\nx/y\n"),
            ),
            ("/r/a/.gitignore", Some("!build\nlocal\n")),
            ("/r/a/build/.gitignore", Some("build")),
            ("/r/b/.gitignore", None),
        ]);
        let cases = [
            ("/r", false),
            ("/r/build", true),
            ("/r/build/deep", true),
            ("/r/b/build", true),
            ("/r/a/build", false),
            ("/r/vendor", false),
            ("/r/only-here", true),
            ("/r/a/only-here", false),
            ("/r/a/local/x", true),
            ("/r/local", false),
            ("/r/x/y", true),
            ("/r/a/x/y", false),
            ("/elsewhere/build", false),
        ];
        for (directory, expected) in cases {
            let mut ignores = Ignores::new(&tree, "/r");
            assert_eq!(ignores.is_ignored(directory), expected, "{directory}");
        }
        assert!(Ignores::new(&tree, "/").is_ignored("/r"));
        let mut ignores = Ignores::new(&tree, "/r");
        let answers = cases.map(|(directory, _)| ignores.is_ignored(directory));
        assert_eq!(
            answers,
            cases.map(|(_, expected)| expected),
            "asked in a row"
        );
    }

    #[test]
    fn the_files_on_the_way_are_named_read_or_not() {
        let tree = tree(&[
            ("/r/.gitignore", None),
            ("/r/a/.gitignore", Some("")),
            ("/r/a/b/.gitignore", Some("")),
            ("/r/c/.gitignore", Some("")),
        ]);
        let named: Vec<_> = files(&tree, "/r", ["/r/a/b", "/r/a/c"])
            .into_iter()
            .map(|id| tree.by_id(id).unwrap().path())
            .collect();
        assert_eq!(named, ["/r/a/.gitignore", "/r/.gitignore"]);
    }

    proptest! {
        #[test]
        fn any_line_gives_a_result(line in r"(\*|\?|\[|\]|\{|\}|,|!|/|\\|a|é| |#|-){0,20}", path in r"(a|é|/|\[|\{|\.){0,12}") {
            let patterns: Vec<_> = Pattern::parse(&line).into_iter().collect();
            let _ = verdict(&patterns, &path, false);
        }
    }
}
