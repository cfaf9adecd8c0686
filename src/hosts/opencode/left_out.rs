//! The reasons for which opencode passes something over without a word, each with its remedy.

use crate::host::left_out::{self, FEWER_FOLDERS, Words, is_searched};
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

/// Roots that are named as places to move a skill to.
const MAX_PLACES: usize = 16;

const WORDS: &[Words] = &[
    (
        LeftOutReason::Hidden,
        "opencode skips entries below this folder whose name begins with a dot",
        "Give the folder a name that does not begin with a dot, or move it to .agents/skills.",
    ),
    (
        LeftOutReason::TooDeep,
        "its path is longer than a program can open",
        "Move the skill's folder up.",
    ),
    (
        LeftOutReason::DirectoryLimit,
        "Skillglass visits 50000 folders in all and had visited them",
        FEWER_FOLDERS,
    ),
    (
        LeftOutReason::FlatFile,
        "opencode looks for a folder with a SKILL.md in it, not for a file",
        "Make a folder of that name and move the file there as SKILL.md.",
    ),
    (
        LeftOutReason::AlreadyVisited,
        "the link leads back to a folder that it lies in",
        "Nothing is lost; the link can go.",
    ),
    (
        LeftOutReason::SourceOff,
        "a switch of the environment keeps opencode from looking there",
        "Unset OPENCODE_DISABLE_EXTERNAL_SKILLS, OPENCODE_DISABLE_CLAUDE_CODE and OPENCODE_DISABLE_CLAUDE_CODE_SKILLS, or move the skill to .opencode/skills.",
    ),
];

/// Returns the entry for `path`, passed over by the walk of `root` for that reason.
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
    left_out::explain("opencode", WORDS, (path, reason, root), places)
}
