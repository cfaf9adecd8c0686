//! An invocation of a skill: its origin and its inputs.

use std::collections::BTreeMap;

use crate::model::invocation::{InvokedBy, RequestOutput};

/// An invocation of a skill: its origin and its inputs.
pub struct Use<'u> {
    pub by: InvokedBy,
    /// The name in the call, which may differ from the skill's own.
    pub called: &'u str,
    pub arguments: &'u str,
    pub agent: &'u str,
    /// The id of the model's call.
    pub call_id: Option<&'u str>,
    /// The prefix of the ids of its requests.
    pub id: String,
    pub outputs: &'u BTreeMap<String, RequestOutput>,
    /// The whole text that the user typed.
    pub prompt: Option<&'u str>,
    /// True if a schedule sent the message.
    pub scheduled: bool,
}
