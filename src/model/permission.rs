//! Decisions on what may run, as plain data. Each host has its own rules for them.

use serde::{Deserialize, Serialize};

/// A host's decision on a tool, a skill or a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The action may run without a question.
    Allow,
    /// The host asks the user first.
    Ask,
    /// The action is not permitted.
    Deny,
}

crate::choice! { Verdict: Allow = "allow", Ask = "ask", Deny = "deny" }

/// A rule that the host offers to save when it asks the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PermissionSuggestion {
    /// The rule, in the syntax of the host's settings.
    pub rule: String,
    /// The effect of saving the rule, in words.
    pub label: String,
}

/// A host's decision on an action, with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Permission {
    /// The host's decision on the action.
    pub verdict: Verdict,
    /// The rule that decided, in the syntax of the host's settings; none if no rule did.
    pub rule: Option<String>,
    /// The reason for the decision, in words.
    pub reason: String,
    /// The rules that the host offers to save when it asks the user.
    pub suggestions: Vec<PermissionSuggestion>,
}
