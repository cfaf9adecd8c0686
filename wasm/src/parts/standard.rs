//! The reference validator of the open standard.

use skillglass::hosts::standard;
use wasm_bindgen::prelude::*;

use crate::thrown::Thrown;
use crate::{arguments, values};

/// Returns the problems that the open standard's validator finds in a skill's text.
pub fn validate(text: JsValue, folder: JsValue) -> Result<JsValue, Thrown> {
    let text = arguments::text("text", text)?;
    let folder = arguments::text("folder", folder)?;
    Ok(values::to_js(&standard::validate(&text, &folder)))
}
