//! Permission rules on files: `Read(…)` for reading, and `Edit(…)` for changes
//! (docs/hosts/claude-code-use.md#rules-on-files).

use super::rule::Rule;
use crate::hosts::claude_code::options::PathMatching;
use crate::hosts::claude_code::path_rules::{PathRules, conditions};
use crate::tree::path;

/// Folders whose files determine what Claude Code or other programs do. Claude Code always asks the
/// user before it changes a file in such a folder.
const SENSITIVE_FOLDERS: [&str; 4] = [".git", ".vscode", ".idea", ".claude"];
/// Files that determine what Claude Code or other programs do. Claude Code always asks the user
/// before it changes such a file.
const SENSITIVE_FILES: [&str; 10] = [
    ".gitconfig",
    ".gitmodules",
    ".bashrc",
    ".bash_profile",
    ".zshrc",
    ".zprofile",
    ".profile",
    ".ripgreprc",
    ".mcp.json",
    ".claude.json",
];

/// The folders at which relative paths and patterns start.
#[derive(Debug, Clone, Copy)]
pub(in crate::hosts::claude_code) struct Places<'a> {
    pub cwd: &'a str,
    pub home: Option<&'a str>,
    /// The working directories: `cwd`, and the directories that the user added to the session.
    pub directories: &'a [String],
}

impl Places<'_> {
    /// Converts a file's path in a tool call or shell command to an absolute path.
    pub(in crate::hosts::claude_code) fn absolute(&self, file: &str) -> String {
        let rest = file
            .strip_prefix('~')
            .or_else(|| file.strip_prefix("$HOME"));
        match (rest, self.home) {
            (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => {
                path::resolve(home, rest.trim_start_matches('/'))
            }
            _ => path::resolve(self.cwd, file),
        }
    }

    /// Returns true if a file is in one of the working directories.
    pub(in crate::hosts::claude_code) fn contains(&self, file: &str) -> bool {
        let mut directories = self.directories.iter();
        directories.any(|directory| path::is_within(file, directory))
    }

    /// Returns true if a rule's pattern matches a file, with the syntax of a `.gitignore`. A
    /// pattern that begins with `//` starts at the root of the file system, `~/` at the home, and
    /// `/` at the rule's `root`. Any other pattern starts at the working directory.
    pub(in crate::hosts::claude_code) fn matches(&self, rule: &Rule, file: &str) -> bool {
        let Some(pattern) = &rule.content else {
            return true;
        };
        let root = match rule.root.as_str() {
            "" => self.cwd,
            root => root,
        };
        let (root, pattern) = if let Some(rest) = pattern.strip_prefix("//") {
            ("/", format!("/{rest}"))
        } else if let Some(rest) = pattern.strip_prefix("~/") {
            (self.home.unwrap_or("/"), format!("/{rest}"))
        } else if pattern.starts_with('/') {
            (root, pattern.clone())
        } else {
            let rest = pattern.strip_prefix("./");
            (
                self.cwd,
                rest.map_or_else(|| pattern.clone(), |rest| format!("/{rest}")),
            )
        };
        if !path::is_within(file, root) {
            return false;
        }
        let relative = file[root.len()..].trim_start_matches('/');
        let patterns = conditions(vec![pattern]);
        if patterns.is_empty() {
            return true;
        }
        PathRules::new(&patterns, PathMatching::Gitignore).matches(relative)
    }
}

/// Returns true if changes of a file always require a question to the user, even if a rule allows
/// them.
pub(in crate::hosts::claude_code) fn is_sensitive(file: &str) -> bool {
    let mut folders = file.split('/').rev();
    let name = folders.next().unwrap_or_default().to_lowercase();
    SENSITIVE_FILES.contains(&&*name)
        || folders.any(|folder| SENSITIVE_FOLDERS.contains(&&*folder.to_lowercase()))
}
