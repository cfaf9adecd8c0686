//! What is asked, and what comes of it.

use serde::{Deserialize, Serialize};

use crate::install::{InstallReport, InstallRequest};
use crate::sources::problem::SourceProblem;

/// A request for [`take_mcp_skills`](super::take_mcp_skills).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct McpRequest {
    /// URIs of skills that are asked for by name, as a server need not list all that it has.
    #[serde(default)]
    pub uris: Vec<String>,
    /// Whether the files beside each `SKILL.md` are read and checked, too; else they are known to be there and not read yet.
    #[serde(default)]
    pub supporting: bool,
    /// Where the skills go. `source` is the folder of the tree that they are put into, one for each server: it is emptied first.
    pub install: InstallRequest,
}

/// A call of the server.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "method", content = "params")]
pub enum McpCall {
    /// The next skills of its list.
    #[serde(rename = "skills/list")]
    List {
        /// Where the list goes on; none for its start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        cursor: Option<String>,
    },
    /// One skill.
    #[serde(rename = "skills/get")]
    Get {
        /// The URI of its `SKILL.md`.
        uri: String,
    },
    /// One file.
    #[serde(rename = "resources/read")]
    Read {
        /// Its URI.
        uri: String,
    },
}

/// A call, and what the server answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct McpAnswer {
    /// The call.
    pub call: McpCall,
    /// The response or its result alone, as JSON.
    pub answer: String,
}

/// The skills of a server.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct McpReport {
    /// The calls that are needed before the rest can be said; with nothing here, the report is final.
    pub needs: Vec<McpCall>,
    /// The skills that are taken, each at the same place as in `install.skills`.
    pub skills: Vec<McpSkill>,
    /// What is wrong, at most 1,000 problems.
    pub problems: Vec<SourceProblem>,
    /// The number of problems beyond those.
    pub more_problems: usize,
    /// The skills again, and what lies where once they are put where hosts look.
    pub install: InstallReport,
}

/// A skill of a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct McpSkill {
    /// The URI of its `SKILL.md`.
    pub uri: String,
    /// Whether its contents are made anew each time, so that there are no digests to check them by.
    pub dynamic: bool,
    /// The number of its files that are known, its `SKILL.md` among them.
    pub files: usize,
}
