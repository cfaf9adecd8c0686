//! The reasons for which VS Code passes something over without a word, each with its remedy.

use super::names::{LOCATIONS, MAX_DIRECTORIES};
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
        LeftOutReason::TooDeep => (
            "it lies more than one folder below its root".to_owned(),
            "Move the skill's folder right below the root.".to_owned(),
        ),
        LeftOutReason::DirectoryLimit => (
            format!(
                "Skillglass visits {MAX_DIRECTORIES} folders below a root and had visited them all"
            ),
            "Move folders that hold no skills out of the root.".to_owned(),
        ),
        LeftOutReason::WrongSpelling => (
            format!(
                "the file is named {}, and VS Code looks for exactly {SKILL_FILE}",
                path::file_name(path)
            ),
            format!("Rename it to {SKILL_FILE}."),
        ),
        LeftOutReason::NotAFile => (
            format!("{SKILL_FILE} is a directory here"),
            format!("Make {SKILL_FILE} a file."),
        ),
        LeftOutReason::FlatFile => (
            format!("a skill is a folder below the root with a {SKILL_FILE} in it"),
            format!("Put it into a folder named after the skill, as {SKILL_FILE}."),
        ),
        LeftOutReason::SourceOff => (
            format!("the setting {LOCATIONS} switches its folder off"),
            format!("Take the folder out of {LOCATIONS}, or set it to true there."),
        ),
        LeftOutReason::OutsideRoots => {
            let places = roots.iter();
            let places = places
                .filter(|root| !matches!(root.status, RootStatus::Off | RootStatus::Duplicate));
            outside_roots("VS Code", places)
        }
        _ => reason.in_general(),
    };
    LeftOut::new(path, root, reason, words)
}

/// The entry for a skill that gives way to one whose folder has the same name
/// (`docs/hosts/vscode.md#two-skills-of-one-name`).
pub(super) fn shadowed(path: &str, root: &str, name: &str, winner: &str) -> LeftOut {
    let words = (
        format!("another skill's folder is named {name:?} and goes before it: {winner}"),
        "Give one of the folders another name.".to_owned(),
    );
    LeftOut::new(path, Some(root), LeftOutReason::Shadowed, words)
}
