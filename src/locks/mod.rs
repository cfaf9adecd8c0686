//! Compares the lock files of skills with the installed copies: reports the skills that a lock file
//! records, whether the copies are unchanged, and the skills that no lock file lists
//! (`docs/locks.md`).
//!
//! The formats are those of the `skills` CLI, of `gh skill`, and of the indexes that sites publish. Each digest is
//! computed by the rule of the program that wrote the digest.
//!
//! ```
//! use skillglass::locks::LockState;
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
//! workspace.write("/repo/.agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in forms.\n---\n")?;
//! workspace.write("/repo/skills-lock.json", r#"{"version": 1, "skills": {"pdf": {
//!   "source": "acme/skills",
//!   "sourceType": "github",
//!   "computedHash": "684a64db82b352441c34c1893bec5a44f2e9af5686e7c854d69b1812873f5e01"
//! }}}"#)?;
//!
//! let report = workspace.locks();
//! assert_eq!(report.locks[0].entries[0].state, LockState::Same);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod copies;
mod digest;
mod git_tree;
mod installed;
mod read;
mod report;
mod site;
mod verify;

pub(crate) use installed::FilesWithoutOrigin;
pub use report::{
    LockAlgorithm, LockDigest, LockEntry, LockFile, LockFormat, LockProblem, LockProblemCode,
    LockReason, LockState, LockedCopy, LocksReport, UnlistedSkill,
};

use crate::model::environment::Environment;
use crate::sort;
use crate::tree::{Entry, Tree, path};

/// The maximum number of lock files that are compared. No host has this limit.
const MAX_LOCKS: usize = 1000;

/// Folders with lock files of other projects. These lock files are not compared.
const SKIPPED: [&str; 2] = ["/node_modules/", "/.git/"];

/// Compares the lock files of a tree with the installed skills.
#[must_use]
pub fn locks(tree: &Tree, environment: &Environment) -> LocksReport {
    locks_again(tree, environment, &FilesWithoutOrigin::default())
}

/// Compares the lock files like [`locks`]. Files in `without` are not read again, and further files
/// are added to it.
pub(crate) fn locks_again(
    tree: &Tree,
    environment: &Environment,
    without: &FilesWithoutOrigin,
) -> LocksReport {
    let mut report = LocksReport::default();
    let home = environment.home.as_deref();
    let mut files: Vec<(String, Entry<'_>, LockFormat)> = Vec::new();
    for file in tree.entries() {
        let format = match file.name() {
            read::PROJECT_LOCK => LockFormat::Project,
            "index.json" => LockFormat::WellKnown,
            _ => continue,
        };
        let at = file.path();
        if !SKIPPED.iter().any(|folder| at.contains(folder)) {
            files.push((at, file, format));
        }
    }
    sort::by(&mut files, |left, right| left.0.cmp(&right.0));
    files.truncate(MAX_LOCKS);
    for (at, file, format) in files {
        let Ok(file) = file.follow() else {
            continue;
        };
        match format {
            LockFormat::WellKnown if site::site_of(&at).is_some() => {
                report
                    .locks
                    .extend(site::check(tree, file, &mut report.unread));
            }
            LockFormat::WellKnown => {}
            _ => {
                let base = path::parent(&at).unwrap_or("/");
                let lock = installed::check(tree, (&at, file), base, format, &mut report.unread);
                report.locks.extend(lock);
            }
        }
    }
    if let Some(home) = home {
        let at = path::join(home, read::GLOBAL_LOCK);
        if let Ok(file) = tree.resolve(&at) {
            let lock = installed::check(
                tree,
                (&at, file),
                home,
                LockFormat::Global,
                &mut report.unread,
            );
            report.locks.extend(lock);
        }
    }
    report
        .locks
        .extend(installed::of_gh_skill(tree, &bases(environment), without));
    sort::by(&mut report.locks, |left, right| left.path.cmp(&right.path));
    report
        .locks
        .dedup_by(|later, earlier| later.path == earlier.path && later.format == earlier.format);
    sort::by(&mut report.unread, |left, right| left.cmp(right));
    report.unread.dedup();
    report
}

/// Returns the directories that may contain folders of agents, such as `.claude`. These are the
/// working directory, its parents, and the home. The flag is true for the home.
fn bases(environment: &Environment) -> Vec<(&str, bool)> {
    let home = environment.home.as_deref();
    let projects = path::ancestors(&environment.cwd).filter(|folder| Some(*folder) != home);
    let projects = projects.map(|folder| (folder, false));
    projects.chain(home.map(|home| (home, true))).collect()
}
