//! The ranks of skills for prompts.

use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};

/// Returns the rank of the right skill for each example prompt.
pub fn triggers(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::optional("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.triggers(&request)?)
    })
}

/// Returns the request that a host would send for a prompt.
pub fn requests(this: &Workspace, prompt: JsValue, options: JsValue) -> Result<JsValue, Thrown> {
    let prompt = arguments::text("prompt", prompt)?;
    let options = arguments::optional("options", options)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.requests(&prompt, &options)?)
    })
}
