//! `Codex`: the methods that only Codex has.

use skillglass::ArgumentError;
use wasm_bindgen::prelude::*;

use crate::parts;
use crate::thrown::Thrown;
use crate::values::Json;
use crate::workspace::{Answered, Shared, ask};

/// The methods that only Codex has: `workspace.codex`.
///
/// @example
/// ```js
/// const [{ cwd, skills }] = workspace.codex.listSkills({});
/// console.log([cwd, skills.length]); // ["/repo",1]
/// ```
#[wasm_bindgen]
pub struct Codex(pub(crate) Shared);

#[wasm_bindgen]
impl Codex {
    /// Returns the lists of skills that a client requests. Each working directory has a list, in the order of the
    /// request.
    #[wasm_bindgen(js_name = listSkills, unchecked_return_type = "SkillsListEntry[]")]
    pub fn list_skills(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ListSkillsRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::codex()?.list_skills)(self, request)
    }

    /// Returns how many results of `listSkills` came from each cache, and how many needed a search
    /// of the files. Only tests use this method, so the types of the package do not declare it.
    #[wasm_bindgen(js_name = listCounts, skip_typescript)]
    pub fn list_counts(&self) -> Result<JsValue, Thrown> {
        (parts::codex()?.list_counts)(self)
    }

    /// Returns the user's configuration after a skill was enabled or disabled. The skill is named by the path of its
    /// `SKILL.md`. Comments and layout do not change. Nothing is written.
    ///
    /// Throws an `ArgumentError` if the catalog has no such skill, or if the configuration cannot be edited.
    #[wasm_bindgen(js_name = setEnabled, unchecked_return_type = "ConfigEdit")]
    pub fn set_enabled(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] skill: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] enabled: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::codex()?.set_enabled)(self, skill, enabled)
    }

    /// Adds MCP servers that skills need to the user's configuration, and returns the new
    /// configuration. `servers` has the servers that a turn returned in a question to the user.
    /// Comments and layout do not change. Nothing is written.
    ///
    /// Throws an `ArgumentError` if a server is not valid, or if the configuration cannot be
    /// edited.
    #[wasm_bindgen(js_name = installServers, unchecked_return_type = "ServerInstallation")]
    pub fn install_servers(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly ToolDependency[]")] servers: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::codex()?.install_servers)(self, servers)
    }

    /// Returns the changes that install the skills bundled with the host. `embedded` has the text
    /// or bytes of each bundled file, keyed by the path relative to the folder of bundled skills.
    /// Nothing is written.
    #[wasm_bindgen(js_name = systemSkills, unchecked_return_type = "Installation")]
    pub fn system_skills(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BundledFiles")] embedded: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::codex()?.system_skills)(self, embedded)
    }
}

impl Codex {
    #[inline(never)]
    pub(crate) fn ask(
        &self,
        question: &mut dyn FnMut(&skillglass::Workspace, &mut Json) -> Answered,
    ) -> Result<JsValue, Thrown> {
        ask(&self.0, &mut |workspace, answer| {
            let host = workspace.host_id();
            if host != skillglass::hosts::codex::ID {
                let message = format!("only Codex has that; this workspace is of {host}");
                return Err(ArgumentError::new("host", message));
            }
            question(workspace, answer)
        })
    }
}
