//! The reasons why VS Code leaves files out without a message, each with its remedy.

use crate::host::left_out::{self, FEWER_FOLDERS, ReasonText, is_searched};
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::TooDeep,
        "the file is more than one folder below its root",
        "Move the skill's folder directly below the root.",
    ),
    (
        LeftOutReason::DirectoryLimit,
        "Skillglass visits at most 50000 folders below a root, and this one comes later",
        FEWER_FOLDERS,
    ),
    (
        LeftOutReason::FlatFile,
        "a skill is a folder below the root with a SKILL.md in it",
        "Put it into a folder named after the skill, as SKILL.md.",
    ),
    (
        LeftOutReason::SourceOff,
        "the setting chat.agentSkillsLocations disables the folder",
        "Remove the folder from chat.agentSkillsLocations, or set it to true.",
    ),
];

/// Explains why VS Code leaves out the file at `path`. `reason` is the reason for which the search
/// of `root` skipped the file.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let places = roots.iter().filter(|root| is_searched(root));
    left_out::explain("VS Code", REASONS, (path, reason, root), places)
}

/// Explains why the skill at `path` is not used: the folder of the skill at `winner` has the same
/// name (`docs/hosts/vscode.md#two-skills-of-one-name`).
pub(super) fn shadowed(path: &str, root: &str, name: &str, winner: &str) -> LeftOut {
    let words = (
        format!(
            "the folder of another skill is also named {name:?} and takes precedence: {winner}"
        ),
        "Give one of the folders another name.".to_owned(),
    );
    LeftOut::new(path, Some(root), LeftOutReason::Shadowed, words)
}
