//! What a command does that a rule finds.

use std::ops::Range;

use super::sinks::Sink;

/// A harmful act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Act {
    pub kind: ActKind,
    /// Where it stands.
    pub bytes: Range<usize>,
    /// What of: the site, the decoded text, the secret and its receiver, the registry; empty where it is not known.
    pub detail: String,
    /// Where what is run came from, if that is another place.
    pub source: Option<usize>,
    /// Whether it is usual for such a skill, so that it is worth a thought and no warning.
    pub is_usual: bool,
}

/// The kinds of acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ActKind {
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
    /// Something is written to a place that outlives the task.
    LastingChange,
    /// An archive is opened with a password that stands beside it.
    PasswordArchive,
}

impl ActKind {
    /// Whether something runs that nobody has looked at.
    pub fn runs(self) -> bool {
        self <= Self::DownloadedThenRun
    }
}

/// The one that follows data, as readers of other languages and of settings know it: where they act, and what runs next.
pub(super) trait Effects {
    /// Notes an act at some bytes, and where what it is about came from.
    fn act(&mut self, kind: ActKind, bytes: Range<usize>, detail: String, source: Option<usize>);

    /// Notes that a secret goes to an address, unless it belongs there.
    fn sends(&mut self, bytes: Range<usize>, secret: &str, to: &str, in_header: bool);

    /// Notes that a download runs, perhaps out of a file.
    fn runs_download(
        &mut self,
        address: &str,
        bytes: Range<usize>,
        source: Option<usize>,
        from_file: bool,
    );

    /// Notes that a text is written to a place that outlives the task. Nobody has seen it if it was downloaded or decoded.
    fn lasting(&mut self, sink: Sink, text: &str, is_unseen: bool, bytes: Range<usize>);

    /// Reads a text as commands; places in it count from `start`.
    fn shell(&mut self, text: &str, start: usize);

    /// Reads a text as commands that stands at some place, and not as it is; returns true if anything was found in it.
    fn nested(&mut self, text: &str, place: Range<usize>) -> bool;

    /// Reads a text likewise as code for a program.
    fn code(&mut self, program: &str, text: &str, place: Range<usize>);

    /// Reads a list of words that a program hands on without a shell.
    fn list(&mut self, words: &[(String, Range<usize>)]);

    /// Notes that a file holds what came from the network, or without an address from a decoder.
    fn note_file(&mut self, name: &str, address: Option<String>, start: usize);

    /// Notes that a file is loaded as code.
    fn run_file(&mut self, name: &str, bytes: Range<usize>);
}
