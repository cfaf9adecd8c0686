//! Visits the calls of a program, and records the data that each call executes, loads, stores, sends and writes.

use std::ops::Range;

use super::calls::{FETCHES, LOADS, RUNS, SAVES, SENDS, WRITES};
use super::origins::{Origins, Unread};
use super::program::{Code, MAX_ARGUMENTS, MAX_CALLS};
use super::tokens::{Language, Token, TokenKind};
use crate::safety::commands::act::{ActKind, Effects};
use crate::safety::commands::{sinks, sources};
use crate::text::encoding;

/// A call in a program: its tokens, and its byte range in the file.
struct Call {
    /// The index of the token that names the called function.
    at: usize,
    /// The tokens before the call in the same statement, at most [`MAX_ARGUMENTS`].
    before: Range<usize>,
    arguments: Range<usize>,
    /// The end of the statement that contains the call, as the index of a token. It is at most
    /// [`MAX_ARGUMENTS`] tokens after `at`.
    end: usize,
    /// The byte range of the call in the file.
    place: Range<usize>,
    /// The byte range of the statement that contains the call.
    statement: Range<usize>,
    /// True if the name at `at` is called, because arguments in parentheses follow it. Always true
    /// in languages that need no parentheses for a call, such as PowerShell.
    is_called: bool,
}

/// Records the effects of all calls in a program. `start` is the byte offset of the program in its file.
pub(super) fn calls(code: &Code<'_>, effects: &mut dyn Effects, start: usize) {
    let mut walk = Walk {
        code,
        origins: None,
        effects,
        start,
        follows: 0,
        sent: Vec::new(),
        written: 0,
    };
    for within in code.statements() {
        walk.statement(&within);
    }
}

/// The state while the calls of a program are visited.
struct Walk<'w> {
    code: &'w Code<'w>,
    origins: Option<Origins<'w>>,
    effects: &'w mut dyn Effects,
    start: usize,
    /// The number of calls whose data was already traced back to its origin, at most [`MAX_CALLS`].
    follows: usize,
    /// The secrets that were already reported as sent, each with its receiver.
    sent: Vec<(String, String)>,
    /// The index of the token at which the last checked call that writes a file ends. If a call
    /// before this token also writes a file, both calls belong to the same write, so the second
    /// call is skipped.
    written: usize,
}

impl<'w> Walk<'w> {
    fn origins(&mut self) -> &Origins<'w> {
        let code = self.code;
        self.origins.get_or_insert_with(|| Origins::of(code))
    }

    fn place(&self, tokens: Range<usize>) -> Range<usize> {
        let (first, last) = (
            &self.code.tokens[tokens.start],
            &self.code.tokens[tokens.end - 1],
        );
        self.start + first.bytes.start..self.start + last.bytes.end
    }

    fn statement(&mut self, within: &Range<usize>) {
        let code = self.code;
        let whole = self.place(within.clone());
        let mut calls = 0;
        for at in within.clone() {
            let token = &code.tokens[at];
            let is_command = token.is_name() && code.is_command(at);
            if !is_command && !token.is(RUNS | LOADS | SAVES | WRITES | FETCHES | SENDS) {
                continue;
            }
            calls += 1;
            if calls > MAX_CALLS {
                break;
            }
            let end = within.end.min(at + MAX_ARGUMENTS);
            let arguments = code.arguments(at, end);
            let call = Call {
                at,
                before: within.start.max(at.saturating_sub(MAX_ARGUMENTS))..at,
                place: self.place(at..arguments.end.max(at + 1)),
                is_called: arguments.start > at + 1
                    || matches!(code.language, Language::PowerShell | Language::Other),
                arguments,
                end,
                statement: whole.clone(),
            };
            self.call(&call, is_command);
        }
    }

    fn call(&mut self, call: &Call, is_command: bool) {
        let code = self.code;
        let token = &code.tokens[call.at];
        if is_command && call.is_called {
            self.command(call.arguments.clone(), &call.place);
        }
        self.runs(call, is_command && call.is_called);
        if token.is(SAVES)
            && let Some(file) = code.second(call.arguments.clone())
        {
            self.effects
                .note_file(&file, Some(code.address(call.at)), call.place.start);
        }
        if token.is(LOADS) {
            let loaded = code.tokens[call.arguments.clone()].iter();
            for token in loaded.filter(|token| token.is_text() || token.is_name()) {
                self.effects.run_file(&token.text, call.statement.clone());
            }
        }
        let method = token.text.rsplit('.').next().unwrap_or_default();
        if matches!(
            method,
            "write" | "write_bytes" | "write_text" | "writefilesync" | "writefile"
        ) {
            self.keeps(call);
        }
        let begins = code.statement_start(call.at);
        let mut before = code.tokens[begins..call.at].iter();
        let is_defined = call.at - begins < 3
            && before.any(|token| matches!(&*token.text, "def" | "function" | "func" | "fn"));
        if is_defined || self.follows > MAX_CALLS {
            return;
        }
        if token.is(FETCHES | SENDS) {
            self.follows += 1;
            self.sends(call);
        }
        if token.is(WRITES) && call.at >= self.written {
            self.follows += 1;
            self.lasting(call);
        }
    }

    /// Records an effect if a call executes fetched or decoded data.
    fn runs(&mut self, call: &Call, is_command: bool) {
        let code = self.code;
        let token = &code.tokens[call.at];
        let is_handed_on = code.sign(call.at + 1) == Some(b')')
            && code.sign(call.at.wrapping_sub(1)) == Some(b'(');
        let is_pattern = code.language == Language::JavaScript && token.text == "exec";
        let is_run = token.is(RUNS) && !is_pattern && (call.is_called || is_handed_on);
        // True if the whole command is fetched or decoded data.
        let given = code.tokens.get(call.arguments.start);
        let is_whole = given.is_some_and(|given| given.is_name())
            && !matches!(code.sign(call.arguments.start + 1), Some(b'=' | b'+'));
        let given = if !is_run {
            code.first(call.arguments.clone())
        } else if code.language == Language::PowerShell {
            call.at + 1..call.end
        } else {
            call.arguments.clone()
        };
        if !(is_run || is_command && is_whole) {
            return;
        }
        let mut unread = self.origins().unread(given);
        if unread.is_none() && is_run {
            unread = self.origins().unread(call.before.clone());
        }
        match unread {
            Some(Unread::Fetched(address)) => {
                self.effects
                    .runs_download(&address, call.statement.clone(), None, false);
            }
            Some(Unread::Decoded(text)) => {
                let detail = text
                    .map(|text| encoding::quoted(&text, 100))
                    .unwrap_or_default();
                self.effects.record(
                    ActKind::DecodedThenRun,
                    call.statement.clone(),
                    detail,
                    None,
                );
            }
            None => {}
        }
    }

    /// Records the name of the file if a call writes fetched or decoded data to a file. For
    /// functions such as `writeFile`, the name is the first argument. For methods such as `write`,
    /// the name is before the method.
    fn keeps(&mut self, call: &Call) {
        let code = self.code;
        let address = match self.origins().unread(call.arguments.clone()) {
            Some(Unread::Fetched(address)) => Some(address),
            Some(Unread::Decoded(_)) => None,
            None => return,
        };
        let is_first = code.tokens[call.at].text.contains("writefile");
        let among = if is_first {
            &call.arguments
        } else {
            &call.before
        };
        let mut names = code.tokens[among.clone()]
            .iter()
            .filter(|token| match token.kind {
                TokenKind::Text => token.text.contains(['.', '/']),
                TokenKind::Name => {
                    let is_word = matches!(
                        &*token.text,
                        "open" | "with" | "path" | "as" | "f" | "await"
                    );
                    !token.text.contains('.') && !is_word
                }
                _ => false,
            });
        if let Some(name) = names.next() {
            let start = self.start + code.tokens[call.at].bytes.start;
            self.effects.note_file(&name.text, address, start);
        }
    }

    /// Records an effect if a call sends private data.
    fn sends(&mut self, call: &Call) {
        let code = self.code;
        if !self.origins().has_private() {
            return;
        }
        let name = &*code.tokens[call.at].text;
        let given = match code.language {
            // The whole statement is inspected, because a pipe may pass data to the call.
            Language::PowerShell => code.statement_start(call.at)..call.end,
            _ => call.arguments.clone(),
        };
        let origins = self.origins();
        let slice = origins.slice(given);
        let texts = origins.texts(&slice);
        // Methods such as `session.get("key")` and `map.put("key", value)` need not send a request.
        let is_bare = name == "fetch" || name.ends_with("get") || name.starts_with("print");
        let puts = name.ends_with(".put") && !is_client(name);
        let first = code.tokens.get(call.arguments.start);
        let is_key = first.is_some_and(|first| first.is_text() && !first.text.contains('/'));
        let has_address = || texts.iter().any(|(text, _)| text.contains("://"));
        if puts && is_key || (is_bare || puts) && !has_address() {
            return;
        }
        // Commands of a browser's protocol, such as `cdp.send("Fetch.enable")`, do not send data to a site.
        let given = &code.tokens[call.arguments.start.min(code.tokens.len() - 1)];
        let is_browsers = |text: &str| {
            let (domain, method) = text.split_once('.').unwrap_or_default();
            let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
            domain.starts_with(|c: char| c.is_ascii_uppercase())
                && is_word(domain)
                && is_word(method)
        };
        if name.ends_with("send") && given.is_text() && is_browsers(&given.text) {
            return;
        }
        let watched = || origins.watched().map(|secret| (secret.to_owned(), false));
        let secret = origins.secret(&slice);
        let secret = secret.or_else(|| if is_bare { None } else { watched() });
        let Some((secret, in_header)) = secret else {
            return;
        };
        let method = name.rsplit(['.', ':']).next().unwrap_or(name);
        let asks_names = matches!(
            method,
            "gethostbyname" | "getaddrinfo" | "lookup" | "resolve" | "query"
        );
        let to = if asks_names {
            "a.name.server".to_owned()
        } else {
            let to = code.receiver(&texts, call.at);
            // A program that has several addresses chooses one. An address may be in a variable.
            let is_home = |text: &str| text.contains("://") && sources::is_home(&secret, text);
            let homes = texts.iter().map(|(text, _)| text);
            let home = homes
                .filter(|_| to.contains("://{"))
                .find(|text| is_home(text));
            home.cloned().unwrap_or(to)
        };
        let sent = (secret, to);
        if !self.sent.contains(&sent) {
            self.effects
                .sends(call.place.clone(), &sent.0, &sent.1, in_header);
            self.sent.push(sent);
        }
    }

    /// Records an effect if a call writes to a file that takes effect in later sessions, such as a
    /// shell's start-up file.
    fn lasting(&mut self, call: &Call) {
        self.written = call.end;
        let code = self.code;
        let origins = self.origins();
        if !origins.names_sinks() {
            return;
        }
        let (path, content) = code.written(call.at, &call.arguments, call.end);
        let paths = origins.texts(&origins.slice(path));
        let mut paths = paths
            .iter()
            .filter(|(text, _)| !text.contains('\n') && text.len() < 200);
        let Some(sink) = paths.find_map(|(text, _)| sinks::place(text)) else {
            return;
        };
        let texts = origins.texts(&origins.slice(content));
        let written = texts
            .iter()
            .filter(|(text, _)| sinks::place(text).is_none());
        let worst =
            written.max_by_key(|(text, _)| (sinks::grade(sink, text, |_| false), text.len()));
        let text = worst.map_or("", |(text, _)| text.as_str());
        self.effects.lasting(sink, text, false, call.place.clone());
    }

    /// Interprets the command in the arguments of a call. The command is a single text, or a list
    /// of words.
    fn command(&mut self, arguments: Range<usize>, place: &Range<usize>) {
        let tokens = &self.code.tokens[arguments];
        let start = self.start;
        let place_of = |token: &Token<'_>| start + token.bytes.start..start + token.bytes.end;
        let first = tokens.first();
        let is_list = first.is_some_and(|token| token.kind == TokenKind::Sign(b'['));
        let is_more = tokens
            .get(1)
            .is_some_and(|token| token.kind == TokenKind::Sign(b','));
        if is_list || is_more && first.is_some_and(Token::is_text) {
            let end = tokens
                .iter()
                .position(|token| token.kind == TokenKind::Sign(b']'));
            // The command may have the form `spawn("sh", ["-c", "…"])` or `exec("…", callback)`.
            let end = end.unwrap_or(if is_list { tokens.len() } else { 1 });
            let is_call = |at: usize| {
                let opens = tokens
                    .get(at + 1)
                    .is_some_and(|next| next.kind == TokenKind::Sign(b'('));
                opens && matches!(&*tokens[at].text, "str" | "path" | "os.fspath" | "string")
            };
            let listed = tokens[..end].iter().enumerate();
            let listed =
                listed.filter(|(at, token)| token.is_text() || token.is_name() && !is_call(*at));
            let listed = listed.map(|(_, token)| token);
            let listed: Vec<_> = listed
                .map(|token| (token.text.to_string(), place_of(token)))
                .collect();
            match listed.as_slice() {
                [(text, bytes)] => {
                    self.effects.nested(text, bytes.clone());
                }
                _ => self.effects.list(&listed),
            }
            return;
        }
        let mut text = String::new();
        let mut was_text = false;
        for token in tokens
            .iter()
            .take_while(|token| token.kind != TokenKind::Sign(b','))
        {
            // In AppleScript, the form is `do shell script "…" with administrator privileges`.
            if was_text && token.is_name() {
                break;
            }
            was_text = token.is_text();
            if token.is_text() || token.is_name() {
                text.push_str(&token.text);
            }
        }
        let place = first.map_or(place.clone(), |first| place_of(first).start..place.end);
        self.effects.nested(&text, place);
    }
}

/// Returns true if a method's object has a name that is usual for an HTTP client, such as
/// `session`.
fn is_client(name: &str) -> bool {
    let (object, _) = name.rsplit_once('.').unwrap_or_default();
    let clients = [
        "request", "client", "session", "http", "axios", "api", "got", "ky", "agent", "s3",
    ];
    clients.iter().any(|client| object.contains(client))
}
