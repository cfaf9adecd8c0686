//! The budget plan of a host's list.

use std::mem::take;

use wasm_bindgen::prelude::*;

use crate::{arguments, values};
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};

/// Returns the smallest set of changes after which a host's list shows every listed skill in full.
pub fn budget_plan(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::read("request", request)?;
    let mut lists = None;
    let plan = ask(&this.0, &mut |workspace, answer| {
        let mut plan = workspace.budget_plan(&request)?;
        lists = Some((take(&mut plan.changes), take(&mut plan.files)));
        answer.give(&plan)
    })?;
    if let Some((changes, files)) = lists {
        let given = &mut *this.1.borrow_mut();
        values::set(&plan, "changes", &given.plan_changes.value(&changes));
        values::set(&plan, "files", &given.plan_files.value(files));
    }
    Ok(plan)
}

/// Makes the requested changes of a budget plan, and returns the new full text of each edited file.
pub fn budget_files(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::read("request", request)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.budget_files(&request)?)
    })
}
