//! The reasons for which Codex passes something over without a word, each with its remedy.

use super::names::{ENABLED_HELP, MAX_DEPTH, MAX_DIRECTORIES};
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
            "Codex skips entries whose name begins with a dot".to_owned(),
            "Give the folder a name that does not begin with a dot.".to_owned(),
        ),
        LeftOutReason::TooDeep => (
            format!("it lies more than {MAX_DEPTH} folders below its root"),
            "Move the skill's folder up.".to_owned(),
        ),
        LeftOutReason::DirectoryLimit => (
            format!("Codex visits {MAX_DIRECTORIES} folders below a root and had visited them all"),
            "Move folders that hold no skills out of the root.".to_owned(),
        ),
        LeftOutReason::EntryLimit => (
            "Codex looks at a limited number of entries below a root and had seen them all"
                .to_owned(),
            "Move files that belong to no skill out of the root.".to_owned(),
        ),
        LeftOutReason::WrongSpelling => (
            format!(
                "the file is named {}, and Codex looks for exactly {SKILL_FILE}",
                path::file_name(path)
            ),
            format!("Rename it to {SKILL_FILE}."),
        ),
        LeftOutReason::SymlinkedFile => (
            format!("Codex does not load a {SKILL_FILE} that is a link"),
            "Link the folder instead of the file, or copy the file.".to_owned(),
        ),
        LeftOutReason::NotAFile => (
            format!("{SKILL_FILE} is a directory here"),
            format!("Make {SKILL_FILE} a file."),
        ),
        LeftOutReason::LinkNotFollowed => (
            "Codex follows no links among its bundled skills".to_owned(),
            "Put the folder itself there, or the link below another root.".to_owned(),
        ),
        LeftOutReason::SystemSkillInvalid => (
            "it does not load, and Codex keeps quiet about errors in its bundled skills".to_owned(),
            "Check it below another root to see the error.".to_owned(),
        ),
        LeftOutReason::OtherProduct => (
            "its agents/openai.yaml restricts it to other products".to_owned(),
            "Add this product to policy.products, or leave that list out.".to_owned(),
        ),
        LeftOutReason::Configuration => (
            "an entry of skills.config in Codex's configuration keeps every skill from loading"
                .to_owned(),
            ENABLED_HELP.to_owned(),
        ),
        LeftOutReason::BundledOff => (
            "the configuration switches bundled skills off".to_owned(),
            "Take `enabled = false` out of `[skills.bundled]`.".to_owned(),
        ),
        LeftOutReason::OutsideRoots => {
            let places = roots
                .iter()
                .filter(|root| root.status != RootStatus::Duplicate);
            outside_roots("Codex", places)
        }
        _ => reason.in_general(),
    };
    LeftOut::new(path, root, reason, words)
}
