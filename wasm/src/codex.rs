//! `Codex`: what only Codex has.

use js_sys::{Array, Reflect, Uint8Array};
use skillglass::model::skill::ToolDependency;
use wasm_bindgen::prelude::*;

use crate::thrown::Thrown;
use crate::workspace::{Shared, ask};
use crate::{arguments, values};

/// What only Codex has: `workspace.codex`.
#[wasm_bindgen]
pub struct Codex(pub(crate) Shared);

#[wasm_bindgen]
impl Codex {
    /// The lists of skills that a client asks for, one for each working directory, in the request's order.
    #[wasm_bindgen(js_name = listSkills, unchecked_return_type = "SkillsListEntry[]")]
    pub fn list_skills(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ListSkillsRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        let request = arguments::read("request", request)?;
        self.ask(|workspace| Ok(values::to_js(&workspace.list_skills(&request)?)))
    }

    /// How `listSkills` came by its answers so far: from which cache, or scanned.
    #[wasm_bindgen(js_name = listCounts, unchecked_return_type = "ListCounts")]
    pub fn list_counts(&self) -> Result<JsValue, Thrown> {
        self.ask(|workspace| Ok(values::to_js(&workspace.list_counts())))
    }

    /// The user's configuration with a skill (by the path of its `SKILL.md`) enabled or disabled, comments and layout
    /// kept. Nothing is written.
    ///
    /// Throws an `ArgumentError` when the catalog has no such skill, or the configuration cannot be edited.
    #[wasm_bindgen(js_name = setEnabled, unchecked_return_type = "ConfigEdit")]
    pub fn set_enabled(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] skill: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] enabled: JsValue,
    ) -> Result<JsValue, Thrown> {
        let skill = arguments::text("skill", skill)?;
        let enabled = arguments::read("enabled", enabled)?;
        self.ask(|workspace| Ok(values::to_js(&workspace.set_enabled(&skill, enabled)?)))
    }

    /// The user's configuration with MCP servers that skills need put in (those of a question's `servers`), comments and
    /// layout kept. Nothing is written.
    ///
    /// Throws an `ArgumentError` when a server is none, or the configuration cannot be edited.
    #[wasm_bindgen(js_name = installServers, unchecked_return_type = "ServerInstallation")]
    pub fn install_servers(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly ToolDependency[]")] servers: JsValue,
    ) -> Result<JsValue, Thrown> {
        let servers: Vec<ToolDependency> = arguments::read("servers", servers)?;
        self.ask(|workspace| Ok(values::to_js(&workspace.install_servers(&servers)?)))
    }

    /// What installing the skills that the host brings along would do, given their files, text or bytes, by path relative to
    /// their folder. Nothing is written.
    #[wasm_bindgen(js_name = systemSkills, unchecked_return_type = "Installation")]
    pub fn system_skills(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BundledFiles")] embedded: JsValue,
    ) -> Result<JsValue, Thrown> {
        let embedded = arguments::bundled_files("embedded", &embedded)?;
        self.ask(|workspace| {
            let plan = workspace.system_skills(&embedded)?;
            let value = values::to_js(&plan);
            let files = Array::from(&Reflect::get(&value, &"write".into()).unwrap_or_default());
            for (file, value) in plan.write.iter().zip(files) {
                if let Some(bytes) = &file.bytes {
                    values::set(&value, "bytes", &Uint8Array::from(&**bytes));
                }
            }
            Ok(value)
        })
    }
}

impl Codex {
    fn ask<T>(
        &self,
        look: impl FnOnce(&skillglass::Workspace) -> Result<T, Thrown>,
    ) -> Result<T, Thrown> {
        ask(&self.0, |workspace| {
            let host = workspace.host_id();
            if host != skillglass::hosts::codex::ID {
                let message = format!("only Codex has that; this workspace is of {host}");
                return Err(skillglass::ArgumentError::new("host", message).into());
            }
            look(workspace)
        })
    }
}
