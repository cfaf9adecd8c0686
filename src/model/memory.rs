//! The memory of a conversation: the earlier events on which later answers of a host depend.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;

use crate::model::hook::Hook;
use crate::model::invocation::{Invocation, InvokedBy};
use crate::model::skill::Skill;

/// The skills that a conversation has shown and used, the hooks that skills registered, and the
/// running sub-agents.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// The skills that each agent has seen in a list, by agent and by skill name. The value is the
    /// [`fingerprint`] of the skill's text in the list.
    pub listed: BTreeMap<String, BTreeMap<String, u64>>,
    /// The invoked skills, the latest last. A skill that several agents invoked has an entry for
    /// each agent.
    pub invoked: Vec<InvokedSkill>,
    /// The number of invocations of each skill, by the skill's name.
    pub usage: BTreeMap<String, u64>,
    /// The hooks that skills have registered, in the order of registration.
    pub hooks: Vec<RegisteredHook>,
    /// The number of all hooks registered so far. The next hook gets its id from this number, so
    /// ids are unique.
    pub hooks_so_far: u32,
    /// The running sub-agents that execute skills, in the order in which they started.
    pub running: Vec<RunningFork>,
    /// The number of all sub-agents started so far. The next sub-agent gets its id from this
    /// number, so ids are unique.
    pub forks_so_far: u32,
}

/// A running sub-agent that executes a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningFork {
    /// The id of the sub-agent in its session.
    pub id: String,
    /// The name of the skill that runs in the sub-agent.
    pub skill: String,
    /// True if the conversation waits for the sub-agent, whose answer will be the result of the
    /// model's call.
    pub is_awaited: bool,
    /// The id of the model's call that waits for the sub-agent. None if no call waits, or if the
    /// waiting call has no id.
    pub call_id: Option<String>,
}

/// The value for the main agent in [`Memory::listed`] and [`InvokedSkill::agent`].
pub const MAIN_AGENT: &str = "";

/// A skill that was invoked in the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InvokedSkill {
    /// The skill's name.
    pub name: String,
    /// The path of the skill's `SKILL.md`.
    pub path: String,
    /// The skill's text, as it was injected into the conversation.
    pub content: String,
    /// The id of the agent that invoked the skill. Empty for the main agent.
    pub agent: String,
    /// True if the conversation was compacted after the invocation, so only restored messages
    /// contain the skill's text.
    pub compacted: bool,
}

/// A hook that a skill has registered in the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RegisteredHook {
    /// The id of the hook in its session.
    pub id: u32,
    /// The name of the skill that declared the hook.
    pub skill: String,
    /// The absolute path of the skill's folder.
    pub directory: String,
    /// The registered hook.
    pub hook: Hook,
}

/// Returns a hash of the text that a list of skills can show for a skill. The hash changes if the
/// text changes.
#[must_use]
pub fn fingerprint(skill: &Skill) -> u64 {
    let when_to_use = skill.frontmatter.as_ref().map(|fields| &fields.when_to_use);
    let mut hasher = SipHasher13::new();
    (&skill.description, when_to_use, skill.visibility).hash(&mut hasher);
    hasher.finish()
}

impl Memory {
    /// Returns the latest invocation of a skill by an agent. None if the agent has not invoked the
    /// skill.
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

    /// Returns true if a running sub-agent executes this skill.
    #[must_use]
    pub fn runs(&self, skill: &str) -> bool {
        self.running.iter().any(|fork| fork.skill == skill)
    }

    /// Removes the lists that an agent has seen and the skills that it has invoked, because the
    /// agent has ended.
    pub fn end_agent(&mut self, agent: &str) {
        self.listed.remove(agent);
        self.invoked.retain(|invoked| invoked.agent != agent);
    }

    /// Records that the main agent received a skill's text. Hosts call this function if their
    /// invocations only inject text, without sub-agents, hooks or changes of tools and model. Other
    /// hosts call [`remember`](Self::remember).
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

    /// Records the effects of an agent's invocation of a skill. Does nothing if the invocation had
    /// no effect. `directory` is the skill's folder, and `call_id` is the id of the model's call.
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
