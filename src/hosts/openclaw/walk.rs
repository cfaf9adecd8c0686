//! The search for skills in one skill root (`docs/hosts/openclaw.md#discovery`).

use std::collections::VecDeque;

use super::names::{SKILLS, compact};
use super::roots::{Links, Planned};
use super::setup::Setup;
use crate::host::scan::{Found, PassedOver, Walk};
use crate::model::catalog::LeftOutReason;
use crate::sort;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file, is_skill_file_name};
use crate::tree::{Entry, EntryKind, Tree, path};

/// The factor between two limits of OpenClaw: the maximum number of folders that are read in a
/// skill root is this factor times the maximum number of child folders of a folder. For example,
/// the limits are 1,800 folders and 300 child folders (`docs/hosts/openclaw.md#limits`).
const READINGS: usize = 6;

/// The maximum number of entries that are inspected to find out whether a skill root is a skill
/// pack. No host has this limit.
const MAX_LOOKED_AT: usize = 20_000;

/// The result of searching a skill root.
#[derive(Default)]
pub(super) struct Walked {
    pub(super) walk: Walk,
    /// The paths of links that lead out of the skill root, each with OpenClaw's message.
    pub(super) escaped: Vec<(String, String)>,
    /// OpenClaw's messages about folders that were not searched because of a limit.
    pub(super) truncated: Vec<String>,
}

/// A folder that is searched for skills.
struct Folder<'t> {
    entry: Entry<'t>,
    path: String,
    level: usize,
}

pub(super) struct Walker<'w, 't> {
    pub(super) tree: &'t Tree,
    pub(super) setup: &'w Setup,
    pub(super) planned: &'w Planned,
    /// The path of the skill root, with links resolved.
    pub(super) real: String,
}

/// Returns true if a folder contains an entry named `SKILL.md`, of any kind.
fn holds_skill(folder: Entry<'_>) -> bool {
    folder.child(SKILL_FILE).is_some()
}

fn is_passed_over(name: &str) -> Option<LeftOutReason> {
    if name.starts_with('.') {
        Some(LeftOutReason::Hidden)
    } else {
        (name == "node_modules").then_some(LeftOutReason::SkippedFolder)
    }
}

impl<'t> Walker<'_, 't> {
    pub(super) fn walk(&self, root: Entry<'t>) -> Walked {
        let mut walked = Walked::default();
        let path = &self.planned.root.path;
        let takes_root = self.planned.takes_root;
        let own = takes_root && holds_skill(root);
        let nested = root.child(SKILLS).filter(|_| takes_root);
        let nested = nested.and_then(|nested| nested.follow().ok());
        let pack = nested.filter(|nested| {
            matches!(nested.kind(), EntryKind::Directory)
                && self.holds_some(*nested)
                && !self.holds_elsewhere(root)
        });
        if own {
            self.take(root, path, &mut walked);
        }
        match pack {
            Some(pack) => {
                let base = path::join(path, SKILLS);
                if holds_skill(pack) {
                    self.take(pack, &base, &mut walked);
                } else {
                    self.below(pack, &base, self.planned.nested_depth, &mut walked);
                }
            }
            None if own => {}
            None => self.below(root, path, self.planned.depth, &mut walked),
        }
        walked
    }

    /// Returns true if a folder or any folder below it contains a `SKILL.md`.
    fn holds_some(&self, folder: Entry<'t>) -> bool {
        self.any_below(folder, &mut |entry| entry.name() == SKILL_FILE, None)
    }

    /// Returns true if a skill root contains a skill or a link, not counting its own `SKILL.md` and
    /// its folder `skills`.
    fn holds_elsewhere(&self, root: Entry<'t>) -> bool {
        let mut wanted = |entry: Entry<'_>| {
            entry.name() == SKILL_FILE || matches!(entry.kind(), EntryKind::Link(_))
        };
        root.children()
            .filter(|child| child.name() != SKILLS && child.name() != SKILL_FILE)
            .filter(|child| is_passed_over(child.name()).is_none())
            .any(|child| wanted(child) || self.any_below(child, &mut wanted, None))
    }

    fn any_below(
        &self,
        folder: Entry<'t>,
        wanted: &mut dyn FnMut(Entry<'_>) -> bool,
        limit: Option<usize>,
    ) -> bool {
        let mut left = limit.unwrap_or(MAX_LOOKED_AT);
        let mut queue = VecDeque::from([(folder, 0)]);
        while let Some((folder, level)) = queue.pop_front() {
            for child in folder.children() {
                if is_passed_over(child.name()).is_some() {
                    continue;
                }
                if wanted(child) {
                    return true;
                }
                let Some(rest) = left.checked_sub(1) else {
                    return false;
                };
                left = rest;
                let target = child.follow().ok();
                if let Some(target) = target
                    && matches!(target.kind(), EntryKind::Directory)
                    && level < self.planned.depth
                {
                    queue.push_back((target, level + 1));
                }
            }
        }
        false
    }

    /// Searches the folder `base` for skills, breadth first, and adds them to `walked`.
    fn below(&self, base: Entry<'t>, base_path: &str, max_depth: usize, walked: &mut Walked) {
        let limit = self.setup.limits.candidates;
        let mut readings = limit.saturating_mul(READINGS);
        let mut is_cut = false;
        let mut queue = VecDeque::from([Folder {
            entry: base,
            path: base_path.to_owned(),
            level: 0,
        }]);
        let mut found = Vec::new();
        while let Some(folder) = queue.pop_front() {
            let is_base = folder.level == 0 && folder.path == base_path;
            let Some(rest) = readings.checked_sub(1) else {
                is_cut = true;
                walked.walk.passed_over.push(PassedOver {
                    entry: folder.entry.id(),
                    reason: LeftOutReason::DirectoryLimit,
                });
                continue;
            };
            readings = rest;
            walked.walk.directories += 1;
            let children = self.folders(&folder, walked);
            if is_base && children.len() > limit {
                walked.truncated.push(format!(
                    "root has many entries, truncating discovery. dir={base_path} baseDir={base_path} childDirCount={} maxCandidatesPerRoot={limit} maxSkillsLoadedPerSource={}",
                    children.len(),
                    self.setup.limits.loaded
                ));
            }
            for (index, (name, link)) in children.into_iter().enumerate() {
                let is_kept = index < limit || is_base && name == SKILLS;
                is_cut |= !is_kept;
                let pass = |reason| PassedOver {
                    entry: link.id(),
                    reason,
                };
                if !is_kept {
                    walked
                        .walk
                        .passed_over
                        .push(pass(LeftOutReason::EntryLimit));
                    continue;
                }
                let Ok(target) = link.follow() else {
                    continue;
                };
                let path = path::join(&folder.path, name);
                if !self.is_inside(link, target, &path, walked) {
                    walked
                        .walk
                        .passed_over
                        .push(pass(LeftOutReason::LinkNotFollowed));
                    continue;
                }
                let is_group = is_base && name == SKILLS && !holds_skill(target);
                let level = if is_group { 0 } else { folder.level + 1 };
                // The depth limit for a folder of skills applies below a folder `skills`.
                let depth = match path.strip_prefix(base_path) {
                    Some(below) if below.starts_with("/skills/") || below == "/skills" => {
                        self.planned.nested_depth
                    }
                    _ => max_depth,
                };
                if holds_skill(target) {
                    if level <= depth {
                        found.push((path, target));
                    } else {
                        walked.walk.passed_over.push(pass(LeftOutReason::TooDeep));
                    }
                } else if level < depth {
                    queue.push_back(Folder {
                        entry: target,
                        path,
                        level,
                    });
                } else {
                    walked.walk.passed_over.push(pass(LeftOutReason::TooDeep));
                }
            }
        }
        if is_cut {
            walked.truncated.push(format!(
                "root hit recursive discovery budget, truncating discovery. dir={base_path} baseDir={base_path} maxCandidatesPerRoot={limit} maxSkillsLoadedPerSource={} maxGroupedSkillScanDepth={}",
                self.setup.limits.loaded, self.planned.nested_depth
            ));
        }
        // Skills are loaded in the order of their paths.
        sort::by(&mut found, |(left, _), (right, _)| {
            super::names::compare(left, right)
        });
        for (path, folder) in found {
            self.take(folder, &path, walked);
        }
    }

    /// Returns the subfolders of a folder, sorted by name, including links to folders. Leaves out
    /// the subfolders that the host does not search, and records them in `walked`.
    fn folders(&self, folder: &Folder<'t>, walked: &mut Walked) -> Vec<(&'t str, Entry<'t>)> {
        let mut folders = Vec::new();
        for child in folder.entry.children() {
            let mut pass = |reason| {
                walked.walk.passed_over.push(PassedOver {
                    entry: child.id(),
                    reason,
                });
            };
            let target = match child.follow() {
                Ok(target) => target,
                Err(unresolved) => {
                    pass(match unresolved {
                        crate::tree::Unresolved::Missing => LeftOutReason::DanglingLink,
                        crate::tree::Unresolved::Loop => LeftOutReason::LinkLoop,
                    });
                    continue;
                }
            };
            if !matches!(target.kind(), EntryKind::Directory) {
                if is_skill_file_name(child.name()) && child.name() != SKILL_FILE {
                    pass(LeftOutReason::WrongSpelling);
                }
                continue;
            }
            let is_plain = !matches!(child.kind(), EntryKind::Link(_));
            if let Some(reason) = is_passed_over(child.name()) {
                pass(reason);
            } else if self.planned.links_only && is_plain && folder.level == 0 {
                pass(LeftOutReason::SkippedFolder);
            } else {
                folders.push((child.name(), child));
            }
        }
        sort::by(&mut folders, |(left, _), (right, _)| {
            left.encode_utf16().cmp(right.encode_utf16())
        });
        folders
    }

    /// Returns true if the skill root's rules allow the target of a link. Otherwise records that
    /// the link leads out of the root.
    fn is_inside(
        &self,
        link: Entry<'t>,
        target: Entry<'t>,
        path: &str,
        walked: &mut Walked,
    ) -> bool {
        if self.planned.links == Links::Anywhere {
            return true;
        }
        let real = target.path();
        let may = path::is_within(&real, &self.real)
            || self.planned.links == Links::Allowed
                && (self
                    .setup
                    .texts(&["skills", "load", "allowSymlinkTargets"])
                    .iter()
                    .flatten())
                .any(|allowed| {
                    let allowed = self.setup.expand_at(allowed, &self.planned.cwd);
                    let real_allowed = self.tree.resolve(&allowed).map(|entry| entry.path());
                    path::is_within(&real, &real_allowed.unwrap_or(allowed))
                });
        if !may {
            let root = self.planned.root.path.clone();
            walked
                .escaped
                .push((link.path(), self.escape(&root, path, &real)));
        }
        may
    }

    /// Returns OpenClaw's message about a link that leads out of the skill root.
    fn escape(&self, root: &str, requested: &str, resolved: &str) -> String {
        let source = self.planned.root.origin.as_str();
        let reason = if super::names::is_bundled(source) {
            "bundled-symlink-escape hint=likely-stray-local-symlink-or-checkout-mutation"
        } else {
            "symlink-escape"
        };
        let shown = |path: &str| compact(path, &self.setup.homes);
        let real = self.tree.resolve(root).ok().map(|entry| entry.path());
        let real = real.filter(|real| real != root);
        let real = real.map(|real| format!(" rootResolved={}", shown(&real)));
        format!(
            "Skipping escaped skill path outside its configured root: source={source} root={}{} reason={reason} requested={} resolved={}",
            shown(root),
            real.unwrap_or_default(),
            shown(requested),
            shown(resolved)
        )
    }

    /// Adds the skill whose `SKILL.md` is directly in a folder, if there is one.
    fn take(&self, folder: Entry<'t>, path: &str, walked: &mut Walked) {
        let Some(file) = folder.child(SKILL_FILE) else {
            return;
        };
        let real_folder = folder.path();
        let discovered_path = path::join(path, SKILL_FILE);
        let target = file.follow().ok();
        if let Some(target) = target
            && matches!(target.kind(), EntryKind::File(_))
            && !path::is_within(&target.path(), &real_folder)
        {
            let words = self.escape(path, &discovered_path, &target.path());
            walked.escaped.push((file.path(), words));
            walked.walk.passed_over.push(PassedOver {
                entry: file.id(),
                reason: LeftOutReason::LinkNotFollowed,
            });
            return;
        }
        let entry = target.unwrap_or(file);
        if matches!(file.kind(), EntryKind::Link(_)) {
            walked.walk.links.push(file.id());
        }
        self.pass_inside(folder, walked);
        walked.walk.found.push(Found {
            entry: entry.id(),
            path: entry.path(),
            discovered_path,
        });
    }

    /// Records the folders in a skill's folder as skipped, because OpenClaw does not search them.
    fn pass_inside(&self, folder: Entry<'t>, walked: &mut Walked) {
        let inside = folder.children().filter(|child| !is_skill_file(*child));
        let folders = inside.filter(|child| matches!(child.kind(), EntryKind::Directory));
        walked
            .walk
            .passed_over
            .extend(folders.map(|child| PassedOver {
                entry: child.id(),
                reason: LeftOutReason::HiddenBySkill,
            }));
    }
}
