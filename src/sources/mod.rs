//! Skills that come from elsewhere than a repository: from a site's index (`docs/skills-cli.md#sites`) and from an MCP server
//! (`docs/mcp-skills.md`). Answers go in; out come a tree that hosts can be shown, what is wrong, and what is still to be asked
//! for. Nothing here touches a network.

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
