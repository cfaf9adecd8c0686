//! Skills from other sources than a repository: from a site's index (`docs/skills-cli.md#sites`) and from an MCP server
//! (`docs/mcp-skills.md`). This module uses no network: the caller passes the answers so far. The result is a tree for
//! hosts, the problems found, and the requests that are still needed.

mod archive;
mod digest;
mod json;
mod mcp;
mod problem;
mod site;
mod stage;
mod url;

pub use archive::{ArchiveContent, ArchiveEntry, ArchiveFormat, Archives};
pub use mcp::{McpAnswer, McpCall, McpReport, McpRequest, McpSkill, take_mcp_skills};
pub use problem::{DroppedPart, SourceProblem, SourceProblemCode};
pub use site::{Downloads, SiteNeed, SiteReport, SiteRequest, take_site};
