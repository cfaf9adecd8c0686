//! The search for skills in a skill root. A folder that contains a `SKILL.md` is a skill, and
//! folders inside it are not searched (`docs/hosts/pi.md#markdown-files`).

use super::ignores::Ignores;
use crate::host::scan::{Found, PassedOver, Walk};
use crate::model::catalog::LeftOutReason;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Entry, EntryId, EntryKind, Unresolved, path};

/// The name of folders that are not searched.
const SKIPPED: &str = "node_modules";

/// The Markdown files in a skill root, besides `SKILL.md`, that are skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FlatFiles {
    /// The Markdown files directly in the skill root.
    InRoot,
    /// The Markdown files in folders below the skill root.
    BelowRoot,
}

/// A file, folder or link that is searched later.
struct Pending<'t> {
    entry: Entry<'t>,
    /// The path of the entry, which may contain links that the search followed.
    path: String,
    /// The index in `steps` of the directory that contains the entry.
    step: usize,
}

/// A directory that the search entered, and the index in `steps` of its parent directory.
struct Step {
    directory: EntryId,
    from: Option<usize>,
}

struct Walker<'r, 't> {
    root: &'r str,
    flat: FlatFiles,
    /// The number of directories that the search may still visit.
    left: usize,
    walk: Walk,
    ignores: Ignores,
    steps: Vec<Step>,
    /// The files, folders and links that are searched later. The last item is the next to be
    /// searched.
    pending: Vec<Pending<'t>>,
}

/// Searches a skill root. Returns the skills and other entries that the search found, and the
/// ignore files that it read. The found entries depend on the ignore files.
pub(super) fn walk(
    root: Entry<'_>,
    path: &str,
    flat: FlatFiles,
    left: usize,
) -> (Walk, Vec<EntryId>) {
    let mut walker = Walker {
        root: path,
        flat,
        left,
        walk: Walk::default(),
        ignores: Ignores::default(),
        steps: Vec::new(),
        pending: Vec::new(),
    };
    walker.enter(root, path, None);
    while let Some(next) = walker.pending.pop() {
        walker.visit(next);
    }
    (walker.walk, walker.ignores.files)
}

impl<'t> Walker<'_, 't> {
    /// Returns a path relative to the skill root.
    fn relative<'p>(&self, path: &'p str) -> &'p str {
        let below = path.strip_prefix(self.root).unwrap_or(path);
        below.trim_start_matches('/')
    }

    fn pass(&mut self, entry: Entry<'_>, reason: LeftOutReason) {
        self.walk.passed_over.push(PassedOver {
            entry: entry.id(),
            reason,
        });
    }

    fn find(&mut self, entry: Entry<'_>, target: Entry<'_>, path: String) {
        if entry.id() != target.id() {
            self.walk.links.push(entry.id());
        }
        self.walk.found.push(Found {
            entry: target.id(),
            path: target.path(),
            discovered_path: path,
        });
    }

    /// Enters a directory. If it contains a `SKILL.md`, adds this skill; otherwise adds the
    /// directory's entries to the pending entries.
    fn enter(&mut self, directory: Entry<'t>, path: &str, from: Option<usize>) {
        self.walk.directories += 1;
        let step = self.steps.len();
        self.steps.push(Step {
            directory: directory.id(),
            from,
        });
        let prefix = match self.relative(path) {
            "" => String::new(),
            below => format!("{below}/"),
        };
        self.ignores.read(directory, &prefix);
        if let Some(file) = directory.child(SKILL_FILE) {
            let is_kept_out = self
                .ignores
                .keep_out(&format!("{prefix}{SKILL_FILE}"), false);
            let target = file.follow().ok();
            let target = target.filter(|target| matches!(target.kind(), EntryKind::File(_)));
            if let Some(target) = target.filter(|_| !is_kept_out) {
                self.find(file, target, path::join(path, SKILL_FILE));
                for child in directory.children() {
                    if child.id() != file.id() && !matches!(child.kind(), EntryKind::File(_)) {
                        self.pass(child, LeftOutReason::TooDeep);
                    }
                }
                return;
            }
        }
        let children: Vec<_> = directory.children().collect();
        for child in children.into_iter().rev() {
            self.pending.push(Pending {
                entry: child,
                path: path::join(path, child.name()),
                step,
            });
        }
    }

    fn visit(&mut self, Pending { entry, path, step }: Pending<'t>) {
        let name = entry.name();
        if name.starts_with('.') {
            if !matches!(entry.kind(), EntryKind::File(_)) {
                self.pass(entry, LeftOutReason::Hidden);
            }
            return;
        }
        if name == SKIPPED {
            self.pass(entry, LeftOutReason::SkippedFolder);
            return;
        }
        let target = match entry.follow() {
            Ok(target) => target,
            Err(Unresolved::Missing) => return self.pass(entry, LeftOutReason::DanglingLink),
            Err(Unresolved::Loop) => return self.pass(entry, LeftOutReason::LinkLoop),
        };
        let is_directory = target.kind() == EntryKind::Directory;
        if self.ignores.keep_out(self.relative(&path), is_directory) {
            return self.pass(entry, LeftOutReason::GitIgnored);
        }
        let in_root = self.steps[step].from.is_none();
        if is_directory {
            if name == SKILL_FILE {
                self.pass(entry, LeftOutReason::NotAFile);
            }
            if self.comes_from(step, target.id()) {
                self.pass(entry, LeftOutReason::AlreadyVisited);
            } else if path.len() >= path::MAX_PATH_BYTES {
                self.pass(entry, LeftOutReason::TooDeep);
            } else if self.walk.directories >= self.left {
                self.pass(entry, LeftOutReason::DirectoryLimit);
            } else {
                self.enter(target, &path, Some(step));
            }
        } else if name.ends_with(".md") && in_root == (self.flat == FlatFiles::InRoot) {
            self.find(entry, target, path);
        } else if is_skill_file_name(name) && name != SKILL_FILE {
            self.pass(entry, LeftOutReason::WrongSpelling);
        }
    }

    /// Returns true if the search entered `directory` on the way from the skill root to the
    /// directory `steps[step]`. A link has then led back to `directory`, so the search does not
    /// enter it again.
    fn comes_from(&self, step: usize, directory: EntryId) -> bool {
        let steps = std::iter::successors(Some(step), |step| self.steps[*step].from);
        steps
            .into_iter()
            .any(|step| self.steps[step].directory == directory)
    }
}
