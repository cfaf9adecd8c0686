//! A program, split into statements, calls, arguments and assignments. No other syntax of the language is parsed.

use std::ops::Range;

use super::calls::{COMMANDS, DECODES, FETCHES, PATHS, RUNS};
use super::tokens::{Language, Token, TokenKind, tokens};
use crate::safety::commands::act::{ActKind, Effects};
use crate::safety::commands::addresses::{is_address, is_local};
use crate::text::encoding;

/// The maximum number of calls that are checked in one statement. No host has this limit.
pub(super) const MAX_CALLS: usize = 128;

/// The maximum number of tokens of a call that are checked. No host has this limit.
pub(super) const MAX_ARGUMENTS: usize = 512;

/// A program's text, split into tokens.
pub(in crate::safety::commands) struct Code<'t> {
    pub tokens: Vec<Token<'t>>,
    pub language: Language,
}

impl<'t> Code<'t> {
    /// Splits code of a program into tokens. `program` is the program's name or the extension of a file.
    pub fn of(program: &str, text: &'t str) -> Self {
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

    pub fn any(&self, calls: u16) -> Option<usize> {
        self.tokens.iter().position(|token| token.is(calls))
    }

    /// Returns the address from which the program fetches data; empty if the program does not
    /// contain the address. Returns `None` if the program fetches no data.
    pub fn fetches(&self) -> Option<String> {
        let at = self.any(FETCHES)?;
        Some(self.address(at))
    }

    pub fn decoder(&self) -> Option<usize> {
        (0..self.tokens.len()).find(|at| self.is_decoder(*at))
    }

    /// Returns true if the program decodes data.
    pub fn decodes(&self) -> bool {
        self.decoder().is_some()
    }

    /// Returns the text that the program decodes; `None` if the program decodes nothing or does not
    /// contain the encoded text.
    pub fn decoded(&self) -> Option<String> {
        self.decoded_at(self.decoder()?)
    }

    /// Returns true if the program executes the data that it reads as input.
    pub fn runs_its_input(&self) -> bool {
        let reads = self.tokens.iter().any(|token| {
            token.text.contains("stdin") || token.text == "input" || token.text == "/dev/stdin"
        });
        reads && self.any(RUNS).is_some()
    }

    /// Returns the string tokens among the next `reach` tokens. The token at the index `at` is the
    /// first of these tokens.
    pub fn texts_after(&self, at: usize, reach: usize) -> impl Iterator<Item = &Token<'t>> {
        let after = self.tokens[at..].iter().take(reach);
        after.filter(|token| token.is_text())
    }

    pub fn address(&self, at: usize) -> String {
        let is_it = |token: &&Token<'_>| {
            token.is_text() && token.text.contains("://") && is_address(&token.text)
        };
        let near = self.texts_after(at, 24).find(is_it);
        // If the program has a single address, a variable contains the address.
        let only = || {
            let mut all = self.tokens.iter().filter(is_it);
            all.next().filter(|_| all.next().is_none())
        };
        let address = near.or_else(only);
        address.map_or(String::new(), |token| token.text.to_string())
    }

    /// Returns the address from which a call fetches data, where `at` is the token with the call's
    /// name. Returns an empty text if the program does not contain the address. Returns `None` if
    /// the token is not the name of a call that fetches data.
    pub fn fetched_at(&self, at: usize) -> Option<String> {
        let token = &self.tokens[at];
        let address = self.address(at);
        let is_near = self.texts_after(at, 24).any(|token| token.text == address);
        // The argument may be a file of this machine or of the same site, as in `fetch("data.json")`.
        let may_be_file = matches!(&*token.text, "file_get_contents" | "open" | "got" | "get");
        let is_relative = || {
            let given = self.tokens.get(at + 2);
            given.is_some_and(|given| given.is_text() && !given.text.contains(['$', '{']))
        };
        let is_local = may_be_file || token.text == "fetch" && is_relative();
        (token.is(FETCHES) && (is_near || !is_local)).then_some(address)
    }

    /// Returns true if the token `at` is the name of a call that decodes data.
    pub fn is_decoder(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        if !token.is_name() {
            return false;
        }
        let has = |reach: usize, is_it: fn(&str) -> bool| {
            let after = self.tokens[at..].iter().take(reach);
            let mut after = after.take_while(|token| token.kind != TokenKind::End);
            after.any(|token| token.is_text() && is_it(&token.text))
        };
        let is_empty = self.sign(at + 1) == Some(b'(') && self.sign(at + 2) == Some(b')');
        match &*token.text {
            "buffer.from" => has(24, |text| matches!(text, "base64" | "hex")),
            "pack" => has(3, |text| text.starts_with(['H', 'u'])),
            _ => token.is(DECODES) && !is_empty,
        }
    }

    pub fn decoded_at(&self, at: usize) -> Option<String> {
        let text = self
            .texts_after(at, 16)
            .find(|token| token.text.len() >= 8)?;
        let name = &*self.tokens[at].text;
        let is_hex = name.ends_with("hex") || name.ends_with("unhexlify") || name == "pack";
        let bytes = if is_hex {
            encoding::hex(&text.text)
        } else {
            encoding::base64(&text.text)
        };
        bytes.as_deref().and_then(encoding::readable)
    }

    /// Returns the range of tokens of each statement.
    pub fn statements(&self) -> impl Iterator<Item = Range<usize>> {
        let mut from = 0;
        std::iter::from_fn(move || {
            while from < self.tokens.len() {
                let rest = self.tokens[from..].iter();
                let end = self.tokens.len().min(
                    from + rest
                        .take_while(|token| token.kind != TokenKind::End)
                        .count(),
                );
                let within = from..end;
                from = end + 1;
                if !within.is_empty() {
                    return Some(within);
                }
            }
            None
        })
    }

    pub fn statement_start(&self, at: usize) -> usize {
        let before = self.tokens[..at].iter().rev().take(MAX_ARGUMENTS);
        at - before
            .take_while(|token| token.kind != TokenKind::End)
            .count()
    }

    pub fn statement_end(&self, at: usize) -> usize {
        let rest = self.tokens[at..].iter().take(MAX_ARGUMENTS);
        at + rest
            .take_while(|token| token.kind != TokenKind::End)
            .count()
    }

    /// Records an effect if the program connects the input and output of a shell to a socket.
    pub fn socket(&self, effects: &mut dyn Effects, start: usize) {
        let named = |end: &str| {
            let mut names = self.tokens.iter().filter(|token| token.is_name());
            names.find(|token| {
                let before = token.text.strip_suffix(end);
                before.is_some_and(|before| before.is_empty() || before.ends_with(['.', ':']))
            })
        };
        let texts = || self.tokens.iter().filter(|token| token.is_text());
        let is_shell =
            |text: &str| matches!(text, "/bin/sh" | "/bin/bash" | "sh" | "bash" | "cmd.exe");
        let connects = named("connect")
            .or(named("create_connection"))
            .or(named("createconnection"));
        let gives = named("dup2").or(named("pty.spawn"));
        let is_of_shell =
            texts().any(|token| is_shell(&token.text)) || named("pty.spawn").is_some();
        // The commands come from the other side, and the output goes back to it.
        let pipes = named("stdout.pipe").filter(|_| named("spawn").or(named("exec")).is_some());
        let is_stranger = |text: &str| text.contains('.') && is_address(text) && !is_local(text);
        let is_remote = || texts().any(|token| is_stranger(&token.text));
        let pipes = pipes.filter(|_| named("net.connect").is_some() && is_remote());
        if let Some(token) = gives.filter(|_| is_of_shell).or(pipes)
            && connects.is_some()
        {
            let bytes = start + token.bytes.start..start + token.bytes.end;
            effects.record(ActKind::RemoteShell, bytes, String::new(), None);
        }
    }

    pub fn sign(&self, at: usize) -> Option<u8> {
        match self.tokens.get(at)?.kind {
            TokenKind::Sign(sign) => Some(sign),
            _ => None,
        }
    }

    /// Returns true if a token is the name of a call that runs a command.
    pub fn is_command(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let name = &*token.text;
        match (name, self.language) {
            ("exec", Language::Python) => false,
            // In AppleScript, the statement `do shell script "…"` runs a command.
            ("script", Language::Other) => at > 0 && self.tokens[at - 1].text == "shell",
            // Regular expressions also have a method called `exec`.
            (".exec", _) => {
                let before = self.tokens[..at].iter().rev().take(3);
                before
                    .into_iter()
                    .any(|token| token.text.ends_with("child_process"))
            }
            ("system" | "spawn", Language::Python) => false,
            _ => token.is(COMMANDS) && (name != "exec" || self.language != Language::PowerShell),
        }
    }

    /// Returns the tokens between the parentheses after a name. In a language without required parentheses, returns the
    /// tokens up to the end of the statement.
    pub fn arguments(&self, at: usize, end: usize) -> Range<usize> {
        if self.sign(at + 1) != Some(b'(') {
            let needs_none = matches!(self.language, Language::PowerShell | Language::Other);
            return if needs_none {
                at + 1..end
            } else {
                at + 1..at + 1
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

    /// Returns the names to which a statement assigns a value, and the tokens of that value; `None`
    /// if the statement is not an assignment.
    pub fn assigned(&self, within: Range<usize>) -> Option<(Vec<&str>, Range<usize>)> {
        let names = |range: Range<usize>| {
            let tokens = self.tokens[range]
                .iter()
                .filter(|token| token.kind == TokenKind::Name);
            let names = tokens.map(|token| root(&token.text));
            let keywords = ["const", "let", "var", "my", "local"];
            names
                .filter(|name| !keywords.contains(name))
                .collect::<Vec<_>>()
        };
        if self.tokens[within.start].text == "for" {
            let is_in = |at: &usize| matches!(&*self.tokens[*at].text, "in" | "of");
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
            if depth == 0 && self.tokens[at].text == "as" && self.tokens[at].kind == TokenKind::Name
            {
                return Some((names(at + 1..within.end), within.start..at));
            }
        }
        None
    }

    /// Returns the tokens of the first argument of a call.
    pub fn first(&self, arguments: Range<usize>) -> Range<usize> {
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

    /// Returns the second argument of a call. Returns `None` if there is no second argument. Also
    /// returns `None` if the second argument has a type before its name, as in
    /// `(String path, String text)`, because the tokens are then the parameters of a function's
    /// definition.
    pub fn second(&self, arguments: Range<usize>) -> Option<String> {
        let tokens = &self.tokens[arguments];
        let comma = tokens
            .iter()
            .position(|token| token.kind == TokenKind::Sign(b','))?;
        let mut text_after = tokens[comma..].iter();
        let token = text_after.find(|token| {
            matches!(token.kind, TokenKind::Text | TokenKind::Name)
                && !token.text.ends_with("path.join")
        })?;
        let is_type = token.is_name() && text_after.next().is_some_and(Token::is_name);
        (!is_type).then(|| token.text.to_string())
    }

    /// Returns two ranges of tokens: the path to which a call writes, and the written data. Either
    /// range may be larger than needed.
    pub fn written(
        &self,
        at: usize,
        arguments: &Range<usize>,
        end: usize,
    ) -> (Range<usize>, Range<usize>) {
        let name = &*self.tokens[at].text;
        let method = name.rsplit(['.', ':']).next().unwrap_or(name);
        let first = self.first(arguments.clone());
        let others = first.end.min(arguments.end)..arguments.end;
        if self.language == Language::PowerShell || method == "setvalueex" {
            let whole = self.statement_start(at)..end;
            return (whole.clone(), whole);
        }
        if method == "dump" {
            return (others, first);
        }
        if self.tokens[at].is(PATHS) {
            (first, others)
        } else if name.contains("stdout") || name.contains("stderr") {
            // Streams such as `stdout.write` do not have a path.
            (at..at, at..at)
        } else {
            (self.statement_start(at)..at + 1, arguments.clone())
        }
    }

    /// Returns the address to which a call sends data. The first address in `texts`, the texts of
    /// the call, is preferred. If `texts` has no address, returns the value of a name `host` or
    /// `hostname` in the program. If there is no such name, returns the first address in the
    /// program before the call. Returns an empty text if no address is found.
    pub fn receiver(&self, texts: &[(String, Range<usize>)], at: usize) -> String {
        let is_it = |text: &str| text.contains("://") && is_address(text);
        if let Some((text, _)) = texts.iter().find(|(text, _)| is_it(text)) {
            return text.clone();
        }
        let named = self
            .tokens
            .windows(3)
            .find(|window| matches!(&*window[0].text, "hostname" | "host") && window[2].is_text());
        let mut before = self.tokens[..at].iter().filter(|token| token.is_text());
        let named = named.map(|window| &window[2]);
        let named = named.or_else(|| before.find(|token| is_it(&token.text)));
        named.map_or(String::new(), |token| token.text.to_string())
    }
}

/// Returns a name up to its first dot. The dot of a prefix such as `self.` does not count.
pub(super) fn root(name: &str) -> &str {
    let skipped = ["self.", "this.", "."]
        .iter()
        .find(|own| name.starts_with(**own))
        .map_or(0, |own| own.len());
    let end = name[skipped..]
        .find('.')
        .map_or(name.len(), |end| skipped + end);
    &name[..end]
}
