//! A use of a skill: by whom, and with what.

use std::collections::BTreeMap;

use crate::model::invocation::{InvokedBy, RequestOutput};

/// Who puts a skill to use, and with what.
pub struct Use<'u> {
    pub by: InvokedBy,
    /// The name that it was called by, which may be another than the skill's own.
    pub called: &'u str,
    pub arguments: &'u str,
    pub agent: &'u str,
    /// The id of the model's call.
    pub call_id: Option<&'u str>,
    /// The beginning of the ids of its requests.
    pub id: String,
    pub outputs: &'u BTreeMap<String, RequestOutput>,
    /// All that the user typed.
    pub prompt: Option<&'u str>,
    /// Whether nobody typed it.
    pub scheduled: bool,
}
