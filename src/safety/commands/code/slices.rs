//! Where values of a program come from: the statements that gave names their values, followed backwards from a place that
//! sends or writes.
//!
//! The order of statements does not count. A name is first looked for in its own function, then in all.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

use super::{Code, FETCHES, Kind, Language, MAX_CALLS, SENDS, Token, is_call, root};
use crate::safety::commands::act::Effects;
use crate::safety::commands::addresses::is_address;
use crate::safety::commands::{sinks, sources};

/// Tokens that are followed back from one place at most, and how far. The limits are ours.
const MAX_TOKENS: usize = 3_000;
const MAX_LEVELS: usize = 5;

/// Tokens that are followed back in a program at most, where a long text counts as many. The limit is ours.
const MAX_FOLLOWED: usize = 200_000;

/// How far a single variable is followed: programs that ask many sites have one for each. The limit is ours.
const NEAR: usize = 3;

/// Calls that read a file, or list files.
const READS: &str = "open read readlines read_text read_bytes readfile readfilesync createreadstream readtextfile file.read \
    io.read get-content gc glob iglob listdir walk readdirsync readdir rglob copy copyfile copyfilesync copy2 copytree add \
    writestr adddirectory readalltext readallbytes sqlite3.connect connect file_get_contents fopen load make_archive cat \
    readall ioutil.readfile os.readfile readlink map bun.file file";

/// Of them those after which a copy has another name, and methods that put a value into another.
const COPIES: &str = "copy copyfile copyfilesync copy2 copytree make_archive";
const PUTS: &str = "append push update add extend setdefault set write writestr insert connect put merge assign concat unshift";

/// Calls that write a file.
const WRITES: &str = "write write_text write_bytes writelines writefile writefilesync appendfile appendfilesync dump \
    set-content add-content out-file setvalueex createwritestream file.write file.open file_put_contents writealltext \
    appendalltext ioutil.writefile os.writefile set-itemproperty new-itemproperty";

/// Functions of modules that values are often called like.
const MODULES: &str = "path.join path.resolve path.dirname path.basename path.extname path.relative url.parse json.stringify json.parse";

/// Beginnings of the arguments that sign in.
const HEADERS: &str = "headers header auth cookies httpheaders authorization";

/// What a program sends or writes at one place.
#[derive(Default)]
pub(super) struct Slice {
    /// Tokens, and whether they only sign in.
    ranges: Vec<(Range<usize>, bool)>,
    /// How many of them are of the place itself and of what it names.
    near: usize,
}

/// The statements of a program by the names that they give values to.
pub(super) struct Origins<'c> {
    code: &'c Code,
    /// Each with the function that it is in.
    by_name: BTreeMap<&'c str, Vec<(usize, Range<usize>)>>,
    /// The tokens that functions begin at.
    functions: Vec<usize>,
    /// How much is still followed back in the program.
    left: Cell<usize>,
}

impl<'c> Origins<'c> {
    pub fn of(code: &'c Code) -> Self {
        let mut origins = Self {
            code,
            by_name: BTreeMap::new(),
            functions: vec![0],
            left: Cell::new(MAX_FOLLOWED),
        };
        let mut parameters: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut starts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut function = None;
        for within in code.statements() {
            let tokens = &code.tokens[within.clone()];
            let assigned = code.assigned(within.clone());
            let names = tokens
                .iter()
                .filter(|token| token.kind == Kind::Name && !is_keyword(&token.text));
            let mut names = names.map(|token| token.text.as_str());
            let is_arrow = tokens
                .windows(2)
                .any(|pair| pair[0].kind == Kind::Sign(b'?') && pair[1].kind == Kind::Sign(b'>'));
            let is_function =
                |token: &Token| matches!(token.text.as_str(), "def" | "function" | "func" | "fn");
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
                origins.note(function, &within, within.start);
            }
            for name in assigned.into_iter().flat_map(|(names, _)| names) {
                origins.note(name, &within, within.start);
            }
            let mut is_loop = false;
            let puts = |name: &str| {
                let method = name.rsplit_once('.').map(|(_, method)| method);
                method.is_some_and(|method| is_among(method, PUTS))
            };
            for (at, token) in tokens.iter().enumerate() {
                match (&token.kind, token.text.as_str()) {
                    (Kind::Name, "for") => is_loop = at > 0,
                    (Kind::Name, "in" | "of") => is_loop = false,
                    (Kind::Name, name) if is_loop => origins.note(name, &within, within.start),
                    (Kind::Name, name) if puts(name) => {
                        origins.note(root(name), &within, within.start);
                    }
                    _ => {}
                }
            }
            if tokens.iter().any(|token| is_named(token, COPIES)) {
                for token in tokens
                    .iter()
                    .filter(|token| matches!(token.kind, Kind::Text | Kind::Name))
                {
                    origins.note(&token.text, &within, within.start);
                }
            }
        }
        // What a call gives a function is the value of its parameters.
        for within in code.statements() {
            for token in code.tokens[within.clone()]
                .iter()
                .filter(|token| token.kind == Kind::Name)
            {
                if let Some((names, start)) = parameters
                    .get(token.text.as_str())
                    .zip(starts.get(token.text.as_str()))
                {
                    for name in names {
                        origins.note(name, &within, *start);
                    }
                }
            }
        }
        origins
    }

    /// The function that a token is in.
    fn function(&self, at: usize) -> usize {
        self.functions.partition_point(|start| *start <= at)
    }

    /// Notes that a statement gives a name its value, in the function that some token is in.
    fn note(&mut self, name: &'c str, within: &Range<usize>, at: usize) {
        let origin = (self.function(at), within.clone());
        let known = self.by_name.entry(name).or_default();
        if known.len() < 32 && known.last() != Some(&origin) {
            known.push(origin);
        }
    }

    /// The statements that give a name its value, as some token sees it.
    fn known(&self, name: &str, at: usize) -> impl Iterator<Item = &Range<usize>> {
        let function = self.function(at);
        let known = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        let has_own = known.iter().any(|(of, _)| *of == function);
        let known = known
            .iter()
            .filter(move |(of, _)| !has_own || *of == function);
        known.map(|(_, range)| range)
    }

    /// All that comes to some tokens.
    pub fn slice(&self, within: Range<usize>) -> Slice {
        let mut slice = Slice::default();
        let mut left = MAX_TOKENS.min(self.left.get());
        let before = left;
        let mut seen: Vec<Range<usize>> = Vec::new();
        let mut level = vec![(within, false)];
        for depth in 0..MAX_LEVELS {
            let mut next: Vec<(Range<usize>, bool)> = Vec::new();
            for (range, signs_in) in level {
                let mut at = range.start;
                while at < range.end && left > 0 {
                    left = left.saturating_sub(1 + self.code.tokens[at].text.len() / 16);
                    let header = self.header(at, range.end);
                    let end = header.unwrap_or(at + 1).min(range.end);
                    let in_header = signs_in || header.is_some();
                    slice.ranges.push((at..end, in_header));
                    for token in &self.code.tokens[at..end] {
                        for name in names_in(token) {
                            let in_header = in_header || name.contains("header");
                            for origin in self.known(&name, at) {
                                if seen.len() < 200 && !seen.contains(origin) {
                                    seen.push(origin.clone());
                                    next.push((origin.clone(), in_header));
                                }
                            }
                        }
                    }
                    at = end;
                }
            }
            if depth < NEAR {
                slice.near = slice.ranges.len();
            }
            level = next;
        }
        self.left.set(self.left.get() - (before - left));
        slice
    }

    /// The end of the argument that begins here, if it signs in.
    fn header(&self, at: usize, end: usize) -> Option<usize> {
        let token = &self.code.tokens[at];
        let name = token.text.trim_start_matches('-').to_ascii_lowercase();
        if !is_among(&name, HEADERS) || self.code.sign(at + 1) == Some(b'(') {
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

    /// The first private data in a slice, and whether it only signs in.
    pub fn secret(&self, slice: &Slice) -> Option<(String, bool)> {
        let mut weak = None;
        for (index, (range, in_header)) in slice.ranges.iter().enumerate() {
            for at in range.clone() {
                let token = &self.code.tokens[at];
                if let Some(secret) = self.given(at) {
                    match secret.starts_with('$') {
                        true if index >= slice.near => {}
                        true => {
                            weak.get_or_insert((secret, *in_header));
                        }
                        false => return Some((secret, *in_header)),
                    }
                }
                if token.kind == Kind::Name
                    && is_named(token, READS)
                    && let Some(file) = self.read_at(at)
                {
                    return Some((file, *in_header));
                }
            }
        }
        weak
    }

    /// Private data that a token gives on its own.
    pub fn given(&self, at: usize) -> Option<String> {
        let tokens = &self.code.tokens;
        let token = &tokens[at];
        if token.kind == Kind::Text {
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
        if token.kind != Kind::Name {
            return None;
        }
        let name = token.text.as_str();
        let next = self.code.sign(at + 1);
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let is_listed = before.is_some_and(|token| {
            matches!(token.text.as_str(), "get-childitem" | "gci" | "dir" | "ls")
        });
        if name == "env" && self.code.language == Language::PowerShell {
            return (is_listed && next == Some(b':')).then(|| "the environment".to_owned());
        }
        if name == "$env" && next == Some(b':') {
            let variable = tokens.get(at + 2)?.text.to_ascii_uppercase();
            return sources::is_secret_name(&variable).then(|| format!("${variable}"));
        }
        let is_env = name == "env" && self.code.language != Language::Other;
        // `const { TOKEN } = process.env` takes what it names.
        let is_picked =
            at > 1 && self.code.sign(at - 1) == Some(b'=') && self.code.sign(at - 2) == Some(b'}');
        let is_whole = !is_env && !is_picked && !matches!(next, Some(b'[' | b'(' | b':'))
            || name == "os.environ" && next == Some(b'(');
        if let Some(gives) = sources::call(name, is_whole) {
            // What a program is started with stays on the machine.
            let mut statement = self.code.statement_start(at)..self.code.statement_end(at);
            let is_handed_on =
                gives == "the environment" && statement.any(|at| self.code.is_command(at));
            return (!is_handed_on).then(|| gives.to_owned());
        }
        if self.code.is_command(at) && self.left.get() > 0 {
            self.left.set(self.left.get().saturating_sub(64));
            let arguments = self.code.arguments(at, self.code.statement_end(at));
            let texts = self.code.tokens[arguments]
                .iter()
                .filter(|token| token.kind == Kind::Text);
            let texts: Vec<_> = texts.map(|token| token.text.as_str()).collect();
            return sources::command(&texts.join(" ")).map(str::to_owned);
        }
        let (_, picked) = name.rsplit_once("env.").unwrap_or_default();
        if name.starts_with("process.env.") || name.starts_with("bun.env.") {
            return sources::is_secret_name(picked)
                .then(|| format!("${}", picked.to_ascii_uppercase()));
        }
        if is_among(
            name,
            "os.environ os.environ.get os.environ.pop os.getenv getenv env env.fetch deno.env.get std::env::var env::var environ.get",
        ) {
            let mut near = tokens[at + 1..].iter().take(2);
            let variable = near.find(|token| token.kind == Kind::Text)?;
            return sources::is_secret_name(&variable.text).then(|| format!("${}", variable.text));
        }
        None
    }

    /// The private file that a reading call reads.
    fn read_at(&self, at: usize) -> Option<String> {
        let end = self.code.statement_end(at);
        let arguments = self.code.arguments(at, end);
        // What it is called on comes before it: a call, or a path in parentheses.
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
        if let Some(file) = files.iter().find(|file| !sources::SETTINGS.contains(file)) {
            return Some((*file).to_owned());
        }
        // A program that reads its own settings picks what is its own.
        const PICKS: &str = "split partition match splitlines load_dotenv parse exec startswith loads load get parse_args";
        let mut names = self
            .code
            .tokens
            .iter()
            .filter(|token| token.kind == Kind::Name);
        let picks =
            names.any(|token| is_among(token.text.rsplit('.').next().unwrap_or_default(), PICKS));
        files.dedup();
        let is_one_of_several = files.len() > 1
            && files
                .iter()
                .all(|file| matches!(*file, ".netrc" | ".npmrc" | ".docker/config.json"));
        files
            .first()
            .filter(|_| is_one_of_several || !picks)
            .map(|file| (*file).to_owned())
    }

    /// The first token of the group in parentheses before a token, with the name of the call that it is of.
    fn receiver(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for before in (at.saturating_sub(64)..at).rev() {
            match self.code.sign(before) {
                Some(b')' | b']') => depth += 1,
                Some(b'(' | b'[') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                let is_called = before > 0 && self.code.tokens[before - 1].kind == Kind::Name;
                return before - usize::from(is_called);
            }
        }
        at
    }

    /// The texts of a slice, with those that are put together as paths once more as one.
    pub fn texts(&self, slice: &Slice) -> Vec<(String, Range<usize>)> {
        let mut texts: Vec<(String, Range<usize>)> = Vec::new();
        let mut path: Option<(String, Range<usize>)> = None;
        for (range, _) in &slice.ranges {
            for token in &self.code.tokens[range.clone()] {
                match token.kind {
                    Kind::Text => {
                        texts.push((token.text.clone(), token.bytes.clone()));
                        path = Some(match path.take() {
                            Some((path, bytes)) if path.len() < 400 => (
                                format!("{path}/{}", token.text),
                                bytes.start..token.bytes.end,
                            ),
                            _ => (token.text.clone(), token.bytes.clone()),
                        });
                        texts.extend(path.clone());
                    }
                    Kind::Sign(b'/' | b',') => {}
                    // `home / "a" / "b", home / "c"`
                    _ => path = None,
                }
            }
        }
        texts
    }

    /// The place that outlives the task among the texts of a slice.
    pub fn sink(texts: &[(String, Range<usize>)]) -> Option<sinks::Sink> {
        let paths = texts
            .iter()
            .filter(|(text, _)| !text.contains('\n') && text.len() < 200);
        paths.into_iter().find_map(|(text, _)| sinks::place(text))
    }
}

impl Code {
    /// Finds private data that is sent, and texts that are written to places that outlive the task.
    pub fn leave(&self, effects: &mut dyn Effects, start: usize) {
        let is_any = |names: &str| self.calls(names).is_some();
        let (sends, writes) = (is_any(SENDS) || is_any(FETCHES), is_any(WRITES));
        if !sends && !writes {
            return;
        }
        let origins = Origins::of(self);
        let (mut calls, mut after) = (0, 0);
        let mut known: Vec<(String, String)> = Vec::new();
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            if token.kind != Kind::Name || calls > MAX_CALLS {
                continue;
            }
            let is_sent = is_call(&token.text, FETCHES) || is_call(&token.text, SENDS);
            let is_written = is_call(&token.text, WRITES);
            let begins = self.statement_start(at);
            let is_defined = at - begins < 3
                && self.tokens[begins..at]
                    .iter()
                    .any(|token| matches!(token.text.as_str(), "def" | "function" | "func" | "fn"));
            if is_defined || !is_sent && !is_written {
                continue;
            }
            calls += 1;
            let end = self.statement_end(at);
            let arguments = self.arguments(at, end);
            let last = arguments.end.max(at + 1) - 1;
            let place = start + token.bytes.start..start + self.tokens[last].bytes.end;
            if is_sent {
                let given = match self.language {
                    // What comes by a pipe is sent, too.
                    Language::PowerShell => self.statement_start(at)..end,
                    _ => arguments.clone(),
                };
                let slice = origins.slice(given);
                let watched = || {
                    let mut all = (0..self.tokens.len()).filter_map(|at| origins.given(at));
                    let is_watched = |secret: &String| {
                        matches!(secret.as_str(), "what is typed" | "a picture of the screen")
                    };
                    all.find(is_watched).map(|secret| (secret, false))
                };
                let is_bare = token.text.ends_with("get")
                    || token.text == "fetch"
                    || token.text.starts_with("print");
                let texts = origins.texts(&slice);
                // `session.get("key")` asks nobody.
                if is_bare && !texts.iter().any(|(text, _)| text.contains("://")) {
                    continue;
                }
                let secret = origins.secret(&slice);
                if let Some((secret, in_header)) =
                    secret.or_else(|| (!is_bare).then(watched).flatten())
                {
                    let is_name = is_call(
                        &token.text,
                        "gethostbyname getaddrinfo lookup resolve query",
                    );
                    let to = match is_name {
                        true => "a.name.server".to_owned(),
                        false => self.receiver(&texts, at),
                    };
                    let sent = (secret, to);
                    if !known.contains(&sent) {
                        effects.sends(place.clone(), &sent.0, &sent.1, in_header);
                        known.push(sent);
                    }
                }
            }
            if is_written && at >= after {
                after = end;
                let (path, content) = self.written(at, &arguments, end);
                let sink = Origins::sink(&origins.texts(&origins.slice(path)));
                if let Some(sink) = sink {
                    let texts = origins.texts(&origins.slice(content));
                    let written = texts
                        .iter()
                        .filter(|(text, _)| sinks::place(text).is_none());
                    let worst = written
                        .max_by_key(|(text, _)| (sinks::grade(sink, text, |_| false), text.len()));
                    let text = worst.map_or("", |(text, _)| text.as_str());
                    effects.lasting(sink, text, false, place);
                }
            }
        }
    }

    /// The tokens of the path that a call writes to, and of what it writes.
    fn written(
        &self,
        at: usize,
        arguments: &Range<usize>,
        end: usize,
    ) -> (Range<usize>, Range<usize>) {
        let name = self.tokens[at].text.as_str();
        let first = self.first(arguments.clone());
        let others = first.end.min(arguments.end)..arguments.end;
        let is_named = |names: &str| is_call(name, names);
        if self.language == Language::PowerShell || is_named("setvalueex") {
            let whole = self.statement_start(at)..end;
            return (whole.clone(), whole);
        }
        if is_named("dump") {
            return (others, first);
        }
        let takes_path = "writefile writefilesync appendfile appendfilesync createwritestream file_put_contents writealltext \
            appendalltext ioutil.writefile os.writefile file.write file.open";
        match is_named(takes_path) {
            true => (first, others),
            // `stdout.write`, and other streams, have no path.
            false if name.contains("stdout") || name.contains("stderr") => (at..at, at..at),
            false => (self.statement_start(at)..at + 1, arguments.clone()),
        }
    }

    /// Where a call sends something to: the address in its slice, or the first one of the program.
    fn receiver(&self, texts: &[(String, Range<usize>)], at: usize) -> String {
        let is_it = |text: &str| text.contains("://") && is_address(text);
        if let Some((text, _)) = texts.iter().find(|(text, _)| is_it(text)) {
            return text.clone();
        }
        let named = self.tokens.windows(3).find(|window| {
            matches!(window[0].text.as_str(), "hostname" | "host") && window[2].kind == Kind::Text
        });
        let named = named.map(|window| window[2].text.clone());
        named.unwrap_or_else(|| {
            let mut all = self.tokens[..at]
                .iter()
                .filter(|token| token.kind == Kind::Text);
            all.find(|token| is_it(&token.text))
                .map_or(String::new(), |token| token.text.clone())
        })
    }
}

/// The names that a token has, also within a text: `{name}`, `${name}`, `$name`.
fn names_in(token: &Token) -> Vec<String> {
    match token.kind {
        // Modules, which parameters are called like.
        Kind::Name if is_among(&token.text, MODULES) => Vec::new(),
        Kind::Name => vec![root(&token.text).to_owned(), token.text.clone()],
        Kind::Text => {
            let mut names = vec![token.text.clone()];
            for (at, sign) in token.text.match_indices(['{', '$']).take(16) {
                let name = leading_name(&token.text[at + 1..]).to_ascii_lowercase();
                names.extend((sign == "$").then(|| format!("${name}")));
                names.push(root(&name).to_owned());
            }
            names
        }
        _ => Vec::new(),
    }
}

fn leading_name(text: &str) -> &str {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    &text[..text.find(|c| !is_name(c)).unwrap_or(text.len())]
}

fn is_among(name: &str, names: &str) -> bool {
    names.split_ascii_whitespace().any(|one| one == name)
}

fn is_named(token: &Token, names: &str) -> bool {
    token.kind == Kind::Name && is_call(&token.text, names)
}

fn is_keyword(name: &str) -> bool {
    is_among(
        name,
        "const let var async await def function func fn export default static public private self this new",
    )
}
