//! What one conversation has already seen, as the hosts' stages read it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::hook::Hook;

/// See the [module](self).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Memory {
    /// The names that each agent has been shown, by agent.
    pub listed: BTreeMap<String, BTreeSet<String>>,
    /// The skills put to use, each agent and skill once, the latest last.
    pub invoked: Vec<InvokedSkill>,
    /// How often each skill was put to use, by name.
    pub usage: BTreeMap<String, u64>,
    /// The hooks registered, in order.
    pub hooks: Vec<RegisteredHook>,
    /// The names of skills whose sub-agents still run.
    pub running: BTreeSet<String>,
}

/// The name of the main agent in [`Memory::listed`] and [`InvokedSkill::agent`].
pub const MAIN_AGENT: &str = "";

/// A skill that was put to use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InvokedSkill {
    /// Its name.
    pub name: String,
    /// The path of its `SKILL.md`.
    pub path: String,
    /// The text that was injected.
    pub content: String,
    /// The agent that used it; empty for the main one.
    pub agent: String,
    /// Whether the conversation was compacted since, so that the text only stands in what was restored.
    pub compacted: bool,
}

/// A hook that is in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RegisteredHook {
    /// What it is called by in this session.
    pub id: u32,
    /// The skill that declared it, by name.
    pub skill: String,
    /// That skill's folder, absolute.
    pub directory: String,
    /// The hook.
    pub hook: Hook,
}

impl Memory {
    /// What an agent was given of a skill last.
    #[must_use]
    pub fn invoked(&self, agent: &str, path: &str) -> Option<&InvokedSkill> {
        self.invoked
            .iter()
            .find(|invoked| invoked.agent == agent && invoked.path == path)
    }
}
