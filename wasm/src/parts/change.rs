//! Computes changes between editions of a host, and between two trees.

use skillglass::change::{self, TreeDiffRequest};
use wasm_bindgen::prelude::*;

use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};
use crate::{arguments, values};

/// Returns how two editions of a host treat the skills of the tree differently.
pub fn diff(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.diff(&request)?)
    })
}

/// Returns the edition in which a host began to list a skill, or stopped listing the skill.
pub fn since(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.since(&request)?)
    })
}

/// Returns the differences between each edition of a host and the previous edition.
pub fn changelog(host: JsValue) -> Result<JsValue, Thrown> {
    let host = arguments::text("host", host)?;
    Ok(values::to_js(&change::changelog(&host)?))
}

/// Compares two trees. Returns the differences in how hosts treat the skills of the two trees.
pub fn diff_trees(base: &Workspace, head: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request: TreeDiffRequest = arguments::optional("request", request)?;
    #[cfg(feature = "parts")]
    for workspace in [base, head] {
        crate::workspace::change(&workspace.0, &mut |workspace, _| {
            workspace.forget_diagnostics_without_safety();
            Ok(())
        })?;
    }
    match &*base.0.borrow() {
        Some(base) => ask(&head.0, &mut |head, answer| {
            answer.give(&change::trees(base, head, &request)?)
        }),
        None => Err(Thrown::freed("Workspace")),
    }
}
