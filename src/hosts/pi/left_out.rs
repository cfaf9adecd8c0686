//! The reasons why pi leaves files out without a message, each with its remedy.

use crate::host::left_out::{self, LINK_TO_ABOVE, ReasonText, TOO_MANY_FOLDERS, is_searched};
use crate::host::roots::OffReason;
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
    TOO_MANY_FOLDERS,
    (
        LeftOutReason::FlatFile,
        "pi takes a Markdown file like this as a skill only if it has a description, and never directly in .agents/skills",
        "If the file is a skill, add `description:`, and in .agents/skills move it into a folder; a note needs no change.",
    ),
    LINK_TO_ABOVE,
];

/// The reason why skill roots are not searched if the command line switches skills off, and the
/// advice for the user.
pub(super) const NO_SKILLS: OffReason = (
    "the command line disables skills",
    "Remove `--no-skills`, or name the skill with `--skill`.",
);

/// The reason why skill roots are not searched if the project is not trusted, and the advice for
/// the user.
pub(super) const UNTRUSTED: OffReason = (
    "the project is not trusted, so none of its skills loads",
    "Trust the project, or move the skill to ~/.pi/agent/skills.",
);

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
