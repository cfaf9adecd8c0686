//! Builds the layout of every host.

use skillglass::build::BuildRequest;
use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask, change};

/// Returns the plan of a build: the changes of files that create the layout of every host.
pub fn build(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request: BuildRequest = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.build(&request)?)
    })
}

/// Returns the files that a build reads but whose contents are still null.
pub fn plan(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request: BuildRequest = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.plan_for_build(&request)?)
    })
}

/// Makes the changes of a build in the tree.
pub fn put_build(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request: BuildRequest = arguments::read("request", request)?;
    change(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.put_build(&request)?)
    })
}
