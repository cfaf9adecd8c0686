//! A row of the table "Can I use" whose cells are not computed yet.

use super::probe::{Files, Probe, Session};
use super::table::{Answer, SupportGroup};
use crate::host::topic::Topic;

/// A row of the table: a fact that authors look up, with the function that computes a host's cell.
pub(super) struct Row {
    pub(super) id: String,
    pub(super) group: SupportGroup,
    pub(super) title: String,
    pub(super) summary: String,
    pub(super) topic: Topic,
    pub(super) ask: Box<dyn Fn(&Probe) -> Answer>,
    pub(super) example: Example,
}

/// A small tree that is an example for a row of the table "Can I use". If two hosts have different
/// cells in this row, they treat the example differently.
#[derive(Default)]
pub(super) struct Example {
    /// The files, with paths in the forms of [`Seen::new`](super::probe::Seen::new). The list is empty if the row has
    /// no example.
    pub(super) files: Files,
    pub(super) session: Session,
    /// True if the row describes how the host treats every skill, such as the words that the host
    /// adds to each skill's text. False if only skills like those in the example are affected.
    pub(super) is_general: bool,
}

impl Example {
    /// Returns an example with these files, in a session without touched files.
    pub(super) fn plain(files: Files) -> Self {
        Self {
            files,
            ..Self::default()
        }
    }

    /// Returns an example with these files, for a row that describes how the host treats every
    /// skill.
    pub(super) fn general(files: Files) -> Self {
        Self {
            is_general: true,
            ..Self::plain(files)
        }
    }
}
