//! The usage of skills in logs.

use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};

/// Returns how skills were used, according to logs of sessions.
pub fn usage(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.usage(&request)?)
    })
}
