//! The report about lock files.

use serde::Serialize;

use crate::text::document::Range;

/// The lock files of a tree, each compared with the installed skills.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LocksReport {
    /// The lock files, by path.
    pub locks: Vec<LockFile>,
    /// The files whose contents the comparison needs and the tree does not have yet, sorted. Write them into the tree
    /// and call again.
    pub unread: Vec<String>,
}

/// A file that records which skills are installed, or which bytes a site serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LockFile {
    /// The path of the file.
    pub path: String,
    /// The format of the file.
    pub format: LockFormat,
    /// The version of the format as the file has it, such as `1`. None if the format has no version, or the file none.
    pub version: Option<String>,
    /// The skills that the file lists, in its order.
    pub entries: Vec<LockEntry>,
    /// The skills that are installed next to the lock file, and that it does not list, by path.
    pub unlisted: Vec<UnlistedSkill>,
    /// The faults of the file, by place. Other entries are compared nevertheless.
    pub problems: Vec<LockProblem>,
}

/// The format of a lock file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LockFormat {
    /// `skills-lock.json` in a project, by the `skills` CLI.
    Project,
    /// `~/.agents/.skill-lock.json`, by the `skills` CLI and `gh skill`.
    Global,
    /// The keys `github-*` in the `metadata` of an installed `SKILL.md`, by `gh skill`.
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
    /// The origin of the skill as the lock file has it, such as `owner/repository`. None if the lock has no text there.
    pub source: Option<String>,
    /// The branch, tag or commit that was requested; none if the lock file has none.
    pub reference: Option<String>,
    /// The state of the copies: the worst one, or `missing` if there is no copy.
    pub state: LockState,
    /// The reason for the state; none if the state needs no reason.
    pub reason: Option<LockReason>,
    /// The digest in the lock file; none if it has no digest that its program writes.
    pub expected: Option<LockDigest>,
    /// The installed copies, each folder once. For an index of a site, the file that it names.
    pub copies: Vec<LockedCopy>,
    /// The place of the digest in the lock file, or that of the name if there is no digest.
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
    /// The path of the folder, with links resolved. For an index of a site, the path of the file.
    pub path: String,
    /// The state of this copy.
    pub state: LockState,
    /// The reason for the state; none if the state needs no reason.
    pub reason: Option<LockReason>,
    /// The digest of the copy by the rule of the lock file's program; none if it cannot be computed.
    pub found: Option<String>,
}

/// A digest in a lock file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LockDigest {
    /// The rule by which the digest is computed.
    pub algorithm: LockAlgorithm,
    /// The digest as the file has it.
    pub value: String,
}

/// The rule by which a digest of a skill is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LockAlgorithm {
    /// SHA-256 over the path and the bytes of each file of the folder, in the order of `localeCompare`.
    SkillsCli,
    /// The object name of the folder's tree in Git, with SHA-1.
    GitTree,
    /// SHA-256 of the file, or of all files of a skill of the older form of an index.
    WellKnown,
}

/// The state of a locked skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum LockState {
    /// The copy is what the lock file records.
    Same,
    /// The copy is not what the lock file records.
    Changed,
    /// There is no copy.
    Missing,
    /// The digest cannot be compared with the copy; the reason has the cause.
    Unverifiable,
}

/// The reason for the state of a locked skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LockReason {
    /// `same`: the files have other line ends than those that were locked.
    LineEnds,
    /// `same`: the copy is what the program installs from its source, which is what was locked.
    FromSource,
    /// `changed`: the program computed the digest from its source. If the source has files that the program does not
    /// copy, such as `metadata.json`, no copy has this digest.
    SourceDigest,
    /// `unverifiable`: the lock file has no digest.
    NoDigest,
    /// `unverifiable`: the digest has a form that the program does not write.
    UnknownDigest,
    /// `unverifiable`: the entry has no name, so its folder is unknown.
    NoName,
    /// `unverifiable`: the program changes `SKILL.md` when it installs the skill, and the digest is that of the
    /// original.
    Rewritten,
    /// `unverifiable`: the digest is that of an archive, which is not in the tree.
    Archive,
    /// `unverifiable`: the locked skill is the whole project.
    SourceItself,
    /// `unverifiable`: a link leads out of the folder of the lock file.
    Outside,
    /// `unverifiable`: the file is on another site.
    OtherSite,
    /// `unverifiable`: the contents of a file were not given.
    Unread,
    /// `unverifiable`: the digest depends on which files are executable, which the tree does not record, and the folder
    /// has too many files to try all combinations.
    FileModes,
    /// `unverifiable`: the digest depends on the order of file names, and the order of some letters is not emulated.
    NameOrder,
    /// `unverifiable`: the folder has more files or levels than are read.
    TooLarge,
}

/// A skill that is installed and that the lock file does not list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct UnlistedSkill {
    /// The name of the skill's folder.
    pub name: String,
    /// The path of the `SKILL.md`, with links resolved.
    pub path: String,
}

/// A fault of a lock file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LockProblem {
    /// The kind of the fault.
    pub code: LockProblemCode,
    /// The name of the entry with the fault; none if the fault concerns the whole file.
    pub entry: Option<String>,
    /// The fault, in words.
    pub message: String,
    /// Advice on how to correct the fault.
    pub help: String,
    /// The place of the fault.
    pub range: Range,
}

/// The kind of a fault of a lock file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LockProblemCode {
    /// The file cannot be read, so its program ignores all of it.
    Unreadable,
    /// The version is older than those that the program reads, or there is none. The program ignores the file.
    IgnoredVersion,
    /// The version is newer than the newest one that is known here.
    UnknownVersion,
    /// A member of an entry is missing or is not what the program writes.
    BadEntry,
    /// Two entries have the same name; the program reads the last one.
    RepeatedName,
    /// Two entries are installed in the same folder, so the later one replaced the other.
    SameFolder,
    /// A path leads out of the source of the skill.
    LeadsOut,
}
