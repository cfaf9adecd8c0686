//! The budget plan of a host's list.

use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};

/// Returns the changes after which a host's list shows every listed skill whole.
pub fn budget_plan(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.budget_plan(&request)?)
    })
}

/// Returns the new full text of each file that the requested changes of a plan edit.
pub fn budget_files(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.budget_files(&request)?)
    })
}
