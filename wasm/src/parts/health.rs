//! Symptoms of outdated skills.

use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};

/// Returns the symptoms of outdated skills.
pub fn health(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.health(&request)?)
    })
}
