//! The reasons for which Copilot CLI passes something over without a word, each with its remedy.

use super::names::{COMMANDS, MAX_DIRECTORIES};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus, outside_roots};
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

/// The entry for `path`, passed over by the walk of `root` for that reason.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let words = match reason {
        LeftOutReason::Hidden => (
            "Copilot CLI skips entries whose name begins with a dot".to_owned(),
            "Give the folder a name that does not begin with a dot.".to_owned(),
        ),
        LeftOutReason::TooDeep => (
            "it lies in the folder of another skill, and Copilot CLI looks no further there"
                .to_owned(),
            "Move the skill's folder out of the other one.".to_owned(),
        ),
        LeftOutReason::DirectoryLimit => (
            format!("Skillglass visits {MAX_DIRECTORIES} folders and had visited them all"),
            "Move folders that hold no skills out of the root.".to_owned(),
        ),
        LeftOutReason::WrongSpelling => (
            format!(
                "the file is named {}, and Copilot CLI looks for exactly {SKILL_FILE}",
                path::file_name(path)
            ),
            format!("Rename it to {SKILL_FILE}."),
        ),
        LeftOutReason::NotAFile => (
            format!("{SKILL_FILE} is a directory here"),
            format!("Make {SKILL_FILE} a file."),
        ),
        LeftOutReason::FlatFile => (
            format!("it is a file of its own, and a skill is a folder with a {SKILL_FILE}"),
            format!("Make a folder of that name and put the file into it as {SKILL_FILE}."),
        ),
        LeftOutReason::SourceOff => (
            "it belongs to the project, and the folder is not trusted".to_owned(),
            "Trust the folder, or move the skill's folder to the user's skills.".to_owned(),
        ),
        LeftOutReason::OutsideRoots => {
            let places = roots.iter().filter(|root| {
                !matches!(root.status, RootStatus::Off | RootStatus::Duplicate)
                    && !root.path.ends_with(COMMANDS)
            });
            outside_roots("Copilot CLI", places)
        }
        _ => reason.in_general(),
    };
    LeftOut::new(path, root, reason, words)
}

/// The entry for a skill that gives way to one of the same name (`docs/hosts/copilot-cli.md#two-skills-of-one-name`).
pub(super) fn shadowed(path: &str, root: &str, name: &str, winner: &str) -> LeftOut {
    let words = (
        format!("another skill named {name:?} goes before it: {winner}"),
        "Give one of them another name.".to_owned(),
    );
    LeftOut::new(path, Some(root), LeftOutReason::Shadowed, words)
}
