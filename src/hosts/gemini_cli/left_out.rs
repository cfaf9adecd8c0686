//! The reasons why Gemini CLI leaves files out without a message, each with its remedy.

use crate::host::left_out::{self, LINK_TO_ABOVE, ReasonText, TOO_MANY_FOLDERS, is_searched};
use crate::host::roots::OffReason;
use crate::model::catalog::{LeftOut, LeftOutReason, Root};
use crate::model::skill::Scope;

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::SkippedFolder,
        "Gemini CLI never enters a folder of this name",
        "Give the folder another name.",
    ),
    (
        LeftOutReason::TooDeep,
        "Gemini CLI searches only the root and the folders directly in it",
        "Move the skill's folder up into the root.",
    ),
    TOO_MANY_FOLDERS,
    (
        LeftOutReason::FlatFile,
        "Gemini CLI looks for a folder with a SKILL.md in it, not for a file",
        "Make a folder of that name and move the file there as SKILL.md.",
    ),
    LINK_TO_ABOVE,
];

/// The reason why Gemini CLI does not search a directory of skills if the settings disable skills,
/// and the remedy for the user.
pub(super) const SKILLS_DISABLED: OffReason = (
    "the settings disable skills",
    "Remove `skills.enabled: false` from the settings, or ask the administrator.",
);

/// The reason why Gemini CLI does not search a directory of skills if the working directory is not
/// trusted, and the remedy for the user.
pub(super) const UNTRUSTED: OffReason = (
    "the working directory is not trusted, so no skill of the project loads",
    "Trust the folder in the program's dialog, or move the skill to ~/.gemini/skills.",
);

/// The reason why Gemini CLI does not search an extension's directory of skills if the extension is
/// disabled, and the remedy for the user.
pub(super) const EXTENSION_DISABLED: OffReason = (
    "the extension is disabled in this directory",
    "Enable the extension with `gemini extensions enable`.",
);

/// Explains why Gemini CLI leaves out the file at `path`. `reason` is the reason for which the
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
    left_out::explain("Gemini CLI", REASONS, (path, reason, root), places)
}
