//! What a command does that a rule finds.

use std::ops::Range;

/// A harmful act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lint) struct Act {
    pub kind: ActKind,
    /// Where it stands.
    pub bytes: Range<usize>,
    /// What of: the site, the decoded text, the secret and its receiver, the registry; empty where it is not known.
    pub detail: String,
    /// Where what is run came from, if that is another place.
    pub source: Option<usize>,
}

/// The kinds of acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::lint) enum ActKind {
    /// A person is to paste it, or anybody may have written it.
    PasteAndRun,
    /// What was decoded runs.
    DecodedThenRun,
    /// A download runs.
    DownloadToShell,
    /// A machine elsewhere gets a shell.
    RemoteShell,
    /// A file runs that was downloaded before.
    DownloadedThenRun,
    /// A secret goes to another machine.
    SendsSecrets,
    /// Packages come from another registry than usual.
    ForeignRegistry,
    /// An archive is opened with a password that stands beside it.
    PasswordArchive,
}

impl ActKind {
    /// Whether something runs that nobody has looked at.
    pub fn runs(self) -> bool {
        self <= Self::DownloadedThenRun
    }
}
