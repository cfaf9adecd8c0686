//! A row of the table before its cells are computed.

use super::probe::Probe;
use super::table::{Answer, SupportGroup};
use crate::host::topic::Topic;

/// A fact to look up, with the function that computes its cell for a host.
pub(super) struct Row {
    pub(super) id: String,
    pub(super) group: SupportGroup,
    pub(super) title: String,
    pub(super) summary: String,
    pub(super) topic: Topic,
    pub(super) ask: Box<dyn Fn(&Probe) -> Answer>,
}
