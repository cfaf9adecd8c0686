//! The memory of one conversation, as the hosts' stages read it.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;

use crate::model::hook::Hook;
use crate::model::invocation::{Invocation, InvokedBy};
use crate::model::skill::Skill;

/// See the [module](self).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Memory {
    /// The skills that each agent has been shown, by agent: the names, each with the [`fingerprint`] of what was said of it.
    pub listed: BTreeMap<String, BTreeMap<String, u64>>,
    /// The skills put to use, each agent and skill once, the latest last.
    pub invoked: Vec<InvokedSkill>,
    /// The number of uses of each skill, by name.
    pub usage: BTreeMap<String, u64>,
    /// The hooks registered, in order.
    pub hooks: Vec<RegisteredHook>,
    /// The number of hooks registered so far, so that no two ever bear the same id.
    pub hooks_so_far: u32,
    /// The sub-agents of skills that are running, in the order of their start.
    pub running: Vec<RunningFork>,
    /// The number of sub-agents started so far, so that no two ever have the same id.
    pub forks_so_far: u32,
}

/// A sub-agent of a skill that is running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningFork {
    /// Its id in this session.
    pub id: String,
    /// The skill's name.
    pub skill: String,
    /// True if the model's call of the skill has no result yet, because the conversation waits for the sub-agent.
    pub is_awaited: bool,
    /// The id of that call.
    pub call_id: Option<String>,
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
    /// True if the conversation was compacted since, so that the text only stands in what was restored.
    pub compacted: bool,
}

/// A hook that is in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RegisteredHook {
    /// Its id in this session.
    pub id: u32,
    /// The skill that declared it, by name.
    pub skill: String,
    /// The skill's folder, absolute.
    pub directory: String,
    /// The hook.
    pub hook: Hook,
}

/// Tells whether what a list would say of a skill has changed.
#[must_use]
pub fn fingerprint(skill: &Skill) -> u64 {
    let when_to_use = skill.frontmatter.as_ref().map(|fields| &fields.when_to_use);
    let mut hasher = SipHasher13::new();
    (&skill.description, when_to_use, skill.visibility).hash(&mut hasher);
    hasher.finish()
}

impl Memory {
    /// The latest text of a skill that an agent was given.
    #[must_use]
    pub fn invoked(&self, agent: &str, path: &str) -> Option<&InvokedSkill> {
        self.invoked
            .iter()
            .find(|invoked| invoked.agent == agent && invoked.path == path)
    }

    /// Returns the id of the next sub-agent of a skill.
    #[must_use]
    pub fn next_fork(&self) -> String {
        format!("fork-{}", self.forks_so_far + 1)
    }

    /// Returns true if a sub-agent of the skill is running.
    #[must_use]
    pub fn runs(&self, skill: &str) -> bool {
        self.running.iter().any(|fork| fork.skill == skill)
    }

    /// Forgets what an agent was shown and has used.
    pub fn end_agent(&mut self, agent: &str) {
        self.listed.remove(agent);
        self.invoked.retain(|invoked| invoked.agent != agent);
    }

    /// Keeps that the main agent was given a skill's text by a host where that is all of an invocation.
    pub fn injected(&mut self, name: &str, path: &str, content: &str) {
        *self.usage.entry(name.to_owned()).or_default() += 1;
        self.keep(name, path, content, MAIN_AGENT);
    }

    fn keep(&mut self, name: &str, path: &str, content: &str, agent: &str) {
        self.invoked
            .retain(|known| (known.agent.as_str(), known.path.as_str()) != (agent, path));
        self.invoked.push(InvokedSkill {
            name: name.to_owned(),
            path: path.to_owned(),
            content: content.to_owned(),
            agent: agent.to_owned(),
            compacted: false,
        });
    }

    /// Records the result of an agent's invocation of the skill in that folder if it took effect. `call_id` is the id of
    /// the model's call.
    pub fn remember(
        &mut self,
        invocation: &Invocation,
        agent: &str,
        call_id: Option<&str>,
        directory: &str,
    ) {
        let (true, Some(path)) = (invocation.outcome.took_effect(), &invocation.path) else {
            return;
        };
        *self.usage.entry(invocation.name.clone()).or_default() += 1;
        if let Some(fork) = &invocation.fork {
            let is_awaited = invocation.by == InvokedBy::Model && !fork.background;
            self.forks_so_far += 1;
            self.running.push(RunningFork {
                id: fork.id.clone(),
                skill: invocation.name.clone(),
                is_awaited,
                call_id: call_id.filter(|_| is_awaited).map(str::to_owned),
            });
        } else if let Some(content) = &invocation.content {
            self.keep(&invocation.name, path, content, agent);
        }
        for hook in &invocation.hooks {
            self.hooks_so_far += 1;
            self.hooks.push(RegisteredHook {
                id: self.hooks_so_far,
                skill: invocation.name.clone(),
                directory: directory.to_owned(),
                hook: hook.clone(),
            });
        }
    }
}
