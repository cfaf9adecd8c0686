//! The reasons for which OpenClaw passes something over, each with its remedy.

use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus, outside_roots};
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

/// Roots that are named as places to move a skill to.
const MAX_PLACES: usize = 8;

/// The entry for `path`, passed over by the walk of `root` for that reason.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let words = match reason {
        LeftOutReason::Hidden => (
            "OpenClaw skips folders whose name begins with a dot".to_owned(),
            "Give the folder a name that does not begin with a dot.".to_owned(),
        ),
        LeftOutReason::SkippedFolder => (
            "OpenClaw does not look into node_modules, nor at plain folders among the links of plugins".to_owned(),
            "Move the skill's folder into one of the folders that it looks in.".to_owned(),
        ),
        LeftOutReason::TooDeep => (
            "it lies deeper below the folder of skills than OpenClaw looks".to_owned(),
            "Move the skill's folder up.".to_owned(),
        ),
        LeftOutReason::DirectoryLimit => (
            "OpenClaw had read as many folders of this root as it reads".to_owned(),
            "Move folders that hold no skills out of the root, or raise skills.limits.maxCandidatesPerRoot.".to_owned(),
        ),
        LeftOutReason::EntryLimit => (
            "OpenClaw takes no more folders, or skills, of one folder".to_owned(),
            "Raise skills.limits.maxCandidatesPerRoot or skills.limits.maxSkillsLoadedPerSource, or move skills elsewhere.".to_owned(),
        ),
        LeftOutReason::WrongSpelling => (
            format!(
                "the file is named {}, and OpenClaw looks for exactly {SKILL_FILE}",
                path::file_name(path)
            ),
            format!("Rename it to {SKILL_FILE}."),
        ),
        LeftOutReason::HiddenBySkill => (
            "it lies in the folder of another skill, which OpenClaw does not look into".to_owned(),
            "Move the folder out of the other skill's.".to_owned(),
        ),
        LeftOutReason::LinkNotFollowed => (
            "the link leads out of the folder that it lies in".to_owned(),
            "Put the skill itself there, or name the folder in skills.load.allowSymlinkTargets, which counts for the workspace and extra folders.".to_owned(),
        ),
        LeftOutReason::SourceOff => (
            "a switch keeps OpenClaw from looking there".to_owned(),
            "Unset OPENCLAW_STATE_DIR, turn plugins on again, or move the skill into the workspace's skills.".to_owned(),
        ),
        LeftOutReason::OutsideRoots => {
            let places = roots.iter().rev();
            let places = places.filter(|root| !matches!(root.status, RootStatus::Duplicate | RootStatus::Off));
            outside_roots("OpenClaw", places.take(MAX_PLACES))
        }
        _ => reason.in_general(),
    };
    LeftOut::new(path, root, reason, words)
}
