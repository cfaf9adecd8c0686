//! The harmful effects of commands, which rules report.

use std::ops::Range;

use super::sinks::Sink;

/// A harmful effect of a command, which a rule reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Act {
    pub kind: ActKind,
    /// The byte range of the command in the text.
    pub bytes: Range<usize>,
    /// A detail of the effect for the finding's message: the name of a site, the decoded text, a
    /// secret and its receiver, or a registry. Empty if no detail is known.
    pub detail: String,
    /// If the command executes a file that an earlier command wrote, the byte offset of the earlier
    /// command. Otherwise `None`.
    pub source: Option<usize>,
    /// True if the effect is expected, for example because the skill's description announces it.
    /// The finding then has a lower severity.
    pub is_usual: bool,
    /// True if the effect is harmful whatever the skill is about. The finding is then at least a
    /// warning.
    pub is_certain: bool,
}

/// The kind of a harmful effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ActKind {
    /// A person is asked to paste a command that nobody has checked. Or a command executes a text
    /// from a site where anybody can publish.
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
    /// A package is installed from a file at an address, without a registry.
    PackageFile,
    /// Packages are installed from an additional registry besides the usual registry.
    MoreRegistries,
    /// A command changes a file or a setting that takes effect in later sessions, such as a shell's
    /// start-up file.
    LastingChange,
    /// An archive is opened with a password that is given in the skill itself.
    PasswordArchive,
    /// A command destroys data of the user.
    Destroys,
    /// A command switches a protection off, or removes the records of what happened.
    Disables,
    /// A package has nearly the name of a well-known package.
    MisspeltPackage,
}

impl ActKind {
    /// Returns true for effects that execute code which nobody has checked. For example, the code
    /// was just downloaded or decoded.
    pub fn runs(self) -> bool {
        self <= Self::DownloadedThenRun
    }
}

/// The receiver of harmful effects. The code that reads programs and settings files calls a method
/// for each effect or command that it finds.
pub(super) trait Effects {
    /// Records an effect of the command at the byte range `bytes`. If the command executes a file
    /// that an earlier command wrote, `source` is the byte offset of the earlier command. Otherwise
    /// `source` is `None`. `detail` is a text for the finding's message.
    fn record(&mut self, kind: ActKind, bytes: Range<usize>, detail: String, source: Option<usize>);

    /// Records that a secret is sent to the address `to`. Records nothing if the secret may be sent
    /// to this address.
    fn sends(&mut self, bytes: Range<usize>, secret: &str, to: &str, in_header: bool);

    /// Records that a download is executed. `from_file` is true if the download was first written
    /// to a file.
    fn runs_download(
        &mut self,
        address: &str,
        bytes: Range<usize>,
        source: Option<usize>,
        from_file: bool,
    );

    /// Records that a package is installed from the file at an address.
    fn installs_file(&mut self, address: &str, bytes: Range<usize>);

    /// Records that a text is written to a file that takes effect in later sessions, such as a
    /// shell's start-up file. `is_unseen` is true if the text was downloaded or decoded, so that no
    /// reader of the skill sees it.
    fn lasting(&mut self, sink: Sink, text: &str, is_unseen: bool, bytes: Range<usize>);

    /// Interprets a text as shell commands. `start` is the byte offset of the text in its file.
    fn shell(&mut self, text: &str, start: usize);

    /// Interprets a text, which was decoded or in quotes, as shell commands. `place` is the byte
    /// range that is reported for the effects of these commands. Returns true if the commands have
    /// an effect.
    fn nested(&mut self, text: &str, place: Range<usize>) -> bool;

    /// Interprets the value of a key in a settings file as shell commands. `place` is the byte
    /// range that is reported for the effects of these commands.
    fn setting(&mut self, key: &str, text: &str, place: Range<usize>);

    /// Interprets a text, which was decoded or in quotes, as code of a program such as `python`.
    /// `place` is the byte range that is reported for the effects of the code.
    fn code(&mut self, program: &str, text: &str, place: Range<usize>);

    /// Interprets a list of words as a command that is run without a shell. Each word has its byte
    /// range.
    fn list(&mut self, words: &[(String, Range<usize>)]);

    /// Records that the file `name` contains downloaded or decoded data. `address` is the address
    /// of the download; `None` if the data was decoded. `start` is the byte offset of the command
    /// that wrote the file.
    fn note_file(&mut self, name: &str, address: Option<String>, start: usize);

    /// Records that a file is loaded as code.
    fn run_file(&mut self, name: &str, bytes: Range<usize>);
}
