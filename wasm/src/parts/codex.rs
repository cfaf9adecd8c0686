//! The methods that only Codex has, as a part of the module.

use js_sys::{Array, Reflect, Uint8Array};
use skillglass::model::skill::ToolDependency;
use wasm_bindgen::prelude::*;

use crate::codex::Codex;
use crate::thrown::Thrown;
use crate::{arguments, values};

/// Returns the list of skills for each working directory in the request.
pub fn list_skills(codex: &Codex, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::read("request", request)?;
    codex.ask(&mut |workspace, answer| answer.give(&workspace.list_skills(&request)?))
}

/// Returns how many of the lists so far came from each cache, and how many required a new search of
/// the folders.
pub fn list_counts(codex: &Codex) -> Result<JsValue, Thrown> {
    codex.ask(&mut |workspace, answer| answer.give(&workspace.list_counts()))
}

/// Returns the user's configuration after a skill was enabled or disabled.
pub fn set_enabled(codex: &Codex, skill: JsValue, enabled: JsValue) -> Result<JsValue, Thrown> {
    let skill = arguments::text("skill", skill)?;
    let enabled = arguments::read("enabled", enabled)?;
    codex.ask(&mut |workspace, answer| answer.give(&workspace.set_enabled(&skill, enabled)?))
}

/// Returns the user's configuration after MCP servers were added.
pub fn install_servers(codex: &Codex, servers: JsValue) -> Result<JsValue, Thrown> {
    let servers: Vec<ToolDependency> = arguments::read("servers", servers)?;
    codex.ask(&mut |workspace, answer| answer.give(&workspace.install_servers(&servers)?))
}

/// Returns the changes that install the bundled skills.
pub fn system_skills(codex: &Codex, embedded: JsValue) -> Result<JsValue, Thrown> {
    let embedded = arguments::bundled_files("embedded", &embedded)?;
    let mut write = Vec::new();
    let value = codex.ask(&mut |workspace, answer| {
        let plan = workspace.system_skills(&embedded)?;
        answer.value(&plan);
        write = plan.write;
        Ok(())
    })?;
    let files = Array::from(&Reflect::get(&value, &"write".into()).unwrap_or_default());
    for (file, value) in write.iter().zip(files) {
        if let Some(bytes) = &file.bytes {
            values::set(&value, "bytes", &Uint8Array::from(&**bytes));
        }
    }
    Ok(value)
}
