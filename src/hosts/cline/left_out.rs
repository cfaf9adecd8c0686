//! The reasons why Cline leaves files out without a message, each with its remedy.

use crate::host::left_out::{self, FEWER_FOLDERS, ReasonText, is_searched};
use crate::host::roots::OffReason;
use crate::model::catalog::{LeftOut, LeftOutReason, Root};
use crate::model::skill::{Scope, Skill};

const REASONS: &[ReasonText] = &[
    (
        LeftOutReason::TooDeep,
        "the file is more than one folder below its root",
        "Move the skill's folder directly below the root.",
    ),
    (
        LeftOutReason::DirectoryLimit,
        "Skillglass visits at most 50000 folders below the roots, and this one comes later",
        FEWER_FOLDERS,
    ),
    (
        LeftOutReason::FlatFile,
        "a skill is a folder below the root with a SKILL.md in it",
        "Put it into a folder named after the skill, as SKILL.md.",
    ),
    (
        LeftOutReason::SymlinkedFile,
        "a SKILL.md directly in a root is no skill if it is a link",
        "Put it into a folder of its own.",
    ),
    (
        LeftOutReason::LinkNotFollowed,
        "the link leads out of the Agent Plugin",
        "Move the skill into the plugin's folder.",
    ),
];

/// The reason why skills do not load if the manifest of their Agent Plugin is invalid, and the
/// remedy.
pub(super) const REJECTED: OffReason = (
    "Cline rejects the Agent Plugin, because its plugin.json is not valid",
    "Correct the plugin.json.",
);

/// The reason why skills do not load if the settings disable their Agent Plugin, and the remedy.
pub(super) const SWITCHED_OFF: OffReason = (
    "the setting `disabledAgentPlugins` switches the Agent Plugin off",
    "Remove the plugin's name from ~/.cline/data/settings/global-settings.json.",
);

/// The reason why skills do not load if their Agent Plugin has the name of an earlier plugin, and
/// the remedy.
pub(super) const DUPLICATE_PLUGIN: OffReason = (
    "an earlier Agent Plugin has the same name",
    "Give one of the plugins another name.",
);

/// Explains why Cline leaves out the file at `path`. `reason` is the reason for which the search of
/// `root` skipped the file.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    roots: &[Root],
) -> LeftOut {
    let places = roots
        .iter()
        .filter(|root| is_searched(root) && root.scope != Scope::Plugin);
    left_out::explain("Cline", REASONS, (path, reason, root), places)
}

/// Explains why a skill is not used: the skill `winner` has the same name and comes later
/// (`docs/hosts/cline.md#two-skills-of-one-name`).
pub(super) fn shadowed(loser: &Skill, winner: &Skill) -> LeftOut {
    let path = &loser.discovered_path;
    if loser.path == winner.path {
        return explain(path, LeftOutReason::Duplicate, Some(&loser.root), &[]);
    }
    let words = (
        format!(
            "another skill named {:?} comes later and takes precedence: {}",
            winner.name, winner.discovered_path
        ),
        "Give one of the skills another name.".to_owned(),
    );
    LeftOut::new(path, Some(&loser.root), LeftOutReason::Shadowed, words)
}
