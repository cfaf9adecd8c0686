//! Discovery for hosts that search skill roots: walks each root, then explains the skill files that
//! no walk found and the Markdown files directly in a root.

use crate::hashing::HashSet;
use crate::host::scan::{self, Found, PassedOver, Reasons, Walk};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::model::skill::SkillKind;
use crate::sort;
use crate::tree::skill_file::is_skill_file;
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The maximum number of directories that the walks of all skill roots visit in total, for hosts
/// without a limit of their own.
pub(crate) const MAX_DIRECTORIES: usize = 50_000;

/// The search of all skill roots of a host, and its results so far.
pub(crate) struct Search<'t> {
    pub tree: &'t Tree,
    pub discovery: Discovery,
    reasons: Reasons,
    /// The number of directories that a search may still visit.
    pub left: usize,
    /// True if a skill root is walked even if an earlier root has the same path.
    pub walks_again: bool,
    /// Returns true if a skipped link that leads to no skill needs an explanation. The argument is
    /// the reason for which the walk skipped the link.
    pub explains_links: fn(LeftOutReason) -> bool,
    /// The paths of the skill roots that the host does not search. Each path has a message and
    /// advice, which are reported for every skill in this root.
    off: Vec<(String, OffReason)>,
}

/// The reason why the host does not search a skill root, and the advice to the author.
pub(crate) type OffReason = (&'static str, &'static str);

/// A skill root. If the host does not search this root, also the reason and the advice to the
/// author.
pub(crate) type PlannedRoot = (Root, Option<OffReason>);

/// A function that explains why a file, folder or link was skipped. The arguments are the path of
/// the skipped entry, the reason, the path of the skill root that contains the entry, and all skill
/// roots. If no skill root contains the entry, its skill root is `None`.
pub(crate) type Explain<'e> = dyn Fn(&str, LeftOutReason, Option<&str>, &[Root]) -> LeftOut + 'e;

impl<'t> Search<'t> {
    pub fn new(tree: &'t Tree) -> Self {
        Self {
            tree,
            discovery: Discovery::default(),
            reasons: Reasons::default(),
            left: MAX_DIRECTORIES,
            walks_again: false,
            explains_links: |reason| reason != LeftOutReason::Hidden,
            off: Vec::new(),
        }
    }

    /// Records the files whose contents determined the skill roots.
    pub fn depends_on(&mut self, files: impl IntoIterator<Item = EntryId>) {
        let depends_on = &mut self.discovery.depends_on;
        depends_on.extend(files);
        sort::by(depends_on, Ord::cmp);
        depends_on.dedup();
        self.discovery.side_files.clone_from(depends_on);
    }

    /// Returns the planned skill roots. A root with an [`OffReason`] gets the status
    /// [`RootStatus::Off`], because the host does not search this root.
    pub fn switch_off(&mut self, planned: Vec<PlannedRoot>) -> Vec<Root> {
        let roots = planned.into_iter().map(|(mut root, off)| {
            if let Some(words) = off {
                root.status = RootStatus::Off;
                self.off.push((root.path.clone(), words));
            }
            root
        });
        roots.collect()
    }

    /// Walks the skill roots that are directories, in order. `walk` receives the root's index,
    /// directory and description, and the number of directories that it may still visit.
    pub fn walk(
        &mut self,
        roots: Vec<Root>,
        walk: &mut dyn FnMut(usize, Entry<'t>, &Root, usize) -> Walk,
    ) {
        self.walk_targets(roots, &mut |index, target, root, left| {
            let is_directory = target.kind() == EntryKind::Directory;
            is_directory.then(|| walk(index, target, root, left))
        });
    }

    /// Walks the skill roots in order, including roots that are files. `walk` returns `None` for an
    /// entry that cannot be a root.
    pub fn walk_targets(
        &mut self,
        roots: Vec<Root>,
        walk: &mut dyn FnMut(usize, Entry<'t>, &Root, usize) -> Option<Walk>,
    ) {
        let mut seen = HashSet::default();
        for (index, mut root) in roots.into_iter().enumerate() {
            let is_off = root.status == RootStatus::Off;
            if !is_off && !seen.insert(root.path.clone()) && !self.walks_again {
                root.status = RootStatus::Duplicate;
            }
            if root.status == RootStatus::Scanned {
                let target = self.tree.resolve(&root.path);
                let walk = target.map(|target| walk(index, target, &root, self.left));
                match walk {
                    Err(_) => root.status = RootStatus::Missing,
                    Ok(None) => root.status = RootStatus::NotADirectory,
                    Ok(Some(walk)) => self.take(index, &mut root, walk),
                }
            }
            self.discovery.roots.push(root);
        }
    }

    fn take(&mut self, index: usize, root: &mut Root, walk: Walk) {
        self.left = self.left.saturating_sub(walk.directories);
        root.directories = walk.directories;
        root.candidates = walk.found.len();
        self.reasons.record(&walk, index);
        let candidates = walk.found.into_iter().map(|found| Candidate {
            found,
            scope: root.scope,
            root: root.path.clone(),
            plugin_id: root.plugin_id.clone(),
            kind: SkillKind::Skill,
            side: None,
        });
        self.discovery.candidates.extend(candidates);
    }

    /// Explains every skill file that is not loaded because the search skipped it or did not find
    /// it. Also explains every link that the search skipped.
    pub fn explain_all(&mut self, explain: &Explain<'_>) {
        self.explain(&|_, _, _| true, explain);
    }

    /// Explains why entries were skipped, like [`explain_all`](Self::explain_all), but leaves out
    /// two kinds of links:
    ///
    /// - links that the search skipped, if `explains_links` returns false for the reason of the
    ///   skip,
    /// - links outside of all skill roots, if they lead to a skill that the search found.
    pub fn explain_rest(&mut self, explain: &Explain<'_>) {
        let found: HashSet<_> = (self.discovery.candidates.iter())
            .map(|candidate| candidate.found.entry)
            .collect();
        let explains_links = self.explains_links;
        let is_explained = |entry: Entry<'_>, reason, is_near| {
            let leads_to_skill = || entry.follow().is_ok_and(|it| found.contains(&it.id()));
            !found.contains(&entry.id())
                && (is_skill_file(entry) || explains_links(reason))
                && (is_near || !leads_to_skill())
        };
        self.explain(&is_explained, explain);
    }

    fn explain(
        &mut self,
        is_explained: &dyn Fn(Entry<'_>, LeftOutReason, bool) -> bool,
        explain: &Explain<'_>,
    ) {
        let roots = &self.discovery.roots;
        for (entry, reason, root) in self.reasons.left_out(self.tree, is_skill_file) {
            if !is_explained(entry, reason, root.is_some()) {
                continue;
            }
            let path = entry.path();
            let off = (roots.iter())
                .find(|root| root.status == RootStatus::Off && path::is_within(&path, &root.path));
            let (reason, root) = match (root, off) {
                (Some(root), _) => (reason, Some(roots[root].path.as_str())),
                (None, Some(off)) => (LeftOutReason::SourceOff, Some(off.path.as_str())),
                (None, None) => (reason, None),
            };
            let mut left_out = explain(&path, reason, root, roots);
            let off = self.off.iter().find(|(off, _)| root == Some(off));
            if let (LeftOutReason::SourceOff, Some((_, (message, help)))) = (reason, off) {
                left_out.message = (*message).to_owned();
                left_out.help = (*help).to_owned();
            }
            self.discovery.left_out.push(left_out);
        }
    }

    /// Adds an explanation for each Markdown file that is directly in a skill root, if the host
    /// expects folders there. `wants_folders` returns true for each skill root in which every skill
    /// must have its own folder. `explain` returns the explanation for a file.
    pub fn explain_flat_files(&mut self, wants_folders: fn(&Root) -> bool, explain: &Explain<'_>) {
        let roots = &self.discovery.roots;
        let flat = scan::flat_files(self.tree, roots.iter().filter(|root| wants_folders(root)));
        let flat = flat.into_iter().map(|(file, root)| {
            let root = Some(root.path.as_str());
            explain(&file.path(), LeftOutReason::FlatFile, root, roots)
        });
        let flat: Vec<_> = flat.collect();
        self.discovery.left_out.extend(flat);
    }
}

/// The name of the file that names the current branch of a Git repository.
pub(crate) const GIT_HEAD: &str = "HEAD";

/// Returns true if Git accepts a `.git` folder as a repository.
pub(crate) fn is_git_folder(git: Entry<'_>) -> bool {
    let mut entries = [GIT_HEAD, "objects", "refs"].into_iter();
    entries.all(|name| git.child(name).is_some())
}

/// Changes the result of a walk, so that skill files directly in the skill root count as skipped,
/// not as found. The host expects each skill in its own folder.
pub(crate) fn pass_over_root_files(tree: &Tree, root: &str, walk: &mut Walk) {
    pass_over(tree, walk, LeftOutReason::FlatFile, |found| {
        path::parent(&found.discovered_path) == Some(root)
    });
}

/// Moves the found files for which `is_passed` returns true to the skipped files, with the given
/// reason.
pub(crate) fn pass_over(
    tree: &Tree,
    walk: &mut Walk,
    reason: LeftOutReason,
    mut is_passed: impl FnMut(&Found) -> bool,
) {
    let passed_over = &mut walk.passed_over;
    walk.found.retain(|found| {
        let is_passed = is_passed(found);
        if is_passed {
            let link = tree.entry(&found.discovered_path).map(Entry::id);
            let entry = link.unwrap_or(found.entry);
            passed_over.push(PassedOver { entry, reason });
        }
        !is_passed
    });
}
