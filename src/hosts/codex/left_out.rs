//! Explains why Codex skips files without a message, and how to make Codex load each file.

use super::names::{ENABLED_HELP, MAX_DEPTH, MAX_DIRECTORIES};
use crate::host::left_out::{self, FEWER_FOLDERS, ReasonText};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::EntryLimit,
        "Codex inspects a limited number of entries below a root, and this root has more",
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
        "the skill does not load, and Codex reports no errors of its bundled skills",
        "Check it below another root to see the error.",
    ),
    (
        LeftOutReason::OtherProduct,
        "the skill's agents/openai.yaml restricts it to other products",
        "Add this product to policy.products, or remove the list.",
    ),
    (
        LeftOutReason::Configuration,
        "an entry of skills.config in Codex's configuration keeps every skill from loading",
        ENABLED_HELP,
    ),
    (
        LeftOutReason::BundledOff,
        "the configuration switches bundled skills off",
        "Remove `enabled = false` from `[skills.bundled]`.",
    ),
];

/// Describes a skipped file for the catalog. `reason` is the reason why the search of `root`
/// skipped the file.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let (message, help) = match reason {
        LeftOutReason::TooDeep => (
            format!("the file is more than {MAX_DEPTH} folders below its root"),
            "Move the skill's folder up.",
        ),
        LeftOutReason::DirectoryLimit => (
            format!(
                "Codex visits at most {MAX_DIRECTORIES} folders below a root, and this one comes later"
            ),
            FEWER_FOLDERS,
        ),
        _ => {
            let is_place = |root: &&Root| root.status != RootStatus::Duplicate;
            let places = roots.iter().filter(is_place);
            return left_out::explain("Codex", REASONS, (path, reason, root), places);
        }
    };
    LeftOut::new(path, root, reason, (message, help.to_owned()))
}
