//! Programs that find, move, write, check and open files.

use super::{Call, Data, Flow};
use crate::safety::commands::addresses::is_address;
use crate::safety::commands::programs::{self, joined, operands, path};
use crate::safety::commands::sinks;
use crate::safety::commands::words::Word;

impl Flow {
    /// Interprets a program that finds files and may run a command on them. Returns the found data
    /// or the command's output; `None` if the data is unknown.
    pub(super) fn finds(&mut self, call: Call<'_>) -> Option<Data> {
        let (rest, command) = (call.rest, call.command);
        let data = self.files_in(rest);
        let mut after = rest.iter();
        let runs = |word: &Word| matches!(word.text.as_str(), "-exec" | "-execdir");
        match after.position(runs) {
            Some(at) => self.program(&rest[at + 1..], command, data),
            None => data,
        }
    }

    /// Interprets a program that copies its input to its output and to files. Returns the input;
    /// `None` if the input is unknown.
    pub(super) fn tee(&mut self, call: Call<'_>) -> Option<Data> {
        let (_, rest, command, input) = call.parts();
        for word in operands(rest) {
            self.written(word, input.clone(), command);
        }
        input
    }

    /// Interprets a program that writes text to a file. The text and the name of the file are words
    /// of the command. Returns `None`, because the program has no output.
    pub(super) fn writes(&mut self, call: Call<'_>) -> Option<Data> {
        let (_, rest, command, input) = call.parts();
        let text = joined(rest);
        if let Some(sink) = sinks::place(&text) {
            let piped = input.as_ref().and_then(|input| input.text.as_deref());
            let text = piped.map_or(text.clone(), |piped| format!("{piped} {text}"));
            self.lasts(sink, input.as_ref(), &text, command);
        }
        None
    }

    /// Interprets a program that moves or copies files. Returns `None`, because the program has no
    /// output.
    pub(super) fn moves(&mut self, call: Call<'_>) -> Option<Data> {
        let rest = call.rest;
        let operands = operands(rest);
        let operands: Vec<_> = operands.collect();
        if let [from @ .., to] = operands.as_slice() {
            for from in from {
                let data = self.read(&from.text);
                let inside = if to.text.ends_with('/') {
                    programs::file_name(&from.text)
                } else {
                    ""
                };
                if data.is_some() {
                    self.write(&format!("{}{inside}", to.text), data);
                }
            }
        }
        None
    }

    /// Interprets a program that computes a checksum, or verifies the checksum or signature of a
    /// file, such as `sha256sum`. Always returns `None`, because the program's output is not
    /// traced.
    pub(super) fn checks(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest) = (call.name, call.rest);
        const CHECKS: &str = "-c --check --verify verify verify-blob -V -Vm -cs --status";
        let is_check = |word: &Word| {
            CHECKS.split(' ').any(|check| check == word.text)
                || word.text.starts_with('-')
                    && !word.text.starts_with("--")
                    && word.text.ends_with('c')
        };
        if matches!(name, "gpgv" | "slsa-verifier" | "get-filehash") || rest.iter().any(is_check) {
            self.checked();
        }
        self.hashed = true;
        None
    }

    /// Interprets a program that compares two texts, which may be checksums. Returns `None`,
    /// because the program has no output.
    pub(super) fn compares(&mut self, _: Call<'_>) -> Option<Data> {
        if self.hashed {
            self.checked();
        }
        None
    }

    /// Interprets a program that shows files to the user, such as `less`. The later execution of
    /// such a file is not reported, because the user has seen the file. Always returns `None`,
    /// because the program's output is not traced.
    pub(super) fn shows(&mut self, call: Call<'_>) -> Option<Data> {
        let rest = call.rest;
        for word in rest {
            let name = path(&word.text);
            self.files.retain(|(known, _)| *known != name);
        }
        None
    }

    /// Interprets a command that opens files, such as `xdg-open`. An opened file counts as executed
    /// if the script has downloaded or decoded the file. Returns `None`, because the output of the
    /// command is not traced.
    pub(super) fn opens(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest, command, _) = call.parts();
        for word in rest {
            let is_program = name == "mshta" && is_address(&word.text);
            let data = if is_program {
                Some(self.network(&word.text, command.bytes.start))
            } else {
                self.read(&word.text).filter(|data| data.source.is_some())
            };
            if let Some(data) = data {
                self.ran(&data, &command.bytes);
                break;
            }
        }
        None
    }
}
