//! The reasons why Copilot CLI leaves files out without a message, each with its remedy.

use super::names::COMMANDS;
use crate::host::left_out::{self, FEWER_FOLDERS, ReasonText, is_searched};
use crate::host::roots::OffReason;
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::TooDeep,
        "the file is in the folder of another skill, which Copilot CLI does not search",
        "Move the skill's folder out of the other one.",
    ),
    (
        LeftOutReason::DirectoryLimit,
        "Skillglass visits at most 50000 folders, and this one comes later",
        FEWER_FOLDERS,
    ),
    (
        LeftOutReason::FlatFile,
        "the file is directly in the root, and a skill is a folder with a SKILL.md",
        "Make a folder of that name and put the file into it as SKILL.md.",
    ),
    (
        LeftOutReason::SourceOff,
        "the skill belongs to the project, and the folder is not trusted",
        "Trust the folder, or move the skill's folder to the user's skills.",
    ),
];

/// The reason why skills do not load if the Agent Plugins manifest of their plugin is invalid, and
/// the remedy.
pub(super) const REJECTED: OffReason = (
    "Copilot CLI rejects the plugin without a message, because its plugin.json is not valid",
    "Correct the plugin.json; the rule `plugin-manifest` shows what is wrong.",
);

/// The reason why skills do not load if their `--plugin-dir` folder has no manifest, and the
/// remedy.
pub(super) const NO_MANIFEST: OffReason = (
    "the folder of `--plugin-dir` has no plugin.json",
    "Add a plugin.json with `$schema` and `name`.",
);

/// Explains why Copilot CLI leaves out the file at `path`. `reason` is the reason for which the
/// search of `root` skipped the file.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let places = roots
        .iter()
        .filter(|root| is_searched(root) && !root.path.ends_with(COMMANDS));
    left_out::explain("Copilot CLI", REASONS, (path, reason, root), places)
}

/// Explains why the skill at `path` is not used: the skill at `winner` has the same name
/// (`docs/hosts/copilot-cli.md#two-skills-of-one-name`).
pub(super) fn shadowed(path: &str, root: &str, name: &str, winner: &str) -> LeftOut {
    let words = (
        format!("another skill named {name:?} takes precedence: {winner}"),
        "Give one of the skills another name.".to_owned(),
    );
    LeftOut::new(path, Some(root), LeftOutReason::Shadowed, words)
}
