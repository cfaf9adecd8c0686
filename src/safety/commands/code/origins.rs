//! The origins of values in a program: the statements that assigned them, traced back from a call.
//!
//! If data is executed, only assignments are followed, and only the last assignment before the call
//! counts. If data is sent or written, every statement that puts a value into another value is
//! followed, in any order. A name is first searched for in its own function.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::ops::Range;

use super::calls::{COPIES, DECODES, FETCHES, MODULES, PUTS, READS, SENDS};
use super::program::{Code, root};
use super::tokens::{Language, Token, TokenKind};
use crate::safety::commands::{sinks, sources};
use crate::safety::lists::is_in;

/// The maximum number of tokens that are read while the values in one call are traced back to their
/// origins. No host has this limit.
const MAX_TOKENS: usize = 3_000;
const MAX_LEVELS: usize = 5;

/// The maximum number of statements that are recorded as origins of the value of one name. No host
/// has this limit.
const MAX_ORIGINS: usize = 32;

/// The maximum number of tokens that are visited in one program while values are traced back to
/// their origins. A token with a long text counts as several tokens. No host has this limit.
const MAX_FOLLOWED: usize = 200_000;

/// The maximum number of steps by which a value is traced back to a secret in a single environment
/// variable. Longer traces are not reliable: a program that calls many sites reads one secret for
/// each site, so a long trace may end at the secret of a different site. No host has this limit.
const NEAR: usize = 3;

/// The maximum number of tokens before a name in which the keyword `for` of a loop is searched for.
/// For example, `for` is three tokens before the name `env` in `for k in env`. No host has this
/// limit.
const MAX_LOOP: usize = 16;

/// Names of arguments, in lowercase, in which programs usually send credentials to a site.
const HEADERS: &str = "headers header auth cookies httpheaders authorization";

/// Fetched or decoded data, which nobody has checked.
pub(super) enum Unread {
    /// Data that was fetched from an address. The address is empty if the program does not contain
    /// it as text.
    Fetched(String),
    /// Decoded data, with the decoded text. The text is `None` if the program does not contain the
    /// encoded text.
    Decoded(Option<String>),
}

/// All tokens that may influence a value in a program, found by tracing the value back.
#[derive(Default)]
pub(super) struct Slice {
    /// The ranges of tokens that may influence the traced value. The flag is true if the value of
    /// the range is sent only as a credential, for example in `headers`.
    ranges: Vec<(Range<usize>, bool)>,
    /// The number of items in `ranges` after each step of the search for the tokens that influence
    /// a value. The first step adds the tokens of the value itself. Each further step adds the
    /// statements that give values to the names in the tokens of the previous step.
    levels: Vec<usize>,
}

/// A statement that gives a name its value. `within` has the tokens of the statement. `function` is
/// the index of the function in which the name has this value. If the name is a parameter, the
/// statement calls a function, and `function` is the index of the called function.
#[derive(Clone, PartialEq, Eq)]
struct Origin {
    function: usize,
    within: Range<usize>,
    is_assigned: bool,
}

/// For each name in a program, the statements that assign a value to it.
pub(super) struct Origins<'c> {
    code: &'c Code<'c>,
    by_name: BTreeMap<&'c str, Vec<Origin>>,
    /// The first token of each function, as indices in the list of tokens.
    functions: Vec<usize>,
    /// The number of tokens that may still be traced back in this program.
    left: Cell<usize>,
    /// True if a call in the program fetches data from an address or decodes data. Nobody has
    /// checked such data.
    has_unread: bool,
    private: OnceCell<Private>,
    names_sinks: OnceCell<bool>,
    used_whole: OnceCell<BTreeMap<&'c str, (usize, usize)>>,
}

/// The private data in a program, such as keys and files with passwords.
struct Private {
    /// The tokens at which the program reads private data, such as the call of a function that
    /// reads the clipboard, in the order of the program. Each item has the token's index and the
    /// kind of data.
    given: Vec<(usize, String)>,
    /// The private file that each call reads, by the call's token; `None` if the call reads no
    /// private file. The file is determined at the first query.
    files: BTreeMap<usize, OnceCell<Option<String>>>,
}

impl<'c> Origins<'c> {
    pub fn of(code: &'c Code<'c>) -> Self {
        let mut tokens = code.tokens.iter();
        let mut origins = Self {
            code,
            by_name: BTreeMap::new(),
            functions: vec![0],
            left: Cell::new(MAX_FOLLOWED),
            has_unread: tokens.any(|token| {
                token.is(FETCHES | DECODES) || matches!(&*token.text, "buffer.from" | "pack")
            }),
            private: OnceCell::new(),
            names_sinks: OnceCell::new(),
            used_whole: OnceCell::new(),
        };
        let mut parameters: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut starts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut function = None;
        for within in code.statements() {
            let tokens = &code.tokens[within.clone()];
            let assigned = code.assigned(within.clone());
            let names = tokens
                .iter()
                .filter(|token| token.is_name() && !is_keyword(&token.text));
            let mut names = names.map(|token| &*token.text);
            let is_arrow = tokens.windows(2).any(|pair| {
                pair[0].kind == TokenKind::Sign(b'?') && pair[1].kind == TokenKind::Sign(b'>')
            });
            let is_function =
                |token: &Token<'_>| matches!(&*token.text, "def" | "function" | "func" | "fn");
            let begins = tokens.iter().take(3).any(is_function) || is_arrow && assigned.is_some();
            if begins && let Some(name) = names.next() {
                function = Some(name);
                origins.functions.push(within.start);
                starts.insert(name, within.start);
                parameters.insert(name, names.collect());
            }
            if tokens[0].text == "return"
                && let Some(function) = function
            {
                origins.note(function, &within, within.start, false);
            }
            for name in assigned.into_iter().flat_map(|(names, _)| names) {
                origins.note(name, &within, within.start, true);
            }
            let copies = tokens.iter().any(|token| token.is(COPIES));
            let mut is_loop = false;
            for (at, token) in tokens.iter().enumerate() {
                match (token.kind, &*token.text) {
                    (TokenKind::Name, "for") => is_loop = at > 0,
                    (TokenKind::Name, "in" | "of") => is_loop = false,
                    (TokenKind::Name, name) if is_loop => {
                        origins.note(name, &within, within.start, false);
                    }
                    (TokenKind::Name, name) if token.is(PUTS) => {
                        origins.note(root(name), &within, within.start, false);
                    }
                    _ => {}
                }
                if copies && (token.is_text() || token.is_name()) {
                    origins.note(&token.text, &within, within.start, false);
                }
            }
        }
        // The values of a function's parameters are the arguments of the function's calls.
        for within in code.statements().filter(|_| !parameters.is_empty()) {
            for token in code.tokens[within.clone()]
                .iter()
                .filter(|token| token.is_name())
            {
                let name = &*token.text;
                if let Some((names, start)) = parameters.get(name).zip(starts.get(name)) {
                    for name in names {
                        origins.note(name, &within, *start, false);
                    }
                }
            }
        }
        origins
    }

    /// Returns the index of the function that contains a token.
    fn function(&self, at: usize) -> usize {
        self.functions.partition_point(|start| *start <= at)
    }

    /// Records a statement that gives a value to `name`. `within` has the tokens of the statement.
    /// The token `at` is in the function in which the name has this value. If the name is a
    /// parameter, the statement calls a function, and `at` is in the called function. `is_assigned`
    /// is true if the statement is an assignment to the name.
    fn note(&mut self, name: &'c str, within: &Range<usize>, at: usize, is_assigned: bool) {
        let function = self.function(at);
        let known = self.by_name.entry(name).or_default();
        let is_same = |last: &Origin| last.function == function && last.within == *within;
        if known.len() < MAX_ORIGINS && !known.last().is_some_and(is_same) {
            known.push(Origin {
                function,
                within: within.clone(),
                is_assigned,
            });
        }
    }

    /// Calls `call` for each statement that may determine the value of the name at the token `at`:
    ///
    /// - If `is_assigned` is true, this is only the last assignment to the name before the token.
    /// - Otherwise, these are the statements in the token's function that give the name a value. If
    ///   this function has no such statement, the statements in all functions are used.
    fn each(&self, name: &str, at: usize, is_assigned: bool, call: &mut dyn FnMut(&Range<usize>)) {
        let Some(known) = self.by_name.get(name) else {
            return;
        };
        if is_assigned {
            let mut before = known.iter().rev();
            let last = before.find(|origin| origin.is_assigned && origin.within.end <= at);
            return last.into_iter().for_each(|origin| call(&origin.within));
        }
        let function = self.function(at);
        let has_own = known.iter().any(|origin| origin.function == function);
        let seen = known
            .iter()
            .filter(|origin| !has_own || origin.function == function);
        seen.for_each(|origin| call(&origin.within));
    }

    /// Returns all tokens that may influence the values in a range of tokens.
    pub fn slice(&self, within: Range<usize>) -> Slice {
        self.followed(within, false)
    }

    /// Traces the values in a range of tokens back through assignments. Returns the fetched or
    /// decoded data that the values contain; `None` if there is no such data.
    pub fn unread(&self, within: Range<usize>) -> Option<Unread> {
        if !self.has_unread || within.is_empty() {
            return None;
        }
        let slice = self.followed(within, true);
        let mut start = 0;
        slice.levels.iter().find_map(|end| {
            let ranges = &slice.ranges[start..*end];
            start = *end;
            let tokens = || ranges.iter().flat_map(|(range, _)| range.clone());
            let decoder = tokens().find(|at| self.code.is_decoder(*at));
            let decoded = decoder.map(|at| Unread::Decoded(self.code.decoded_at(at)));
            decoded.or_else(|| {
                tokens()
                    .find_map(|at| self.code.fetched_at(at))
                    .map(Unread::Fetched)
            })
        })
    }

    /// Returns all tokens that may influence the values in a range of tokens. If `is_assigned` is
    /// true, each name is traced only to its last assignment. Otherwise each name is traced to all
    /// statements that change its value, such as `list.push(value)`.
    fn followed(&self, within: Range<usize>, is_assigned: bool) -> Slice {
        let mut slice = Slice::default();
        let before = MAX_TOKENS.min(self.left.get());
        let mut left = before;
        let mut seen: Vec<Range<usize>> = Vec::new();
        let mut level = vec![(within, false)];
        for _ in 0..MAX_LEVELS {
            let mut next: Vec<(Range<usize>, bool)> = Vec::new();
            for (range, signs_in) in level {
                let from = slice.ranges.len();
                let mut at = range.start;
                while at < range.end && left > 0 {
                    left = left.saturating_sub(1 + self.code.tokens[at].text.len() / 16);
                    let header = self.header(at, range.end).filter(|_| !is_assigned);
                    let end = header.unwrap_or(at + 1).min(range.end);
                    let in_header = signs_in || header.is_some();
                    match slice.ranges[from..].last_mut() {
                        Some((last, of_header)) if *of_header == in_header => last.end = end,
                        _ => slice.ranges.push((at..end, in_header)),
                    }
                    for token in &self.code.tokens[at..end] {
                        each_name(token, is_assigned, &mut |name| {
                            let in_header = in_header || name.contains("header");
                            self.each(name, at, is_assigned, &mut |origin| {
                                if seen.len() < 200 && !seen.contains(origin) {
                                    seen.push(origin.clone());
                                    next.push((origin.clone(), in_header));
                                }
                            });
                        });
                    }
                    at = end;
                }
            }
            slice.levels.push(slice.ranges.len());
            level = next;
        }
        self.left.set(self.left.get() - (before - left));
        slice
    }

    /// Returns the token after an argument that begins at token `at` and serves only for
    /// authentication; `None` if no such argument begins there.
    fn header(&self, at: usize, end: usize) -> Option<usize> {
        let token = &self.code.tokens[at];
        let name = token.text.trim_start_matches('-').to_ascii_lowercase();
        if !is_in(&name, HEADERS) || self.code.sign(at + 1) == Some(b'(') {
            return None;
        }
        let mut depth = 0_usize;
        for next in at + 1..end {
            match self.code.sign(next) {
                Some(b'(' | b'[' | b'{') => depth += 1,
                Some(b')' | b']' | b'}') if depth == 0 => return Some(next),
                Some(b')' | b']' | b'}') => depth -= 1,
                Some(b',') if depth == 0 => return Some(next),
                _ => {}
            }
        }
        Some(end)
    }

    /// Returns the private data in the program. The program is searched only once.
    fn private(&self) -> &Private {
        self.private.get_or_init(|| {
            let tokens = &self.code.tokens;
            let given = (0..tokens.len()).filter_map(|at| Some((at, self.given(at)?)));
            let mut texts = tokens.iter().filter(|token| token.is_text());
            let names_files = texts.any(|token| sources::may_be_file(&token.text));
            let reads = (0..tokens.len()).filter(|at| names_files && tokens[*at].is(READS));
            Private {
                given: given.collect(),
                files: reads.map(|at| (at, OnceCell::new())).collect(),
            }
        })
    }

    /// Returns true if the program may contain private data.
    pub fn has_private(&self) -> bool {
        let private = self.private();
        !private.given.is_empty() || !private.files.is_empty()
    }

    /// Returns true if a text in the program may be the path of a file that takes effect in later
    /// sessions, such as a shell's start-up file.
    pub fn names_sinks(&self) -> bool {
        *self.names_sinks.get_or_init(|| {
            let mut texts = self
                .code
                .tokens
                .iter()
                .filter(|token| !token.text.is_empty());
            texts.any(|token| sinks::may_be_place(&token.text))
        })
    }

    /// Returns the kind of private data that the analysed program records: typed text, or a picture
    /// of the screen. Returns `None` if the program records neither.
    pub fn watched(&self) -> Option<&str> {
        let mut given = self
            .private()
            .given
            .iter()
            .map(|(_, secret)| secret.as_str());
        given.find(|secret| matches!(*secret, "what is typed" | "a picture of the screen"))
    }

    /// Returns the kind of the first private data among the tokens of `slice`, such as
    /// `the clipboard`. The second value is true if the program sends the data only as a
    /// credential, for example in `headers`. Returns `None` if the tokens have no private data.
    pub fn secret(&self, slice: &Slice) -> Option<(String, bool)> {
        let private = self.private();
        let near = slice
            .levels
            .get(NEAR - 1)
            .copied()
            .unwrap_or(slice.ranges.len());
        let mut weak = None;
        for (index, (range, in_header)) in slice.ranges.iter().enumerate() {
            let from = private.given.partition_point(|(at, _)| *at < range.start);
            let given = private.given[from..]
                .iter()
                .take_while(|(at, _)| *at < range.end);
            let (variables, others): (Vec<_>, Vec<_>) =
                given.partition(|(_, secret)| secret.starts_with('$'));
            let mut files = private.files.range(range.clone());
            let file = files.find_map(|(at, file)| {
                let file = file.get_or_init(|| self.read_at(*at)).as_ref()?;
                Some((*at, file))
            });
            let other = others.first().map(|(at, secret)| (*at, secret));
            if let Some((_, secret)) = other.into_iter().chain(file).min_by_key(|(at, _)| *at) {
                return Some((secret.clone(), *in_header));
            }
            if let Some((_, variable)) = variables.first().filter(|_| index < near) {
                weak.get_or_insert((variable.clone(), *in_header));
            }
        }
        weak
    }

    /// Returns the kind of private data that the program reads at a token, such as `the clipboard`.
    /// Returns `None` if the program reads no private data at the token.
    fn given(&self, at: usize) -> Option<String> {
        let tokens = &self.code.tokens;
        let token = &tokens[at];
        if token.kind == TokenKind::Text {
            let inside = token.text.split("process.env.").nth(1).map(leading_name);
            let inside = inside.or_else(|| {
                (self.code.language == Language::PowerShell)
                    .then(|| sources::variable(&token.text))
                    .flatten()
            });
            return inside
                .filter(|name| sources::is_secret_name(name))
                .map(|name| format!("${name}"));
        }
        if token.kind != TokenKind::Name {
            return None;
        }
        let name = &*token.text;
        let next = self.code.sign(at + 1);
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let is_listed = before
            .is_some_and(|token| matches!(&*token.text, "get-childitem" | "gci" | "dir" | "ls"));
        if name == "env" && self.code.language == Language::PowerShell {
            return (is_listed && next == Some(b':')).then(|| "the environment".to_owned());
        }
        if name == "$env" && next == Some(b':') {
            let variable = tokens.get(at + 2)?.text.to_ascii_uppercase();
            return sources::is_secret_name(&variable).then(|| format!("${variable}"));
        }
        let is_env = name == "env" && self.code.language != Language::Other;
        // The statement `const { TOKEN } = process.env` reads only single variables.
        let is_picked =
            at > 1 && self.code.sign(at - 1) == Some(b'=') && self.code.sign(at - 2) == Some(b'}');
        let is_whole = !is_env && !is_picked && !matches!(next, Some(b'[' | b'(' | b':'))
            || name == "os.environ" && next == Some(b'(');
        // With an argument, Java's `System.getenv` returns a single variable.
        let is_one =
            name == "system.getenv" && next == Some(b'(') && self.code.sign(at + 2) != Some(b')');
        if let Some(gives) = sources::call(name, is_whole).filter(|_| !is_one) {
            let is_used = gives != "the environment" || self.is_used_whole(at);
            return is_used.then(|| gives.to_owned());
        }
        if self.code.is_command(at) && self.left.get() > 0 {
            self.left.set(self.left.get().saturating_sub(64));
            let arguments = self.code.arguments(at, self.code.statement_end(at));
            let texts = self.code.tokens[arguments]
                .iter()
                .filter(|token| token.kind == TokenKind::Text);
            let texts: Vec<_> = texts.map(|token| &*token.text).collect();
            return sources::command(&texts.join(" ")).map(str::to_owned);
        }
        let (_, picked) = name.rsplit_once("env.").unwrap_or_default();
        if name.starts_with("process.env.") || name.starts_with("bun.env.") {
            return sources::is_secret_name(picked)
                .then(|| format!("${}", picked.to_ascii_uppercase()));
        }
        if is_in(
            name,
            "os.environ os.environ.get os.environ.pop os.getenv getenv system.getenv env env.fetch deno.env.get std::env::var env::var environ.get",
        ) {
            let mut near = tokens[at + 1..].iter().take(2);
            let variable = near.find(|token| token.kind == TokenKind::Text)?;
            return sources::is_secret_name(&variable.text).then(|| format!("${}", variable.text));
        }
        None
    }

    /// Returns true if the program may send all its environment variables to another machine. The
    /// token `at` returns all variables, as `process.env` does. There are three cases:
    ///
    /// - If the token's statement runs a command, returns false, because the command needs the
    ///   variables.
    /// - If the statement only assigns the variables to a name, returns true only if another
    ///   statement uses this name as a whole, as in `send(env)`.
    /// - In all other cases, returns true.
    fn is_used_whole(&self, at: usize) -> bool {
        let code = self.code;
        if self.is_of_command(at) {
            return false;
        }
        let own = self.statement(at);
        if own.clone().any(|at| code.tokens[at].is(SENDS | FETCHES)) {
            return true;
        }
        let Some((names, _)) = code
            .assigned(own.clone())
            .filter(|(_, value)| value.contains(&at))
        else {
            return true;
        };
        let used = |name: &&str| {
            let uses = self.used_whole().get(name);
            uses.is_some_and(|(first, last)| *first < own.start || *last >= own.end)
        };
        names.is_empty() || names.iter().any(used)
    }

    fn statement(&self, at: usize) -> Range<usize> {
        self.code.statement_start(at)..self.code.statement_end(at)
    }

    /// Returns true if the statement that contains a token runs a command.
    fn is_of_command(&self, at: usize) -> bool {
        self.statement(at).any(|at| self.code.is_command(at))
    }

    /// Returns the names whose whole value is used, as in `send(env)` but not in `env["HOME"]`. The
    /// map has the first and the last token of such a use for each name. The names are collected
    /// only once, because the whole program must be searched for them.
    fn used_whole(&self) -> &BTreeMap<&'c str, (usize, usize)> {
        self.used_whole.get_or_init(|| {
            let code = self.code;
            let mut used = BTreeMap::new();
            for (at, token) in code.tokens.iter().enumerate() {
                let name = unspread(&token.text);
                if token.is_name() && self.uses_whole(at, name) {
                    let (_, last) = used.entry(root(name)).or_insert((at, at));
                    *last = at;
                }
            }
            used
        })
    }

    /// Returns true if the token `at` uses the map `name` as a whole, as in `send(env)`. Returns
    /// false if the token reads a single value of the map, as in `env["HOME"]`, or assigns or tests
    /// the map. Also returns false for a function's parameter, and for an argument of a command.
    fn uses_whole(&self, at: usize, name: &str) -> bool {
        let code = self.code;
        let next = code.sign(at + 1);
        let is_one = || code.tokens.get(at + 2).is_some_and(Token::is_text);
        let is_partial = match &name[root(name).len()..] {
            "" => next == Some(b'=') || next == Some(b'[') && is_one() || self.is_tested(at),
            ".get" | ".pop" | ".fetch" | ".setdefault" => next == Some(b'(') && is_one(),
            ".update" | ".clear" => true,
            // In JavaScript, each variable is a member.
            _ => next != Some(b'(') || code.language == Language::JavaScript,
        };
        let first = &*code.tokens[code.statement_start(at)].text;
        let is_defined = matches!(first, "def" | "function" | "func" | "async");
        !is_partial && !is_defined && !self.is_of_command(at)
    }

    /// Returns true if the name at a token is used in a condition: after `if`, or on the right side
    /// of `in`, as in `"A" in env`. A loop over the name, as in `for k in env`, is not a condition.
    fn is_tested(&self, at: usize) -> bool {
        let tokens = &self.code.tokens[at.saturating_sub(MAX_LOOP)..at];
        let mut before = tokens.iter().rev();
        let word = before.next().filter(|token| token.is_name());
        match word.map(|token| &*token.text) {
            Some("if") => self.code.sign(at + 1) != Some(b'['),
            Some("in") => {
                let is_variable = |token: &&Token<'_>| {
                    let is_word = is_in(&token.text, "for if not and or in return while");
                    let is_sign = matches!(token.kind, TokenKind::Sign(b',' | b'(' | b')'));
                    is_sign || token.is_name() && !is_word
                };
                let mut before = before.skip_while(is_variable);
                before.next().is_none_or(|token| token.text != "for")
            }
            _ => false,
        }
    }

    /// Returns the private file that a call reads; `None` if the call reads no such file.
    fn read_at(&self, at: usize) -> Option<String> {
        let end = self.code.statement_end(at);
        let arguments = self.code.arguments(at, end);
        // The object of the call precedes the call: it is another call, or a path in parentheses.
        let start = match self.code.language {
            Language::PowerShell => self.code.statement_start(at),
            _ if self.code.tokens[at].text.starts_with('.') => self.receiver(at),
            _ => at,
        };
        let texts = self.texts(&self.slice(start..arguments.end.max(at + 1)));
        let mut files: Vec<_> = texts
            .iter()
            .filter_map(|(text, _)| sources::file(text))
            .collect();
        if let Some(file) = files.iter().find(|file| !is_in(file, sources::SETTINGS)) {
            return Some((*file).to_owned());
        }
        // Calls that read only a single value from a program's own settings.
        const PICKS: &str = "split partition match splitlines load_dotenv parse exec startswith loads load get parse_args";
        let picks = || {
            let mut names = self.code.tokens.iter().filter(|token| token.is_name());
            names.any(|token| is_in(token.text.rsplit('.').next().unwrap_or_default(), PICKS))
        };
        files.dedup();
        let is_one_of_several = files.len() > 1
            && files
                .iter()
                .all(|file| matches!(*file, ".netrc" | ".npmrc" | ".docker/config.json"));
        files
            .first()
            .filter(|_| is_one_of_several || !picks())
            .map(|file| (*file).to_owned())
    }

    /// Returns the first token of the object on which a method is called, if the object is a call
    /// or a group in parentheses. `at` is the token of the method.
    fn receiver(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for before in (at.saturating_sub(64)..at).rev() {
            match self.code.sign(before) {
                Some(b')' | b']') => depth += 1,
                Some(b'(' | b'[') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                let is_called = before > 0 && self.code.tokens[before - 1].kind == TokenKind::Name;
                return before - usize::from(is_called);
            }
        }
        at
    }

    /// Returns the string literals among the tokens of a slice, each with its byte range. If
    /// strings are joined to a path, as in `home / "a" / "b"`, the path `a/b` is also returned.
    pub fn texts(&self, slice: &Slice) -> Vec<(String, Range<usize>)> {
        let mut texts: Vec<(String, Range<usize>)> = Vec::new();
        let mut path: Option<(String, Range<usize>)> = None;
        for (range, _) in &slice.ranges {
            for token in &self.code.tokens[range.clone()] {
                match token.kind {
                    TokenKind::Text => {
                        texts.push((token.text.to_string(), token.bytes.clone()));
                        path = Some(match path.take() {
                            Some((path, bytes)) if path.len() < 400 => (
                                format!("{path}/{}", token.text),
                                bytes.start..token.bytes.end,
                            ),
                            _ => (token.text.to_string(), token.bytes.clone()),
                        });
                        texts.extend(path.clone());
                    }
                    TokenKind::Sign(b'/' | b',') => {}
                    // A comma ends a path, as in `home / "a" / "b", home / "c"`.
                    _ => path = None,
                }
            }
        }
        texts
    }
}

/// Calls `call` for each variable name in a token. In a string, these are the names in `{name}`,
/// `${name}` and `$name`. A string that is not assigned to a variable may be the path of a file. For
/// such a string (`is_value` is false), `call` also gets the whole string.
fn each_name(token: &Token<'_>, is_value: bool, call: &mut dyn FnMut(&str)) {
    match token.kind {
        TokenKind::Name if token.is(MODULES) => {}
        TokenKind::Name => {
            let name = unspread(&token.text);
            let root = root(name);
            call(root);
            if root.len() < name.len() {
                call(name);
            }
        }
        TokenKind::Text => {
            if !is_value {
                call(&token.text);
            }
            for (at, sign) in token.text.match_indices(['{', '$']).take(16) {
                let name: Cow<'_, str> = leading_name(&token.text[at + 1..]).into();
                let name = if name.contains(|c: char| c.is_ascii_uppercase()) {
                    name.to_ascii_lowercase().into()
                } else {
                    name
                };
                if sign == "$" {
                    call(&format!("${name}"));
                }
                call(root(&name));
            }
        }
        _ => {}
    }
}

/// Returns a name without the operator that spreads its value, as in `...env`.
fn unspread(name: &str) -> &str {
    name.strip_prefix("...").unwrap_or(name)
}

fn leading_name(text: &str) -> &str {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    &text[..text.find(|c| !is_name(c)).unwrap_or(text.len())]
}

fn is_keyword(name: &str) -> bool {
    is_in(
        name,
        "const let var async await def function func fn export default static public private self this new",
    )
}
