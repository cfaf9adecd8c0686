//! The reasons why opencode leaves files out without a message, each with its remedy.

use crate::host::left_out::{self, LINK_TO_ABOVE, ReasonText, TOO_MANY_FOLDERS, is_searched};
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

/// The maximum number of folders that a remedy suggests as new locations for a skill.
const MAX_PLACES: usize = 16;

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::Hidden,
        "opencode skips entries below this folder whose name begins with a dot",
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
        "opencode looks for a folder with a SKILL.md in it, not for a file",
        "Make a folder of that name and move the file there as SKILL.md.",
    ),
    LINK_TO_ABOVE,
    (
        LeftOutReason::SourceOff,
        "an environment variable keeps opencode from searching this folder",
        "Unset OPENCODE_DISABLE_EXTERNAL_SKILLS, OPENCODE_DISABLE_CLAUDE_CODE and OPENCODE_DISABLE_CLAUDE_CODE_SKILLS, or move the skill to .opencode/skills.",
    ),
];

/// Explains why opencode leaves out the file at `path`. `reason` is the reason for which the search
/// of `root` skipped the file.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let places = roots
        .iter()
        .filter(|root| is_searched(root))
        .take(MAX_PLACES);
    left_out::explain("opencode", REASONS, (path, reason, root), places)
}
