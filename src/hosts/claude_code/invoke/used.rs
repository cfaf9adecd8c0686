//! An invocation of a skill: its origin and its inputs.

use std::collections::BTreeMap;

use crate::model::invocation::{InvokedBy, RequestOutput};

/// An invocation of a skill: its origin and its inputs.
pub struct Use<'u> {
    pub by: InvokedBy,
    /// The name in the call, which may differ from the skill's own name.
    pub called: &'u str,
    pub arguments: &'u str,
    pub agent: &'u str,
    /// The id of the model's call; none if the user typed a command.
    pub call_id: Option<&'u str>,
    /// The beginning of the ids of the requests that the invocation makes.
    pub id: String,
    pub outputs: &'u BTreeMap<String, RequestOutput>,
    /// The whole text that the user typed; none for a call of the model.
    pub prompt: Option<&'u str>,
    /// True if a schedule sent the message.
    pub scheduled: bool,
}
