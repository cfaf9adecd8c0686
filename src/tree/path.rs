//! Paths of the virtual tree: absolute, with `/` between segments, and compared segment by segment.
//!
//! A path is either accepted unchanged or rejected with a reason. Paths are never normalized,
//! because one text must name the same file for every caller.

use std::cmp::Ordering;
use std::fmt;

/// The maximum length of a path in bytes. Linux has the same limit (`PATH_MAX`).
pub const MAX_PATH_BYTES: usize = 4096;

/// The reason why a text is not a valid path of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathProblem {
    /// The text does not begin with `/`.
    NotAbsolute,
    /// The text has an empty segment: two slashes in a row, or a slash at its end.
    EmptySegment,
    /// The text has a segment `.` or `..`.
    DotSegment,
    /// The text contains a NUL character.
    Nul,
    /// The text is longer than [`MAX_PATH_BYTES`].
    TooLong,
}

impl fmt::Display for PathProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAbsolute => {
                "the path is not absolute; begin it with `/` and separate folders with `/`"
            }
            Self::EmptySegment => {
                "the path has an empty segment; leave out doubled and trailing slashes"
            }
            Self::DotSegment => "the path has a `.` or `..` segment; write it out in full",
            Self::Nul => "the path holds a NUL character, which no file system accepts",
            Self::TooLong => "the path is longer than 4,096 bytes, which no host can open",
        })
    }
}

/// Checks that a text is a valid path of the tree.
///
/// # Errors
/// Returns the first [`PathProblem`] of the text.
pub fn check(path: &str) -> Result<(), PathProblem> {
    if path.len() > MAX_PATH_BYTES {
        return Err(PathProblem::TooLong);
    }
    if path.contains('\0') {
        return Err(PathProblem::Nul);
    }
    let mut rest = path.strip_prefix('/');
    if rest.is_none() {
        return Err(PathProblem::NotAbsolute);
    }
    if path == "/" {
        return Ok(());
    }
    while let Some(relative) = rest {
        let segment;
        (segment, rest) = split_first(relative);
        match segment {
            "" => return Err(PathProblem::EmptySegment),
            "." | ".." => return Err(PathProblem::DotSegment),
            _ => {}
        }
    }
    Ok(())
}

/// Joins `base` and the relative path `rest`.
#[must_use]
pub fn join(base: &str, rest: &str) -> String {
    let base = if base == "/" { "" } else { base };
    let mut path = String::with_capacity(base.len() + 1 + rest.len());
    path.push_str(base);
    path.push('/');
    path.push_str(rest);
    path
}

/// Splits a relative path into its first segment and the rest after the slash. The rest is `None`
/// if there is no slash.
pub(super) fn split_first(path: &str) -> (&str, Option<&str>) {
    match path.bytes().position(|byte| byte == b'/') {
        Some(slash) => (&path[..slash], Some(&path[slash + 1..])),
        None => (path, None),
    }
}

/// Resolves `path` relative to `base`, and removes `.`, `..` and empty segments. Links are not
/// followed.
#[must_use]
pub fn resolve(base: &str, path: &str) -> String {
    let absolute = if path.starts_with('/') {
        path.to_owned()
    } else {
        join(base, path)
    };
    let mut segments: Vec<&str> = Vec::new();
    for segment in absolute.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop();
            }
            _ => segments.push(segment),
        }
    }
    format!("/{}", segments.join("/"))
}

/// Returns the path without its last segment; `None` for the root.
#[must_use]
pub fn parent(path: &str) -> Option<&str> {
    match path.rfind('/')? {
        0 if path.len() > 1 => Some("/"),
        0 => None,
        slash => Some(&path[..slash]),
    }
}

/// Returns the last segment of the path. For the root, this is an empty text.
#[must_use]
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Returns the name of the folder that contains `path`. If this folder is the root, returns an
/// empty text.
#[must_use]
pub(crate) fn folder_name(path: &str) -> &str {
    parent(path).map_or("", file_name)
}

/// Returns true if `path` is equal to `directory` or is below `directory`.
#[must_use]
pub fn is_within(path: &str, directory: &str) -> bool {
    directory == "/"
        || path
            .strip_prefix(directory)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the path, then each of its parent directories up to the root.
pub fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| parent(path))
}

/// Compares paths segment by segment, so that `a/b` comes before `a-b`.
#[must_use]
pub fn compare(left: &str, right: &str) -> Ordering {
    left.split('/').cmp(right.split('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_paths_without_tricks_are_accepted() {
        let cases = [
            ("/", Ok(())),
            ("/a", Ok(())),
            ("/a/b c/ü", Ok(())),
            ("/a\\b", Ok(())),
            ("/...", Ok(())),
            ("", Err(PathProblem::NotAbsolute)),
            ("a/b", Err(PathProblem::NotAbsolute)),
            ("C:\\a", Err(PathProblem::NotAbsolute)),
            ("//", Err(PathProblem::EmptySegment)),
            ("/a//b", Err(PathProblem::EmptySegment)),
            ("/a/", Err(PathProblem::EmptySegment)),
            ("/a/../b", Err(PathProblem::DotSegment)),
            ("/.", Err(PathProblem::DotSegment)),
            ("/a\0b", Err(PathProblem::Nul)),
        ];
        for (path, expected) in cases {
            assert_eq!(check(path), expected, "{path:?}");
        }
        let longest = format!("/{}", "a".repeat(MAX_PATH_BYTES - 1));
        assert_eq!(check(&longest), Ok(()));
        assert_eq!(check(&format!("{longest}a")), Err(PathProblem::TooLong));
    }

    #[test]
    fn a_path_is_split_and_joined() {
        assert_eq!(join("/", "a"), "/a");
        assert_eq!(join("/a", "b/c"), "/a/b/c");
        assert_eq!(resolve("/a/b", "../c/./d//"), "/a/c/d");
        assert_eq!(resolve("/a", "/b/../../c"), "/c");
        assert_eq!(parent("/a/b"), Some("/a"));
        assert_eq!(parent("/a"), Some("/"));
        assert_eq!(parent("/"), None);
        assert_eq!(file_name("/a/b"), "b");
        assert_eq!(file_name("/"), "");
        assert_eq!(ancestors("/a/b").collect::<Vec<_>>(), ["/a/b", "/a", "/"]);
    }

    #[test]
    fn a_sibling_with_a_longer_name_is_not_within() {
        assert!(is_within("/a/b", "/a"));
        assert!(is_within("/a", "/a"));
        assert!(is_within("/a", "/"));
        assert!(!is_within("/ab", "/a"));
    }

    #[test]
    fn order_goes_by_component_not_by_character() {
        assert_eq!(compare("/a/b", "/a-b"), Ordering::Less);
        assert_eq!("/a/b".cmp("/a-b"), Ordering::Greater);
    }
}
