//! The passages of texts beside skills.

use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};

/// Returns the passages that fit a request.
pub fn passages(this: &Workspace, request: JsValue, options: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::text("request", request)?;
    let options = arguments::optional("options", options)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.passages(&request, &options)?)
    })
}
