//! The reasons why Qwen Code leaves files out without a message, each with its remedy.

use crate::host::left_out::{self, LINK_TO_ABOVE, ReasonText, TOO_MANY_FOLDERS, is_searched};
use crate::host::roots::OffReason;
use crate::model::catalog::{LeftOut, LeftOutReason, Root};
use crate::model::skill::Scope;

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::SkippedFolder,
        "Qwen Code passes over folders whose name ends like those of its backups and installations",
        "Give the folder another name.",
    ),
    (
        LeftOutReason::NotAFile,
        "Qwen Code drops it without a word: Failed to read skill file: EISDIR: illegal operation on a directory, read",
        "Make SKILL.md a file.",
    ),
    (
        LeftOutReason::TooDeep,
        "Qwen Code searches only the folders directly in the root",
        "Move the skill's folder up into the root.",
    ),
    TOO_MANY_FOLDERS,
    (
        LeftOutReason::FlatFile,
        "Qwen Code looks for a folder with a SKILL.md in it, not for a file",
        "Make a folder of that name and move the file there as SKILL.md.",
    ),
    LINK_TO_ABOVE,
];

/// The reason why no skill root is searched in a session with `--bare`, and the remedy.
pub(super) const BARE: OffReason = (
    "the session starts with `--bare`, in which no skill loads",
    "Start the program without `--bare`.",
);

/// The reason why skill roots are not searched if the settings disable their level, such as
/// `project`, and the advice for the user.
pub(super) const LEVEL_OFF: OffReason = (
    "the settings switch off all skills of this level (`skills.disabledLevels`)",
    "Remove the level from `skills.disabledLevels` in the settings.",
);

/// Explains why Qwen Code leaves out the file at `path`. `reason` is the reason for which the
/// search of `root` skipped the file.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let is_own =
        |root: &&Root| matches!(root.scope, Scope::User | Scope::Repo) && is_searched(root);
    let places = roots.iter().filter(is_own);
    left_out::explain("Qwen Code", REASONS, (path, reason, root), places)
}
