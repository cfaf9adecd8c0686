//! The reasons for which Copilot CLI passes something over without a word, each with its remedy.

use super::names::COMMANDS;
use crate::host::left_out::{self, FEWER_FOLDERS, Words, is_searched};
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

const WORDS: &[Words] = &[
    (
        LeftOutReason::TooDeep,
        "it lies in the folder of another skill, and Copilot CLI looks no further there",
        "Move the skill's folder out of the other one.",
    ),
    (
        LeftOutReason::DirectoryLimit,
        "Skillglass visits 50000 folders and had visited them all",
        FEWER_FOLDERS,
    ),
    (
        LeftOutReason::FlatFile,
        "it is a file of its own, and a skill is a folder with a SKILL.md",
        "Make a folder of that name and put the file into it as SKILL.md.",
    ),
    (
        LeftOutReason::SourceOff,
        "it belongs to the project, and the folder is not trusted",
        "Trust the folder, or move the skill's folder to the user's skills.",
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
        .filter(|root| is_searched(root) && !root.path.ends_with(COMMANDS));
    left_out::explain("Copilot CLI", WORDS, (path, reason, root), places)
}

/// Returns the entry for a skill that gives way to one of the same name
/// (`docs/hosts/copilot-cli.md#two-skills-of-one-name`).
pub(super) fn shadowed(path: &str, root: &str, name: &str, winner: &str) -> LeftOut {
    let words = (
        format!("another skill named {name:?} goes before it: {winner}"),
        "Give one of them another name.".to_owned(),
    );
    LeftOut::new(path, Some(root), LeftOutReason::Shadowed, words)
}
