//! Parses rule files, which consist of function calls with texts and lists in the syntax of
//! Starlark. Skillglass runs no code, so [`Stop::Code`] reports a file that contains code.

use std::collections::BTreeMap;
use std::ops::Range;

/// The largest nesting depth of lists. Skillglass sets this limit because nested lists are read by
/// recursion.
const MAX_NESTING: usize = 32;

/// The reason why a rule file cannot be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stop {
    /// Codex does not accept the file. The number is the byte offset of the mistake, and the text
    /// is the message.
    Invalid(usize, String),
    /// The file contains code, which Skillglass does not run. The number is the byte offset of the
    /// code.
    Code(usize),
}

/// A value in a rule file, such as an argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    List(Vec<Value>),
    /// `None`, `True`, `False`, a number, a tuple or a dictionary. No rule accepts such a value.
    Other,
}

/// A function call in a rule file, such as `prefix_rule(…)`.
#[derive(Debug)]
pub(super) struct Call {
    pub name: String,
    pub positional: Vec<Value>,
    pub named: BTreeMap<String, Value>,
    /// The byte range of the function call in the file's text.
    pub bytes: Range<usize>,
}

/// Returns the function calls of a rule file, in order.
///
/// # Errors
/// Returns the reason why the file cannot be read to its end.
pub(super) fn read(text: &str) -> Result<Vec<Call>, Stop> {
    let mut reader = Reader {
        text,
        at: 0,
        variables: BTreeMap::new(),
    };
    let mut calls = Vec::new();
    loop {
        reader.skip(true);
        while reader.eat(";") {
            reader.skip(true);
        }
        if reader.at == text.len() {
            return Ok(calls);
        }
        calls.extend(reader.statement()?);
        reader.skip(false);
        match reader.peek() {
            None | Some('\n' | ';') => {}
            Some(_) => return Err(Stop::Code(reader.at)),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    variables: BTreeMap<String, Value>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, token: &str) -> bool {
        let is_next = self.rest().starts_with(token);
        if is_next {
            self.at += token.len();
        }
        is_next
    }

    fn invalid(&self, message: &str) -> Stop {
        Stop::Invalid(self.at, message.to_owned())
    }

    /// Skips spaces, tabs and comments. If `lines` is true, line ends are skipped too.
    fn skip(&mut self, lines: bool) {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\r') => self.at += 1,
                Some('\n') if lines => self.at += 1,
                Some('\\') if self.rest().starts_with("\\\n") => self.at += 2,
                Some('#') => {
                    let rest = self.rest();
                    self.at += rest.find('\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn name(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let name = &rest[..end];
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        self.at += end;
        Some(name)
    }

    /// Reads the statement at the current position. Returns the call if the statement is a call.
    /// Returns None if the statement is an assignment or only a string literal.
    fn statement(&mut self) -> Result<Option<Call>, Stop> {
        let start = self.at;
        if matches!(self.peek(), Some('"' | '\'')) {
            self.string(false)?;
            return Ok(None);
        }
        let Some(name) = self.name() else {
            return Err(Stop::Code(start));
        };
        self.skip(false);
        if self.eat("(") {
            let (positional, named) = self.arguments()?;
            return Ok(Some(Call {
                name: name.to_owned(),
                positional,
                named,
                bytes: start..self.at,
            }));
        }
        if self.rest().starts_with("==") || !self.eat("=") {
            return Err(Stop::Code(start));
        }
        self.skip(false);
        let value = self.value(0)?;
        self.variables.insert(name.to_owned(), value);
        Ok(None)
    }

    fn arguments(&mut self) -> Result<(Vec<Value>, BTreeMap<String, Value>), Stop> {
        let (mut positional, mut named) = (Vec::new(), BTreeMap::new());
        loop {
            self.skip(true);
            if self.eat(")") {
                return Ok((positional, named));
            }
            let start = self.at;
            let key = self.name();
            self.skip(true);
            let is_named = key.is_some() && !self.rest().starts_with("==") && self.eat("=");
            if let (Some(key), true) = (key, is_named) {
                self.skip(true);
                let value = self.value(0)?;
                if named.insert(key.to_owned(), value).is_some() {
                    return Err(self.invalid(&format!("the argument `{key}` occurs twice")));
                }
            } else {
                self.at = start;
                if !named.is_empty() {
                    return Err(self.invalid("an argument without a name follows one with a name"));
                }
                positional.push(self.value(0)?);
            }
            self.skip(true);
            if !self.eat(",") && !self.rest().starts_with(')') {
                return Err(self.end_of_value());
            }
        }
    }

    /// Returns the reason why a list or call cannot continue after a value: the file ends, or an
    /// operator follows.
    fn end_of_value(&self) -> Stop {
        match self.peek() {
            None => self.invalid("a bracket is not closed"),
            Some(_) => Stop::Code(self.at),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, Stop> {
        if depth == MAX_NESTING {
            return Err(Stop::Code(self.at));
        }
        match self.peek() {
            None => Err(self.invalid("a value is missing")),
            Some('"' | '\'') => self.string(false).map(Value::Text),
            Some('[') => {
                self.at += 1;
                self.items("]", depth).map(Value::List)
            }
            Some('(') => {
                self.at += 1;
                self.items(")", depth).map(|_| Value::Other)
            }
            Some(digit) if digit.is_ascii_digit() => {
                let rest = self.rest();
                self.at += rest
                    .find(|c: char| !c.is_ascii_alphanumeric())
                    .unwrap_or(rest.len());
                Ok(Value::Other)
            }
            Some(_) => {
                let start = self.at;
                let Some(name) = self.name() else {
                    return Err(Stop::Code(start));
                };
                match (name, self.peek()) {
                    ("r", Some('"' | '\'')) => self.string(true).map(Value::Text),
                    (_, Some('"' | '\'' | '(' | '[' | '.')) => Err(Stop::Code(start)),
                    ("None" | "True" | "False", _) => Ok(Value::Other),
                    _ => match self.variables.get(name) {
                        Some(value) => Ok(value.clone()),
                        None => Err(Stop::Invalid(
                            start,
                            format!("there is no variable `{name}`"),
                        )),
                    },
                }
            }
        }
    }

    fn items(&mut self, end: &str, depth: usize) -> Result<Vec<Value>, Stop> {
        let mut items = Vec::new();
        loop {
            self.skip(true);
            if self.eat(end) {
                return Ok(items);
            }
            items.push(self.value(depth + 1)?);
            self.skip(true);
            if !self.eat(",") && !self.rest().starts_with(end) {
                return Err(self.end_of_value());
            }
        }
    }

    /// Reads a text in quotes. If `is_raw` is true, backslashes escape nothing.
    fn string(&mut self, is_raw: bool) -> Result<String, Stop> {
        let triple = ["\"\"\"", "'''"]
            .into_iter()
            .find(|quotes| self.eat(quotes));
        let quotes = match triple {
            Some(quotes) => quotes,
            None if self.eat("\"") => "\"",
            None => {
                self.eat("'");
                "'"
            }
        };
        let mut value = String::new();
        loop {
            if self.eat(quotes) {
                return Ok(value);
            }
            let Some(character) = self.peek() else {
                return Err(self.invalid("a text is not closed"));
            };
            self.at += character.len_utf8();
            match character {
                '\n' if triple.is_none() => return Err(self.invalid("a text is not closed")),
                '\\' => {
                    let Some(escaped) = self.peek() else {
                        return Err(self.invalid("a text is not closed"));
                    };
                    self.at += escaped.len_utf8();
                    match (is_raw, escaped) {
                        (true, _) => value.extend(['\\', escaped]),
                        (_, '\n') => {}
                        (_, 'n') => value.push('\n'),
                        (_, 't') => value.push('\t'),
                        (_, 'r') => value.push('\r'),
                        (_, '\\' | '"' | '\'') => value.push(escaped),
                        // Escapes for characters by number, and other rare escapes, are hardly ever
                        // part of commands.
                        _ => return Err(Stop::Code(self.at)),
                    }
                }
                _ => value.push(character),
            }
        }
    }
}
