//! What becomes of data in a script: what comes from the network, from a decoder or from a file with secrets, through pipes,
//! words, variables and files, until something runs it or sends it away.

use std::ops::Range;

use super::act::{Act, ActKind, Effects};
use super::addresses::{self, is_address};
use super::arguments::{Argument, arguments};
use super::code;
use super::packages;
use super::secrets;
use super::words::{self, Command, Inner, InnerKind, RedirectKind, Script, Word, unescaped};
use crate::text::encoding;

/// Deepest nesting of commands in texts that are run. The limit is ours.
const MAX_DEPTH: usize = 4;

/// Files and variables that are followed in one script, and acts that are found in it. The limits are ours.
const MAX_NAMES: usize = 64;
const MAX_ACTS: usize = 64;

/// Longest text that is put together from others, in bytes. The limit is ours.
const MAX_TEXT: usize = 64 << 10;

/// What a maker's program prints as its own credential.
const GH_TOKEN: &str = "the token of gh";

/// A shell that reads what comes in, as what a socket gets.
const SHELL: &str = "a shell";

/// Programs that run shell commands.
const SHELLS: [&str; 10] = [
    "sh", "bash", "zsh", "dash", "ksh", "fish", "ash", "csh", "tcsh", "rbash",
];

/// Other programs that run what they read.
const INTERPRETERS: [&str; 14] = [
    "python",
    "node",
    "perl",
    "ruby",
    "php",
    "lua",
    "deno",
    "bun",
    "tsx",
    "ts-node",
    "osascript",
    "Rscript",
    "pypy",
    "tclsh",
];

/// Programs that run the command behind them, with their options that take a word along.
const WRAPPERS: [(&str, &str); 21] = [
    ("sudo", "ugphCTRD"),
    ("doas", "uC"),
    ("env", "uC"),
    ("nohup", ""),
    ("exec", "a"),
    ("command", ""),
    ("builtin", ""),
    ("time", "fo"),
    ("nice", "n"),
    ("ionice", "cn"),
    ("setsid", ""),
    ("stdbuf", "ioe"),
    ("timeout", "ks"),
    ("gtimeout", "ks"),
    ("xargs", "IindLPsEa"),
    ("busybox", ""),
    ("caffeinate", "tw"),
    ("unbuffer", ""),
    ("noglob", ""),
    ("arch", ""),
    ("rlwrap", ""),
];

/// Programs that write what they read, changed a little or not at all.
const FILTERS: [&str; 26] = [
    "cat", "sed", "head", "tail", "grep", "awk", "cut", "tr", "sort", "uniq", "gunzip", "zcat",
    "gzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "iconv", "dos2unix", "jq", "yq", "pv", "rev",
    "tac", "egrep",
];

/// Words of the shell's grammar, and of files around commands, that a command may stand behind.
const LEADS: [&str; 23] = [
    "{",
    "}",
    "!",
    "if",
    "then",
    "else",
    "elif",
    "do",
    "while",
    "until",
    "fi",
    "done",
    "esac",
    "$",
    "%",
    "❯",
    "➜",
    "-",
    "*",
    "RUN",
    "CMD",
    "ENTRYPOINT",
    "&",
];

/// Bytes on their way.
#[derive(Debug, Clone, Default)]
struct Data {
    source: Option<Source>,
    /// The bytes themselves, where the text says them.
    text: Option<String>,
    /// The secret that is among them.
    secret: Option<String>,
    /// Where the command that made them begins.
    start: usize,
    /// Whether they lay in a file meanwhile.
    from_file: bool,
}

/// Where bytes come from that nobody has looked at.
#[derive(Debug, Clone)]
enum Source {
    Network { address: String },
    Decoder { downloaded: bool },
}

impl Data {
    fn merge(self, other: Self) -> Self {
        Self {
            source: self.source.or(other.source),
            text: match (self.text, other.text) {
                (Some(one), Some(other)) if one.len() + other.len() <= MAX_TEXT => {
                    Some(one + &other)
                }
                (one, other) => one.or(other),
            },
            secret: self.secret.or(other.secret),
            start: self.start.min(other.start),
            from_file: self.from_file || other.from_file,
        }
    }
}

fn merged(one: Option<Data>, other: Option<Data>) -> Option<Data> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.merge(other)),
        (one, other) => one.or(other),
    }
}

/// The state of a script while it is read from above.
#[derive(Default)]
pub(super) struct Flow {
    pub acts: Vec<Act>,
    files: Vec<(String, Data)>,
    variables: Vec<(String, Data)>,
    /// What was taken out of an archive.
    extracted: Option<Data>,
    /// Whether the checksum of a file was asked for.
    hashed: bool,
    /// The place of a text within another, in which places do not count.
    pinned: Option<Range<usize>>,
    depth: usize,
    /// Whether it is prose, in which words may follow a command.
    pub is_prose: bool,
}

impl Effects for Flow {
    fn act(&mut self, kind: ActKind, bytes: Range<usize>, detail: String, source: Option<usize>) {
        if self.acts.len() < MAX_ACTS {
            let bytes = self.pinned.clone().unwrap_or(bytes);
            let source = source.filter(|source| self.pinned.is_none() && !bytes.contains(source));
            self.acts.push(Act {
                kind,
                bytes,
                detail,
                source,
            });
        }
    }

    fn shell(&mut self, text: &str, start: usize) {
        let script = words::read(text, start);
        self.script(&script, None);
    }

    fn nested(&mut self, text: &str, place: Range<usize>) -> bool {
        if self.depth == MAX_DEPTH {
            return false;
        }
        self.depth += 1;
        let outer = self.pinned.clone();
        let known = self.acts.len();
        self.pinned.get_or_insert(place);
        self.shell(text, 0);
        self.pinned = outer;
        self.depth -= 1;
        self.acts.len() > known
    }

    fn list(&mut self, listed: &[(String, Range<usize>)]) {
        let words = listed.iter().map(|(text, bytes)| Word {
            bytes: bytes.clone(),
            text: text.clone(),
            is_quoted: true,
            is_literal: true,
            ..Word::default()
        });
        let words: Vec<_> = words.collect();
        let bytes = match (words.first(), words.last()) {
            (Some(first), Some(last)) => first.bytes.start..last.bytes.end,
            _ => return,
        };
        let command = Command {
            bytes,
            words,
            redirects: Vec::new(),
        };
        self.command(&command, None);
    }

    fn note_file(&mut self, name: &str, address: Option<String>, start: usize) {
        let source = match address {
            Some(address) => Source::Network { address },
            None => Source::Decoder { downloaded: false },
        };
        let data = Data {
            source: Some(source),
            start,
            ..Data::default()
        };
        self.write(name, Some(data));
    }
}

impl Flow {
    /// Begins another stretch of the same text: files stay where they are, and archives are not followed.
    pub fn new_place(&mut self) {
        self.extracted = None;
    }

    /// Whether there are files that what comes may run.
    pub fn follows_files(&self) -> bool {
        self.files.iter().any(|(_, data)| data.source.is_some())
    }

    fn script(&mut self, script: &Script, input: Option<&Data>) -> Option<Data> {
        let mut output = None;
        for pipeline in &script.pipelines {
            let mut data = input.cloned();
            let last = pipeline.commands.len().saturating_sub(1);
            for (at, command) in pipeline.commands.iter().enumerate() {
                data = self.command(command, data);
                if at < last {
                    // Whatever it is, there is something to read.
                    data.get_or_insert_with(|| Data {
                        start: command.bytes.start,
                        ..Data::default()
                    });
                }
            }
            output = merged(output, data);
        }
        output
    }

    /// What is put into a word when it runs.
    fn word(&mut self, word: &Word) -> Option<Data> {
        if word.is_literal {
            return None;
        }
        let mut data = None;
        for inner in &word.inner {
            let output = self.script(&inner.script, None);
            data = merged(data, output);
        }
        for (name, known) in &self.variables {
            if word.variables.contains(name) {
                data = merged(data, Some(known.clone()));
            }
        }
        data
    }

    fn read(&self, name: &str) -> Option<Data> {
        let name = path(name);
        let known = self.files.iter().rev().find(|(known, _)| *known == name);
        let known = known.map(|(_, data)| Data {
            from_file: true,
            ..data.clone()
        });
        known.or_else(|| {
            let secret = secrets::file(&name)?;
            Some(Data {
                secret: Some(secret.to_owned()),
                start: usize::MAX,
                ..Data::default()
            })
        })
    }

    fn write(&mut self, name: &str, data: Option<Data>) {
        let name = path(name);
        if matches!(name.as_str(), "/dev/null" | "-" | "") {
            return;
        }
        // What stood there before is gone.
        self.files.retain(|(known, _)| *known != name);
        if let Some(data) = data.filter(|_| self.files.len() < MAX_NAMES) {
            self.files.push((name, data));
        }
    }

    /// Runs a command in thought: what it writes from what it reads.
    fn command(&mut self, command: &Command, input: Option<Data>) -> Option<Data> {
        let mut input = input;
        for redirect in &command.redirects {
            let target = &redirect.target;
            match redirect.kind {
                RedirectKind::From => {
                    let data = self.word(target).or_else(|| self.read(&target.text));
                    let address = target.text.strip_prefix("/dev/tcp/");
                    let remote = address.map(|address| self.network(address, command.bytes.start));
                    input = data.or(remote).or(input);
                }
                RedirectKind::Text => {
                    let text = (target.is_literal).then(|| target.text.clone());
                    let data = Data {
                        text,
                        start: command.bytes.start,
                        ..Data::default()
                    };
                    input = merged(self.word(target), Some(data));
                }
                RedirectKind::To => {}
            }
        }
        let mut output = self.program(&command.words, command, input);
        for redirect in &command.redirects {
            if redirect.kind != RedirectKind::To
                || redirect.is_of_errors
                || redirect.target.text.parse::<u32>().is_ok()
            {
                continue;
            }
            let target = &redirect.target;
            if let Some(address) = target
                .text
                .strip_prefix("/dev/tcp/")
                .or_else(|| target.text.strip_prefix("/dev/udp/"))
            {
                self.to_socket(command, address, output.as_ref());
            } else if let Some(Inner { script, .. }) = target
                .inner
                .iter()
                .find(|inner| inner.kind == InnerKind::Into)
            {
                self.script(script, output.as_ref());
            } else if target.text != "/dev/stdout" {
                if let Some(text) = output.as_ref().and_then(|output| output.text.as_deref()) {
                    packages::configured(self, &target.text, text, command.bytes.clone());
                }
                self.write(&target.text, output.take());
            }
        }
        output
    }

    /// What is redirected to a machine elsewhere: a secret, or a whole shell.
    fn to_socket(&mut self, command: &Command, address: &str, output: Option<&Data>) {
        let program = command.words.first().map(|word| name(&word.text));
        let is_shell = program.as_deref().is_some_and(is_shell);
        let address = address.split('/').next().unwrap_or(address);
        let secret = output.and_then(|output| output.secret.clone());
        match secret.filter(|secret| secret != SHELL) {
            Some(secret) => {
                let start = start_of(output, command);
                self.sends(start..command.bytes.end, &secret, address);
            }
            None if is_shell && !addresses::is_local(address) => {
                let bytes = command.bytes.clone();
                self.act(ActKind::RemoteShell, bytes, address.to_owned(), None);
            }
            None => {}
        }
    }

    fn network(&self, address: &str, start: usize) -> Data {
        Data {
            source: Some(Source::Network {
                address: address.to_owned(),
            }),
            start,
            ..Data::default()
        }
    }

    fn sends(&mut self, bytes: Range<usize>, secret: &str, to: &str) {
        let to = addresses::host(to);
        if addresses::is_local(to) {
            return;
        }
        let detail = match to {
            "" => secret.to_owned(),
            to => format!("{secret} to {to}"),
        };
        self.act(ActKind::SendsSecrets, bytes, detail, None);
    }

    /// Something runs these bytes.
    fn ran(&mut self, data: &Data, command: &Range<usize>) {
        let whole = match data.start {
            start if start < command.start && !data.from_file => start..command.end,
            _ => command.clone(),
        };
        let source = (data.from_file && data.start < command.start).then_some(data.start);
        if data.from_file && data.source.is_some() {
            // Said once, though it may run often.
            self.files.retain(|(_, known)| known.start != data.start);
            self.extracted = None;
        }
        match &data.source {
            Some(Source::Network { address }) if addresses::is_local(address) => {}
            Some(Source::Network { address }) => {
                let kind = match data.from_file {
                    _ if addresses::is_paste(address) => ActKind::PasteAndRun,
                    true => ActKind::DownloadedThenRun,
                    false => ActKind::DownloadToShell,
                };
                let from = match addresses::host(address) {
                    host if host.starts_with(['$', '<', '{']) => "",
                    host => host,
                };
                self.act(kind, whole, from.to_owned(), source);
            }
            Some(Source::Decoder { downloaded }) => {
                let detail = match (&data.text, downloaded) {
                    (Some(text), _) => encoding::quoted(text, 100),
                    (None, true) => "a download".to_owned(),
                    (None, false) => String::new(),
                };
                self.act(ActKind::DecodedThenRun, whole, detail, source);
            }
            None => {
                if let Some(text) = &data.text {
                    self.nested(text, whole);
                }
            }
        }
    }

    fn program(&mut self, words: &[Word], command: &Command, input: Option<Data>) -> Option<Data> {
        let (first, rest) = words.split_first()?;
        let place = first.bytes.start..command.bytes.end.max(first.bytes.start);
        if let [inner] = &*first.inner
            && inner.kind == InnerKind::Group
        {
            return self.script(&inner.script, input.as_ref());
        }
        if let Some((variable, value)) = assignment(first) {
            packages::variable(self, variable, value, place);
            let data = self.word(first);
            let literal = || Data {
                text: Some(value.to_owned()),
                start: command.bytes.start,
                ..Data::default()
            };
            let data = data.or_else(|| first.is_literal.then(literal));
            if !rest.is_empty() {
                return self.program(rest, command, input);
            }
            self.variables.retain(|(known, _)| known != variable);
            if let Some(data) = data.filter(|_| self.variables.len() < MAX_NAMES) {
                self.variables.push((variable.to_owned(), data));
            }
            return None;
        }
        let is_key = first.is_literal && first.text.len() > 1 && first.text.ends_with(':');
        if LEADS.contains(&first.text.as_str()) && !first.is_quoted || is_key {
            return self.program(rest, command, input);
        }
        // A command in quotes, as the value of a key.
        let is_text = first.is_quoted && first.text.contains(char::is_whitespace);
        if is_text && rest.is_empty() && first.is_literal {
            self.nested(first.text.trim_end_matches(','), first.bytes.clone());
            return None;
        }
        if first.text.len() > 1 && !first.inner.is_empty() || first.text.starts_with('$') {
            let data = self.word(first);
            if let Some(data) = data.filter(|data| data.source.is_some() || data.text.is_some()) {
                if !rest.is_empty() && data.source.is_none() {
                    return None;
                }
                self.ran(&data, &command.bytes);
                return None;
            }
        }
        let name = name(&first.text);
        if let Some((_, with_value)) = WRAPPERS.iter().find(|(wrapper, _)| *wrapper == name) {
            let skipped = wrapped(
                rest,
                with_value,
                matches!(name.as_str(), "timeout" | "gtimeout"),
            );
            if skipped >= rest.len() {
                return match name.as_str() {
                    "env" => Some(self.environment(command)),
                    _ => input,
                };
            }
            // The words that come in by a pipe are run, too.
            if name == "xargs" && is_shell(&self::name(&rest[skipped].text)) {
                if let Some(data) = &input {
                    self.ran(data, &command.bytes);
                }
            }
            return self.program(&rest[skipped..], command, input);
        }
        let is_runner = matches!(name.as_str(), "npx" | "bunx" | "uvx")
            || matches!(name.as_str(), "pnpm" | "yarn" | "pipx")
                && rest
                    .first()
                    .is_some_and(|word| matches!(word.text.as_str(), "dlx" | "run"));
        let mut package = rest.iter().skip_while(|word| {
            matches!(
                word.text.as_str(),
                "dlx" | "run" | "-y" | "--yes" | "-q" | "--quiet"
            )
        });
        let package = package.next();
        if let Some(package) =
            package.filter(|package| is_runner && package.text.starts_with("http"))
        {
            let data = self.network(&package.text, command.bytes.start);
            self.ran(&data, &command.bytes);
            return None;
        }
        packages::installs(self, &name, rest, place.clone());
        packages::unpacks(self, &name, rest, place);
        self.known(&name, first, rest, command, input)
    }

    fn environment(&self, command: &Command) -> Data {
        self.secret("the environment", command)
    }

    fn secret(&self, secret: &str, command: &Command) -> Data {
        Data {
            secret: Some(secret.to_owned()),
            start: command.bytes.start,
            ..Data::default()
        }
    }

    /// A program by its name.
    fn known(
        &mut self,
        name: &str,
        first: &Word,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        match name {
            _ if is_shell(name) || is_interpreter(name) => {
                self.interpreter(name, rest, command, input)
            }
            "powershell" | "pwsh" => self.powershell(rest, command, input),
            "cmd" => {
                let text = joined(rest.get(1..).unwrap_or_default());
                self.nested(&text, command.bytes.clone());
                None
            }
            "crontab" | "at" | "batch" => {
                let text = input.and_then(|input| input.text).unwrap_or_default();
                for line in text.lines() {
                    let fields = line.split(' ').take_while(|field| {
                        field.starts_with(|c: char| c.is_ascii_digit() || c == '*')
                    });
                    let length: usize = fields.map(|field| field.len() + 1).sum();
                    let command_line = line.get(length..).unwrap_or_default();
                    self.nested(command_line, command.bytes.clone());
                }
                None
            }
            "for" => {
                let data = rest.iter().skip(2).filter_map(|word| self.read(&word.text));
                let data = data.reduce(Data::merge);
                if let (Some(variable), Some(data)) = (rest.first(), data) {
                    self.variables.retain(|(known, _)| *known != variable.text);
                    if self.variables.len() < MAX_NAMES {
                        self.variables.push((variable.text.clone(), data));
                    }
                }
                None
            }
            "kubectl" | "oc"
                if rest.len() > 1
                    && rest[0].text == "get"
                    && rest[1].text.starts_with("secret") =>
            {
                Some(self.secret("the secrets of a cluster", command))
            }
            "gh" if rest.len() > 1 && rest[0].text == "auth" && rest[1].text == "token" => {
                Some(self.secret(GH_TOKEN, command))
            }
            "eval" | "iex" | "invoke-expression" => {
                let data = self.all(rest);
                match data.filter(|data| data.source.is_some()).or(input) {
                    Some(data) => self.ran(&data, &command.bytes),
                    None if rest.iter().all(|word| word.is_literal) => {
                        self.nested(&joined(rest), command.bytes.clone());
                    }
                    None => {}
                }
                None
            }
            "source" | "." => {
                if let Some(operand) = rest.first() {
                    let data = self.word(operand).or_else(|| self.read(&operand.text));
                    let data =
                        data.or_else(|| operand.text.contains("/dev/").then_some(input).flatten());
                    if let Some(data) = data {
                        self.ran(&data, &command.bytes);
                    }
                }
                None
            }
            "curl" | "wget" | "wget2" | "fetch" | "aria2c" | "axel" | "http" | "https" | "lynx"
            | "w3m" | "curlie" | "xh" | "iwr" | "irm" | "invoke-webrequest"
            | "invoke-restmethod" | "start-bitstransfer" => {
                self.download(name, rest, command, input)
            }
            "certutil" | "bitsadmin" => self.certutil(rest, command),
            "nc" | "ncat" | "netcat" | "socat" | "telnet" => {
                self.socket(name, rest, command, input)
            }
            "dig" | "nslookup" | "host" | "ping" => {
                let data = self.all(rest);
                if let Some(secret) = data.and_then(|data| data.secret) {
                    self.sends(command.bytes.clone(), &secret, "");
                }
                Some(self.network("the answer of a name server", command.bytes.start))
                    .filter(|_| name != "ping")
            }
            "scp" | "rsync" | "sftp" | "rclone" | "gsutil" | "aws" | "s3cmd" | "mail" | "mutt"
            | "sendmail" | "ftp" | "gh" => {
                self.copies_away(name, rest, command, input);
                None
            }
            "base64" | "gbase64" | "base32" | "basenc" | "openssl" | "xxd" | "uudecode" => {
                self.codec(name, rest, command, input)
            }
            "echo" | "printf" | "print" | "write-output" => self.prints(name, rest, command),
            "printenv" | "set" | "export" | "declare"
                if rest.iter().all(|word| word.text.starts_with('-')) =>
            {
                Some(self.environment(command))
            }
            "security"
                if rest.first().is_some_and(|word| {
                    word.text.contains("password") || word.text.contains("keychain")
                }) =>
            {
                Some(Data {
                    secret: Some("the key chain".to_owned()),
                    start: command.bytes.start,
                    ..Data::default()
                })
            }
            "export" | "declare" | "local" | "readonly" | "typeset" | "set" => {
                for word in rest {
                    self.program(std::slice::from_ref(word), command, None);
                }
                None
            }
            "tee" => {
                for word in rest.iter().filter(|word| !word.text.starts_with('-')) {
                    let into = word
                        .inner
                        .iter()
                        .find(|inner| inner.kind == InnerKind::Into);
                    match into {
                        Some(inner) => {
                            self.script(&inner.script, input.as_ref());
                        }
                        None => self.write(&word.text, input.clone()),
                    }
                }
                input
            }
            "mv" | "cp" | "install" | "ln" | "rename-item" | "move-item" | "copy-item" => {
                let operands: Vec<_> = rest
                    .iter()
                    .filter(|word| !word.text.starts_with('-'))
                    .collect();
                if let [from @ .., to] = operands.as_slice() {
                    for from in from {
                        let data = self.read(&from.text);
                        let inside = to
                            .text
                            .ends_with('/')
                            .then(|| file_name(&from.text))
                            .unwrap_or_default();
                        if data.is_some() {
                            self.write(&format!("{}{inside}", to.text), data);
                        }
                    }
                }
                None
            }
            "sha256sum" | "sha512sum" | "sha1sum" | "shasum" | "md5sum" | "b2sum" | "gpg"
            | "gpgv" | "gpg2" | "cosign" | "minisign" | "signify" | "slsa-verifier"
            | "get-filehash" => {
                let is_check = |word: &Word| {
                    matches!(
                        word.text.as_str(),
                        "-c" | "--check"
                            | "--verify"
                            | "verify"
                            | "verify-blob"
                            | "-V"
                            | "-Vm"
                            | "-cs"
                            | "--status"
                    ) || word.text.starts_with('-')
                        && !word.text.starts_with("--")
                        && word.text.ends_with('c')
                };
                if matches!(name, "gpgv" | "slsa-verifier" | "get-filehash")
                    || rest.iter().any(is_check)
                {
                    self.checked();
                }
                self.hashed = true;
                None
            }
            "[" | "[[" | "test" if self.hashed => {
                self.checked();
                None
            }
            "tar" | "unzip" | "bsdtar" | "7z" | "7za" | "7zz" | "unrar" | "zip" | "rar"
            | "ditto" => self.archive(name, rest, command, input),
            "open" | "start" | "start-process" | "xdg-open" | "installer" | "msiexec"
            | "invoke-item" | "rundll32" | "mshta" | "regsvr32" => {
                for word in rest {
                    let is_program = name == "mshta" && is_address(&word.text);
                    let data = match is_program {
                        true => Some(self.network(&word.text, command.bytes.start)),
                        false => self.read(&word.text).filter(|data| data.source.is_some()),
                    };
                    if let Some(data) = data {
                        self.ran(&data, &command.bytes);
                        break;
                    }
                }
                None
            }
            "ssh" => {
                let operands = rest.iter().skip_while(|word| word.text.starts_with('-'));
                let text: Vec<_> = operands.skip(1).collect();
                if let [text] = text.as_slice() {
                    self.nested(&text.text, text.bytes.clone());
                }
                None
            }
            _ if FILTERS.contains(&name) => self.filter(name, rest, input),
            _ => self.other(first, rest, command, input),
        }
    }

    /// What came from the network was compared with something known.
    fn checked(&mut self) {
        let is_known = |data: &Data| !matches!(data.source, Some(Source::Network { .. }));
        self.files.retain(|(_, data)| is_known(data));
        self.extracted = None;
    }

    /// What all of these words bring.
    fn all(&mut self, words: &[Word]) -> Option<Data> {
        let mut data = None;
        for word in words {
            let of_word = self.word(word);
            data = merged(data, of_word);
        }
        data
    }

    fn filter(&mut self, name: &str, rest: &[Word], input: Option<Data>) -> Option<Data> {
        let mut data = None;
        for word in rest.iter().filter(|word| !word.text.starts_with('-')) {
            let of_word = self.word(word).or_else(|| self.read(&word.text));
            data = merged(data, of_word);
        }
        let mut data = data.or(input)?;
        let is_turned = name == "rev"
            || name == "tr"
                && rest
                    .iter()
                    .any(|word| word.text.contains("N-ZA-M") || word.text.contains("n-za-m"));
        if is_turned {
            data.source = Some(Source::Decoder {
                downloaded: matches!(data.source, Some(Source::Network { .. })),
            });
            data.text = data
                .text
                .filter(|_| name == "rev")
                .map(|text| text.trim().chars().rev().collect());
        } else if name != "cat" && data.source.is_none() && data.secret.is_none() {
            data.text = None;
        }
        Some(data)
    }

    fn prints(&mut self, name: &str, rest: &[Word], command: &Command) -> Option<Data> {
        let mut options = rest.iter().take_while(|word| word.text.starts_with('-'));
        let escapes = name == "printf" || options.any(|word| word.text.contains('e'));
        let rest = match rest.iter().position(|word| !word.text.starts_with('-')) {
            Some(at) => &rest[at..],
            None => return None,
        };
        let mut data = Data {
            start: command.bytes.start,
            ..Data::default()
        };
        if let Some(of_words) = self.all(rest) {
            data = data.merge(Data {
                text: None,
                ..of_words
            });
        }
        if rest.iter().all(|word| word.is_literal) {
            let format = rest[0].text.as_str();
            let text = match name == "printf" && format.contains('%') {
                true => joined(&rest[1..]),
                false => joined(rest),
            };
            // Letters written as numbers are there to be read by nobody.
            if escapes && text.matches("\\x").count() + text.matches("\\1").count() >= 4 {
                data.source = Some(Source::Decoder { downloaded: false });
            }
            data.text = Some(match escapes {
                true => unescaped(&text),
                false => text,
            });
        } else if let Some(variable) = rest.iter().find_map(|word| secrets::variable(&word.text)) {
            data.secret.get_or_insert(format!("${variable}"));
        }
        Some(data)
    }

    fn codec(
        &mut self,
        name: &str,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        let is_short = |word: &Word, letters: &[char]| {
            word.text.starts_with('-')
                && !word.text.starts_with("--")
                && word.text.contains(letters)
        };
        let has = |texts: &[&str]| rest.iter().any(|word| texts.contains(&word.text.as_str()));
        let decodes = match name {
            "openssl" => has(&["-d", "-D", "-base64d"]),
            "xxd" => rest
                .iter()
                .any(|word| is_short(word, &['r']) || word.text == "--revert"),
            "uudecode" => true,
            _ => rest
                .iter()
                .any(|word| is_short(word, &['d', 'D']) || word.text.starts_with("--de")),
        };
        if name == "openssl" && rest.first().is_some_and(|word| word.text == "s_client") {
            return self.socket(name, rest, command, input);
        }
        let mut data = None;
        let mut written = None;
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            match word.text.as_str() {
                "-out" | "-o" | "--output" => written = words.next(),
                "-k" | "-pass" | "-K" | "-iv" | "-w" | "-b" => {
                    words.next();
                }
                text if text.starts_with('-') => {}
                text => data = data.or_else(|| self.word(word).or_else(|| self.read(text))),
            }
        }
        let data = data.or(input);
        let start = data.as_ref().map_or(command.bytes.start, |data| {
            data.start.min(command.bytes.start)
        });
        if !decodes {
            return data.map(|data| Data {
                source: None,
                text: None,
                ..data
            });
        }
        // Without anything to decode it is only spoken of.
        let operand = rest.iter().rev().find(|word| !word.text.starts_with('-'));
        let is_given = operand.is_some_and(|word| word.text.contains(char::is_alphanumeric))
            && !(name == "openssl"
                && operand.is_some_and(|word| matches!(word.text.as_str(), "enc" | "base64")));
        if data.is_none() && !is_given {
            return None;
        }
        let data = data.unwrap_or_default();
        let encoded = data.text.as_deref().map(str::trim);
        let bytes = match name {
            "xxd" => encoded.and_then(encoding::hex),
            "base64" | "gbase64" | "openssl"
                if !rest.iter().any(|word| word.text.starts_with("-aes")) =>
            {
                encoded.and_then(encoding::base64)
            }
            _ => None,
        };
        // A word that stands for a payload is none.
        let is_blank = encoded.is_some_and(|encoded| encoded.len() < 12)
            && bytes.as_deref().and_then(encoding::readable).is_none();
        if is_blank {
            return None;
        }
        let decoded = Data {
            text: bytes.as_deref().and_then(encoding::readable),
            source: Some(Source::Decoder {
                downloaded: matches!(data.source, Some(Source::Network { .. })),
            }),
            start,
            ..data
        };
        match written {
            Some(written) => {
                self.write(&written.text, Some(decoded));
                None
            }
            None => Some(decoded),
        }
    }

    fn download(
        &mut self,
        name: &str,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        const CURL_SHORT: &str = "AbcCdDeEFHhKmoPQrtTuUwxXyYz";
        const CURL_LONG: [&str; 27] = [
            "--output",
            "--data",
            "--data-raw",
            "--data-binary",
            "--data-urlencode",
            "--data-ascii",
            "--form",
            "--form-string",
            "--header",
            "--request",
            "--url",
            "--upload-file",
            "--user",
            "--user-agent",
            "--referer",
            "--cookie",
            "--max-time",
            "--connect-timeout",
            "--retry",
            "--retry-delay",
            "--proxy",
            "--json",
            "--cacert",
            "--cert",
            "--key",
            "--output-dir",
            "--write-out",
        ];
        const WGET_LONG: [&str; 10] = [
            "--output-document",
            "--directory-prefix",
            "--post-data",
            "--post-file",
            "--body-data",
            "--body-file",
            "--header",
            "--user-agent",
            "--method",
            "--timeout",
        ];
        let is_powershell = matches!(
            name,
            "iwr" | "irm" | "invoke-webrequest" | "invoke-restmethod" | "start-bitstransfer"
        );
        let (shorts, longs): (&str, &[&str]) = match name {
            "curl" | "curlie" => (CURL_SHORT, &CURL_LONG),
            "wget" | "wget2" => ("aoOiBtTwQPUARDIXle", &WGET_LONG),
            "aria2c" => ("dosxjk", &[]),
            "fetch" | "axel" | "http" | "https" | "xh" => ("o", &[]),
            _ => ("", &[]),
        };
        let all = arguments(rest, shorts, longs, is_powershell);
        let option = |names: &[&str]| {
            all.iter().find(|argument| {
                names.iter().any(|name| {
                    argument.name == *name
                        || is_powershell && argument.name.eq_ignore_ascii_case(name)
                })
            })
        };
        let data: Vec<_> = rest.iter().map(|word| self.word(word)).collect();
        let addresses = all.iter().filter(|argument| {
            argument.name.is_empty()
                || matches!(
                    argument.name.to_ascii_lowercase().as_str(),
                    "--url" | "-uri" | "-source"
                )
        });
        let mut addresses = addresses.filter(|argument| is_address(&argument.text));
        let address = addresses.next();
        self.uploads(&all, &data, address, command, input.as_ref());
        let address = address?.text.clone();
        let mut start = command.bytes.start;
        if let Some(input) = &input {
            start = start.min(input.start);
        }
        let output = self.network(&address, start);
        let remote = match name {
            "curl" | "curlie" => all.iter().any(|argument| {
                matches!(
                    argument.name.as_str(),
                    "--remote-name" | "--remote-name-all"
                ) || argument.name.starts_with('-')
                    && !argument.name.starts_with("--")
                    && argument.name.contains('O')
            }),
            "wget" | "wget2" | "aria2c" | "axel" | "fetch" => true,
            _ => false,
        };
        let named = match name {
            "curl" | "curlie" => option(&["-o", "--output"]),
            "wget" | "wget2" => all.iter().find(|argument| {
                argument.name == "--output-document"
                    || argument.name.starts_with('-')
                        && !argument.name.starts_with("--")
                        && argument.name.ends_with('O')
            }),
            "aria2c" | "axel" | "fetch" | "http" | "https" | "xh" => {
                option(&["-o", "--out", "--output"])
            }
            "start-bitstransfer" => option(&["-Destination"]),
            _ => option(&["-OutFile", "-o", "-Out"]),
        };
        let folder = option(&["-P", "--directory-prefix", "--output-dir", "-d", "--dir"])
            .filter(|_| name != "curl" || option(&["--output-dir"]).is_some());
        let folder = folder
            .map(|folder| format!("{}/", folder.text.trim_end_matches('/')))
            .unwrap_or_default();
        match named {
            Some(named) if matches!(named.text.as_str(), "-" | "/dev/stdout") => Some(output),
            Some(named) => {
                self.write(&format!("{folder}{}", named.text), Some(output));
                None
            }
            None if remote => {
                self.write(
                    &format!("{folder}{}", addresses::file_name(&address)),
                    Some(output),
                );
                None
            }
            None => Some(output),
        }
    }

    /// What a download sends along.
    fn uploads(
        &mut self,
        all: &[Argument],
        data: &[Option<Data>],
        address: Option<&Argument>,
        command: &Command,
        input: Option<&Data>,
    ) {
        let to = address.map_or("", |address| &address.text);
        for argument in all {
            let name = argument.name.as_str();
            let lower = name.to_ascii_lowercase();
            let is_header = matches!(
                name,
                "-H" | "--header"
                    | "-u"
                    | "--user"
                    | "-b"
                    | "--cookie"
                    | "--key"
                    | "--cert"
                    | "--cacert"
                    | "-K"
                    | "--netrc-file"
            ) || matches!(lower.as_str(), "-headers" | "-credential");
            let of_word = data.get(argument.index).and_then(Option::as_ref);
            if is_header {
                let is_token = of_word.is_some_and(|data| data.secret.as_deref() == Some(GH_TOKEN));
                if is_token && !addresses::host(to).contains("github") {
                    self.sends(command.bytes.clone(), GH_TOKEN, to);
                }
                continue;
            }
            let is_file = matches!(name, "-T" | "--upload-file" | "--post-file" | "--body-file")
                || lower == "-infile";
            let is_body = name.starts_with("--data")
                || matches!(
                    name,
                    "-d" | "-F" | "--form" | "--json" | "--post-data" | "--body-data"
                )
                || lower == "-body";
            let mut secret = of_word.and_then(|data| data.secret.clone());
            let file = match argument
                .text
                .split_once('@')
                .or_else(|| argument.text.split_once("=<"))
            {
                _ if is_file => Some(argument.text.as_str()),
                Some((_, file)) if is_body => Some(file),
                _ => None,
            };
            let file = file.map(|file| file.split(';').next().unwrap_or(file));
            match file {
                Some("-" | "." | "/dev/stdin") => {
                    secret = secret.or_else(|| input.and_then(|input| input.secret.clone()))
                }
                Some(file) => {
                    secret = secret.or_else(|| self.read(file).and_then(|data| data.secret))
                }
                None => {}
            }
            if is_body || name.is_empty() {
                let variable = secrets::variable(&argument.text);
                let variable = variable.filter(|variable| {
                    addresses::is_collector(to)
                        || secrets::is_meant_elsewhere(variable, to) && !to.starts_with(['$', '<'])
                });
                secret = secret.or_else(|| variable.map(|variable| format!("${variable}")));
            }
            if let Some(secret) = secret {
                let start = start_of(input, command);
                return self.sends(start..command.bytes.end, &secret, to);
            }
        }
    }

    fn certutil(&mut self, rest: &[Word], command: &Command) -> Option<Data> {
        let has = |option: &str| {
            rest.iter().any(|word| {
                word.text
                    .trim_start_matches(['-', '/'])
                    .eq_ignore_ascii_case(option)
            })
        };
        let operands: Vec<_> = rest
            .iter()
            .filter(|word| !word.text.starts_with(['-', '/']))
            .collect();
        let last = operands.last()?;
        if has("decode") || has("decodehex") {
            let data = operands.first().and_then(|from| self.read(&from.text));
            let data = Data {
                source: Some(Source::Decoder {
                    downloaded: data.is_some_and(|data| data.source.is_some()),
                }),
                start: command.bytes.start,
                ..Data::default()
            };
            self.write(&last.text, Some(data));
        } else if let Some(address) = operands
            .iter()
            .find(|word| is_address(&word.text) && word.text.contains("://"))
        {
            let data = self.network(&address.text, command.bytes.start);
            self.write(&last.text, Some(data));
        }
        None
    }

    fn socket(
        &mut self,
        name: &str,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        let operands: Vec<_> = rest
            .iter()
            .filter(|word| !word.text.starts_with('-'))
            .collect();
        let address = match name {
            "openssl" => rest
                .iter()
                .skip_while(|word| word.text != "-connect")
                .nth(1),
            "socat" => operands
                .iter()
                .copied()
                .find(|word| word.text.to_ascii_lowercase().starts_with("tcp")),
            _ => operands.first().copied(),
        };
        let address = address.map_or("", |word| &word.text);
        let address = match name {
            "socat" => address
                .split_once(':')
                .map_or(address, |(_, address)| address),
            _ => address,
        };
        let start = start_of(input.as_ref(), command);
        match input.as_ref().and_then(|input| input.secret.clone()) {
            Some(secret) if secret == SHELL => {
                let to = addresses::host(address).to_owned();
                self.act(ActKind::RemoteShell, start..command.bytes.end, to, None);
            }
            Some(secret) => self.sends(start..command.bytes.end, &secret, address),
            None => {}
        }
        let gives_shell = rest.iter().enumerate().any(|(at, word)| {
            let is_option = matches!(word.text.as_str(), "-e" | "-c" | "--exec" | "--sh-exec")
                || word.text.starts_with('-')
                    && !word.text.starts_with("--")
                    && word.text.ends_with('e')
                    && word.text.len() <= 5;
            is_option
                && rest.get(at + 1).is_some_and(|word| {
                    is_shell(&self::name(&word.text))
                        || matches!(self::name(&word.text).as_str(), "cmd" | "powershell")
                })
                || word.text.to_ascii_lowercase().starts_with("exec:")
                    && SHELLS.iter().any(|shell| word.text.contains(shell))
        });
        if gives_shell && !addresses::is_local(address) {
            self.act(
                ActKind::RemoteShell,
                command.bytes.clone(),
                addresses::host(address).to_owned(),
                None,
            );
        }
        let listens = rest
            .iter()
            .any(|word| word.text.starts_with('-') && word.text.contains('l'));
        let start = start_of(input.as_ref(), command);
        (!address.is_empty() && !listens).then(|| self.network(address, start))
    }

    fn copies_away(&mut self, name: &str, rest: &[Word], command: &Command, input: Option<Data>) {
        let with_value = match name {
            "scp" | "sftp" => "iPFoclS",
            "rsync" => "e",
            _ => "",
        };
        let all = arguments(
            rest,
            with_value,
            &["--rsh", "--region", "--profile", "--exclude"],
            false,
        );
        let operands: Vec<_> = all
            .iter()
            .filter(|argument| argument.name.is_empty())
            .collect();
        let is_remote = |text: &str| {
            let host = text.split_once(':');
            host.is_some_and(|(host, _)| host.len() > 1 && !host.contains('/'))
                || text.contains("://")
        };
        let to = match name {
            "mail" | "mutt" | "sendmail" | "ftp" => Some(""),
            "gh" => (rest.len() > 1 && rest[0].text == "gist" && rest[1].text == "create")
                .then_some("a gist"),
            _ => operands
                .last()
                .filter(|last| is_remote(&last.text))
                .map(|last| last.text.as_str()),
        };
        let Some(to) = to else { return };
        let mut secret = input.as_ref().and_then(|input| input.secret.clone());
        for operand in operands.iter().filter(|operand| !is_remote(&operand.text)) {
            let data = self.read(&operand.text);
            secret = secret.or_else(|| data.and_then(|data| data.secret));
        }
        if let Some(secret) = secret {
            let start = start_of(input.as_ref(), command);
            self.sends(start..command.bytes.end, &secret, to);
        }
    }

    fn archive(
        &mut self,
        name: &str,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        let mut read = input;
        let mut created = None;
        // The file that tar writes, or reads.
        let named = rest.iter().enumerate().position(|(at, word)| {
            name == "tar"
                && (at == 0 || word.text.starts_with('-'))
                && !word.text.starts_with("--")
                && word.text.contains('f')
        });
        let written = rest
            .iter()
            .any(|word| word.text.trim_start_matches('-').starts_with('c') && word.text.len() < 8);
        for (at, word) in rest
            .iter()
            .enumerate()
            .filter(|(_, word)| !word.text.starts_with('-'))
        {
            if name == "tar" && written {
                if named.is_some_and(|named| named + 1 == at) {
                    created = Some(&word.text);
                    continue;
                }
                let data = self.read(&word.text).or_else(|| self.word(word));
                read = merged(read, data);
                continue;
            }
            let data = self.read(&word.text);
            let of_word = self.word(word);
            if let Some(data) = data.or(of_word) {
                read = merged(read, Some(data));
            } else if word.text.contains('.') || word.text == "-" {
                created.get_or_insert(&word.text);
            }
        }
        let read = read?;
        if read.secret.is_some() {
            let packed = Data {
                source: None,
                text: None,
                start: command.bytes.start,
                ..read
            };
            match created {
                Some(created) if created != "-" => self.write(created, Some(packed)),
                _ => return Some(packed),
            }
            return None;
        }
        let to_output = name == "tar"
            && rest.iter().any(|word| {
                word.text.contains('O') && word.text.len() < 8 || word.text == "--to-stdout"
            });
        if to_output || name == "unzip" && rest.iter().any(|word| word.text == "-p") {
            return Some(read);
        }
        self.extracted = Some(Data {
            from_file: true,
            ..read
        });
        None
    }

    fn interpreter(
        &mut self,
        name: &str,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
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
                let Some(code) = words.find(|word| !(shell && word.text.starts_with('-'))) else {
                    return None;
                };
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
        if let Some(data) = &input {
            self.ran(data, &command.bytes);
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

    /// What an archive from elsewhere may have brought.
    fn unpacked(&self, name: &str) -> Option<Data> {
        let is_of_archive = !name.starts_with(['/', '~', '$', '<', '-']) && !name.contains("://");
        self.extracted.clone().filter(|_| is_of_archive)
    }

    /// Code that is given as a word.
    fn code(
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
            // Its input may come in by a pipe, as in `… | sh -c 'sh'`; what is put in was looked at above.
            if input.is_some() && is_shell(&self::name(word.text.trim())) {
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
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            let outer = self.pinned.clone();
            self.pinned.get_or_insert(start..command.bytes.end);
            code.look(self, 0);
            self.pinned = outer;
            self.depth -= 1;
        }
        // What it writes.
        if let Some(address) = code.fetches() {
            return Some(self.network(&address, start));
        }
        let downloaded = input
            .as_ref()
            .is_some_and(|input| matches!(input.source, Some(Source::Network { .. })));
        let text = input.as_ref().and_then(|input| input.text.as_deref());
        let text = text.map(str::trim).and_then(encoding::base64);
        code.decodes().then(|| Data {
            source: Some(Source::Decoder { downloaded }),
            text: text
                .as_deref()
                .and_then(encoding::readable)
                .or_else(|| code.decoded()),
            start,
            ..Data::default()
        })
    }

    fn powershell(
        &mut self,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            let lower = word.text.to_ascii_lowercase();
            let option = lower.trim_start_matches(['-', '/']);
            if lower.len() == option.len() {
                break;
            }
            // Every beginning of an option's name is its name.
            if !option.is_empty() && ("encodedcommand".starts_with(option) || option == "ec") {
                let text = words.next().map_or("", |word| word.text.as_str());
                let looks_encoded = text.len() >= 8 && !text.starts_with(['$', '<']);
                let decoded = encoding::base64(text).and_then(|bytes| encoding::readable(&bytes));
                if decoded.is_some() || looks_encoded {
                    let detail = decoded
                        .map(|text| encoding::quoted(&text, 100))
                        .unwrap_or_default();
                    self.act(ActKind::DecodedThenRun, command.bytes.clone(), detail, None);
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
        let at = rest
            .iter()
            .position(|word| !word.text.starts_with(['-', '/']))
            .unwrap_or(rest.len());
        if let Some(data) =
            input.filter(|_| at == rest.len() || rest.iter().any(|word| word.text == "-"))
        {
            self.ran(&data, &command.bytes);
            return None;
        }
        let text = joined(&rest[at..]);
        let code = code::Code::of("powershell", &text);
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            let outer = self.pinned.clone();
            self.pinned.get_or_insert(command.bytes.clone());
            code.look(self, 0);
            self.pinned = outer;
            self.depth -= 1;
        }
        None
    }

    /// Any other program: a file that was written before, or one that runs a shell in turn.
    fn other(
        &mut self,
        first: &Word,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        let data = match first.text.contains(['/', '\\', '.']) || first.text.starts_with('$') {
            true => self.read(&first.text).or_else(|| {
                first
                    .text
                    .starts_with("./")
                    .then(|| self.unpacked(&first.text))
                    .flatten()
            }),
            // A file that was put where programs are looked for.
            false => {
                let is_it = |name: &str| {
                    name.strip_suffix(&first.text)
                        .is_some_and(|folder| folder.ends_with("bin/"))
                };
                let known = self.files.iter().find(|(name, _)| is_it(name));
                known.map(|(_, data)| Data {
                    from_file: true,
                    ..data.clone()
                })
            }
        };
        if let Some(data) = data.filter(|data| data.source.is_some() || data.text.is_some()) {
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
                return self.interpreter(&name, &rest[at + 1..], command, input);
            }
        }
        if name(&first.text) == "su" {
            if let Some(code) = rest.iter().skip_while(|word| word.text != "-c").nth(1) {
                self.nested(&code.text, code.bytes.clone());
            }
        }
        for word in rest.iter().filter(|word| !word.is_literal) {
            self.word(word);
        }
        None
    }
}

/// Where something begins that came in by a pipe, or the command itself.
fn start_of(input: Option<&Data>, command: &Command) -> usize {
    input.map_or(command.bytes.start, |input| {
        input.start.min(command.bytes.start)
    })
}

/// A program's name: without its folder, its version and the ending of Windows, in small letters.
pub(super) fn name(word: &str) -> String {
    let name = file_name(word).to_ascii_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    match name
        .strip_prefix("python")
        .or_else(|| name.strip_prefix("pypy"))
    {
        Some(version)
            if version
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.') =>
        {
            "python".to_owned()
        }
        _ => name.to_owned(),
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn is_shell(name: &str) -> bool {
    SHELLS.contains(&name)
}

fn is_interpreter(name: &str) -> bool {
    INTERPRETERS
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
}

/// A path as it is compared with others.
fn path(name: &str) -> String {
    let name = name.trim_matches(['"', '\'', '{', '}']);
    let mut name = name
        .strip_prefix("./")
        .or_else(|| name.strip_prefix(".\\"))
        .unwrap_or(name);
    while let Some(rest) = name.strip_prefix("./") {
        name = rest;
    }
    name.to_owned()
}

/// Words as one text.
pub(super) fn joined(words: &[Word]) -> String {
    let texts: Vec<_> = words.iter().map(|word| word.text.as_str()).collect();
    texts.join(" ")
}

/// `NAME=value`
fn assignment(word: &Word) -> Option<(&str, &str)> {
    let (name, value) = word.text.split_once('=')?;
    let name = name.strip_prefix("$env:").unwrap_or(name);
    let name = name.strip_suffix('+').unwrap_or(name);
    let is_name = !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some((name, value))
}

/// How many words a wrapper's options take.
fn wrapped(rest: &[Word], with_value: &str, has_duration: bool) -> usize {
    let mut at = 0;
    let mut needs_duration = has_duration;
    while let Some(word) = rest.get(at) {
        let text = word.text.as_str();
        if text.starts_with('-') && text.len() > 1 {
            let takes =
                !text.starts_with("--") && text.len() == 2 && with_value.contains(&text[1..]);
            at += 1 + usize::from(takes);
        } else if assignment(word).is_some() {
            at += 1;
        } else if needs_duration {
            needs_duration = false;
            at += 1;
        } else {
            break;
        }
    }
    at.min(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_that_grow_stay_short() {
        let lines: String = (0..200)
            .map(|at| format!("A{}=$B$A{at}\nB=$A{at}$B\n", at + 1))
            .collect();
        let mut flow = Flow::default();
        flow.shell(&format!("B={}\n{lines}echo $B | sh\n", "b".repeat(1000)), 0);
        assert_eq!(flow.acts, []);
    }

    proptest! {
        #[test]
        fn any_text_is_answered_for(text in r#"(curl|wget|sh|base64|-d|-o|x|https://a.b/c|python3|-c|exec|eval|open|urlopen|iex|powershell|-enc|aGk=|node|echo|command|args|write|=|\||&|;|\(|\)|\[|\]|\{|\}|,|:|\$|'|"|`|<|>|@|#|\\|/|\.| |\n|é){0,40}"#) {
            let mut flow = Flow::default();
            flow.shell(&text, 3);
            for program in ["python", "node", "powershell", "ruby"] {
                code::look(&mut flow, program, &text, 3);
            }
            code::settings(&mut flow, &text, 3);
            for act in flow.acts {
                prop_assert!(text.get(act.bytes.start - 3..act.bytes.end - 3).is_some(), "{act:?}");
            }
        }
    }
}
