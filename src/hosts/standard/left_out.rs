//! The reasons for which the client passes something over without a word, each with its remedy.

use super::editions::Edition;
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus, outside_roots};
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

/// The entry for `path`, passed over by the walk of `root` for that reason.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
    edition: &Edition,
) -> LeftOut {
    let words = match reason {
        LeftOutReason::SkippedFolder => (
            format!(
                "clients look into no folder named {}",
                edition.skipped_folders.join(" or ")
            ),
            "Move the skill's folder out of it.".to_owned(),
        ),
        LeftOutReason::TooDeep => (
            format!(
                "it lies more than {} folders below its root",
                edition.max_depth
            ),
            "Move the skill's folder up.".to_owned(),
        ),
        LeftOutReason::DirectoryLimit => (
            format!(
                "the client visits {} folders below a root and had visited them all",
                edition.max_directories
            ),
            "Move folders that hold no skills out of the root.".to_owned(),
        ),
        LeftOutReason::WrongSpelling => (
            format!(
                "the file is named {}, and clients look for exactly {SKILL_FILE}",
                path::file_name(path)
            ),
            format!("Rename it to {SKILL_FILE}."),
        ),
        LeftOutReason::NotAFile => (
            format!("{SKILL_FILE} is a directory here"),
            format!("Make {SKILL_FILE} a file."),
        ),
        LeftOutReason::FlatFile => (
            "it lies in the root itself, and a skill is a folder below it".to_owned(),
            "Put it into a folder named after the skill.".to_owned(),
        ),
        LeftOutReason::SourceOff => (
            "it belongs to the project, and the project is not trusted".to_owned(),
            "Trust the project, or move the skill's folder to the user's skills.".to_owned(),
        ),
        LeftOutReason::OutsideRoots => {
            let places = roots.iter().filter(|root| root.status != RootStatus::Off);
            outside_roots("the client", places)
        }
        _ => reason.in_general(),
    };
    LeftOut::new(path, root, reason, words)
}

/// The entry for a skill that gives way to one of the same name (GUIDE: project over user, then the first found;
/// `docs/hosts/standard.md#where-the-client-looks`).
pub(super) fn shadowed(path: &str, root: &str, name: &str, winner: &str) -> LeftOut {
    LeftOut {
        fault: None,
        path: path.to_owned(),
        root: Some(root.to_owned()),
        reason: LeftOutReason::Shadowed,
        message: format!("{winner} has the same name, {name}, and goes before it"),
        help: "Give one of the two another name, and its folder the same.".to_owned(),
    }
}
