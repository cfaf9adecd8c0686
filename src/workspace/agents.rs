//! The sub-agents of a conversation: how a session ends them and forgets their memory.

use crate::host::tool::SkillTool;
use crate::model::argument::ArgumentError;
use crate::model::memory::MAIN_AGENT;
use crate::model::message::{Message, Role};
use crate::workspace::{Session, Workspace};

impl Session {
    /// Ends a skill's sub-agent, forgets its memory, and returns its last answer as the host's
    /// message to the conversation.
    ///
    /// If the model's tool call waits for the sub-agent, the message is the result of that call.
    /// Otherwise the message has the user's role.
    ///
    /// `fork` is the id of the [`Fork`](crate::model::invocation::Fork), or the skill's name if
    /// only one sub-agent of this skill runs.
    ///
    /// # Errors
    /// Returns an error if no such sub-agent runs, or if `fork` is the name of a skill and several
    /// sub-agents of this skill run.
    pub fn finish_fork(
        &mut self,
        workspace: &Workspace,
        fork: &str,
        result: &str,
    ) -> Result<Message, ArgumentError> {
        self.end_fork(workspace, fork, |tool, skill| {
            tool.fork_result(skill, result)
        })
    }

    /// Ends a skill's sub-agent that stopped with an error. Returns the message with which the host
    /// reports the error to the conversation.
    ///
    /// If the model's tool call waits for the sub-agent, the message is the result of that call.
    /// Otherwise the message has the user's role.
    ///
    /// `fork` is the id of the [`Fork`](crate::model::invocation::Fork), or the skill's name if
    /// only one sub-agent of this skill runs.
    ///
    /// # Errors
    /// Returns an error if no such sub-agent runs, or if `fork` is the name of a skill and several
    /// sub-agents of this skill run.
    pub fn fail_fork(
        &mut self,
        workspace: &Workspace,
        fork: &str,
        error: &str,
    ) -> Result<Message, ArgumentError> {
        self.end_fork(workspace, fork, |tool, skill| {
            tool.fork_failure(skill, error)
        })
    }

    /// Ends a skill's sub-agent, and returns the host's message to the conversation. `write`
    /// returns the text of this message. Its arguments are the host's skill tool and the name of
    /// the skill.
    fn end_fork(
        &mut self,
        workspace: &Workspace,
        fork: &str,
        write: impl FnOnce(&dyn SkillTool, &str) -> Option<String>,
    ) -> Result<Message, ArgumentError> {
        let index = self.running_fork(fork)?;
        let running = &self.memory.running[index];
        let tool = workspace.host().tool();
        let text = tool.and_then(|tool| write(tool, &running.skill));
        let text = text.ok_or_else(|| no_fork(fork))?;
        let ended = self.memory.running.remove(index);
        self.forget(&ended.id);
        let role = if ended.is_awaited {
            Role::Tool
        } else {
            Role::User
        };
        Ok(Message {
            call_id: ended.call_id,
            ..Message::new(role, text)
        })
    }

    /// Returns the index of a sub-agent in the session's list of running sub-agents. `fork` is the
    /// sub-agent's id, or the name of the sub-agent's skill.
    fn running_fork(&self, fork: &str) -> Result<usize, ArgumentError> {
        let running = &self.memory.running;
        if let Some(index) = running.iter().position(|running| running.id == fork) {
            return Ok(index);
        }
        let of_skill = running.iter().enumerate();
        let of_skill: Vec<_> = of_skill
            .filter(|(_, running)| running.skill == fork)
            .collect();
        match &of_skill[..] {
            [] => Err(no_fork(fork)),
            [(index, _)] => Ok(*index),
            several => {
                let ids: Vec<_> = several
                    .iter()
                    .map(|(_, running)| running.id.as_str())
                    .collect();
                let message = format!(
                    "several sub-agents of the skill {fork:?} run; give the id of one: {}",
                    ids.join(", ")
                );
                Err(ArgumentError::new("fork", message))
            }
        }
    }

    /// Ends an agent, and forgets the skills that the agent was shown and has used.
    ///
    /// # Errors
    /// Returns an error if the session has no agent with this name.
    pub fn end_agent(&mut self, agent: &str) -> Result<(), ArgumentError> {
        self.check_agent(agent)?;
        self.forget(agent);
        Ok(())
    }

    fn forget(&mut self, agent: &str) {
        self.memory.end_agent(agent);
        self.changes.remove(agent);
    }

    /// Returns an error if the session does not know the agent. It knows the main agent, the
    /// sub-agents of skills, and each agent that got a list or used a skill.
    pub(super) fn check_agent(&self, agent: &str) -> Result<(), ArgumentError> {
        let memory = &self.memory;
        let is_known = agent == MAIN_AGENT
            || memory.listed.contains_key(agent)
            || self.changes.contains_key(agent)
            || memory.invoked.iter().any(|invoked| invoked.agent == agent)
            || memory.running.iter().any(|running| running.id == agent);
        if is_known {
            return Ok(());
        }
        let message =
            format!("no agent {agent:?} was given a list or has used a skill in this session");
        Err(ArgumentError::new("agent", message))
    }
}

fn no_fork(fork: &str) -> ArgumentError {
    let message = format!("no sub-agent {fork:?} runs in this session");
    ArgumentError::new("fork", message)
}
