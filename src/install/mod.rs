//! Emulates the `skills` CLI (`npx skills add`): the skills that it finds in a repository, the skills that it skips
//! with the reasons, and the files that it writes (`docs/skills-cli.md`). The CLI is not a host: it installs files, and
//! hosts then read these files.

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

/// Returns the skills that the `skills` CLI finds in a repository, and the files after an
/// installation.
///
/// # Errors
/// Returns an error if a directory is not an absolute path, if an agent is unknown, or if `global`
/// is set without a home.
pub fn install(tree: &Tree, request: &InstallRequest) -> Result<InstallReport, ArgumentError> {
    let targets = targets(request)?;
    let mut report = find(tree, request);
    if report.error.is_none() {
        place::place(tree, request, &targets, Copying::WithoutExtras, &mut report);
    }
    Ok(report)
}

/// Returns the folders into which a request installs. The folders are relative to the project, or
/// to the home if `global` is set.
///
/// # Errors
/// Returns the same errors as [`install`].
pub(crate) fn targets(request: &InstallRequest) -> Result<Vec<String>, ArgumentError> {
    check_directory("source", &request.source)?;
    check_directory("project", &request.project)?;
    if let Some(home) = &request.home {
        check_directory("home", home)?;
    }
    agents::targets(request)
}
