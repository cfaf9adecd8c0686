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

/// What readers of other languages and of settings tell the one that follows data: where it acts, and what runs next.
pub(super) trait Effects {
    /// Notes an act at some bytes, and where what it is about came from.
    fn act(&mut self, kind: ActKind, bytes: Range<usize>, detail: String, source: Option<usize>);

    /// Reads a text as commands; places in it count from `start`.
    fn shell(&mut self, text: &str, start: usize);

    /// Reads a text as commands that stands at some place, and not as it is; whether anything was found in it.
    fn nested(&mut self, text: &str, place: Range<usize>) -> bool;

    /// Reads a list of words that a program hands on without a shell.
    fn list(&mut self, words: &[(String, Range<usize>)]);

    /// Notes that a file holds what came from the network, or without an address from a decoder.
    fn note_file(&mut self, name: &str, address: Option<String>, start: usize);
}
