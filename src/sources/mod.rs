//! Takes skills from two other sources than repositories: the index of a website
//! (`docs/skills-cli.md#sites`) and an MCP server (`docs/mcp-skills.md`). This module does not use
//! the network. The caller passes all answers so far, and gets a tree for hosts, the problems, and
//! the requests that are still needed.

mod archive;
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
