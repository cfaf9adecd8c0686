//! The reasons for which Codex passes something over without a word, each with its remedy.

use super::names::{ENABLED_HELP, MAX_DEPTH, MAX_DIRECTORIES};
use crate::host::left_out::{self, FEWER_FOLDERS, Words};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};

const WORDS: &[Words] = &[
    (
        LeftOutReason::EntryLimit,
        "Codex looks at a limited number of entries below a root and had seen them all",
        "Move files that belong to no skill out of the root.",
    ),
    (
        LeftOutReason::SymlinkedFile,
        "Codex does not load a SKILL.md that is a link",
        "Link the folder instead of the file, or copy the file.",
    ),
    (
        LeftOutReason::LinkNotFollowed,
        "Codex follows no links among its bundled skills",
        "Put the folder itself there, or the link below another root.",
    ),
    (
        LeftOutReason::SystemSkillInvalid,
        "it does not load, and Codex keeps quiet about errors in its bundled skills",
        "Check it below another root to see the error.",
    ),
    (
        LeftOutReason::OtherProduct,
        "its agents/openai.yaml restricts it to other products",
        "Add this product to policy.products, or leave that list out.",
    ),
    (
        LeftOutReason::Configuration,
        "an entry of skills.config in Codex's configuration keeps every skill from loading",
        ENABLED_HELP,
    ),
    (
        LeftOutReason::BundledOff,
        "the configuration switches bundled skills off",
        "Take `enabled = false` out of `[skills.bundled]`.",
    ),
];

/// Returns the entry for `path`, passed over by the walk of `root` for that reason.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let (message, help) = match reason {
        LeftOutReason::TooDeep => (
            format!("it lies more than {MAX_DEPTH} folders below its root"),
            "Move the skill's folder up.",
        ),
        LeftOutReason::DirectoryLimit => (
            format!("Codex visits {MAX_DIRECTORIES} folders below a root and had visited them all"),
            FEWER_FOLDERS,
        ),
        _ => {
            let is_place = |root: &&Root| root.status != RootStatus::Duplicate;
            let places = roots.iter().filter(is_place);
            return left_out::explain("Codex", WORDS, (path, reason, root), places);
        }
    };
    LeftOut::new(path, root, reason, (message, help.to_owned()))
}
