//! Installations by the `skills` CLI.

use skillglass::install::{InstallReport, InstallRequest};
use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask, change};

/// Returns what the `skills` CLI installs from a repository.
pub fn install(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request: InstallRequest = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.install(&request)?)
    })
}

/// Writes an installation into the tree.
pub fn put_installed(this: &Workspace, report: JsValue) -> Result<JsValue, Thrown> {
    let report: InstallReport = arguments::read("report", report)?;
    change(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.put_installed(&report))
    })
}
