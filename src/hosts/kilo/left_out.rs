//! The reasons why Kilo leaves files out without a message, each with its remedy.

use crate::host::left_out::{self, LINK_TO_ABOVE, ReasonText, TOO_MANY_FOLDERS, is_searched};
use crate::host::roots::OffReason;
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

/// The maximum number of skill folders that a remedy names as new locations for a skill.
const MAX_PLACES: usize = 16;

/// The reason why an environment variable excludes a skill root from the search, and the remedy.
pub(super) const OFF: OffReason = (
    "an environment variable keeps Kilo from searching this folder",
    "Unset KILO_DISABLE_EXTERNAL_SKILLS, KILO_DISABLE_CLAUDE_CODE and KILO_DISABLE_CLAUDE_CODE_SKILLS, or move the skill to .kilo/skills.",
);

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::Hidden,
        "Kilo skips entries below this folder whose name begins with a dot",
        "Give the folder a name that does not begin with a dot, or move it to .agents/skills.",
    ),
    (
        LeftOutReason::TooDeep,
        "the path is too long for a program to open",
        "Move the skill's folder up.",
    ),
    TOO_MANY_FOLDERS,
    (
        LeftOutReason::FlatFile,
        "Kilo looks for a folder with a SKILL.md in it, not for a file",
        "Make a folder of that name and move the file there as SKILL.md.",
    ),
    LINK_TO_ABOVE,
];

/// Explains why Kilo leaves out the file at `path`. `reason` is the reason for which the search of
/// `root` skipped the file.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let places = roots.iter().filter(|root| is_searched(root));
    left_out::explain(
        "Kilo",
        REASONS,
        (path, reason, root),
        places.take(MAX_PLACES),
    )
}
