//! The reasons why Gemini CLI leaves files out without a message, each with its remedy.

use crate::host::left_out::{self, FEWER_FOLDERS, ReasonText, is_searched};
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
    (
        LeftOutReason::DirectoryLimit,
        "Skillglass visits at most 50000 folders in all, and this one comes later",
        FEWER_FOLDERS,
    ),
    (
        LeftOutReason::FlatFile,
        "Gemini CLI looks for a folder with a SKILL.md in it, not for a file",
        "Make a folder of that name and move the file there as SKILL.md.",
    ),
    (
        LeftOutReason::AlreadyVisited,
        "the link leads back to a folder that contains it",
        "Remove the link; no skill is lost.",
    ),
];

/// The reason why Gemini CLI does not search a skill root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RootOff {
    /// Skills are disabled in the settings.
    Skills,
    /// The user does not trust the working directory.
    Trust,
    /// The extension that contains the skill root is disabled.
    Extension,
}

impl RootOff {
    pub fn message_and_help(self) -> (&'static str, &'static str) {
        match self {
            Self::Skills => (
                "the settings disable skills",
                "Remove `skills.enabled: false` from the settings, or ask the administrator.",
            ),
            Self::Trust => (
                "the working directory is not trusted, so no skill of the project loads",
                "Trust the folder in the program's dialog, or move the skill to ~/.gemini/skills.",
            ),
            Self::Extension => (
                "the extension is disabled in this directory",
                "Enable the extension with `gemini extensions enable`.",
            ),
        }
    }
}

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
