//! The decision of a host on calls of tools.

use crate::host::stages::View;
use crate::model::invocation::ContextChanges;
use crate::model::permission::{PermissionBasis, ToolCall, ToolPermission};

/// The rules by which a host decides on calls of tools.
pub trait ToolPermissions {
    /// Returns the decision on a call of the model. `changes` are the changes of the skills that are in use, in the
    /// order of their invocation.
    fn permission(
        &self,
        view: &View<'_>,
        call: &ToolCall,
        changes: &[ContextChanges],
    ) -> ToolPermission;
}

/// A host's way to decide on calls of tools.
#[derive(Clone, Copy)]
pub enum Decides<'h> {
    /// The host has rules that Skillglass reads.
    ByRules(&'h dyn ToolPermissions),
    /// The host has no rules, or its rules are not known.
    Otherwise(PermissionBasis),
}
