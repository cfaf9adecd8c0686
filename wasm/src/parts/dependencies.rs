//! The dependencies of skills.

use std::mem::take;

use js_sys::Reflect;
use wasm_bindgen::prelude::*;

use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};
use crate::{arguments, values};

/// Returns the inventory of the dependencies of a tree's skills.
pub fn dependencies(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::optional("request", request)?;
    let mut lists = None;
    let inventory = ask(&this.0, &mut |workspace, answer| {
        let mut inventory = workspace.dependencies(&request)?;
        let (dependencies, plan) = (&mut inventory.dependencies, &mut inventory.plan);
        lists = Some((
            take(dependencies),
            take(&mut plan.install),
            take(&mut plan.check),
        ));
        answer.give(&inventory)
    })?;
    if let Some((dependencies, install, check)) = lists {
        let plan = Reflect::get(&inventory, &"plan".into()).unwrap_or_default();
        let [given, given_install, given_check] = &mut this.1.borrow_mut().dependencies;
        values::set(&inventory, "dependencies", &given.value(&dependencies));
        values::set(&plan, "install", &given_install.value(&install));
        values::set(&plan, "check", &given_check.value(&check));
    }
    Ok(inventory)
}
