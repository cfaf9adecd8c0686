//! Reads the skills of an MCP server that has the extension `io.modelcontextprotocol/skills`
//! (`docs/mcp-skills.md`).

mod answers;
mod frontmatter;
mod report;
mod take;
mod uri;

pub use report::{McpAnswer, McpCall, McpReport, McpRequest, McpSkill};
pub use take::take_mcp_skills;
