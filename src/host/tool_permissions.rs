//! The decisions of a host on tool calls.

use crate::host::stages::View;
use crate::model::invocation::ContextChanges;
use crate::model::permission::{PermissionBasis, ToolCall, ToolPermission};

/// The rules by which a host decides on tool calls.
pub trait ToolPermissions {
    /// Returns the decision on a tool call of the model. `changes` has the effects of the skills in
    /// use on the conversation, in the order in which the skills were invoked.
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
    /// The host has no rules, or Skillglass does not know them.
    Otherwise(PermissionBasis),
}
