//! Lock files of skills.

use wasm_bindgen::prelude::*;

use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask};

/// Returns the lock files of the tree, compared with the installed skills.
pub fn locks(this: &Workspace) -> Result<JsValue, Thrown> {
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.locks())
    })
}
