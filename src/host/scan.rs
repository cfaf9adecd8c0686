//! The directory walk that all hosts share: breadth first, sorted by name, with limits, and with a
//! reason for every skipped entry.

use std::collections::VecDeque;

use crate::hashing::{HashMap, HashSet};
use crate::model::catalog::{LeftOutReason, Root, RootStatus};
use crate::tree::skill_file::is_skill_file;
use crate::tree::{Entry, EntryId, EntryKind, Tree, Unresolved, path};

/// The limits and options of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of levels of directories below the root.
    pub depth: usize,
    /// The maximum number of directories that are visited, including the root.
    pub directories: usize,
    /// The maximum number of entries that are inspected, including hidden entries; `None` for no
    /// limit.
    pub entries: Option<usize>,
    /// True if links to directories are followed.
    pub follow_links: bool,
    /// True if a link to a file counts as the file itself.
    pub link_files: bool,
    /// True if directories and files whose names begin with a dot are searched, too.
    pub hidden: bool,
    /// True if the walk visits a directory again for each link that leads to it. A link to a folder
    /// above the link is never followed. Because linked directories may contain further links, the
    /// number of visits can grow quickly, so a walk with this option must have a limit in
    /// `directories`.
    pub revisits_links: bool,
    /// The names of directories that are never searched.
    pub skip: &'static [&'static str],
}

impl Default for Limits {
    /// Returns options without limits. A walk with these options skips hidden entries, visits each
    /// directory once, and follows links only to directories.
    fn default() -> Self {
        Self {
            depth: usize::MAX,
            directories: usize::MAX,
            entries: None,
            follow_links: true,
            link_files: false,
            hidden: false,
            revisits_links: false,
            skip: &[],
        }
    }
}

/// The files that a walk looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted<'w> {
    /// Files with exactly this name; case matters.
    Named(&'w str),
    /// Files whose name ends with this text.
    Ending(&'w str),
}

impl Wanted<'_> {
    fn takes(self, name: &str) -> bool {
        match self {
            Self::Named(wanted) => name == wanted,
            Self::Ending(ending) => name.ends_with(ending),
        }
    }

    fn is_misspelt(self, name: &str) -> bool {
        matches!(self, Self::Named(wanted) if name.eq_ignore_ascii_case(wanted))
    }
}

/// A file that a walk searched for and found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The found file. If a link was found, this is the target of the link.
    pub entry: EntryId,
    /// The file's path with links resolved.
    pub path: String,
    /// The path on which the file was found. The path may contain links.
    pub discovered_path: String,
}

/// An entry that a walk skipped: a directory that it did not enter, or a file that it did not
/// accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedOver {
    /// The skipped entry. If the entry is a link, this is the link and not its target.
    pub entry: EntryId,
    /// The reason why the entry was skipped.
    pub reason: LeftOutReason,
}

/// The files that a walk found, and the entries that it skipped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Walk {
    /// The found files, in the order of the search.
    pub found: Vec<Found>,
    /// The links through which the files in `found` were found.
    pub links: Vec<EntryId>,
    /// The skipped entries, in the order of the search. Entries below a skipped directory are not
    /// listed.
    pub passed_over: Vec<PassedOver>,
    /// The number of visited directories.
    pub directories: usize,
}

/// Searches the directory `root` and all directories below it for files. `root_path` is the path by
/// which the host names `root`; this path may contain links.
///
/// A directory is visited once, even if several links lead to it, unless [`Limits::revisits_links`]
/// is set. The walk always ends, even if links form a loop.
///
/// ```
/// use skillglass::host::scan::{Limits, Wanted, walk};
/// use skillglass::tree::Tree;
///
/// let mut tree = Tree::default();
/// tree.write("/repo/skills/pdf/SKILL.md", Some("".into()))?;
/// tree.write("/repo/skills/deep/er/SKILL.md", Some("".into()))?;
///
/// let root = tree.resolve("/repo/skills").expect("the folder exists");
/// let limits = Limits { depth: 1, ..Limits::default() };
/// let walk = walk(root, "/repo/skills", Wanted::Named("SKILL.md"), &limits);
/// assert_eq!(walk.found[0].path, "/repo/skills/pdf/SKILL.md");
/// assert_eq!(walk.found.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn walk(root: Entry<'_>, root_path: &str, wanted: Wanted<'_>, limits: &Limits) -> Walk {
    let mut walk = Walk::default();
    let mut queue = VecDeque::from([(root, root_path.to_owned(), 0, 0)]);
    let mut visited = HashSet::from_iter([root.id()]);
    let mut steps = vec![Step::start(root)];
    let mut entries = 0;
    while let Some((directory, discovered, depth, step)) = queue.pop_front() {
        walk.directories += 1;
        // The path is computed only for the first wanted file, because most directories contain no wanted file.
        let mut canonical = None;
        for child in directory.children() {
            let mut pass = |reason| {
                walk.passed_over.push(PassedOver {
                    entry: child.id(),
                    reason,
                });
            };
            entries += 1;
            if limits.entries.is_some_and(|limit| entries > limit) {
                pass(LeftOutReason::EntryLimit);
                continue;
            }
            let name = child.name();
            if name.starts_with('.') && !limits.hidden {
                if !matches!(child.kind(), EntryKind::File(_)) {
                    pass(LeftOutReason::Hidden);
                }
                continue;
            }
            let is_link = matches!(child.kind(), EntryKind::Link(_));
            let target = match child.follow() {
                Ok(target) => target,
                Err(Unresolved::Missing) => {
                    pass(LeftOutReason::DanglingLink);
                    continue;
                }
                Err(Unresolved::Loop) => {
                    pass(LeftOutReason::LinkLoop);
                    continue;
                }
            };
            if let EntryKind::Directory = target.kind() {
                if limits.skip.contains(&name) {
                    pass(LeftOutReason::SkippedFolder);
                    continue;
                }
                if wanted == Wanted::Named(name) {
                    pass(LeftOutReason::NotAFile);
                } else if is_link && !limits.follow_links {
                    pass(LeftOutReason::LinkNotFollowed);
                    continue;
                }
                let again = if limits.revisits_links {
                    comes_from(&steps, step, target.id(), is_link)
                } else {
                    visited.contains(&target.id())
                };
                // A path that is too long for any program is skipped, to save memory.
                let too_long = discovered.len() + name.len() >= path::MAX_PATH_BYTES;
                if depth + 1 > limits.depth || (limits.revisits_links && too_long) {
                    pass(LeftOutReason::TooDeep);
                } else if again {
                    if is_link {
                        pass(LeftOutReason::AlreadyVisited);
                    }
                } else if steps.len() >= limits.directories {
                    pass(LeftOutReason::DirectoryLimit);
                } else {
                    visited.insert(target.id());
                    queue.push_back((
                        target,
                        path::join(&discovered, name),
                        depth + 1,
                        steps.len(),
                    ));
                    steps.push(Step {
                        directory: target.id(),
                        from: step,
                        linked: is_link || steps[step].linked,
                    });
                }
            } else if wanted.takes(name) {
                if is_link && !limits.link_files {
                    pass(LeftOutReason::SymlinkedFile);
                } else if is_link {
                    walk.links.push(child.id());
                    walk.found.push(Found {
                        entry: target.id(),
                        path: target.path(),
                        discovered_path: path::join(&discovered, name),
                    });
                } else {
                    let canonical = canonical.get_or_insert_with(|| directory.path());
                    walk.found.push(Found {
                        entry: child.id(),
                        path: path::join(canonical, name),
                        discovered_path: path::join(&discovered, name),
                    });
                }
            } else if wanted.is_misspelt(name) {
                pass(LeftOutReason::WrongSpelling);
            }
        }
    }
    walk
}

/// Returns the Markdown files directly in the skill roots that were searched, except skill files. A
/// file in several roots is returned once, with the first root.
pub fn flat_files<'t, 'r>(
    tree: &'t Tree,
    roots: impl IntoIterator<Item = &'r Root>,
) -> Vec<(Entry<'t>, &'r Root)> {
    // Two roots may be the same directory under different paths.
    let mut seen = HashSet::default();
    let mut files = Vec::new();
    let walked = roots.into_iter();
    for root in walked.filter(|root| root.status == RootStatus::Scanned) {
        let children = tree.resolve(&root.path).into_iter();
        for child in children.flat_map(Entry::children) {
            let is_file = !matches!(child.kind(), EntryKind::Directory);
            if is_file
                && child.name().ends_with(".md")
                && !is_skill_file(child)
                && seen.insert(child.id())
            {
                files.push((child, root));
            }
        }
    }
    files
}

/// A directory that a walk reached, and the index of its parent directory in the list of steps.
struct Step {
    directory: EntryId,
    /// The index of the parent directory in the list of directories that the walk reached. For the
    /// root, this is the root's own index.
    from: usize,
    /// True if the path to the directory contains a link.
    linked: bool,
}

impl Step {
    fn start(root: Entry<'_>) -> Self {
        Self {
            directory: root.id(),
            from: 0,
            linked: false,
        }
    }
}

/// Returns true if `directory` is one of the directories through which the walk reached the step
/// with the index `step`. `is_link` is true if the walk reaches `directory` by a link. Returns
/// false at once if none of these directories was reached by a link, because only a link can lead
/// back to an earlier directory.
fn comes_from(steps: &[Step], mut step: usize, directory: EntryId, is_link: bool) -> bool {
    if !is_link && !steps[step].linked {
        return false;
    }
    loop {
        let Step {
            directory: passed,
            from,
            ..
        } = steps[step];
        if passed == directory {
            return true;
        }
        if step == from {
            return false;
        }
        step = from;
    }
}

/// The entries that the walks of all roots skipped, each with the reason and the index of the root.
/// A reason explains why skill files at or below the entry were not found.
#[derive(Debug, Default)]
pub struct Reasons {
    by_entry: HashMap<EntryId, (LeftOutReason, usize)>,
    passed_over: Vec<(PassedOver, usize)>,
    found: HashSet<EntryId>,
}

impl Reasons {
    /// Records the entries that the walk of a skill root found, and the entries that the walk
    /// skipped. `root` is the index of the skill root. If the walks of several roots skipped the
    /// same entry, the entry has the reason of the first walk.
    pub fn record(&mut self, walk: &Walk, root: usize) {
        for passed in &walk.passed_over {
            self.by_entry
                .entry(passed.entry)
                .or_insert((passed.reason, root));
            self.passed_over.push((passed.clone(), root));
        }
        self.found
            .extend(walk.found.iter().map(|found| found.entry));
        self.found.extend(&walk.links);
    }

    /// Returns the reason why a walk skipped an entry, and the index of the root of this walk. If
    /// there is no record of the entry, returns the record of the nearest directory above the
    /// entry. Returns `None` if there is no such record either.
    #[must_use]
    pub fn of(&self, entry: Entry<'_>) -> Option<(LeftOutReason, usize)> {
        std::iter::successors(Some(entry), |entry| entry.parent())
            .find_map(|entry| self.by_entry.get(&entry.id()).copied())
    }

    /// Returns each entry that must be explained to the author: a link, a skill file, or a file
    /// with a similar name. Each entry has the reason and the index of the root whose walk skipped
    /// it. The index is `None` if no walk reached the entry. A skipped folder is not returned, but
    /// each skill file below it is.
    #[must_use]
    pub fn left_out<'t>(
        &self,
        tree: &'t Tree,
        is_skill_file: impl Fn(Entry<'_>) -> bool,
    ) -> Vec<(Entry<'t>, LeftOutReason, Option<usize>)> {
        let mut left_out = Vec::new();
        let mut seen = HashSet::default();
        for (passed, root) in &self.passed_over {
            let Some(entry) = tree.by_id(passed.entry) else {
                continue;
            };
            let needs_explanation = match entry.kind() {
                EntryKind::Directory => false,
                EntryKind::Link(_) => true,
                EntryKind::File(_) => is_skill_file(entry),
            };
            if needs_explanation && seen.insert(passed.entry) {
                left_out.push((entry, passed.reason, Some(*root)));
            }
        }
        for entry in tree.entries() {
            if is_skill_file(entry)
                && !matches!(entry.kind(), EntryKind::Directory)
                && !self.found.contains(&entry.id())
                && !seen.contains(&entry.id())
            {
                let (reason, root) = match self.of(entry) {
                    Some((reason, root)) => (reason, Some(root)),
                    None => (LeftOutReason::OutsideRoots, None),
                };
                left_out.push((entry, reason, root));
            }
        }
        left_out
    }
}
