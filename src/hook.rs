//! Hooks that a skill declares: commands and the like that a host runs at events of a session.

use serde::{Deserialize, Serialize};

/// A declared hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Hook {
    /// The event, such as `PreToolUse`.
    pub event: String,
    /// What the event must be about; everything when empty.
    pub matcher: String,
    /// Whether it is gone after its first successful run.
    pub once: bool,
}
