//! Decisions on what may run, as plain data; which rule says so is each host's matter.

use serde::{Deserialize, Serialize};

/// A host's decision on something that wants to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It runs without a question.
    Allow,
    /// The user is asked first.
    Ask,
    /// It does not run.
    Deny,
}

crate::choice! { Verdict: Allow = "allow", Ask = "ask", Deny = "deny" }

/// A rule that the host offers to remember when it asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PermissionSuggestion {
    /// The rule, as the host's settings spell it.
    pub rule: String,
    /// The effect of allowing it, in words.
    pub label: String,
}

/// A decision with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Permission {
    /// The decision.
    pub verdict: Verdict,
    /// The rule that decided, as the host's settings spell it; none when no rule did.
    pub rule: Option<String>,
    /// The reason in words.
    pub reason: String,
    /// The rules that the host offers when it asks.
    pub suggestions: Vec<PermissionSuggestion>,
}
