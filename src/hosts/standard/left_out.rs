//! Explains why a client of the open standard skips files without a message, and how to make the
//! client load each file.

use super::editions::StandardEdition;
use crate::host::left_out::{self, FEWER_FOLDERS, ReasonText};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::tree::path;

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::FlatFile,
        "the file is directly in the root, and a skill is a folder below it",
        "Put it into a folder named after the skill.",
    ),
    (
        LeftOutReason::SourceOff,
        "the skill belongs to the project, and the project is not trusted",
        "Trust the project, or move the skill's folder to the user's skills.",
    ),
];

/// Describes a skipped file for the catalog. `reason` is the reason why the search of `root`
/// skipped the file.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
    edition: &StandardEdition,
) -> LeftOut {
    let (message, help) = match reason {
        LeftOutReason::SkippedFolder => {
            let names = edition.skipped_folders.join(" or ");
            let message = format!("clients search no folder named {names}");
            (message, "Move the skill's folder out of it.")
        }
        LeftOutReason::TooDeep => {
            let message = format!(
                "the file is more than {} folders below its root",
                edition.max_depth
            );
            (message, "Move the skill's folder up.")
        }
        LeftOutReason::DirectoryLimit => {
            let most = edition.max_directories;
            let message = format!(
                "the client visits at most {most} folders below a root, and this one comes later"
            );
            (message, FEWER_FOLDERS)
        }
        LeftOutReason::WrongSpelling => {
            let name = path::file_name(path);
            let message =
                format!("the file is named {name}, and clients look for exactly SKILL.md");
            (message, "Rename it to SKILL.md.")
        }
        _ => {
            let places = roots.iter().filter(|root| root.status != RootStatus::Off);
            return left_out::explain("the client", REASONS, (path, reason, root), places);
        }
    };
    LeftOut::new(path, root, reason, (message, help.to_owned()))
}

/// Describes, for the catalog, a skill that is not used because the skill at `winner` has the same
/// name. A skill of the project takes precedence over a skill of the user. Otherwise the skill that
/// is found first takes precedence (`docs/hosts/standard.md#where-the-client-looks`).
pub(super) fn shadowed(path: &str, root: &str, name: &str, winner: &str) -> LeftOut {
    let words = (
        format!("{winner} has the same name, {name}, and takes precedence"),
        "Give one of the two skills another name, and its folder the same name.".to_owned(),
    );
    LeftOut::new(path, Some(root), LeftOutReason::Shadowed, words)
}
