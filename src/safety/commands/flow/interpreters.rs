//! Programs that execute their input or their arguments.

use std::rc::Rc;

use super::{Call, Data, Flow, SHELL, Source, start_of};
use crate::safety::commands::act::{ActKind, Effects};
use crate::safety::commands::code;
use crate::safety::commands::programs::{self, is_interpreter, is_shell, joined, name};
use crate::safety::commands::words::{Command, Word};
use crate::text::encoding;

impl Flow {
    pub(super) fn interpreter(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest, command, input) = call.parts();
        let shell = is_shell(name);
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            let text = word.text.as_str();
            let is_option = text.starts_with('-') && text.len() > 1;
            let is_code = is_option
                && match name {
                    _ if shell => !text.starts_with("--") && text.contains('c'),
                    "node" | "bun" | "tsx" | "ts-node" => {
                        matches!(text, "-e" | "--eval" | "-p" | "--print" | "-pe")
                    }
                    "perl" | "ruby" | "lua" | "osascript" | "Rscript" => {
                        text.ends_with('e') && !text.starts_with("--")
                    }
                    "php" => text == "-r",
                    _ => text.starts_with("-c") || !text.starts_with("--") && text.ends_with('c'),
                };
            if is_code {
                let code = words.find(|word| !(shell && word.text.starts_with('-')))?;
                return self.code(name, code, command, input);
            }
            if !shell && text == "-m" {
                return None;
            }
            if name == "deno" && matches!(text, "run" | "eval" | "serve") {
                continue;
            }
            if shell && matches!(text, "--rcfile" | "--init-file")
                || is_option
                    && matches!(text, "-W" | "-X" | "-o" | "-O" | "-r" | "--require" | "-I")
            {
                if let Some(data) = words
                    .next()
                    .and_then(|word| self.word(word))
                    .filter(|data| data.source.is_some())
                {
                    self.ran(&data, &command.bytes);
                    return None;
                }
                continue;
            }
            if text == "-s" && shell {
                break;
            }
            if is_option || text == "-" && { break } {
                continue;
            }
            if matches!(text, "/dev/stdin" | "/dev/fd/0") {
                break;
            }
            if matches!(name, "deno" | "bun") && text.contains("://") {
                let data = self.network(text, command.bytes.start);
                self.ran(&data, &command.bytes);
                return None;
            }
            if self.is_prose && input.is_some() && !text.contains(['/', '.']) {
                break;
            }
            let data = self.word(word).filter(|data| data.source.is_some());
            let data = data
                .or_else(|| self.read(text))
                .or_else(|| self.unpacked(text));
            if let Some(data) = data {
                self.ran(&data, &command.bytes);
            }
            return None;
        }
        match &input {
            // The executed text is a part of the script itself, as after `python3 - <<END`.
            Some(Data {
                source: None,
                text: Some(text),
                start,
                ..
            }) if !shell => {
                let place = (*start).min(command.bytes.start)..command.bytes.end;
                Effects::code(self, name, text, place);
            }
            Some(data) => self.ran(data, &command.bytes),
            None => {}
        }
        let is_open = shell
            && rest
                .iter()
                .any(|word| word.text == "-i" || word.text == "--interactive");
        is_open.then(|| Data {
            start: start_of(input.as_ref(), command),
            ..self.secret(SHELL, command)
        })
    }

    /// Returns the data of a file that may be from a downloaded archive; `None` if no archive was
    /// extracted, or if the name is not a relative path.
    pub(super) fn unpacked(&self, name: &str) -> Option<Data> {
        let is_of_archive = !name.starts_with(['/', '~', '$', '<', '-']) && !name.contains("://");
        self.extracted.clone().filter(|_| is_of_archive)
    }

    /// Executes the text of a word as code of the program `name`. Returns the output of the code,
    /// if it is known.
    pub(super) fn code(
        &mut self,
        name: &str,
        word: &Word,
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        let data = self.word(word);
        if let Some(data) = data.filter(|data| data.source.is_some()) {
            self.ran(&data, &command.bytes);
            return None;
        }
        if is_shell(name) {
            // The executed text may read the pipe, as in `… | sh -c 'sh'`. Substitutions were handled before.
            if input.is_some() && is_shell(&programs::name(word.text.trim())) {
                let data = input?;
                self.ran(&data, &command.bytes);
                return None;
            }
            self.nested(&word.text, word.bytes.clone());
            return None;
        }
        let code = code::Code::of(name, &word.text);
        let is_meant = |input: &&Data| input.source.is_some() || input.text.is_some();
        if let (Some(input), true) = (input.as_ref().filter(is_meant), code.runs_its_input()) {
            self.ran(input, &command.bytes);
            return None;
        }
        let start = start_of(input.as_ref(), command);
        Effects::code(self, name, &word.text, start..command.bytes.end);
        // The program may print the data that it fetches from the address.
        if let Some(address) = code.fetches() {
            return Some(self.network(&address, start));
        }
        let downloaded = input
            .as_ref()
            .is_some_and(|input| matches!(input.source, Some(Source::Network { .. })));
        let text = input.as_ref().and_then(|input| input.text.as_ref());
        let text = text.and_then(|text| encoding::base64(text.trim()));
        code.decodes().then(|| Data {
            source: Some(Source::Decoder { downloaded }),
            text: text
                .as_deref()
                .and_then(encoding::readable)
                .or_else(|| code.decoded())
                .map(Rc::new),
            start,
            ..Data::default()
        })
    }

    pub(super) fn powershell(&mut self, call: Call<'_>) -> Option<Data> {
        let (_, rest, command, input) = call.parts();
        let mut words = rest.iter();
        while let Some(word) = words.clone().next() {
            let lower = word.text.to_ascii_lowercase();
            let option = lower.trim_start_matches(['-', '/']);
            if lower.len() == option.len() {
                break;
            }
            words.next();
            // PowerShell accepts every prefix of an option's name.
            if !option.is_empty() && ("encodedcommand".starts_with(option) || option == "ec") {
                let text = words.next().map_or("", |word| word.text.as_str());
                let looks_encoded = text.len() >= 8 && !text.starts_with(['$', '<']);
                let decoded = encoding::base64(text).and_then(|bytes| encoding::readable(&bytes));
                if decoded.is_some() || looks_encoded {
                    let detail = decoded
                        .map(|text| encoding::quoted(&text, 100))
                        .unwrap_or_default();
                    self.record(ActKind::DecodedThenRun, command.bytes.clone(), detail, None);
                }
                return None;
            }
            if "command".starts_with(option) {
                break;
            }
            if "executionpolicy".starts_with(option)
                || option == "ep"
                || option == "w"
                || "windowstyle".starts_with(option)
            {
                words.next();
            } else if "file".starts_with(option) {
                let data = words.next().and_then(|word| self.read(&word.text));
                if let Some(data) = data {
                    self.ran(&data, &command.bytes);
                }
                return None;
            }
        }
        let text = words.as_slice();
        if let Some(data) =
            input.filter(|_| text.is_empty() || rest.iter().any(|word| word.text == "-"))
        {
            self.ran(&data, &command.bytes);
            return None;
        }
        let text = joined(text);
        Effects::code(self, "powershell", &text, command.bytes.clone());
        None
    }

    /// Interprets a program for which this module has no function. The program may be a file that
    /// the script has written, or may start a shell, as in `docker exec x sh -c …`. Returns the
    /// output of the started shell, and `None` in all other cases.
    pub(super) fn other(&mut self, call: Call<'_>) -> Option<Data> {
        let first = call.first;
        let (_, rest, command, input) = call.parts();
        let is_path = first.text.contains(['/', '\\', '.']) || first.text.starts_with('$');
        let is_known = self.files.iter().any(|(name, _)| *name == first.text);
        let data = if is_path || is_known {
            self.read(&first.text).or_else(|| {
                first
                    .text
                    .starts_with("./")
                    .then(|| self.unpacked(&first.text))
                    .flatten()
            })
        } else {
            // The name of the program may be that of a file in a folder of the search path.

            let is_it = |name: &str| {
                name.strip_suffix(&first.text)
                    .is_some_and(|folder| folder.ends_with("bin/"))
            };
            let known = self.files.iter().find(|(name, _)| is_it(name));
            known.map(|(_, data)| Data {
                from_file: true,
                ..data.clone()
            })
        };
        if let Some(data) = data.filter(|data| data.source.is_some() || data.text.is_some())
            && !programs::is_data(&first.text)
        {
            self.ran(&data, &command.bytes);
            return None;
        }
        for (at, word) in rest.iter().enumerate() {
            let name = name(&word.text);
            let is_given = rest.get(at + 1).is_some_and(|option| {
                option.text.starts_with('-')
                    && !option.text.starts_with("--")
                    && option.text.ends_with('c')
            });
            if is_given && (is_shell(&name) || is_interpreter(&name)) {
                return self.interpreter(Call {
                    name: &name,
                    first: word,
                    rest: &rest[at + 1..],
                    command,
                    input,
                });
            }
        }
        let mut given = rest.iter().skip_while(|word| word.text != "-c").skip(1);
        if let Some(code) = given.next().filter(|_| name(&first.text) == "su") {
            self.nested(&code.text, code.bytes.clone());
        }
        for word in rest.iter().filter(|word| !word.is_literal) {
            self.word(word);
        }
        None
    }
}
