//! The reasons for which pi passes something over without a word, each with its remedy.

use crate::host::left_out::{self, FEWER_FOLDERS, Words, is_searched};
use crate::model::catalog::{LeftOut, LeftOutReason, Root};

/// Roots that are named as places to move a skill to.
const MAX_PLACES: usize = 16;

const WORDS: &[Words] = &[
    (
        LeftOutReason::SkippedFolder,
        "pi never enters a folder of this name",
        "Give the folder another name.",
    ),
    (
        LeftOutReason::TooDeep,
        "pi does not look into a folder that has a SKILL.md",
        "Move the skill's folder beside the one with the other SKILL.md.",
    ),
    (
        LeftOutReason::GitIgnored,
        "a .gitignore, .ignore or .fdignore in the root keeps it out",
        "Take the pattern out of that file.",
    ),
    (
        LeftOutReason::DirectoryLimit,
        "Skillglass visits 50000 folders in all and had visited them",
        FEWER_FOLDERS,
    ),
    (
        LeftOutReason::FlatFile,
        "pi takes a Markdown file in a root for a skill when it has a description",
        "Nothing is wrong with a note; a skill needs `description:`.",
    ),
    (
        LeftOutReason::AlreadyVisited,
        "the link leads back to a folder that it lies in",
        "Nothing is lost; the link can go.",
    ),
];

/// Why the program does not look into a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Off {
    /// The command line switches skills off.
    Skills,
    /// The project is not trusted.
    Trust,
}

impl Off {
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Skills => (
                "the command line switches skills off",
                "Leave `--no-skills` out, or name the skill with `--skill`.",
            ),
            Self::Trust => (
                "the project is not trusted, so none of its skills counts",
                "Trust the project, or move the skill to ~/.pi/agent/skills.",
            ),
        }
    }
}

/// Returns the entry for `path`, passed over by the walk of `root` for that reason.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let is_folder = |root: &&Root| is_searched(root) && root.path.ends_with("/skills");
    let places = roots.iter().filter(is_folder).take(MAX_PLACES);
    left_out::explain("pi", WORDS, (path, reason, root), places)
}
