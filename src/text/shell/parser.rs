//! Parses shell scripts by recursive descent over bytes.

use std::collections::BTreeSet;
use std::ops::Range;

use super::script::{Command, CommandKind, Construct, Redirect, Script};

/// The maximum depth of nested constructs. It bounds the depth of recursive calls in the parser. No
/// host has this limit.
const MAX_NESTING: usize = 32;

/// The maximum length of a script that is parsed, in bytes. No host has this limit.
const MAX_BYTES: usize = 1 << 16;

/// The token at which a list of commands ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Text,
    Parenthesis,
    Backquote,
    /// Any of the reserved words in this list.
    Word(&'static [&'static str]),
    /// `;;`, `;&`, or the word `esac` at the end of a `case`.
    Clause,
}

/// Parses a shell script.
pub(crate) fn read(text: &str) -> Script {
    let mut parser = Parser {
        bytes: text.as_bytes(),
        text,
        at: 0,
        depth: 0,
        level: 0,
        in_backquotes: false,
        heredocs: Vec::new(),
        script: Script {
            commands: Vec::new(),
            constructs: BTreeSet::new(),
            is_whole: text.len() <= MAX_BYTES,
        },
    };
    while parser.script.is_whole && parser.at < text.len() {
        parser.list(End::Text);
        if parser.at < text.len() {
            // A closing word or bracket has no opening, so the script is not whole.
            parser.script.is_whole = false;
        }
    }
    parser.script
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    depth: usize,
    /// The number of substitutions, such as `$(…)`, that are open.
    level: usize,
    in_backquotes: bool,
    /// The here-documents whose texts begin on the next line. Each has its delimiter, and a flag
    /// that is true if tabs before the delimiter are ignored.
    heredocs: Vec<(String, bool)>,
    script: Script,
}

impl<'t> Parser<'t> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn begins(&self, token: &str) -> bool {
        self.bytes[self.at..].starts_with(token.as_bytes())
    }

    /// Records that the script is incomplete or nested too deeply, and ends parsing.
    fn fail(&mut self) {
        self.script.is_whole = false;
        self.at = self.bytes.len();
    }

    fn meet(&mut self, construct: Construct) {
        self.script.constructs.insert(construct);
    }

    /// Calls a function one nesting level deeper. At the maximum depth, parsing ends instead.
    fn nested(&mut self, parse: impl FnOnce(&mut Self)) {
        if self.depth == MAX_NESTING {
            self.fail();
            return;
        }
        self.depth += 1;
        parse(self);
        self.depth -= 1;
    }

    /// Skips spaces, comments, and line ends that follow a backslash.
    fn skip_blanks(&mut self) {
        loop {
            match self.peek(0) {
                Some(b' ' | b'\t' | b'\r') => self.at += 1,
                Some(b'\\') if self.peek(1) == Some(b'\n') => self.at += 2,
                Some(b'#') if self.is_word_start() => {
                    while !matches!(self.peek(0), None | Some(b'\n')) {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }

    fn is_word_start(&self) -> bool {
        self.at == 0
            || matches!(
                self.bytes[self.at - 1],
                b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')'
            )
    }

    /// Skips spaces, comments, line ends and the texts of here-documents.
    fn skip_lines(&mut self) {
        loop {
            self.skip_blanks();
            if self.peek(0) != Some(b'\n') {
                return;
            }
            self.line_end();
        }
    }

    /// Skips a line end, and the texts of the here-documents that begin on the next line.
    fn line_end(&mut self) {
        self.at += 1;
        for (delimiter, ignores_tabs) in std::mem::take(&mut self.heredocs) {
            loop {
                if self.at >= self.bytes.len() {
                    self.script.is_whole = false;
                    return;
                }
                let rest = &self.text[self.at..];
                let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
                self.at = (self.at + line.len() + 1).min(self.bytes.len());
                let line = if ignores_tabs {
                    line.trim_start_matches('\t')
                } else {
                    line
                };
                if line == delimiter {
                    break;
                }
            }
        }
    }

    /// Parses a list of commands up to its end. The token that ends the list is not consumed.
    fn list(&mut self, end: End) {
        let mut last = None;
        let mut count = 0;
        loop {
            self.skip_lines();
            if self.at >= self.bytes.len() || self.ends(end) {
                break;
            }
            let before = self.at;
            let first = self.script.commands.len();
            self.statement();
            count += 1;
            last = (self.script.commands.len() > first).then_some(first);
            self.skip_blanks();
            match (self.peek(0), self.peek(1)) {
                (Some(b'&'), Some(b'&')) | (Some(b'|'), Some(b'|' | b'&')) => self.at += 2,
                (Some(b'|'), _) => self.at += 1,
                (Some(b'&'), _) => {
                    self.meet(Construct::Background);
                    self.at += 1;
                    (last, count) = (None, 0);
                }
                (Some(b';'), next) if !matches!(next, Some(b';' | b'&')) => {
                    self.at += 1;
                    self.end_list(last, count);
                    (last, count) = (None, 0);
                }
                (Some(b'\n'), _) => {
                    self.end_list(last, count);
                    (last, count) = (None, 0);
                }
                _ => {}
            }
            if self.at == before {
                break;
            }
        }
        self.end_list(last, count);
    }

    /// Records that a command ends a pipeline or list. `last` is the index of the command. A list
    /// of one command is not recorded.
    fn end_list(&mut self, last: Option<usize>, count: usize) {
        if let Some(last) = last.filter(|_| count > 1) {
            self.script.commands[last].ends_list = true;
        }
    }

    fn ends(&self, end: End) -> bool {
        match end {
            End::Text => false,
            End::Parenthesis => self.peek(0) == Some(b')'),
            End::Backquote => self.peek(0) == Some(b'`'),
            End::Word(words) => words.contains(&self.next_word()),
            End::Clause => self.begins(";;") || self.begins(";&") || self.next_word() == "esac",
        }
    }

    /// Returns the text up to the next whitespace, operator or parenthesis. The result may be a
    /// reserved word.
    fn next_word(&self) -> &'t str {
        let text: &'t str = self.text;
        let rest = &text[self.at..];
        let end = rest
            .find(|next: char| next.is_whitespace() || ";&|()<>".contains(next))
            .unwrap_or(rest.len());
        &rest[..end]
    }

    fn statement(&mut self) {
        let word = self.next_word();
        match word {
            "!" => {
                self.meet(Construct::Negation);
                self.at += 1;
                self.skip_blanks();
                self.nested(Self::statement);
                return;
            }
            "if" => self.control("if", &["then"], |parser| {
                loop {
                    parser.take("then");
                    parser.list(End::Word(&["elif", "else", "fi"]));
                    match parser.next_word() {
                        "elif" => {
                            parser.take("elif");
                            parser.list(End::Word(&["then"]));
                        }
                        "else" => {
                            parser.take("else");
                            parser.list(End::Word(&["fi"]));
                            break;
                        }
                        _ => break,
                    }
                }
                parser.take("fi");
            }),
            "while" | "until" => self.control(
                if word == "while" { "while" } else { "until" },
                &["do"],
                Self::body,
            ),
            "for" | "select" => self.nested(|parser| {
                parser.meet(Construct::Control);
                parser.words_up_to_line_end();
                parser.skip_lines();
                if parser.peek(0) == Some(b';') {
                    parser.at += 1;
                    parser.skip_lines();
                }
                parser.body();
            }),
            "case" => self.nested(Self::case),
            "{" => {
                self.meet(Construct::Group);
                self.at += 1;
                self.nested(|parser| parser.list(End::Word(&["}"])));
                self.take("}");
            }
            "function" => {
                self.meet(Construct::Function);
                self.take("function");
                self.skip_blanks();
                self.at += self.next_word().len();
                self.function();
                return;
            }
            "[[" => self.test(),
            "" if self.begins("((") => self.arithmetic(2),
            "" if self.peek(0) == Some(b'(') => {
                self.meet(Construct::Subshell);
                self.parentheses(1);
            }
            _ if self.is_function() => {
                self.meet(Construct::Function);
                self.at += word.len();
                self.function();
                return;
            }
            _ => {
                self.command();
                return;
            }
        }
        self.redirects_of_compound();
    }

    fn is_function(&self) -> bool {
        let word = self.next_word();
        let rest = self.text[self.at + word.len()..].trim_start_matches([' ', '\t']);
        let is_name = !word.is_empty() && !word.contains(['=', '$', '"', '\'', '`', '\\']);
        is_name
            && rest
                .strip_prefix('(')
                .is_some_and(|rest| rest.trim_start().starts_with(')'))
    }

    /// Parses the definition of a function after the function's name: the parentheses and the body.
    fn function(&mut self) {
        self.skip_blanks();
        if self.peek(0) == Some(b'(') {
            self.at += 1;
            self.skip_blanks();
            self.at += usize::from(self.peek(0) == Some(b')'));
        }
        self.skip_lines();
        self.nested(Self::statement);
    }

    /// Skips the reserved word `word`, such as `do`. Stops parsing if the next word of the script
    /// is not `word`.
    fn take(&mut self, word: &str) {
        if self.next_word() == word {
            self.at += word.len();
        } else {
            self.fail();
        }
    }

    /// Parses an `if` or a loop: the reserved word `word`, and the commands up to one of the words
    /// in `end`. Then calls `rest` to parse the remainder.
    fn control(&mut self, word: &str, end: &'static [&'static str], rest: fn(&mut Self)) {
        self.meet(Construct::Control);
        self.take(word);
        self.nested(|parser| {
            parser.list(End::Word(end));
            rest(parser);
        });
    }

    fn body(&mut self) {
        self.take("do");
        self.list(End::Word(&["done"]));
        self.take("done");
    }

    fn case(&mut self) {
        self.meet(Construct::Case);
        self.take("case");
        self.skip_blanks();
        self.word();
        self.skip_lines();
        self.take("in");
        loop {
            self.skip_lines();
            if self.at >= self.bytes.len() || self.next_word() == "esac" {
                break;
            }
            while !matches!(self.peek(0), None | Some(b')')) {
                let before = self.at;
                self.word();
                self.skip_blanks();
                if matches!(self.peek(0), Some(b'|' | b'(')) || self.at == before {
                    self.at += 1;
                }
            }
            self.at = (self.at + 1).min(self.bytes.len());
            self.list(End::Clause);
            while matches!(self.peek(0), Some(b';' | b'&')) {
                self.at += 1;
            }
        }
        self.take("esac");
    }

    fn words_up_to_line_end(&mut self) {
        loop {
            self.skip_blanks();
            if self.begins("((") {
                self.arithmetic(2);
                continue;
            }
            let is_end = matches!(
                self.peek(0),
                None | Some(b';' | b'\n' | b')' | b'&' | b'|' | b'<' | b'>' | b'(')
            );
            if is_end || self.word().is_none() {
                return;
            }
        }
    }

    /// Parses `( … )` or the commands in a substitution. `opening` is the number of bytes up to the
    /// first command.
    fn parentheses(&mut self, opening: usize) {
        self.at += opening;
        let outer = std::mem::take(&mut self.in_backquotes);
        self.nested(|parser| parser.list(End::Parenthesis));
        self.in_backquotes = outer;
        if self.peek(0) == Some(b')') {
            self.at += 1;
        } else {
            self.fail();
        }
    }

    fn substitution(&mut self, construct: Construct) {
        self.meet(construct);
        self.level += 1;
        self.parentheses(2);
        self.level -= 1;
    }

    fn backquotes(&mut self) {
        self.meet(Construct::Substitution);
        self.level += 1;
        self.at += 1;
        self.in_backquotes = true;
        self.nested(|parser| parser.list(End::Backquote));
        self.in_backquotes = false;
        self.level -= 1;
        if self.peek(0) == Some(b'`') {
            self.at += 1;
        } else {
            self.fail();
        }
    }

    /// Skips `(( … ))` or `$(( … ))`, and parses the substitutions in it. `opening` is the number
    /// of bytes before the expression.
    fn arithmetic(&mut self, opening: usize) {
        self.meet(Construct::Test);
        self.at += opening;
        let mut open = 2;
        while open > 0 {
            match self.peek(0) {
                None => return self.fail(),
                Some(b'(') => open += 1,
                Some(b')') => open -= 1,
                Some(b'$') if self.peek(1) == Some(b'(') && self.peek(2) != Some(b'(') => {
                    self.substitution(Construct::Substitution);
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Parses a condition `[[ … ]]`, and adds it to the commands.
    fn test(&mut self) {
        self.meet(Construct::Test);
        let start = self.at;
        let index = self.open_command();
        self.at += 2;
        loop {
            self.skip_lines();
            match self.peek(0) {
                None => return self.fail(),
                Some(b'&' | b'|' | b'(' | b')' | b'<' | b'>' | b'=' | b'!') => self.at += 1,
                Some(_) => {
                    let is_end = self.next_word() == "]]";
                    let Some(word) = self.word() else {
                        return self.fail();
                    };
                    self.script.commands[index].words.push(word);
                    if is_end {
                        break;
                    }
                }
            }
        }
        let command = &mut self.script.commands[index];
        command.words.insert(0, start..start + 2);
        command.kind = CommandKind::Test;
        command.bytes = start..self.at;
        command.whole = command.bytes.clone();
    }

    fn redirects_of_compound(&mut self) {
        loop {
            self.skip_blanks();
            if self.redirect().is_none() {
                return;
            }
        }
    }

    fn open_command(&mut self) -> usize {
        self.script.commands.push(Command {
            kind: CommandKind::Program,
            bytes: self.at..self.at,
            whole: self.at..self.at,
            words: Vec::new(),
            assignments: Vec::new(),
            redirects: Vec::new(),
            level: self.level,
            ends_list: false,
        });
        self.script.commands.len() - 1
    }

    /// Parses a simple command: assignments, words and redirections.
    fn command(&mut self) {
        let start = self.at;
        let index = self.open_command();
        let (mut words, mut assignments, mut redirects) = (Vec::new(), Vec::new(), Vec::new());
        let (mut end, mut whole_end) = (start, start);
        loop {
            self.skip_blanks();
            if let Some(redirect) = self.redirect() {
                // The text after `<<<` is the command's input, so it belongs to the command itself.
                if self.text[redirect.operator.clone()].ends_with("<<<") {
                    end = self.at;
                }
                redirects.push(redirect);
            } else if let Some(word) = self.word() {
                let is_assignment = words.is_empty() && is_assignment(&self.text[word.clone()]);
                end = word.end;
                if is_assignment {
                    if self.text[word.clone()].ends_with('=') && self.peek(0) == Some(b'(') {
                        self.parentheses(1);
                        end = self.at;
                    }
                    assignments.push(word.start..end);
                } else {
                    words.push(word);
                }
            } else {
                break;
            }
            whole_end = self.at;
        }
        let program = words
            .first()
            .map(|word: &Range<usize>| &self.text[word.clone()]);
        let kind = match program {
            None => CommandKind::Bare,
            Some("[") => CommandKind::Test,
            Some("export" | "declare" | "typeset" | "readonly" | "local" | "unset") => {
                CommandKind::Declaration
            }
            Some(_) => CommandKind::Program,
        };
        if words.is_empty() && assignments.is_empty() && redirects.is_empty() {
            self.script.commands.remove(index);
            return;
        }
        let level = self.level;
        self.script.commands[index] = Command {
            kind,
            bytes: start..end,
            whole: start..whole_end,
            words,
            assignments,
            redirects,
            level,
            ends_list: false,
        };
    }

    /// Parses a redirection. Returns none if no redirection is next.
    fn redirect(&mut self) -> Option<Redirect> {
        let start = self.at;
        let digits = self.bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let rest = &self.text[start + digits..];
        const OPERATORS: [&str; 12] = [
            "&>>", "&>", "<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">|", ">&", ">",
        ];
        let mut operators = OPERATORS.iter();
        let operator = operators.find(|operator| rest.starts_with(**operator))?;
        let is_process = matches!(*operator, "<" | ">") && rest[1..].starts_with('(');
        if is_process || digits > 0 && operator.starts_with('&') {
            return None;
        }
        self.at += digits + operator.len();
        let operator_bytes = start..self.at;
        self.skip_blanks();
        let target = self.word().unwrap_or(self.at..self.at);
        if matches!(*operator, "<<" | "<<-") {
            self.meet(Construct::Heredoc);
            let delimiter = self.text[target.clone()].replace(['\'', '"', '\\'], "");
            self.heredocs.push((delimiter, *operator == "<<-"));
        }
        Some(Redirect {
            operator: operator_bytes,
            target,
        })
    }

    /// Parses a word and returns its range. Returns none if no word is next.
    fn word(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        while let Some(byte) = self.peek(0) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b';' | b'&' | b'|' | b')' => break,
                b'<' | b'>' if self.peek(1) == Some(b'(') && self.at == start => {
                    self.substitution(Construct::Process)
                }
                b'(' | b'<' | b'>' => break,
                b'`' if self.in_backquotes => break,
                b'\\' if self.peek(1) == Some(b'\n') => self.at += 2,
                b'\\' => {
                    self.at += 1 + self.text[self.at + 1..]
                        .chars()
                        .next()
                        .map_or(0, char::len_utf8)
                }
                b'\'' => self.single_quotes(),
                b'"' => self.double_quotes(),
                _ => self.part(),
            }
        }
        (self.at > start).then_some(start..self.at)
    }

    /// Parses the substitution at the current position. If there is none, skips one byte.
    fn part(&mut self) {
        match (self.peek(0), self.peek(1)) {
            (Some(b'`'), _) => self.backquotes(),
            (Some(b'$'), Some(b'(')) if self.peek(2) == Some(b'(') => self.arithmetic(3),
            (Some(b'$'), Some(b'(')) => self.substitution(Construct::Substitution),
            (Some(b'$'), Some(b'{')) => self.nested(Self::parameter),
            _ => self.at += 1,
        }
    }

    fn single_quotes(&mut self) {
        match self.text[self.at + 1..].find('\'') {
            Some(length) => self.at += length + 2,
            None => self.fail(),
        }
    }

    fn double_quotes(&mut self) {
        self.at += 1;
        loop {
            match self.peek(0) {
                None => return self.fail(),
                Some(b'"') => break,
                Some(b'\\') => self.at = (self.at + 2).min(self.bytes.len()),
                Some(b'`') if self.in_backquotes => return self.fail(),
                Some(_) => self.part(),
            }
        }
        self.at += 1;
    }

    /// Skips a parameter `${ … }`, and parses the substitutions in it.
    fn parameter(&mut self) {
        self.at += 2;
        loop {
            match self.peek(0) {
                None => return self.fail(),
                Some(b'}') => break,
                Some(b'\\') => self.at = (self.at + 2).min(self.bytes.len()),
                Some(b'\'') => self.single_quotes(),
                Some(b'"') => self.double_quotes(),
                Some(_) => self.part(),
            }
        }
        self.at += 1;
    }
}

/// Returns true if a word assigns a value to a variable, such as `A=b`.
fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else {
        return false;
    };
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = name.split('[').next().unwrap_or_default();
    !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
