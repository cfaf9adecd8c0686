//! The reasons why pi leaves files out without a message, each with its remedy.

use crate::host::left_out::{self, FEWER_FOLDERS, ReasonText, is_searched};
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

/// The maximum number of folders that a remedy suggests as new locations for a skill.
const MAX_PLACES: usize = 16;

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::SkippedFolder,
        "pi never enters a folder of this name",
        "Give the folder another name.",
    ),
    (
        LeftOutReason::TooDeep,
        "pi does not search a folder that has a SKILL.md",
        "Move the skill's folder beside the one with the other SKILL.md.",
    ),
    (
        LeftOutReason::GitIgnored,
        "a .gitignore, .ignore or .fdignore in the root excludes the file",
        "Remove the pattern from that file.",
    ),
    (
        LeftOutReason::DirectoryLimit,
        "Skillglass visits at most 50000 folders in all, and this one comes later",
        FEWER_FOLDERS,
    ),
    (
        LeftOutReason::FlatFile,
        "pi takes a Markdown file like this as a skill only if it has a description, and never directly in .agents/skills",
        "If the file is a skill, add `description:`, and in .agents/skills move it into a folder; a note needs no change.",
    ),
    (
        LeftOutReason::AlreadyVisited,
        "the link leads back to a folder that contains it",
        "Remove the link; no skill is lost.",
    ),
];

/// The reason why pi does not search a skill root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RootOff {
    /// An option of the command line disables all skills.
    Skills,
    /// The root belongs to a project that the user does not trust.
    Trust,
}

impl RootOff {
    pub fn message_and_help(self) -> (&'static str, &'static str) {
        match self {
            Self::Skills => (
                "the command line disables skills",
                "Remove `--no-skills`, or name the skill with `--skill`.",
            ),
            Self::Trust => (
                "the project is not trusted, so none of its skills loads",
                "Trust the project, or move the skill to ~/.pi/agent/skills.",
            ),
        }
    }
}

/// Explains why pi leaves out the file at `path`. `reason` is the reason for which the search of
/// `root` skipped the file.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let is_folder = |root: &&Root| is_searched(root) && root.path.ends_with("/skills");
    let places = roots.iter().filter(is_folder).take(MAX_PLACES);
    left_out::explain("pi", REASONS, (path, reason, root), places)
}
