//! The reasons for which OpenClaw passes something over, each with its remedy.

use crate::host::left_out::{self, Words, is_searched};
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

/// Roots that are named as places to move a skill to.
const MAX_PLACES: usize = 8;

const WORDS: &[Words] = &[
    (
        LeftOutReason::Hidden,
        "OpenClaw skips folders whose name begins with a dot",
        "Give the folder a name that does not begin with a dot.",
    ),
    (
        LeftOutReason::SkippedFolder,
        "OpenClaw does not look into node_modules, nor at plain folders among the links of plugins",
        "Move the skill's folder into one of the folders that it looks in.",
    ),
    (
        LeftOutReason::TooDeep,
        "it lies deeper below the folder of skills than OpenClaw looks",
        "Move the skill's folder up.",
    ),
    (
        LeftOutReason::DirectoryLimit,
        "OpenClaw had read as many folders of this root as it reads",
        "Move folders that hold no skills out of the root, or raise skills.limits.maxCandidatesPerRoot.",
    ),
    (
        LeftOutReason::EntryLimit,
        "OpenClaw takes no more folders, or skills, of one folder",
        "Raise skills.limits.maxCandidatesPerRoot or skills.limits.maxSkillsLoadedPerSource, or move skills elsewhere.",
    ),
    (
        LeftOutReason::NotAFile,
        "a directory has the name that a skill's file would have",
        "Make it a file.",
    ),
    (
        LeftOutReason::HiddenBySkill,
        "it lies in the folder of another skill, which OpenClaw does not look into",
        "Move the folder out of the other skill's.",
    ),
    (
        LeftOutReason::LinkNotFollowed,
        "the link leads out of the folder that it lies in",
        "Put the skill itself there, or name the folder in skills.load.allowSymlinkTargets, which counts for the workspace and extra folders.",
    ),
    (
        LeftOutReason::SourceOff,
        "a switch keeps OpenClaw from looking there",
        "Unset OPENCLAW_STATE_DIR, turn plugins on again, or move the skill into the workspace's skills.",
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
        .rev()
        .filter(|root| is_searched(root))
        .take(MAX_PLACES);
    left_out::explain("OpenClaw", WORDS, (path, reason, root), places)
}
