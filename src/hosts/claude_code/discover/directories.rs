//! Finds directories for the discovery stage: the repository's root, and directories above and
//! below the working directory.

use std::cmp::Reverse;

use crate::hashing::HashSet;
use crate::hosts::claude_code::editions::{ClaudeCodeEdition, WalkTop};
use crate::hosts::claude_code::names::SKILLS;
use crate::model::environment::Environment;
use crate::sort;
use crate::tree::{Tree, gitignore, path};

/// The name of the file or folder that marks a repository's root.
pub(super) const GIT: &str = ".git";

/// Returns the part of `path` before `/.claude/skills/`, if this part is a directory below the
/// working directory. Returns `None` otherwise.
pub(super) fn nested_directory<'p>(path: &'p str, cwd: &str) -> Option<&'p str> {
    let below = path.strip_prefix(cwd)?;
    let at = path.len() - below.len() + below.find(&format!("/{SKILLS}/"))?;
    let directory = &path[..at];
    (directory != cwd && path::is_within(directory, cwd)).then_some(directory)
}

/// Returns the ignore rules of Git in the repository. Outside of a repository, the rules start at
/// the working directory.
pub(super) fn ignores<'t>(tree: &'t Tree, environment: &Environment) -> gitignore::Ignores<'t> {
    let top = repository(tree, &environment.cwd).unwrap_or(&environment.cwd);
    gitignore::Ignores::new(tree, top)
}

/// Returns the nearest directory that contains a `.git`, searching upwards from `from`. None if
/// there is no such directory.
pub(super) fn repository<'p>(tree: &Tree, from: &'p str) -> Option<&'p str> {
    path::ancestors(from).find(|directory| {
        let directory = tree.resolve(directory).ok();
        directory.is_some_and(|directory| directory.child(GIT).is_some())
    })
}

/// Returns the directories whose project skills load: the working directory, and then the
/// directories above it, up to the edition's limit.
pub(super) fn project_directories<'p>(
    tree: &Tree,
    environment: &'p Environment,
    edition: &ClaudeCodeEdition,
) -> Vec<&'p str> {
    let cwd = environment.cwd.as_str();
    let home = environment
        .home
        .as_deref()
        .filter(|home| path::is_within(cwd, home));
    // The documentation does not describe directories outside of a repository, so these editions
    // use the older behaviour.
    let top = match edition.walks_up_to {
        WalkTop::Repository => repository(tree, cwd).or(home),
        WalkTop::RepositoryOrRoot => repository(tree, cwd).or(Some("/")),
        WalkTop::Home => home.or_else(|| repository(tree, cwd)),
    };
    let top = top.unwrap_or(cwd);
    path::ancestors(cwd)
        .take_while(|directory| path::is_within(directory, top))
        .collect()
}

/// Returns the main checkout of a linked Git worktree, from the path in the worktree's `.git` file.
/// None if the directory is not a linked worktree.
pub(super) fn main_checkout(tree: &Tree, worktree: &str) -> Option<String> {
    let git = tree.resolve(&path::join(worktree, GIT)).ok()?;
    let text = git.contents()?.text().ok()?;
    let target = text.trim().strip_prefix("gitdir:")?.trim();
    let target = path::resolve(worktree, target);
    let (checkout, _) = target.split_once("/.git/worktrees/")?;
    Some(checkout.to_owned())
}

/// Returns the directories of touched files, and all directories between these directories and the
/// working directory. The deepest directories are first
/// (docs/hosts/claude-code.md#nested-directories).
pub(super) fn touched_directories(environment: &Environment) -> Vec<&str> {
    let cwd = environment.cwd.as_str();
    let mut directories: Vec<&str> = Vec::new();
    let mut seen = HashSet::default();
    for file in &environment.touched {
        let directories_up = path::parent(file).into_iter().flat_map(path::ancestors);
        let below = directories_up
            .take_while(|directory| *directory != cwd && path::is_within(directory, cwd));
        // If a directory is already in the list, so are the directories above it.
        directories.extend(below.take_while(|directory| seen.insert(*directory)));
    }
    sort::by_key(&mut directories, |directory| {
        Reverse(directory.matches('/').count())
    });
    directories
}
