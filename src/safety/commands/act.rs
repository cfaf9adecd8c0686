//! The effects of commands that rules report.

use std::ops::Range;

use super::sinks::Sink;

/// A harmful effect of a command, which a rule reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Act {
    pub kind: ActKind,
    /// The byte range of the command in the text.
    pub bytes: Range<usize>,
    /// The object of the effect, for the message: a site, the decoded text, a secret with its receiver, or a registry.
    /// Empty if the object is unknown.
    pub detail: String,
    /// The byte offset of the command that produced the executed data, if another command executed the data.
    pub source: Option<usize>,
    /// True if the effect is common in skills of this kind, so that it is reported with a lower severity.
    pub is_usual: bool,
    /// True if the effect is harm whatever the skill is about, so that it is a warning.
    pub is_certain: bool,
}

/// The kind of a harmful effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ActKind {
    /// A person is asked to paste a command that nobody has checked, or a command executes a text from a site where
    /// anybody can write.
    PasteAndRun,
    /// Decoded data is executed.
    DecodedThenRun,
    /// A download is executed.
    DownloadToShell,
    /// A remote machine gets a shell.
    RemoteShell,
    /// A file that an earlier command downloaded is executed.
    DownloadedThenRun,
    /// A secret is sent to a remote machine.
    SendsSecrets,
    /// Packages are installed from a registry other than the usual registry.
    ForeignRegistry,
    /// Packages are installed from another registry besides the usual one.
    MoreRegistries,
    /// A command changes a file or a setting that is executed or followed after the task has ended.
    LastingChange,
    /// An archive is opened with a password that is written next to the command.
    PasswordArchive,
    /// A command destroys data of the user.
    Destroys,
    /// A command switches a protection off, or removes the records of what happened.
    Disables,
    /// A package has nearly the name of a well-known package.
    MisspeltPackage,
}

impl ActKind {
    /// Returns true if the effect executes something that nobody has checked.
    pub fn runs(self) -> bool {
        self <= Self::DownloadedThenRun
    }
}

/// The receiver of harmful effects. The readers of code and of settings call its methods for everything that they find.
pub(super) trait Effects {
    /// Records an effect in a byte range. `source` is the byte offset of the command that produced the data.
    fn record(&mut self, kind: ActKind, bytes: Range<usize>, detail: String, source: Option<usize>);

    /// Records that a secret is sent to an address. If the secret belongs to the address, there is no effect.
    fn sends(&mut self, bytes: Range<usize>, secret: &str, to: &str, in_header: bool);

    /// Records that a download is executed, either directly or from a file.
    fn runs_download(
        &mut self,
        address: &str,
        bytes: Range<usize>,
        source: Option<usize>,
        from_file: bool,
    );

    /// Records that a text is written to a place that outlives the task. `is_unseen` is true if no reader of the skill
    /// sees the text, because it was downloaded or decoded.
    fn lasting(&mut self, sink: Sink, text: &str, is_unseen: bool, bytes: Range<usize>);

    /// Reads a text as commands. Byte offsets in the text are relative to `start`.
    fn shell(&mut self, text: &str, start: usize);

    /// Reads an unquoted or decoded text as commands at a place. Returns true if the commands have an effect.
    fn nested(&mut self, text: &str, place: Range<usize>) -> bool;

    /// Reads the value of a key of a settings file as commands at a place.
    fn setting(&mut self, key: &str, text: &str, place: Range<usize>);

    /// Reads an unquoted or decoded text as code of a program, such as `python`.
    fn code(&mut self, program: &str, text: &str, place: Range<usize>);

    /// Reads a list of words as a command that a program runs without a shell.
    fn list(&mut self, words: &[(String, Range<usize>)]);

    /// Records that a file contains data from an address. If no address is given, the file contains decoded data.
    fn note_file(&mut self, name: &str, address: Option<String>, start: usize);

    /// Records that a file is loaded as code.
    fn run_file(&mut self, name: &str, bytes: Range<usize>);
}
