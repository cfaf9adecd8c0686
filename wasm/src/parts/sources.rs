//! Writes the skills of sites and of MCP servers into a tree.

use skillglass::sources::{McpRequest, SiteRequest};
use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, change};

/// Writes the skills of a site into the tree.
pub fn take_site(this: &Workspace, request: JsValue, files: JsValue, archives: JsValue) -> Result<JsValue, Thrown> {
    let request: SiteRequest = arguments::read("request", request)?;
    let files = arguments::downloads(&files)?;
    let archives = arguments::archives(&archives)?;
    change(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.take_site(&request, &files, &archives)?)
    })
}

/// Writes the skills of an MCP server into the tree.
pub fn take_mcp_skills(this: &Workspace, request: JsValue, answers: JsValue) -> Result<JsValue, Thrown> {
    let request: McpRequest = arguments::read("request", request)?;
    let answers = arguments::mcp_answers(&answers)?;
    change(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.take_mcp_skills(&request, &answers)?)
    })
}
