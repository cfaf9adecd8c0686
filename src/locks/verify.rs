//! Compares the digest in a lock file with an installed copy.

use super::copies::Copy;
use super::digest::{FolderFiles, LineEnds, NoDigest};
use super::git_tree::{self, TreeMatch};
use super::read::RawEntry;
use super::report::{LockAlgorithm, LockDigest, LockReason, LockState, LockedCopy};
use crate::install::gh_skill;
use crate::install::{self, InstallRequest, InstalledContent};
use crate::text::digest::sha256;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, Tree, path};

/// The value of `sourceType` for skills from a folder on the same disk.
const LOCAL: &str = "local";

/// The value of `sourceType` for skills from a site.
const WELL_KNOWN: &str = "well-known";

/// The state of a copy, the reason for the state if it needs one, and the digest of the copy if it
/// was computed.
type Outcome = (LockState, Option<LockReason>, Option<String>);

/// The inputs that all comparisons of a lock file share.
pub(super) struct Verifier<'t, 'v> {
    pub tree: &'t Tree,
    /// The path of the folder that contains the lock file.
    pub base: &'v str,
    /// The paths of files that the comparisons need, but whose contents are not in the tree.
    pub unread: &'v mut Vec<String>,
}

fn unverifiable(reason: LockReason) -> Outcome {
    (LockState::Unverifiable, Some(reason), None)
}

impl<'t> Verifier<'t, '_> {
    /// Compares a copy of a skill with the digest that the lock file has for the skill.
    pub fn copy(&mut self, entry: &RawEntry, copy: &Copy<'t>) -> LockedCopy {
        let (state, reason, found) = self.outcome(entry, copy);
        LockedCopy {
            path: copy.path.clone(),
            state,
            reason,
            found,
        }
    }

    fn outcome(&mut self, entry: &RawEntry, copy: &Copy<'t>) -> Outcome {
        if copy.is_outside {
            return unverifiable(LockReason::Outside);
        }
        let digest = match &entry.digest {
            Ok(digest) => digest,
            Err(reason) => return unverifiable(*reason),
        };
        let outcome = match digest.algorithm {
            LockAlgorithm::SkillsCli => self.skills_cli(entry, digest, copy),
            LockAlgorithm::GitTree => git_tree(digest, copy),
            LockAlgorithm::WellKnown => well_known(digest, copy),
        };
        let outcome = outcome.unwrap_or_else(|error| self.without_digest(error));
        match outcome {
            // These programs change the frontmatter of copies, so the digest of a copy is never that of the source.
            (LockState::Changed, _, found) if copy.is_rewritten || is_of_gh_skill(copy.folder) => {
                (LockState::Unverifiable, Some(LockReason::Rewritten), found)
            }
            outcome => outcome,
        }
    }

    fn without_digest(&mut self, error: NoDigest) -> Outcome {
        match error {
            NoDigest::Unread(files) => {
                self.unread.extend(files);
                unverifiable(LockReason::Unread)
            }
            NoDigest::TooLarge => unverifiable(LockReason::TooLarge),
        }
    }

    fn skills_cli(
        &mut self,
        entry: &RawEntry,
        expected: &LockDigest,
        copy: &Copy<'t>,
    ) -> Result<Outcome, NoDigest> {
        let mut files = FolderFiles::of(copy.folder)?;
        let found = files.skills_cli(LineEnds::AsTheyAre);
        if found == expected.value {
            return Ok((LockState::Same, None, Some(found)));
        }
        if files.has_caches() {
            files.remove_caches();
            if files.skills_cli(LineEnds::AsTheyAre) == expected.value {
                return Ok((LockState::Same, None, Some(found)));
            }
        }
        if files.is_source_with_links(&expected.value) {
            return Ok((LockState::Same, None, Some(found)));
        }
        for ends in [LineEnds::Lf, LineEnds::CrLf] {
            if files.skills_cli(ends) == expected.value {
                return Ok((LockState::Same, Some(LockReason::LineEnds), Some(found)));
            }
        }
        if !files.is_ordered() {
            files.sort_by_bytes();
            if files.skills_cli(LineEnds::AsTheyAre) == expected.value {
                return Ok((LockState::Same, None, Some(found)));
            }
            return Ok((
                LockState::Unverifiable,
                Some(LockReason::NameOrder),
                Some(found),
            ));
        }
        match entry.source_type.as_deref() {
            // For a skill from a site, the digest was computed from the installed files.
            Some(WELL_KNOWN) => Ok((LockState::Changed, None, Some(found))),
            Some(LOCAL) => {
                let (state, reason) = self.compare_with_source(entry, expected, &files)?;
                Ok((state, reason, Some(found)))
            }
            _ => Ok((
                LockState::Changed,
                Some(LockReason::SourceDigest),
                Some(found),
            )),
        }
    }

    /// Compares an installed copy of a skill with the files that the `skills` CLI would install
    /// from the skill's source, if the tree contains this source. The files are compared only if
    /// the source has the digest in the lock file.
    fn compare_with_source(
        &self,
        entry: &RawEntry,
        expected: &LockDigest,
        copy: &FolderFiles<'_>,
    ) -> Result<(LockState, Option<LockReason>), NoDigest> {
        let unknown = Ok((LockState::Changed, Some(LockReason::SourceDigest)));
        let Some((source, folder)) = self.source(entry) else {
            return unknown;
        };
        let Ok(files) = FolderFiles::of(folder) else {
            return unknown;
        };
        if files.skills_cli(LineEnds::AsTheyAre) != expected.value {
            return unknown;
        }
        // This folder is not in the tree, so the source and the target of the installation cannot overlap.
        let project = "/..skillglass-locks".to_owned();
        let request = InstallRequest {
            project: project.clone(),
            skills: vec![entry.name.clone()],
            ..search(&source, true)
        };
        let Ok(report) = install::install(self.tree, &request) else {
            return unknown;
        };
        let target = path::join(
            &path::join(&project, ".agents/skills"),
            &install::folder_name(&entry.name),
        );
        let mut written = report.entries.iter().filter_map(|written| {
            let InstalledContent::File { from } = &written.content else {
                return None;
            };
            let name = written.path.strip_prefix(&target)?.strip_prefix('/')?;
            let is_hashed = |segment: &str| segment != ".git" && segment != "node_modules";
            let is_file = name.rsplit('/').skip(1).all(is_hashed);
            is_file.then_some((name, self.tree.resolve(from).ok()?.contents()?.bytes()))
        });
        let count = written.clone().count();
        let is_in_copy = |(name, bytes): (&str, &[u8])| {
            let mut files = copy.files.iter();
            files.any(|file| file.path == name && file.bytes == bytes)
        };
        if count == copy.files.len() && written.all(is_in_copy) {
            return Ok((LockState::Same, Some(LockReason::FromSource)));
        }
        Ok((LockState::Changed, None))
    }

    /// Returns the path of the source from which a local skill was installed, and the skill's
    /// folder in this source. Returns `None` if `entry` is not a local skill, or if the source does
    /// not contain the skill.
    pub fn source(&self, entry: &RawEntry) -> Option<(String, Entry<'t>)> {
        if entry.source_type.as_deref() != Some(LOCAL) {
            return None;
        }
        let source = path::resolve(self.base, entry.source.as_deref()?);
        for full_depth in [false, true] {
            let report = install::find(self.tree, &search(&source, full_depth));
            let skill = report.skills.iter().find(|skill| skill.name == entry.name);
            if let Some(skill) = skill {
                let folder = self.tree.resolve(&skill.folder).ok()?;
                return Some((source, folder));
            }
        }
        None
    }
}

/// Returns a request that selects all skills of a source.
fn search(source: &str, full_depth: bool) -> InstallRequest {
    InstallRequest {
        source: source.to_owned(),
        project: "/".to_owned(),
        internal: true,
        full_depth,
        ..InstallRequest::default()
    }
}

fn git_tree(expected: &LockDigest, copy: &Copy<'_>) -> Result<Outcome, NoDigest> {
    Ok(match git_tree::compare(copy.folder, &expected.value)? {
        TreeMatch::Equal => (LockState::Same, None, Some(expected.value.clone())),
        TreeMatch::Different(found) => (
            LockState::Changed,
            Some(LockReason::SourceDigest),
            Some(found),
        ),
        TreeMatch::Unknown(found) => (
            LockState::Unverifiable,
            Some(LockReason::FileModes),
            Some(found),
        ),
    })
}

/// Compares a copy with a digest from a site's index. The digest is of one file, of an archive, or,
/// in the older format, of all files of the skill. The lock file does not record which of the three
/// it is.
fn well_known(expected: &LockDigest, copy: &Copy<'_>) -> Result<Outcome, NoDigest> {
    let files = FolderFiles::of(copy.folder)?;
    let older = files.older_index();
    if older == expected.value {
        return Ok((LockState::Same, None, Some(older)));
    }
    if let [file] = &*files.files {
        let of_file = sha256(file.bytes);
        if of_file == expected.value {
            return Ok((LockState::Same, None, Some(of_file)));
        }
    }
    Ok(unverifiable(LockReason::Archive))
}

/// Returns true if `gh skill` installed the skill in this folder.
fn is_of_gh_skill(folder: Entry<'_>) -> bool {
    let file = folder
        .child(SKILL_FILE)
        .filter(|file| matches!(file.kind(), EntryKind::File(_)));
    file.and_then(Entry::contents)
        .is_some_and(|contents| gh_skill::installed_from(contents.bytes()).is_some())
}
