//! Symptoms of outdated skills.

use std::mem::take;

use wasm_bindgen::prelude::*;

use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};
use crate::{arguments, values};

/// Returns the symptoms of outdated skills.
pub fn health(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::read("request", request)?;
    let mut skills = None;
    let report = ask(&this.0, &mut |workspace, answer| {
        let mut report = workspace.health(&request)?;
        skills = Some(take(&mut report.skills));
        answer.give(&report)
    })?;
    if let Some(skills) = skills {
        let skills = this.1.borrow_mut().health.value(&skills);
        values::set(&report, "skills", &skills);
    }
    Ok(report)
}
