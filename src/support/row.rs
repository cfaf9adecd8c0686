//! A row of the table before its cells are computed.

use super::probe::{Files, Probe, Session};
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
    pub(super) example: Example,
}

/// A small tree in which hosts with different cells behave differently.
#[derive(Default)]
pub(super) struct Example {
    /// The files, in the forms of [`Seen::new`](super::probe::Seen::new); empty if there is no such tree.
    pub(super) files: Files,
    pub(super) session: Session,
    /// True if every skill shows the difference, because the row is about the host's own words.
    pub(super) is_general: bool,
}

impl Example {
    /// Returns an example for a plain session.
    pub(super) fn plain(files: Files) -> Self {
        Self {
            files,
            ..Self::default()
        }
    }

    /// Returns an example in which every skill shows the difference.
    pub(super) fn general(files: Files) -> Self {
        Self {
            is_general: true,
            ..Self::plain(files)
        }
    }
}
