//! The needs of skills.

use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};

/// Returns the inventory of what the skills of a tree need.
pub fn dependencies(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::optional("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.dependencies(&request)?)
    })
}
