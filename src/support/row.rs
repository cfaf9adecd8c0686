//! A row with how it is asked.

use super::probe::Probe;
use super::table::{Answer, SupportGroup};
use crate::host::topic::Topic;

/// Something that an author looks up, before any host was asked.
pub(super) struct Row {
    pub(super) id: String,
    pub(super) group: SupportGroup,
    pub(super) title: String,
    pub(super) summary: String,
    pub(super) topic: Topic,
    pub(super) ask: Box<dyn Fn(&Probe) -> Answer>,
}
