//! The `skills` CLI (`npx skills add`): the skills that it finds in a repository, those that it skips with the reasons,
//! and the resulting files (`docs/skills-cli.md`). The CLI is not a host: it installs a tree that hosts then read.

mod agents;
mod find;
pub mod gh_skill;
mod manifest;
pub(crate) mod place;
mod report;
pub(crate) mod skill_text;

pub use agents::agents;
#[cfg(feature = "locks")]
pub(crate) use agents::folders;
pub use find::find;
pub(crate) use find::{folder_name, is_asked_for, mark_replaced, names_one, none_match};
pub use report::{
    HiddenReason, HiddenSkill, InstallReport, InstallRequest, InstalledContent, InstalledEntry,
    OfferedSkill, SkippedSkill,
};

use crate::model::argument::{ArgumentError, check_directory};
use crate::tree::Tree;

use place::Copying;

/// Returns the skills that the program finds in a repository, and the files that it installs.
///
/// # Errors
/// If a directory is not an absolute path, an agent is unknown, or `global` is set without a home.
pub fn install(tree: &Tree, request: &InstallRequest) -> Result<InstallReport, ArgumentError> {
    let targets = targets(request)?;
    let mut report = find(tree, request);
    if report.error.is_none() {
        place::place(tree, request, &targets, Copying::WithoutExtras, &mut report);
    }
    Ok(report)
}

/// Returns the folders that a request installs into, relative to the project or the home.
///
/// # Errors
/// The same as for [`install`].
pub(crate) fn targets(request: &InstallRequest) -> Result<Vec<String>, ArgumentError> {
    check_directory("source", &request.source)?;
    check_directory("project", &request.project)?;
    if let Some(home) = &request.home {
        check_directory("home", home)?;
    }
    agents::targets(request)
}
