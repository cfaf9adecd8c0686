//! Compares the recorded answers of Python SDKs for agents.

mod adk_strands_agno;
mod deep_agents_openai_agent_framework;

use serde_json::Value;

pub use adk_strands_agno::{agno, google_adk, strands};
pub use deep_agents_openai_agent_framework::{agent_framework, deep_agents, openai_agents};

use crate::{list, text};

/// The edition of the SDKs whose answers were recorded.
const EDITION: &str = "2026-11";

/// Returns the folders of skills that the recorded program passed to the SDK.
fn sources(case: &Value) -> Vec<String> {
    list(&case["sources"]).iter().map(text).collect()
}
