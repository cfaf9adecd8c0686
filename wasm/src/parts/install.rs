//! Emulates installations by the `skills` CLI and by `gh skill`.

use skillglass::install::gh_skill::GhSkillRequest;
use skillglass::install::{InstallReport, InstallRequest};
use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask, change};

/// Returns the skills and files that the `skills` CLI installs from a repository.
pub fn install(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request: InstallRequest = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.install(&request)?)
    })
}

/// Writes the files of an installation into the tree.
pub fn put_installed(this: &Workspace, report: JsValue) -> Result<JsValue, Thrown> {
    let report: InstallReport = arguments::read("report", report)?;
    change(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.put_installed(&report))
    })
}

/// Returns the skills that `gh skill` finds in a repository, and the results of publishing and
/// installing the skills.
pub fn gh_skill(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request: GhSkillRequest = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.gh_skill(&request)?)
    })
}

/// Installs skills into the tree, as `gh skill install` does.
pub fn put_gh_skill(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request: GhSkillRequest = arguments::read("request", request)?;
    change(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.put_gh_skill(&request)?)
    })
}
