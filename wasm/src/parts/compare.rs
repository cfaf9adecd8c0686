//! Compares several hosts.

use skillglass::model::host_choice::HostChoice;
use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};

/// Returns how several hosts interpret each skill.
pub fn compare(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::optional("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.compare(&request)?)
    })
}

/// Runs the same turn in several hosts, and returns the results.
pub fn turns(this: &Workspace, request: JsValue, hosts: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::turn(request)?;
    let hosts: Vec<HostChoice> = arguments::optional("hosts", hosts)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.turns(&request, &hosts)?)
    })
}
