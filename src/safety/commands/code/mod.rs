//! Programs in other languages than the shell's, read by their tokens: what they fetch or decode, and whether they run it.
//!
//! A token is a name with its dots, a text, or a sign. Nothing is run, and no grammar is known beyond statements, calls and
//! assignments.

mod slices;

use std::ops::Range;

use super::act::{ActKind, Effects};
use super::addresses::is_address;
use crate::text::encoding;

/// Tokens that are read at most. The limit is ours.
const MAX_TOKENS: usize = 20_000;

/// Calls of one statement that are looked at, and tokens of a call. The limits are ours.
const MAX_CALLS: usize = 128;
const MAX_ARGUMENTS: usize = 512;

/// Variables that are followed at most. The limit is ours.
const MAX_NAMES: usize = 64;

/// Names of calls that fetch something: whole names, or their ends behind a dot.
const FETCHES: &str = "get urlopen urlretrieve requests.get requests.post requests.request session.get httpx.get httpx.post \
    wget.download fetch axios axios.get axios.post got got.get https.get http.get https.request http.request \
    needle downloadstring downloaddata downloadfile invoke-webrequest iwr irm invoke-restmethod net::http.get \
    uri.open lwp::simple::get getstore file_get_contents start-bitstransfer open-uri httpx.stream aiohttp.get \
    got.post ky.get superagent.get net::http.get_response http.newrequest reqwest::get invoke-restmethod";

/// Of them those that write a file, whose name is the second argument.
const SAVES: &str = "urlretrieve downloadfile wget.download getstore";

/// Names of calls that send something besides.
const SENDS: &str = "request.end req.end req.write requests.put httpx.put axios.put sendall send sendto uploadstring uploaddata \
    uploadfile urllib.request.request fetch request post put patch post_form sendmail send_message storbinary \
    sendbeacon upload_file gethostbyname getaddrinfo dns.resolve dns.lookup resolver.resolve dns.resolver.query \
    urlopen invoke-restmethod invoke-webrequest write_message emit request.new uploadvalues uploadstringasync";

/// Names of calls that decode something.
const DECODES: &str = "b64decode b32decode b85decode a85decode urlsafe_b64decode standard_b64decode decodebytes atob \
    frombase64string fromhex unhexlify codecs.decode marshal.loads base64_decode decode64 decode_base64 \
    string.fromcharcode fromcharcode zlib.decompress";

/// Names of calls that run code.
const RUNS: &str = "exec eval builtins.exec builtins.eval __builtins__.exec window.eval globalthis.eval function \
    vm.runinthiscontext vm.runinnewcontext vm.runincontext vm.script invoke-expression iex scriptblock \
    instance_eval loadstring runpy.run_path pickle.loads pickle.load cloudpickle.loads dill.loads \
    yaml.unsafe_load jsonpickle.decode";

/// Names of calls that load a file as code.
const LOADS: &str = "spec_from_file_location import_module sourcefileloader runpy.run_path execfile require import load_source \
    require_relative dofile ctypes.cdll cdll.loadlibrary";

/// Names of calls that run a command.
const COMMANDS: &str = "os.system os.popen subprocess.run subprocess.call subprocess.popen subprocess.check_call \
    subprocess.check_output subprocess.getoutput subprocess.getstatusoutput check_output check_call popen \
    commands.getoutput create_subprocess_shell create_subprocess_exec execsync execfile execfilesync spawn \
    spawnsync child_process.exec cp.exec shell.exec execa system shell_exec passthru proc_open kernel.system \
    open3.capture2 do_shell_script os.execvp os.startfile exec";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Python,
    JavaScript,
    PowerShell,
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// In small letters, without brackets around it.
    Name,
    Text,
    Sign(u8),
    /// The end of a statement.
    End,
}

#[derive(Debug)]
struct Token {
    kind: Kind,
    text: String,
    bytes: Range<usize>,
}

/// A text of a program, taken apart.
pub(super) struct Code {
    tokens: Vec<Token>,
    language: Language,
}

/// What a value is made of.
#[derive(Debug, Clone)]
enum Taint {
    Fetched(String),
    Decoded(Option<String>),
}

impl Code {
    /// Code for the program of a name, or with an ending of files.
    pub fn of(program: &str, text: &str) -> Self {
        let language = match program {
            "python" | "py" | "pypy" => Language::Python,
            "node" | "deno" | "bun" | "tsx" | "ts-node" | "js" | "mjs" | "cjs" | "ts" | "jsx"
            | "javascript" | "typescript" => Language::JavaScript,
            "powershell" | "pwsh" | "ps1" | "psm1" => Language::PowerShell,
            _ => Language::Other,
        };
        Self {
            tokens: tokens(text, language),
            language,
        }
    }

    fn calls(&self, names: &str) -> Option<usize> {
        let mut all = self.tokens.iter();
        all.position(|token| token.kind == Kind::Name && is_call(&token.text, names))
    }

    /// The address that it fetches something from, if it fetches something.
    pub fn fetches(&self) -> Option<String> {
        let at = self.calls(FETCHES)?;
        Some(self.address(at))
    }

    /// Whether it decodes something.
    pub fn decodes(&self) -> bool {
        self.decoder(0..self.tokens.len()).is_some()
    }

    /// What it decodes, where the text says it.
    pub fn decoded(&self) -> Option<String> {
        let at = self.decoder(0..self.tokens.len())?;
        self.decoded_at(at)
    }

    /// Whether it runs what it reads from its input.
    pub fn runs_its_input(&self) -> bool {
        let reads = self.tokens.iter().any(|token| {
            token.text.contains("stdin") || token.text == "input" || token.text == "/dev/stdin"
        });
        reads && self.calls(RUNS).is_some()
    }

    fn address(&self, at: usize) -> String {
        let behind = self.tokens[at..].iter().take(24);
        let mut texts = behind.filter(|token| token.kind == Kind::Text);
        let address = texts.find(|token| token.text.contains("://") && is_address(&token.text));
        address.map_or(String::new(), |token| token.text.clone())
    }

    /// The first token of some that decodes.
    fn decoder(&self, within: Range<usize>) -> Option<usize> {
        let mut all = within.clone();
        all.find(|at| {
            let token = &self.tokens[*at];
            let is_buffer = || {
                let behind = self.tokens[*at..within.end].iter().take(24);
                let mut texts = behind.filter(|token| token.kind == Kind::Text);
                token.text == "buffer.from"
                    && texts.any(|token| matches!(token.text.as_str(), "base64" | "hex"))
            };
            let is_pack = || {
                let behind = self.tokens[*at..within.end].iter().take(3);
                let mut texts = behind.filter(|token| token.kind == Kind::Text);
                token.text == "pack" && texts.any(|token| token.text.starts_with(['H', 'u']))
            };
            let is_empty = self.sign(at + 1) == Some(b'(') && self.sign(at + 2) == Some(b')');
            token.kind == Kind::Name
                && !is_empty
                && (is_call(&token.text, DECODES) || is_buffer() || is_pack())
        })
    }

    fn decoded_at(&self, at: usize) -> Option<String> {
        let behind = self.tokens[at..].iter().take(16);
        let text = behind
            .filter(|token| token.kind == Kind::Text)
            .find(|token| token.text.len() >= 8)?;
        let name = &self.tokens[at].text;
        let bytes = match name.ends_with("hex") || name.ends_with("unhexlify") || name == "pack" {
            true => encoding::hex(&text.text),
            false => encoding::base64(&text.text),
        };
        bytes.as_deref().and_then(encoding::readable)
    }

    /// Finds what it runs, sends and writes; places in it count from `start`.
    pub fn look(&self, effects: &mut dyn Effects, start: usize) {
        let mut variables: Vec<(String, Taint)> = Vec::new();
        for within in self.statements() {
            self.statement(effects, start, within, &mut variables);
        }
        self.socket(effects, start);
        self.leave(effects, start);
    }

    /// The tokens of each statement.
    fn statements(&self) -> impl Iterator<Item = Range<usize>> {
        let mut from = 0;
        std::iter::from_fn(move || {
            while from < self.tokens.len() {
                let rest = self.tokens[from..].iter();
                let end = self
                    .tokens
                    .len()
                    .min(from + rest.take_while(|token| token.kind != Kind::End).count());
                let within = from..end;
                from = end + 1;
                if !within.is_empty() {
                    return Some(within);
                }
            }
            None
        })
    }

    fn statement_start(&self, at: usize) -> usize {
        let before = self.tokens[..at].iter().rev().take(MAX_ARGUMENTS);
        at - before.take_while(|token| token.kind != Kind::End).count()
    }

    fn statement_end(&self, at: usize) -> usize {
        let rest = self.tokens[at..].iter().take(MAX_ARGUMENTS);
        at + rest.take_while(|token| token.kind != Kind::End).count()
    }

    /// A socket that becomes the input and output of a shell.
    fn socket(&self, effects: &mut dyn Effects, start: usize) {
        let named = |name: &str| {
            let mut tokens = self.tokens.iter();
            tokens.find(|token| token.kind == Kind::Name && is_call(&token.text, name))
        };
        let mut texts = self.tokens.iter().filter(|token| token.kind == Kind::Text);
        let is_shell = texts.any(|token| {
            matches!(
                token.text.as_str(),
                "/bin/sh" | "/bin/bash" | "sh" | "bash" | "cmd.exe"
            )
        });
        let Some(token) = named("dup2").filter(|_| is_shell && named("connect").is_some()) else {
            return;
        };
        let bytes = start + token.bytes.start..start + token.bytes.end;
        effects.act(ActKind::RemoteShell, bytes, String::new(), None);
    }

    fn statement(
        &self,
        effects: &mut dyn Effects,
        start: usize,
        within: Range<usize>,
        variables: &mut Vec<(String, Taint)>,
    ) {
        let Some((first, last)) = self.tokens[within.clone()]
            .first()
            .zip(self.tokens[within.clone()].last())
        else {
            return;
        };
        let whole = start + first.bytes.start..start + last.bytes.end;
        let assigned = self.assigned(within.clone());
        let mut calls = 0;
        for at in within.clone() {
            let token = &self.tokens[at];
            if token.kind != Kind::Name {
                continue;
            }
            let name = token.text.as_str();
            let writes = matches!(
                name.rsplit('.').next(),
                Some("write" | "write_bytes" | "write_text" | "writefilesync" | "writefile")
            );
            let is_known = [RUNS, LOADS, SAVES]
                .iter()
                .any(|names| is_call(name, names));
            if !(is_known || writes || self.is_command(at)) {
                continue;
            }
            calls += 1;
            if calls > MAX_CALLS {
                break;
            }
            let before = within.start.max(at.saturating_sub(MAX_ARGUMENTS))..at;
            let end = within.end.min(at + MAX_ARGUMENTS);
            let arguments = self.arguments(at, end);
            let is_called = arguments.start > at + 1
                || self.language == Language::PowerShell
                || self.language == Language::Other;
            let is_handed_on = matches!(self.sign(at + 1), Some(b')'))
                && self.sign(at.wrapping_sub(1)) == Some(b'(');
            let place = start + token.bytes.start
                ..start + self.tokens[arguments.end.max(at + 1) - 1].bytes.end;
            if self.is_command(at) && is_called {
                self.command(effects, start, arguments.clone(), &place);
            }
            let is_run =
                is_call(name, RUNS) && !(self.language == Language::JavaScript && name == "exec");
            // A command that is fetched or decoded as a whole.
            let is_whole = self.is_command(at)
                && (self.tokens.get(arguments.start)).is_some_and(|token| token.kind == Kind::Name)
                && !matches!(self.sign(arguments.start + 1), Some(b'=' | b'+'));
            if is_run && (is_called || is_handed_on) || is_whole && is_called {
                let given = match self.language {
                    Language::PowerShell => at + 1..end,
                    _ => arguments.clone(),
                };
                let given = if is_run {
                    given
                } else {
                    self.first(arguments.clone())
                };
                let taint = self.taint(given, variables);
                let taint = taint.or_else(|| {
                    is_run
                        .then(|| self.taint(before.clone(), variables))
                        .flatten()
                });
                match taint {
                    Some(Taint::Fetched(address)) => {
                        effects.runs_download(&address, whole.clone(), None, false);
                    }
                    Some(Taint::Decoded(text)) => {
                        let detail = text
                            .map(|text| encoding::quoted(&text, 100))
                            .unwrap_or_default();
                        effects.act(ActKind::DecodedThenRun, whole.clone(), detail, None);
                    }
                    None => {}
                }
            }
            if is_call(name, SAVES)
                && let Some(file) = self.second(arguments.clone())
            {
                effects.note_file(&file, Some(self.address(at)), place.start);
            }
            if is_call(name, LOADS) {
                let loaded = self.tokens[arguments].iter();
                for token in loaded.filter(|token| matches!(token.kind, Kind::Text | Kind::Name)) {
                    effects.run_file(&token.text, whole.clone());
                }
            }
            if matches!(
                name.rsplit('.').next(),
                Some("write" | "write_bytes" | "write_text" | "writefilesync" | "writefile")
            ) {
                self.writes(effects, start, before, at, variables);
            }
        }
        if let Some((names, value)) = assigned {
            let taint = self.taint(value, variables);
            for name in names {
                variables.retain(|(known, _)| known != name);
                if let Some(taint) = taint.clone().filter(|_| variables.len() < MAX_NAMES) {
                    variables.push((name.to_owned(), taint));
                }
            }
        }
    }

    fn sign(&self, at: usize) -> Option<u8> {
        match self.tokens.get(at)?.kind {
            Kind::Sign(sign) => Some(sign),
            _ => None,
        }
    }

    /// Whether a name is that of a call that runs a command.
    fn is_command(&self, at: usize) -> bool {
        let name = self.tokens[at].text.as_str();
        match (name, self.language) {
            ("exec", Language::Python) => false,
            // `do shell script "…"`
            ("script", Language::Other) => at > 0 && self.tokens[at - 1].text == "shell",
            // A pattern has an `exec`, too.
            (".exec", _) => {
                let before = self.tokens[..at].iter().rev().take(3);
                before
                    .into_iter()
                    .any(|token| token.text.ends_with("child_process"))
            }
            ("system" | "spawn", Language::Python) => false,
            _ => {
                is_call(name, COMMANDS) && (name != "exec" || self.language != Language::PowerShell)
            }
        }
    }

    /// The tokens between the parentheses behind a name; in languages that need none, those up to the statement's end.
    fn arguments(&self, at: usize, end: usize) -> Range<usize> {
        if self.sign(at + 1) != Some(b'(') {
            let needs_none = matches!(self.language, Language::PowerShell | Language::Other);
            return match needs_none {
                true => at + 1..end,
                false => at + 1..at + 1,
            };
        }
        let mut depth = 0_usize;
        for next in at + 1..end {
            match self.sign(next) {
                Some(b'(') => depth += 1,
                Some(b')') => {
                    depth -= 1;
                    if depth == 0 {
                        return at + 2..next;
                    }
                }
                _ => {}
            }
        }
        at + 2..end.max(at + 2)
    }

    /// What is among some tokens: a call that fetches or decodes, or a variable that holds what one brought.
    fn taint(&self, within: Range<usize>, variables: &[(String, Taint)]) -> Option<Taint> {
        if within.start >= within.end {
            return None;
        }
        if let Some(at) = self.decoder(within.clone()) {
            return Some(Taint::Decoded(self.decoded_at(at)));
        }
        within.clone().find_map(|at| {
            let token = &self.tokens[at];
            if token.kind != Kind::Name {
                return None;
            }
            if is_call(&token.text, FETCHES) {
                // What reads a file of this machine by its name fetches nothing.
                let address = self.address(at);
                let may_be_file = matches!(
                    token.text.as_str(),
                    "file_get_contents" | "open" | "got" | "get" | "fetch"
                );
                return (!may_be_file || !address.is_empty() || token.text == "fetch")
                    .then_some(Taint::Fetched(address));
            }
            let root = root(&token.text);
            let known = variables.iter().find(|(known, _)| known == root);
            known.map(|(_, taint)| taint.clone())
        })
    }

    /// The names that a statement gives to a value, and the tokens of the value.
    fn assigned(&self, within: Range<usize>) -> Option<(Vec<&str>, Range<usize>)> {
        let names = |range: Range<usize>| {
            let tokens = self.tokens[range]
                .iter()
                .filter(|token| token.kind == Kind::Name);
            let names = tokens.map(|token| root(&token.text));
            let keywords = ["const", "let", "var", "my", "local"];
            names
                .filter(|name| !keywords.contains(name))
                .collect::<Vec<_>>()
        };
        if self.tokens[within.start].text == "for" {
            let is_in = |at: &usize| matches!(self.tokens[*at].text.as_str(), "in" | "of");
            let at = within.clone().find(is_in)?;
            return Some((names(within.start + 1..at), at + 1..within.end));
        }
        let mut depth = 0_i32;
        for at in within.clone() {
            match self.sign(at) {
                Some(b'(') => depth += 1,
                Some(b')') => depth -= 1,
                Some(b'=') if depth == 0 => {
                    return Some((names(within.start..at), at + 1..within.end));
                }
                _ => {}
            }
            if depth == 0 && self.tokens[at].text == "as" && self.tokens[at].kind == Kind::Name {
                return Some((names(at + 1..within.end), within.start..at));
            }
        }
        None
    }

    /// A command that a call is given: a text, or a list of words.
    fn command(
        &self,
        effects: &mut dyn Effects,
        start: usize,
        arguments: Range<usize>,
        place: &Range<usize>,
    ) {
        let tokens = &self.tokens[arguments.clone()];
        let is_list = tokens
            .first()
            .is_some_and(|token| token.kind == Kind::Sign(b'['));
        let place_of = |token: &Token| start + token.bytes.start..start + token.bytes.end;
        if is_list
            || matches!(
                (tokens.first(), tokens.get(1).map(|token| &token.kind)),
                (
                    Some(Token {
                        kind: Kind::Text,
                        ..
                    }),
                    Some(Kind::Sign(b','))
                )
            )
        {
            let listed = tokens
                .iter()
                .take_while(|token| token.kind != Kind::Sign(b']') || !is_list);
            let is_word = |token: &&Token| match token.kind {
                Kind::Text => true,
                Kind::Name => {
                    !matches!(token.text.as_str(), "str" | "path" | "os.fspath" | "string")
                }
                _ => false,
            };
            let listed = listed.filter(is_word);
            let mut listed: Vec<_> = listed
                .map(|token| (token.text.clone(), place_of(token)))
                .collect();
            if !is_list {
                // `spawn("sh", ["-c", "…"])`, `exec("…", callback)`
                let end = tokens
                    .iter()
                    .position(|token| token.kind == Kind::Sign(b']'));
                match end {
                    Some(end) => listed.truncate(
                        tokens[..end]
                            .iter()
                            .filter(|token| matches!(token.kind, Kind::Text | Kind::Name))
                            .count(),
                    ),
                    None => listed.truncate(1),
                }
            }
            match listed.as_slice() {
                [(text, bytes)] => {
                    effects.nested(text, bytes.clone());
                }
                _ => effects.list(&listed),
            }
            return;
        }
        let mut text = String::new();
        let mut was_text = false;
        for token in tokens
            .iter()
            .take_while(|token| token.kind != Kind::Sign(b','))
        {
            // `do shell script "…" with administrator privileges`
            if was_text && token.kind == Kind::Name {
                break;
            }
            was_text = token.kind == Kind::Text;
            if matches!(token.kind, Kind::Text | Kind::Name) {
                text.push_str(&token.text);
            }
        }
        let place = tokens
            .first()
            .map_or(place.clone(), |first| place_of(first).start..place.end);
        effects.nested(&text, place);
    }

    /// The first argument of a call.
    fn first(&self, arguments: Range<usize>) -> Range<usize> {
        let mut depth = 0_usize;
        let end = arguments.clone().find(|at| match self.sign(*at) {
            Some(b'(' | b'[') => {
                depth += 1;
                false
            }
            Some(b')' | b']') => {
                depth = depth.saturating_sub(1);
                false
            }
            Some(b',') => depth == 0,
            _ => false,
        });
        arguments.start..end.unwrap_or(arguments.end)
    }

    /// The second argument of a call.
    fn second(&self, arguments: Range<usize>) -> Option<String> {
        let tokens = &self.tokens[arguments];
        let comma = tokens
            .iter()
            .position(|token| token.kind == Kind::Sign(b','))?;
        let mut behind = tokens[comma..].iter();
        let token = behind.find(|token| {
            matches!(token.kind, Kind::Text | Kind::Name) && !token.text.ends_with("path.join")
        })?;
        Some(token.text.clone())
    }

    /// A statement that writes a file: its name is the first text or name in a call before, or the first argument.
    fn writes(
        &self,
        effects: &mut dyn Effects,
        start: usize,
        within: Range<usize>,
        at: usize,
        variables: &[(String, Taint)],
    ) {
        let end = self.tokens.len().min(at + MAX_ARGUMENTS);
        let arguments = self.arguments(at, end);
        let taint = self.taint(arguments.clone(), variables);
        let address = match taint {
            Some(Taint::Fetched(address)) => Some(address),
            Some(Taint::Decoded(_)) => None,
            _ => return,
        };
        let is_first = self.tokens[at].text.contains("writefile");
        let among = if is_first {
            arguments
        } else {
            within.start..at
        };
        let names = self.tokens[among].iter();
        let mut names = names.filter(|token| match token.kind {
            Kind::Text => token.text.contains(['.', '/']),
            Kind::Name => {
                !token.text.contains('.')
                    && !matches!(
                        token.text.as_str(),
                        "open" | "with" | "path" | "as" | "f" | "await"
                    )
            }
            _ => false,
        });
        if let Some(name) = names.next() {
            effects.note_file(&name.text, address, start + self.tokens[at].bytes.start);
        }
    }
}

/// Whether a name is one of those, or ends with one behind a dot.
fn is_call(name: &str, names: &str) -> bool {
    names.split_ascii_whitespace().any(|known| {
        let before = name.strip_suffix(known);
        // `pattern.exec()`, `file.open()` and `model.eval()` are other things.
        let is_common = matches!(
            known,
            "exec"
                | "eval"
                | "open"
                | "function"
                | "system"
                | "spawn"
                | "got"
                | "path"
                | "require"
                | "import"
                | "get"
                | "needle"
        );
        match before {
            Some("") => true,
            Some(before) => !is_common && before.ends_with(['.', ':']),
            None => false,
        }
    })
}

/// A name up to its first dot; of `self.name` both.
fn root(name: &str) -> &str {
    let skipped = ["self.", "this.", "."]
        .iter()
        .find(|own| name.starts_with(**own))
        .map_or(0, |own| own.len());
    let end = name[skipped..]
        .find('.')
        .map_or(name.len(), |end| skipped + end);
    &name[..end]
}

/// Takes a text apart.
fn tokens(text: &str, language: Language) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens: Vec<Token> = Vec::new();
    let mut depth = 0_usize;
    let mut at = 0;
    let is_name = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.') || byte >= 0x80
    };
    while at < bytes.len() && tokens.len() < MAX_TOKENS {
        let start = at;
        let byte = bytes[at];
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        let has_hash = language != Language::JavaScript;
        match byte {
            b'\n' | b';' => {
                at += 1;
                let goes_on = byte == b'\n' && continues(text, at, tokens.last(), language);
                if depth == 0 && !goes_on {
                    end(&mut tokens, start);
                }
            }
            _ if byte.is_ascii_whitespace() => at += 1,
            b'<' if language == Language::PowerShell && next == b'#' => {
                at = text[at..]
                    .find("#>")
                    .map_or(bytes.len(), |length| at + length + 2);
            }
            b'#' if has_hash => at = line_end(bytes, at),
            b'/' if !has_hash && next == b'/' => at = line_end(bytes, at),
            b'/' if language != Language::Python && next == b'*' => {
                at = text[at + 2..]
                    .find("*/")
                    .map_or(bytes.len(), |length| at + length + 4);
            }
            b'"' | b'\'' | b'`'
                if !(byte == b'`'
                    && matches!(language, Language::PowerShell | Language::Python)) =>
            {
                let triple = [byte; 3];
                let (inside, content, behind) =
                    if language == Language::Python && bytes[at..].starts_with(&triple) {
                        let close = std::str::from_utf8(&triple).unwrap_or("\"\"\"").to_owned();
                        let length = text[at + 3..].find(&close).unwrap_or(bytes.len() - at - 3);
                        (at + 3, length, (at + 6 + length).min(bytes.len()))
                    } else {
                        let length = quoted_length(&bytes[at + 1..], byte, language);
                        (at + 1, length, (at + 2 + length).min(bytes.len()))
                    };
                let content = text.get(inside..inside + content).unwrap_or_default();
                let is_shell_text = byte == b'`' && language == Language::Other;
                at = behind;
                if is_shell_text {
                    tokens.push(Token {
                        kind: Kind::Name,
                        text: "system".to_owned(),
                        bytes: start..start + 1,
                    });
                }
                tokens.push(Token {
                    kind: Kind::Text,
                    text: super::words::unescaped(content),
                    bytes: start..at,
                });
            }
            _ if is_name(byte) => {
                let is_more = |at: usize| {
                    let is_hyphen = bytes[at] == b'-'
                        && language == Language::PowerShell
                        && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
                    // `[Convert]::FromBase64String`, `Net::HTTP`
                    let is_colon = bytes[at] == b':'
                        && (bytes.get(at + 1) == Some(&b':') || bytes[at - 1] == b':');
                    is_name(bytes[at]) || is_hyphen || is_colon
                };
                while at < bytes.len() && (at == start || is_more(at)) {
                    at += 1;
                }
                let name = text.get(start..at).unwrap_or_default();
                // An ellipsis stands for what is left out.
                if !name.contains(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$')) {
                    continue;
                }
                tokens.push(Token {
                    kind: Kind::Name,
                    text: name.to_ascii_lowercase(),
                    bytes: start..at,
                });
            }
            _ => {
                at += 1;
                match byte {
                    b'(' | b'[' => depth += 1,
                    b')' | b']' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                // `==`, `=>`, `!=` and the like give nothing a name.
                let before = bytes[..start].last().copied().unwrap_or(0);
                let is_assignment = byte == b'='
                    && !matches!(next, b'=' | b'>' | b'~')
                    && !matches!(before, b'=' | b'!' | b'<' | b'>');
                let sign = if byte == b'=' && !is_assignment {
                    b'?'
                } else {
                    byte
                };
                // A block's end ends a statement, too.
                if depth == 0 && matches!(byte, b'{' | b'}') {
                    let is_pattern = byte == b'{'
                        && tokens.last().is_none_or(|token| {
                            matches!(token.text.as_str(), "const" | "let" | "var")
                        })
                        || byte == b'}' && text[at..].trim_start().starts_with('=');
                    if !is_pattern && language != Language::Python {
                        end(&mut tokens, start);
                        continue;
                    }
                }
                tokens.push(Token {
                    kind: Kind::Sign(sign),
                    text: String::new(),
                    bytes: start..at,
                });
            }
        }
    }
    tokens
}

fn end(tokens: &mut Vec<Token>, at: usize) {
    if tokens.last().is_some_and(|token| token.kind != Kind::End) {
        tokens.push(Token {
            kind: Kind::End,
            text: String::new(),
            bytes: at..at,
        });
    }
}

/// Whether the statement goes on behind a line's end.
fn continues(text: &str, at: usize, last: Option<&Token>, language: Language) -> bool {
    let next = text[at..].trim_start();
    let begins = match language {
        Language::JavaScript => next.starts_with('.'),
        Language::PowerShell | Language::Other => next.starts_with('|'),
        Language::Python => false,
    };
    begins
        || last.is_some_and(|token| {
            matches!(token.kind, Kind::Sign(b'|' | b',' | b'+' | b'=' | b'\\'))
        })
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    at + rest
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(rest.len())
}

/// The length of a text up to the quote that closes it, or to its line's end where none does.
fn quoted_length(bytes: &[u8], quote: u8, language: Language) -> usize {
    let escape = if language == Language::PowerShell {
        b'`'
    } else {
        b'\\'
    };
    let spans_lines = quote == b'`' || matches!(language, Language::PowerShell | Language::Other);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match *byte {
            byte if byte == escape => at += 1,
            byte if byte == quote => return at,
            b'\n' if !spans_lines => return at,
            _ => {}
        }
        at += 1;
    }
    // Nothing closes it: it is an apostrophe.
    match spans_lines {
        true => 0,
        false => bytes.len(),
    }
}

/// Keys whose values are commands, and those whose values are words for people.
const KEYS: &str = "command cmd run script install exec shell preinstall postinstall prepare entrypoint setup bash step steps \
    start build test ci do task action program before after";

/// Finds commands among the values of JSON or YAML: of keys that name one, with the list of words after it.
pub(super) fn settings(effects: &mut dyn Effects, text: &str, start: usize) {
    let tokens = tokens(text, Language::JavaScript);
    let tokens: Vec<_> = tokens
        .iter()
        .filter(|token| token.kind != Kind::End)
        .collect();
    let mut program: Option<(String, Range<usize>)> = None;
    for (at, token) in tokens.iter().enumerate() {
        let key = token.text.to_ascii_lowercase();
        let is_key = tokens
            .get(at + 1)
            .is_some_and(|next| next.kind == Kind::Sign(b':'))
            && (key == "args" || KEYS.split_ascii_whitespace().any(|known| known == key));
        let Some(value) = tokens.get(at + 2).filter(|_| is_key) else {
            continue;
        };
        let place = |token: &Token| start + token.bytes.start..start + token.bytes.end;
        if value.kind == Kind::Text {
            effects.nested(&value.text, place(value));
            program = (token.text == "command").then(|| (value.text.clone(), place(value)));
        } else if value.kind == Kind::Sign(b'[') {
            let listed = tokens[at + 3..]
                .iter()
                .take_while(|token| token.kind != Kind::Sign(b']'));
            let listed = listed.filter(|token| token.kind == Kind::Text);
            let listed = listed.map(|token| (token.text.clone(), place(token)));
            if key != "args" {
                for (text, place) in listed.clone().filter(|(text, _)| text.contains(' ')) {
                    effects.nested(&text, place);
                }
            }
            let program = program.take().filter(|_| token.text == "args");
            let listed: Vec<_> = program.into_iter().chain(listed).collect();
            effects.list(&listed);
        }
    }
}

/// Reads the code of a notebook: the lines of its cells, of which those with `!` are commands.
pub(super) fn notebook(effects: &mut dyn Effects, text: &str) {
    let tokens = tokens(text, Language::JavaScript);
    let mut sources = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.text == "source" && token.kind == Kind::Text);
    for (at, _) in sources.by_ref().take(MAX_CALLS) {
        let cell = tokens[at + 1..].iter().take(MAX_ARGUMENTS);
        let cell = cell.skip_while(|token| matches!(token.kind, Kind::Sign(b':' | b'[')));
        let cell: Vec<_> = cell
            .take_while(|token| matches!(token.kind, Kind::Text | Kind::Sign(b',') | Kind::End))
            .filter(|token| token.kind == Kind::Text)
            .collect();
        let (Some(first), Some(last)) = (cell.first(), cell.last()) else {
            continue;
        };
        let code: String = cell.iter().map(|token| token.text.as_str()).collect();
        let place = first.bytes.start..last.bytes.end;
        let (commands, code): (Vec<_>, Vec<_>) =
            code.lines().partition(|line| line.starts_with(['!', '%']));
        let commands: Vec<_> = commands
            .iter()
            .map(|line| line.trim_start_matches(['!', '%']))
            .collect();
        effects.nested(&commands.join("\n"), place.clone());
        effects.code("python", &code.join("\n"), place);
    }
}

/// Whether a text speaks PowerShell's words.
pub(super) fn is_powershell(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "iex",
        "invoke-expression",
        "invoke-webrequest",
        "invoke-restmethod",
        "iwr",
        "irm",
        "downloadstring",
        "downloadfile",
        "frombase64string",
        "start-process",
        "new-object",
        "scriptblock",
    ];
    let lower = text.to_ascii_lowercase();
    lower
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .any(|word| WORDS.contains(&word))
}

/// A program's name for a language of a fence or an ending of a file's name, where it is none of the shell's.
pub(super) fn program(language: &str) -> Option<&'static str> {
    Some(match language {
        "py" | "python" | "python3" | "ipython" | "pyw" => "python",
        "js" | "mjs" | "cjs" | "ts" | "tsx" | "jsx" | "javascript" | "typescript" | "node" => {
            "node"
        }
        "ps1" | "psm1" | "powershell" | "pwsh" | "ps" => "powershell",
        "rb" | "ruby" => "ruby",
        "pl" | "perl" => "perl",
        "php" => "php",
        "lua" => "lua",
        "applescript" | "scpt" => "osascript",
        "go" | "java" | "kotlin" | "kt" | "swift" | "rust" | "rs" | "csharp" | "cs" | "c"
        | "cpp" => "tsx",
        _ => return None,
    })
}

/// Reads code in a language by the name of its program.
pub(super) fn look(effects: &mut dyn Effects, program: &str, text: &str, start: usize) {
    if program == "powershell" {
        effects.shell(text, start);
    }
    Code::of(program, text).look(effects, start);
}
