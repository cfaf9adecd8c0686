//! The reasons for which opencode passes something over without a word, each with its remedy.

use super::names::MAX_DIRECTORIES;
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus, outside_roots};
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

/// Roots that are named as places to move a skill to.
const MAX_PLACES: usize = 16;

/// The entry for `path`, passed over by the walk of `root` for that reason.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let words = match reason {
        LeftOutReason::Hidden => (
            "opencode skips entries below this folder whose name begins with a dot".to_owned(),
            "Give the folder a name that does not begin with a dot, or move it to .agents/skills."
                .to_owned(),
        ),
        LeftOutReason::TooDeep => (
            "its path is longer than a program can open".to_owned(),
            "Move the skill's folder up.".to_owned(),
        ),
        LeftOutReason::DirectoryLimit => (
            format!("Skillglass visits {MAX_DIRECTORIES} folders in all and had visited them"),
            "Move folders that hold no skills out of the root.".to_owned(),
        ),
        LeftOutReason::WrongSpelling => (
            format!(
                "the file is named {}, and opencode looks for exactly {SKILL_FILE}",
                path::file_name(path)
            ),
            format!("Rename it to {SKILL_FILE}."),
        ),
        LeftOutReason::NotAFile => (
            format!("{SKILL_FILE} is a directory here"),
            format!("Make {SKILL_FILE} a file."),
        ),
        LeftOutReason::FlatFile => (
            format!("opencode looks for a folder with a {SKILL_FILE} in it, not for a file"),
            format!("Make a folder of that name and move the file there as {SKILL_FILE}."),
        ),
        LeftOutReason::AlreadyVisited => (
            "the link leads back to a folder that it lies in".to_owned(),
            "Nothing is lost; the link can go.".to_owned(),
        ),
        LeftOutReason::SourceOff => (
            "a switch of the environment keeps opencode from looking there".to_owned(),
            "Unset OPENCODE_DISABLE_EXTERNAL_SKILLS, OPENCODE_DISABLE_CLAUDE_CODE and OPENCODE_DISABLE_CLAUDE_CODE_SKILLS, or move the skill to .opencode/skills."
                .to_owned(),
        ),
        LeftOutReason::OutsideRoots => {
            let places = roots.iter().filter(|root| !matches!(root.status, RootStatus::Duplicate | RootStatus::Off));
            outside_roots("opencode", places.take(MAX_PLACES))
        }
        _ => reason.in_general(),
    };
    LeftOut::new(path, root, reason, words)
}
