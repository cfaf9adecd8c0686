//! Searches skills for a request, and finds similar skills.

use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};

/// Returns the skills that fit a request.
pub fn search(this: &Workspace, request: JsValue, options: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::text("request", request)?;
    let options = arguments::optional("options", options)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.search(&request, &options))
    })
}

/// Returns the skills that compete with a skill.
pub fn competitors(this: &Workspace, skill: JsValue, closeness: JsValue) -> Result<JsValue, Thrown> {
    let skill = arguments::text("skill", skill)?;
    let closeness = arguments::share("closeness", closeness)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.competitors(&skill, closeness)?)
    })
}

/// Returns pairs of skills with similar descriptions.
pub fn near_duplicates(this: &Workspace, threshold: JsValue) -> Result<JsValue, Thrown> {
    let threshold = arguments::share("threshold", threshold)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.near_duplicates(threshold))
    })
}

/// Returns the skills whose names occur in a text as plain words, as in "use the pdf skill".
pub fn candidates(this: &Workspace, text: JsValue) -> Result<JsValue, Thrown> {
    let text = arguments::text("text", text)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.candidates(&text))
    })
}
