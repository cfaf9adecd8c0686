//! Ignore files, such as `.gitignore`, whose patterns exclude entries of a skill root
//! (`docs/hosts/pi.md#ignored-files`).

use crate::tree::gitignore::{self, Pattern};
use crate::tree::{Entry, EntryId};

/// The names of ignore files, in the order in which they are read.
const FILES: [&str; 3] = [".gitignore", ".ignore", ".fdignore"];

/// The maximum size of an ignore file in bytes. `MAX_PATTERNS` is the maximum number of patterns
/// for one skill root. Skillglass sets these limits, because every pattern is compared with every entry.
const MAX_FILE_BYTES: usize = 1 << 16;
const MAX_PATTERNS: usize = 2000;

/// The patterns that exclude entries of a skill root. The search adds the patterns of each
/// directory that it enters.
#[derive(Default)]
pub(super) struct Ignores {
    patterns: Vec<Pattern>,
    /// The ignore files from which patterns were read.
    pub files: Vec<EntryId>,
}

impl Ignores {
    /// Adds the patterns of the ignore files in a directory. `prefix` is the directory's path below
    /// the skill root with a slash at its end. For the root, `prefix` is empty.
    pub fn read(&mut self, directory: Entry<'_>, prefix: &str) {
        for name in FILES {
            let Some(file) = directory.child(name).and_then(|file| file.follow().ok()) else {
                continue;
            };
            self.files.push(file.id());
            let Some(contents) = file.contents() else {
                continue;
            };
            if contents.bytes().len() > MAX_FILE_BYTES {
                continue;
            }
            let text = contents.text_lossy();
            let room = MAX_PATTERNS.saturating_sub(self.patterns.len());
            let lines = text.lines().filter_map(|line| prefixed(line, prefix));
            // Patterns and paths are compared in lowercase, because the host ignores case.
            let patterns = lines.filter_map(|line| Pattern::parse(&line.to_lowercase()));
            self.patterns.extend(patterns.take(room));
        }
    }

    /// Returns true if the patterns exclude a path. `relative` is the path below the skill root.
    pub fn keep_out(&self, relative: &str, is_directory: bool) -> bool {
        !self.patterns.is_empty()
            && gitignore::verdict_by_characters(
                &self.patterns,
                &relative.to_lowercase(),
                is_directory,
            ) == Some(true)
    }
}

/// Converts a line of an ignore file to a pattern for paths below the skill root; `None` for an
/// empty line or a comment. A slash at the start of the line has no effect, so `/a` means the same
/// as `a`.
fn prefixed(line: &str, prefix: &str) -> Option<String> {
    let trimmed = line.trim();
    if trimmed.is_empty() || trimmed.starts_with('#') {
        return None;
    }
    let (not, pattern) = match line.strip_prefix('!') {
        Some(pattern) => ("!", pattern),
        None => (
            "",
            line.strip_prefix('\\')
                .filter(|rest| rest.starts_with('!'))
                .unwrap_or(line),
        ),
    };
    let pattern = pattern.strip_prefix('/').unwrap_or(pattern);
    Some(format!("{not}{prefix}{pattern}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_becomes_a_pattern_of_the_root() {
        let cases = [
            ("a", "", Some("a")),
            ("a", "b/", Some("b/a")),
            ("/a", "", Some("a")),
            ("!/a", "b/", Some("!b/a")),
            ("\\!a", "b/", Some("b/!a")),
            ("\\#a", "", Some("\\#a")),
            (" # a", "", None),
            ("", "b/", None),
        ];
        for (line, prefix, expected) in cases {
            assert_eq!(prefixed(line, prefix).as_deref(), expected, "{line:?}");
        }
    }
}
