//! The effects of commands that a rule reports.

use std::ops::Range;

use super::sinks::Sink;

/// A harmful effect of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Act {
    pub kind: ActKind,
    /// The bytes of the command.
    pub bytes: Range<usize>,
    /// The object of the effect: the site, the decoded text, the secret and its receiver, or the registry; empty if
    /// unknown.
    pub detail: String,
    /// The place that the executed data comes from, if it is not the command's.
    pub source: Option<usize>,
    /// True if the effect is common in such a skill, so that it is a hint rather than a warning.
    pub is_usual: bool,
}

/// The kinds of effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ActKind {
    /// A person is asked to paste the command, or anybody may have written it.
    PasteAndRun,
    /// Decoded data is executed.
    DecodedThenRun,
    /// A download is executed.
    DownloadToShell,
    /// A remote machine gets a shell.
    RemoteShell,
    /// A file is executed that was downloaded before.
    DownloadedThenRun,
    /// A secret is sent to a remote machine.
    SendsSecrets,
    /// Packages are installed from another registry than the usual one.
    ForeignRegistry,
    /// A command writes to a file or a setting that outlives the task.
    LastingChange,
    /// An archive is opened with a password that is written next to the command.
    PasswordArchive,
}

impl ActKind {
    /// Returns true if the effect executes something that nobody has checked.
    pub fn runs(self) -> bool {
        self <= Self::DownloadedThenRun
    }
}

/// The receiver of the effects that the readers of other languages and of settings find.
pub(super) trait Effects {
    /// Records an effect at some bytes, and the place that its data comes from.
    fn record(&mut self, kind: ActKind, bytes: Range<usize>, detail: String, source: Option<usize>);

    /// Records that a secret is sent to an address, unless the secret belongs there.
    fn sends(&mut self, bytes: Range<usize>, secret: &str, to: &str, in_header: bool);

    /// Records that a download is executed, perhaps from a file.
    fn runs_download(
        &mut self,
        address: &str,
        bytes: Range<usize>,
        source: Option<usize>,
        from_file: bool,
    );

    /// Records that a text is written to a place that outlives the task. The text is unseen if it was downloaded or
    /// decoded.
    fn lasting(&mut self, sink: Sink, text: &str, is_unseen: bool, bytes: Range<usize>);

    /// Reads a text as commands; offsets in it are relative to `start`.
    fn shell(&mut self, text: &str, start: usize);

    /// Reads an unquoted or decoded text as commands at a place; returns true if it has an effect.
    fn nested(&mut self, text: &str, place: Range<usize>) -> bool;

    /// Reads such a text as code for a program.
    fn code(&mut self, program: &str, text: &str, place: Range<usize>);

    /// Reads a list of words that a program runs as a command without a shell.
    fn list(&mut self, words: &[(String, Range<usize>)]);

    /// Records that a file contains data from the network, or decoded data if there is no address.
    fn note_file(&mut self, name: &str, address: Option<String>, start: usize);

    /// Records that a file is loaded as code.
    fn run_file(&mut self, name: &str, bytes: Range<usize>);
}
