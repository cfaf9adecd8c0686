//! The tool by which a host's model puts a skill to use.

use crate::host::stages::View;
use crate::model::invocation::{Invocation, SkillCall};

/// See the [module](self).
pub trait SkillTool {
    /// The result of the model's call of the tool; none when the tool is not offered.
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation>;

    /// The host's message to the conversation when a skill's sub-agent has ended with that last text.
    fn fork_result(&self, _skill: &str, _result: &str) -> Option<String> {
        None
    }
}
