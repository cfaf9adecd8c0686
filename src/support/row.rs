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

/// A small set of files that shows the subject of one row of the table "Can I use", such as a
/// field. If the cells of two hosts differ in this row, the hosts treat these files differently.
#[derive(Default)]
pub(super) struct Example {
    /// The paths and texts of the example's files. [`Seen::new`](super::probe::Seen::new) describes
    /// the short forms of paths, such as `./` for the working directory. Empty if there is no
    /// example.
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
