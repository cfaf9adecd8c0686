//! What the `skills` CLI (`npx skills add`) makes of a repository: which skills it finds, which it skips and why, and what lies where
//! afterwards (`docs/skills-cli.md`). It is no host: what it installs is a tree that hosts then look at.

mod agents;
mod find;
mod manifest;
pub(crate) mod place;
mod report;
pub(crate) mod skill_text;

pub use agents::agents;
pub use find::find;
pub(crate) use find::{folder_name, is_asked_for, mark_replaced, names_one, none_match};
pub use report::{
    HiddenReason, HiddenSkill, InstallReport, InstallRequest, InstalledContent, InstalledEntry,
    OfferedSkill, SkippedSkill,
};

use crate::model::argument::{ArgumentError, check_directory};
use crate::tree::Tree;

use place::Copying;

/// What the program finds in a repository and where it installs it.
///
/// # Errors
/// When a directory is no absolute path, an agent is unknown, or `global` is asked for without a home.
pub fn install(tree: &Tree, request: &InstallRequest) -> Result<InstallReport, ArgumentError> {
    let targets = targets(request)?;
    let mut report = find(tree, request);
    if report.error.is_none() {
        place::place(tree, request, &targets, Copying::WithoutExtras, &mut report);
    }
    Ok(report)
}

/// The folders that a request installs into, relative to the project or the home.
///
/// # Errors
/// As [`install`].
pub(crate) fn targets(request: &InstallRequest) -> Result<Vec<String>, ArgumentError> {
    check_directory("source", &request.source)?;
    check_directory("project", &request.project)?;
    if let Some(home) = &request.home {
        check_directory("home", home)?;
    }
    agents::targets(request)
}
