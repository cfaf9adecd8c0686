//! The reasons for which VS Code passes something over without a word, each with its remedy.

use crate::host::left_out::{self, FEWER_FOLDERS, Words, is_searched};
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

const WORDS: &[Words] = &[
    (
        LeftOutReason::TooDeep,
        "it lies more than one folder below its root",
        "Move the skill's folder right below the root.",
    ),
    (
        LeftOutReason::DirectoryLimit,
        "Skillglass visits 50000 folders below a root and had visited them all",
        FEWER_FOLDERS,
    ),
    (
        LeftOutReason::FlatFile,
        "a skill is a folder below the root with a SKILL.md in it",
        "Put it into a folder named after the skill, as SKILL.md.",
    ),
    (
        LeftOutReason::SourceOff,
        "the setting chat.agentSkillsLocations switches its folder off",
        "Take the folder out of chat.agentSkillsLocations, or set it to true there.",
    ),
];

/// Returns the entry for `path`, passed over by the walk of `root` for that reason.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let places = roots.iter().filter(|root| is_searched(root));
    left_out::explain("VS Code", WORDS, (path, reason, root), places)
}

/// Returns the entry for a skill that gives way to one whose folder has the same name
/// (`docs/hosts/vscode.md#two-skills-of-one-name`).
pub(super) fn shadowed(path: &str, root: &str, name: &str, winner: &str) -> LeftOut {
    let words = (
        format!("another skill's folder is named {name:?} and goes before it: {winner}"),
        "Give one of the folders another name.".to_owned(),
    );
    LeftOut::new(path, Some(root), LeftOutReason::Shadowed, words)
}
