//! The tool with which a host's model invokes a skill.

use crate::host::stages::View;
use crate::model::invocation::{Invocation, SkillCall};

/// The tool with which a host's model invokes a skill.
pub trait SkillTool {
    /// Returns the result of a call of the skill tool by the model; `None` if the host does not
    /// offer the tool.
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation>;

    /// Returns the message that the host adds to the conversation after a skill's sub-agent has
    /// ended. `result` is the sub-agent's last answer. Returns `None` if the host has no sub-agents
    /// for skills.
    fn fork_result(&self, _skill: &str, _result: &str) -> Option<String> {
        None
    }

    /// Returns the text that reports the error of a skill's sub-agent to the conversation. Returns
    /// `None` if the host has no sub-agents for skills.
    fn fork_failure(&self, _skill: &str, _error: &str) -> Option<String> {
        None
    }
}
