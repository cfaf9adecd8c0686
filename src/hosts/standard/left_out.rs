//! The reasons for which the client passes something over without a word, each with its remedy.

use super::editions::Edition;
use crate::host::left_out::{self, FEWER_FOLDERS, Words};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::tree::path;

const WORDS: &[Words] = &[
    (
        LeftOutReason::FlatFile,
        "it lies in the root itself, and a skill is a folder below it",
        "Put it into a folder named after the skill.",
    ),
    (
        LeftOutReason::SourceOff,
        "it belongs to the project, and the project is not trusted",
        "Trust the project, or move the skill's folder to the user's skills.",
    ),
];

/// Returns the entry for `path`, passed over by the walk of `root` for that reason.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
    edition: &Edition,
) -> LeftOut {
    let (message, help) = match reason {
        LeftOutReason::SkippedFolder => {
            let names = edition.skipped_folders.join(" or ");
            let message = format!("clients look into no folder named {names}");
            (message, "Move the skill's folder out of it.")
        }
        LeftOutReason::TooDeep => {
            let message = format!(
                "it lies more than {} folders below its root",
                edition.max_depth
            );
            (message, "Move the skill's folder up.")
        }
        LeftOutReason::DirectoryLimit => {
            let most = edition.max_directories;
            let message =
                format!("the client visits {most} folders below a root and had visited them all");
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
            return left_out::explain("the client", WORDS, (path, reason, root), places);
        }
    };
    LeftOut::new(path, root, reason, (message, help.to_owned()))
}

/// Returns the entry for a skill that gives way to one of the same name (GUIDE: project over user, then the first found;
/// `docs/hosts/standard.md#where-the-client-looks`).
pub(super) fn shadowed(path: &str, root: &str, name: &str, winner: &str) -> LeftOut {
    let words = (
        format!("{winner} has the same name, {name}, and goes before it"),
        "Give one of the two another name, and its folder the same.".to_owned(),
    );
    LeftOut::new(path, Some(root), LeftOutReason::Shadowed, words)
}
