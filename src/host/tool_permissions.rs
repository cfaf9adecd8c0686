//! The decisions of a host on tool calls.

use crate::host::stages::View;
use crate::model::invocation::ContextChanges;
use crate::model::permission::{PermissionBasis, ToolCall, ToolPermission};

/// The rules by which a host decides on tool calls.
pub trait ToolPermissions {
    /// Returns the decision on a tool call of the model. `changes` has an item for each invoked
    /// skill that is still in use, in the order of invocation. An item has the effects of the
    /// skill, such as tools that the skill allows.
    fn permission(
        &self,
        view: &View<'_>,
        call: &ToolCall,
        changes: &[ContextChanges],
    ) -> ToolPermission;
}

/// The way in which a host decides on tool calls.
#[derive(Clone, Copy)]
pub enum Decides<'h> {
    /// The host has rules that Skillglass reads.
    ByRules(&'h dyn ToolPermissions),
    /// The host does not decide by rules, or Skillglass does not know the host's rules. The value
    /// gives the basis of the decision, such as a question to the user.
    Otherwise(PermissionBasis),
}
