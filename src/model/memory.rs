//! The memory of a conversation: everything earlier in it that the stages of hosts depend on.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;

use crate::model::hook::Hook;
use crate::model::invocation::{Invocation, InvokedBy};
use crate::model::skill::Skill;

/// The skills that a conversation has shown and used, its hooks, and its running sub-agents.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// The skills that each agent has been shown, by agent and name. The value is the [`fingerprint`] of the skill's
    /// text in the list.
    pub listed: BTreeMap<String, BTreeMap<String, u64>>,
    /// The invoked skills, the latest last. Each skill is listed once for each agent.
    pub invoked: Vec<InvokedSkill>,
    /// The number of uses of each skill, by name.
    pub usage: BTreeMap<String, u64>,
    /// The hooks that skills have registered, in order.
    pub hooks: Vec<RegisteredHook>,
    /// The number of hooks registered so far. New hooks get their ids from this number, so all ids are unique.
    pub hooks_so_far: u32,
    /// The running sub-agents of skills, in the order of their start.
    pub running: Vec<RunningFork>,
    /// The number of sub-agents started so far. New sub-agents get their ids from this number, so all ids are unique.
    pub forks_so_far: u32,
}

/// A running sub-agent of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningFork {
    /// The sub-agent's id in this session.
    pub id: String,
    /// The name of the skill that runs in the sub-agent.
    pub skill: String,
    /// True if the model's call of the skill has no result yet, because the conversation waits for the sub-agent.
    pub is_awaited: bool,
    /// The id of the model's call that waits for the sub-agent; none if no call waits for it, or if the call has no id.
    pub call_id: Option<String>,
}

/// The name of the main agent in [`Memory::listed`] and [`InvokedSkill::agent`].
pub const MAIN_AGENT: &str = "";

/// A skill that was invoked in the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InvokedSkill {
    /// The skill's name.
    pub name: String,
    /// The path of the skill's `SKILL.md`.
    pub path: String,
    /// The skill's text that was injected.
    pub content: String,
    /// The agent that used the skill; empty for the main agent.
    pub agent: String,
    /// True if the conversation was compacted after the use, so that only the restored messages contain the text.
    pub compacted: bool,
}

/// A hook that a skill has registered in the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RegisteredHook {
    /// The hook's id in this session.
    pub id: u32,
    /// The name of the skill that declared the hook.
    pub skill: String,
    /// The absolute path of the skill's folder.
    pub directory: String,
    /// The registered hook.
    pub hook: Hook,
}

/// Returns a hash of the skill's text in a list. It changes if that text changes.
#[must_use]
pub fn fingerprint(skill: &Skill) -> u64 {
    let when_to_use = skill.frontmatter.as_ref().map(|fields| &fields.when_to_use);
    let mut hasher = SipHasher13::new();
    (&skill.description, when_to_use, skill.visibility).hash(&mut hasher);
    hasher.finish()
}

impl Memory {
    /// Returns the latest text of a skill that was injected for an agent.
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

    /// Forgets the skills that an agent was shown and has used.
    pub fn end_agent(&mut self, agent: &str) {
        self.listed.remove(agent);
        self.invoked.retain(|invoked| invoked.agent != agent);
    }

    /// Records that a skill's text was injected for the main agent, in a host whose invocations only inject a text.
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

    /// Records the result of an agent's invocation of a skill, if the invocation took effect. `directory` is the
    /// skill's folder, and `call_id` is the id of the model's call.
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
