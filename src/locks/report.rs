//! The report about lock files.

use serde::Serialize;

use crate::text::document::Range;

/// The lock files of a tree, compared with the installed skills.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LocksReport {
    /// The lock files, sorted by path.
    pub locks: Vec<LockFile>,
    /// The files whose contents the comparison needs but the tree does not have yet, sorted by
    /// path. Write these files into the tree, and call the function again.
    pub unread: Vec<String>,
}

/// A file that records which skills are installed, or which bytes a site serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LockFile {
    /// The path of the lock file.
    pub path: String,
    /// The format of the lock file.
    pub format: LockFormat,
    /// The version of the format, as written in the file, such as `1`. None if the format has no version, or if the
    /// file does not contain its version.
    pub version: Option<String>,
    /// The skills that the file lists, in the order of the file.
    pub entries: Vec<LockEntry>,
    /// The skills that are installed in the folder of the lock file, but that the lock file does
    /// not list, sorted by path.
    pub unlisted: Vec<UnlistedSkill>,
    /// The faults of the lock file, sorted by their position. Entries without a fault are still
    /// compared with the installed skills.
    pub problems: Vec<LockProblem>,
}

/// The format of a lock file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LockFormat {
    /// `skills-lock.json` in a project, which the `skills` CLI writes.
    Project,
    /// `~/.agents/.skill-lock.json`, which the `skills` CLI and `gh skill` write.
    Global,
    /// The keys `github-*` in the `metadata` of an installed `SKILL.md`, which `gh skill` writes.
    GhSkill,
    /// The index that a site publishes below `/.well-known/`.
    WellKnown,
}

/// A skill that a lock file lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LockEntry {
    /// The name of the skill in the lock file.
    pub name: String,
    /// The origin of the skill, as written in the lock file, such as `owner/repository`. None if the origin is missing
    /// or is not a text.
    pub source: Option<String>,
    /// The branch, tag or commit that was requested. None if the lock file does not record it.
    pub reference: Option<String>,
    /// The worst state of all copies, or `missing` if there is no copy.
    pub state: LockState,
    /// The reason for the state. None if the state needs no reason.
    pub reason: Option<LockReason>,
    /// The digest in the lock file. None if the lock file has no digest, or a digest that is not in
    /// the format of the program that writes the lock file.
    pub expected: Option<LockDigest>,
    /// The installed copies of the skill. Each folder is in the list only once. If the lock file is
    /// a website's index of skills, the list has the file to which this entry's URL leads.
    pub copies: Vec<LockedCopy>,
    /// The place of the digest in the lock file, or the place of the name if the entry has no digest.
    pub range: Range,
}

impl LockEntry {
    /// Returns the path of the first installed copy.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.copies.first().map(|copy| &*copy.path)
    }
}

/// An installed copy of a locked skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LockedCopy {
    /// The path of the folder with the installed skill, with links resolved. If the lock file is a
    /// website's index of skills, the path of the file to which the entry's URL leads.
    pub path: String,
    /// The state of this copy.
    pub state: LockState,
    /// The reason for the state. None if the state needs no reason.
    pub reason: Option<LockReason>,
    /// The digest of the copy, computed by the rule of the lock file's program. None if the digest cannot be computed.
    pub found: Option<String>,
}

/// A digest in a lock file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LockDigest {
    /// The rule by which the digest is computed.
    pub algorithm: LockAlgorithm,
    /// The digest, as written in the lock file.
    pub value: String,
}

/// The rule by which a digest of a skill is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LockAlgorithm {
    /// SHA-256 of the path and the bytes of each file in the folder, in the order of `localeCompare`.
    SkillsCli,
    /// The SHA-1 name of the folder's tree object in Git.
    GitTree,
    /// The SHA-256 of a skill that was installed from a website with an index of skills. It is the
    /// digest of the file that the index names for the skill. In the older format of the index, it
    /// is the digest of all files of the skill.
    WellKnown,
}

/// The state of a locked skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum LockState {
    /// The copy is equal to the skill that the lock file records.
    Same,
    /// The copy differs from the skill that the lock file records.
    Changed,
    /// No copy of the skill is installed.
    Missing,
    /// The digest cannot be compared with the copy. The `reason` has the cause.
    Unverifiable,
}

/// The reason for the state of a locked skill. Each reason belongs to one [`LockState`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LockReason {
    /// Reason for `same`: the copy differs from the locked files only in its line ends.
    LineEnds,
    /// Reason for `same`: the skill's source has the locked digest, and an installation from this
    /// source would write exactly the files of the installed copy.
    FromSource,
    /// Reason for `changed`: the lock file's program computed the digest from the skill's source.
    /// If the source has files that the program does not copy, such as `metadata.json`, no copy can
    /// have this digest.
    SourceDigest,
    /// Reason for `unverifiable`: the lock file has no digest.
    NoDigest,
    /// Reason for `unverifiable`: the digest in the lock file does not have the form of the digests
    /// that the lock file's program, such as the `skills` CLI, writes.
    UnknownDigest,
    /// Reason for `unverifiable`: the lock file's entry has no name, so the skill's folder is
    /// unknown.
    NoName,
    /// Reason for `unverifiable`: the lock file's program computed the digest from the original
    /// `SKILL.md`, but changes this file when the skill is installed.
    Rewritten,
    /// Reason for `unverifiable`: the lock file's program computed the digest from an archive,
    /// which is not in the tree.
    Archive,
    /// Reason for `unverifiable`: the locked skill is the whole project, so there is no separate
    /// copy.
    SourceItself,
    /// Reason for `unverifiable`: a link leads out of the folder of the lock file.
    Outside,
    /// Reason for `unverifiable`: a website's index of skills names a file on a different website.
    OtherSite,
    /// Reason for `unverifiable`: the contents of a file are not in the tree.
    Unread,
    /// Reason for `unverifiable`: the digest depends on which files are executable. The tree does
    /// not record this, and the folder has too many files to try all combinations.
    FileModes,
    /// Reason for `unverifiable`: the digest depends on the order of file names. This order is not
    /// known for some letters in the names.
    NameOrder,
    /// Reason for `unverifiable`: the skill's folder has too many files or too many levels.
    TooLarge,
}

/// A skill that is installed but that the lock file does not list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct UnlistedSkill {
    /// The name of the skill's folder.
    pub name: String,
    /// The path of the skill's `SKILL.md`, with links resolved.
    pub path: String,
}

/// A fault of a lock file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LockProblem {
    /// The kind of fault.
    pub code: LockProblemCode,
    /// The name of the lock file's entry that has the fault. None if the fault is about the whole
    /// file.
    pub entry: Option<String>,
    /// A description of the fault.
    pub message: String,
    /// Advice on how to fix the problem.
    pub help: String,
    /// The place of the fault in the file.
    pub range: Range,
}

/// A kind of fault of a lock file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LockProblemCode {
    /// The file cannot be read, so the program that wrote the file ignores all of it.
    Unreadable,
    /// The lock file has no version, or an old version that the lock file's program, such as the
    /// `skills` CLI, does not read. The program ignores the lock file.
    IgnoredVersion,
    /// The version is newer than the newest version that Skillglass knows.
    UnknownVersion,
    /// A property of an entry is missing, or has a value that the lock file's program, such as the
    /// `skills` CLI, does not write.
    BadEntry,
    /// Two entries have the same name. The lock file's program, such as the `skills` CLI, reads
    /// only the later entry.
    RepeatedName,
    /// Two entries are installed in the same folder, so the later entry replaced the earlier one.
    SameFolder,
    /// A path of an entry leads out of the skill's source.
    LeadsOut,
}
