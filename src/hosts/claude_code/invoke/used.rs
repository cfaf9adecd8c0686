//! [`Use`]: the origin and the inputs of an invocation.

use std::collections::BTreeMap;

use crate::model::invocation::{InvokedBy, RequestOutput};

/// The origin and the inputs of an invocation of a skill.
pub struct Use<'u> {
    pub by: InvokedBy,
    /// The skill's name as the user or the model wrote it. It may differ from the skill's own name.
    pub called: &'u str,
    pub arguments: &'u str,
    pub agent: &'u str,
    /// The id of the model's call. None if the user typed a command, or if the call has no id.
    pub call_id: Option<&'u str>,
    /// The prefix for the ids of the invocation's requests. A request asks the caller for the
    /// output of a command, or for the text of a prompt.
    pub id: String,
    pub outputs: &'u BTreeMap<String, RequestOutput>,
    /// The whole text that the user typed. None if the model calls the skill.
    pub prompt: Option<&'u str>,
    /// True if the message was sent automatically at a scheduled time.
    pub scheduled: bool,
}
