//! The answers of SDKs in Python for agents.

mod adk_strands_agno;
mod deep_agents_openai_agent_framework;

use serde_json::Value;

pub use adk_strands_agno::{agno, google_adk, strands};
pub use deep_agents_openai_agent_framework::{agent_framework, deep_agents, openai_agents};

use crate::{list, text};

/// The edition whose answers were recorded.
const EDITION: &str = "2026-11";

/// Returns the folders that the program gave.
fn sources(case: &Value) -> Vec<String> {
    list(&case["sources"]).iter().map(text).collect()
}
