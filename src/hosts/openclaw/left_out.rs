//! The reasons why OpenClaw leaves files out, each with its remedy.

use crate::host::left_out::{self, ReasonText, is_searched};
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

/// The maximum number of skill folders that a remedy names as new locations for a skill.
const MAX_PLACES: usize = 8;

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::Hidden,
        "OpenClaw skips folders whose name begins with a dot",
        "Give the folder a name that does not begin with a dot.",
    ),
    (
        LeftOutReason::SkippedFolder,
        "OpenClaw searches neither node_modules nor plain folders among the links of plugins",
        "Move the skill's folder into one of the folders that OpenClaw searches.",
    ),
    (
        LeftOutReason::TooDeep,
        "the file is deeper below the folder of skills than OpenClaw searches",
        "Move the skill's folder up.",
    ),
    (
        LeftOutReason::DirectoryLimit,
        "OpenClaw reads a limited number of folders of a root, and this root has more",
        "Move folders that hold no skills out of the root, or raise skills.limits.maxCandidatesPerRoot.",
    ),
    (
        LeftOutReason::EntryLimit,
        "OpenClaw takes a limited number of folders and skills from one folder, and this folder has more",
        "Raise skills.limits.maxCandidatesPerRoot or skills.limits.maxSkillsLoadedPerSource, or move skills elsewhere.",
    ),
    (
        LeftOutReason::NotAFile,
        "a directory has the name of a skill's file",
        "Make it a file.",
    ),
    (
        LeftOutReason::HiddenBySkill,
        "the file is in the folder of another skill, which OpenClaw does not search",
        "Move the folder out of the other skill's folder.",
    ),
    (
        LeftOutReason::LinkNotFollowed,
        "the link leads out of the folder that contains it",
        "Put the skill itself there, or name the folder in skills.load.allowSymlinkTargets, which applies to the workspace and extra folders.",
    ),
    (
        LeftOutReason::SourceOff,
        "an environment variable or a setting keeps OpenClaw from searching this folder",
        "Unset OPENCLAW_STATE_DIR, turn plugins on again, or move the skill into the workspace's skills.",
    ),
];

/// Explains why OpenClaw leaves out the file at `path`. `reason` is the reason for which the search
/// of `root` skipped the file.
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
    left_out::explain("OpenClaw", REASONS, (path, reason, root), places)
}
