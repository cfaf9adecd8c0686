//! `McpRequest` and `McpReport`: the input and the result of `take_mcp_skills`.

use serde::{Deserialize, Deserializer, Serialize};

use crate::input::{self, Fault, Input, Read, Value};
use crate::install::{InstallReport, InstallRequest};
use crate::sources::problem::SourceProblem;

/// A request for [`take_mcp_skills`](super::take_mcp_skills).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct McpRequest {
    /// The URIs of skills that are requested individually, because a server's list may leave out
    /// skills.
    #[serde(default)]
    pub uris: Vec<String>,
    /// True to also read and check the files beside each `SKILL.md`. If false, these files are
    /// written without contents.
    #[serde(default)]
    pub supporting: bool,
    /// The options for the installation of the skills. The server's skills are written into the
    /// folder that the field `source` of these options names. This folder is emptied first, so each
    /// server needs a folder of its own.
    pub install: InstallRequest,
}

crate::record! { McpRequest: has(uris, supporting, install) needs(install) }

/// A call of a method of an MCP server. Skillglass does not make the call: the program that uses
/// Skillglass must make it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "method", content = "params")]
pub enum McpCall {
    /// A call for one page of the list of skills.
    #[serde(rename = "skills/list")]
    List {
        /// The cursor of the requested page, as the server's answer for the previous page gives it.
        /// None for the first page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        cursor: Option<String>,
    },
    /// A call for one skill. The server answers with the skill's entry.
    #[serde(rename = "skills/get")]
    Get {
        /// The URI of the skill's `SKILL.md`.
        uri: String,
    },
    /// A call for the contents of one file.
    #[serde(rename = "resources/read")]
    Read {
        /// The URI of the file.
        uri: String,
    },
}

/// The JSON object of a call, before the call is checked. The object has the same keys for all
/// methods.
struct CallMembers {
    method: Method,
    params: Params,
}

crate::record! { CallMembers: has(method, params) needs(method, params) takes others }

#[derive(Clone, Copy)]
enum Method {
    List,
    Get,
    Read,
}

crate::choice! { Method: List = "skills/list", Get = "skills/get", Read = "resources/read" }

/// The JSON object with the parameters of a call. `cursor` is a parameter of `skills/list`, and
/// `uri` is a parameter of the other methods.
struct Params {
    cursor: Option<String>,
    uri: Option<String>,
}

crate::record! { Params: has(cursor, uri) takes others }

impl Read for McpCall {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        let CallMembers { method, params } = input::read(value)?;
        let uri = || {
            let missing = || Fault::missing("uri").in_member("params");
            params.uri.clone().ok_or_else(missing)
        };
        *self = match method {
            Method::List => Self::List {
                cursor: params.cursor,
            },
            Method::Get => Self::Get { uri: uri()? },
            Method::Read => Self::Read { uri: uri()? },
        };
        Ok(())
    }
}

impl Input for McpCall {
    fn blank() -> Self {
        Self::List { cursor: None }
    }
}

impl<'de> Deserialize<'de> for McpCall {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        input::deserialize(deserializer)
    }
}

/// A call to an MCP server, and the server's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct McpAnswer {
    /// The call that was answered.
    pub call: McpCall,
    /// The JSON-RPC response as JSON, or only the result in the response as JSON.
    pub answer: String,
}

/// The result of `take_mcp_skills`: the skills of an MCP server.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct McpReport {
    /// The calls whose answers are still needed. If the list is empty, the report is final.
    pub needs: Vec<McpCall>,
    /// The accepted skills, in the order of `install.skills`.
    pub skills: Vec<McpSkill>,
    /// The problems in the server's answers. At most 1,000 problems are listed.
    pub problems: Vec<SourceProblem>,
    /// The number of further problems that are not listed.
    pub more_problems: usize,
    /// The result of the installation into the folders that hosts search.
    pub install: InstallReport,
}

/// A skill that an MCP server provides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct McpSkill {
    /// The URI of the skill's `SKILL.md`.
    pub uri: String,
    /// True if the server generates the skill's contents for each request. Such a skill has no
    /// digests.
    pub dynamic: bool,
    /// The number of files that the server lists for the skill, including the skill's `SKILL.md`.
    pub files: usize,
}
