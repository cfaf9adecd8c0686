//! The reasons for which pi passes something over without a word, each with its remedy.

use super::names::MAX_DIRECTORIES;
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus, outside_roots};
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

/// Roots that are named as places to move a skill to.
const MAX_PLACES: usize = 16;

/// Why the program does not look into a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Off {
    /// The command line switches skills off.
    Skills,
    /// The project is not trusted.
    Trust,
}

/// The entry for `path`, passed over by the walk of `root` for that reason, or below a root that is off.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    off: Option<Off>,
    roots: &[Root],
) -> LeftOut {
    if let Some(off) = off {
        return LeftOut::new(path, root, LeftOutReason::SourceOff, off.words());
    }
    let words = match reason {
        LeftOutReason::Hidden => (
            "pi skips entries whose name begins with a dot".to_owned(),
            "Give the folder a name that does not begin with a dot.".to_owned(),
        ),
        LeftOutReason::SkippedFolder => (
            "pi never enters a folder of this name".to_owned(),
            "Give the folder another name.".to_owned(),
        ),
        LeftOutReason::TooDeep => (
            format!("pi does not look into a folder that has a {SKILL_FILE}"),
            format!("Move the skill's folder beside the one with the other {SKILL_FILE}."),
        ),
        LeftOutReason::GitIgnored => (
            "a .gitignore, .ignore or .fdignore in the root keeps it out".to_owned(),
            "Take the pattern out of that file.".to_owned(),
        ),
        LeftOutReason::DirectoryLimit => (
            format!("Skillglass visits {MAX_DIRECTORIES} folders in all and had visited them"),
            "Move folders that hold no skills out of the root.".to_owned(),
        ),
        LeftOutReason::WrongSpelling => (
            format!(
                "the file is named {}, and pi looks for exactly {SKILL_FILE}",
                path::file_name(path)
            ),
            format!("Rename it to {SKILL_FILE}."),
        ),
        LeftOutReason::NotAFile => (
            format!("{SKILL_FILE} is a directory here"),
            format!("Make {SKILL_FILE} a file."),
        ),
        LeftOutReason::FlatFile => (
            "pi takes a Markdown file in a root for a skill when it has a description".to_owned(),
            "Nothing is wrong with a note; a skill needs `description:`.".to_owned(),
        ),
        LeftOutReason::AlreadyVisited => (
            "the link leads back to a folder that it lies in".to_owned(),
            "Nothing is lost; the link can go.".to_owned(),
        ),
        LeftOutReason::OutsideRoots => {
            let places = roots.iter().filter(|root| {
                !matches!(root.status, RootStatus::Duplicate | RootStatus::Off)
                    && root.path.ends_with("/skills")
            });
            outside_roots("pi", places.take(MAX_PLACES))
        }
        _ => reason.in_general(),
    };
    LeftOut::new(path, root, reason, words)
}

impl Off {
    fn words(self) -> (String, String) {
        let (message, help) = match self {
            Self::Skills => (
                "the command line switches skills off",
                "Leave `--no-skills` out, or name the skill with `--skill`.",
            ),
            Self::Trust => (
                "the project is not trusted, so none of its skills counts",
                "Trust the project, or move the skill to ~/.pi/agent/skills.",
            ),
        };
        (message.to_owned(), help.to_owned())
    }
}
