//! The parser of shell commands: pipelines of commands, their words without quotes, and
//! substitutions.
//!
//! Unlike a host's parser, which rejects some commands, this parser returns a result for every
//! text. Commands in documents may be incomplete and have placeholders for the reader. A quote that
//! is never closed is read as a letter.

use std::ops::Range;

use crate::text::encoding;

/// The maximum depth of nested substitutions of the shell, such as `$(…)`, and of nested groups.
/// Deeper substitutions and groups are read as text. No host has this limit.
const MAX_DEPTH: usize = 12;

/// The commands of a text: pipelines in order. The separators between the pipelines are not
/// included.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub pipelines: Vec<Pipeline>,
}

/// Commands that are connected by pipes. Each command reads the output of the previous command.
#[derive(Debug, Default)]
pub(super) struct Pipeline {
    pub commands: Vec<Command>,
}

/// A command with its words and redirections.
#[derive(Debug, Default)]
pub(super) struct Command {
    pub bytes: Range<usize>,
    pub words: Vec<Word>,
    pub redirects: Vec<Redirect>,
}

/// A word of a command, in the form in which the program receives it. Substitutions remain in the
/// word as they are written.
#[derive(Debug, Default)]
pub(super) struct Word {
    pub bytes: Range<usize>,
    /// The text of the word without quotes, escapes and line continuations.
    pub text: String,
    /// True if a part of the word was in quotes.
    pub is_quoted: bool,
    /// True if the word has the same text in every run of the command. Variables and substitutions,
    /// for example, are known only when the command runs.
    pub is_literal: bool,
    /// The variables in the word, except those within substitutions.
    pub variables: Vec<String>,
    pub inner: Vec<Inner>,
}

/// Commands inside of a word, such as those of `$(…)`.
#[derive(Debug)]
pub(super) struct Inner {
    pub kind: InnerKind,
    pub script: Script,
}

/// The construct that contains the commands of a word, such as `$(…)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InnerKind {
    /// The commands are in `$(…)` or in backquotes. Their output becomes a part of the word.
    Output,
    /// The commands are in `<(…)`. The word becomes the name of a file that contains their output.
    File,
    /// Commands of `>(…)`. The shell replaces the word with the name of a file, which the commands
    /// read.
    Into,
    /// The commands are in `(…)`, so they run in a subshell.
    Group,
}

/// A file that a command reads or writes instead of its terminal.
#[derive(Debug)]
pub(super) struct Redirect {
    pub kind: RedirectKind,
    /// True if only the error stream is redirected.
    pub is_of_errors: bool,
    pub target: Word,
}

/// The kind of a [`Redirect`]. The operator determines the kind, such as `>` for [`Self::To`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RedirectKind {
    /// The operator `<`, which reads a file.
    From,
    /// The operator `<<<`, or the operator `<<` with a here-document. The target is the input text
    /// itself, not the name of a file.
    Text,
    /// The operators `>`, `>>`, `&>` and similar operators, which write a file.
    To,
}

/// Parses a text as commands. `start` is the byte offset of the text in its file.
pub(super) fn read(text: &str, start: usize) -> Script {
    let mut reader = ShellParser {
        text,
        bytes: text.as_bytes(),
        at: 0,
        start,
        documents: Vec::new(),
        is_of_errors: false,
        last_single: text.rfind('\'').unwrap_or(0),
        last_double: text.rfind('"').unwrap_or(0),
        last_numbers: text.rfind("))").unwrap_or(0),
        last_brace: text.rfind(['}', '\n']).unwrap_or(0),
    };
    let mut script = reader.script(None, 0);
    while reader.at < text.len() {
        // A closing parenthesis without an opening parenthesis is skipped.
        reader.at += 1;
        let more = reader.script(None, 0);
        script.pipelines.extend(more.pipelines);
    }
    script
}

/// A here-document that a command opens, for example with `<<EOF`. Its lines follow the line of the
/// command.
struct Document {
    end: String,
    /// The index, in the command's list of redirections, of the redirection that opens the
    /// here-document. The lines of the here-document become the text of this redirection. `None` if
    /// no redirection receives the lines.
    text: Option<usize>,
}

struct ShellParser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    start: usize,
    documents: Vec<Document>,
    /// True if the number `2` is directly before the next redirection, which then redirects errors.
    is_of_errors: bool,
    /// The byte offset of the last single quote. A quoted text that begins at this offset or after
    /// it is never closed.
    last_single: usize,
    last_double: usize,
    /// The byte offset of the last `))`, which closes an arithmetic expression. A `((` after this
    /// offset is never closed.
    last_numbers: usize,
    /// The byte offset of the last `}` or line end in the text, whichever is later. A `${` after
    /// this offset is never closed.
    last_brace: usize,
}

impl ShellParser<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Parses commands up to the closing character `close`, which is not consumed.
    fn script(&mut self, close: Option<u8>, depth: usize) -> Script {
        let mut script = Script::default();
        let mut pipeline = Pipeline::default();
        let mut command = Command::default();
        let begin = |command: &mut Command, at: usize| {
            if command.words.is_empty() && command.redirects.is_empty() {
                command.bytes.start = at;
            }
        };
        loop {
            let byte = self.peek(0);
            let mut ends_pipeline = false;
            let mut ends_command = false;
            if self.at >= self.bytes.len() || Some(byte) == close {
                self.end(&mut command, &mut pipeline);
                push(&mut script, &mut pipeline);
                return script;
            }
            match byte {
                b' ' | b'\t' | b'\r' => self.at += 1,
                // In a Markdown table, a vertical bar is escaped.
                b'\\' if self.peek(1) == b'|' && self.peek(2) == b' ' => {
                    self.at += 2;
                    ends_command = true;
                }
                b'\\' if self.continues() => {}
                // The fence belongs to a code block that is not closed correctly.
                b'`' if self.bytes[self.at..].starts_with(b"```") => {
                    let rest = &self.bytes[self.at..];
                    let length = rest.iter().position(|byte| *byte == b'\n');
                    self.at += length.unwrap_or(rest.len());
                    ends_pipeline = true;
                }
                b'#' => {
                    let rest = &self.bytes[self.at..];
                    let length = rest.iter().position(|byte| *byte == b'\n');
                    self.at += length.unwrap_or(rest.len());
                }
                b'\n' => {
                    self.at += 1;
                    // The pipeline continues after a vertical bar.
                    ends_pipeline = !(pipeline.commands.is_empty() || is_empty(&command));
                    self.here_documents(&mut command);
                    ends_pipeline |= pipeline.commands.is_empty();
                    if !ends_pipeline && self.blank_line() {
                        ends_pipeline = true;
                    }
                }
                b';' => {
                    self.at += 1;
                    ends_pipeline = true;
                }
                b'&' if self.peek(1) == b'>' => {
                    begin(&mut command, self.at);
                    self.at += 2;
                    self.redirect(RedirectKind::To, &mut command, depth);
                }
                b'&' => {
                    self.at += 1 + usize::from(self.peek(1) == b'&');
                    ends_pipeline = true;
                }
                b'|' if self.peek(1) == b'|' => {
                    self.at += 2;
                    ends_pipeline = true;
                }
                b'|' => {
                    self.at += 1 + usize::from(self.peek(1) == b'&');
                    ends_command = true;
                }
                b')' => {
                    self.end(&mut command, &mut pipeline);
                    push(&mut script, &mut pipeline);
                    return script;
                }
                b'>' if is_empty(&command) && matches!(self.peek(1), b' ' | b'\n') => self.at += 1, // A prompt or a quotation.
                b'<' | b'>'
                    if self.peek(1) != b'(' && (byte == b'>' || self.placeholder() == 0) =>
                {
                    begin(&mut command, self.at);
                    let kind = self.redirection();
                    match kind {
                        Some(kind) => self.redirect(kind, &mut command, depth),
                        None => self.document(&mut command),
                    }
                }
                // The form `((…))` compares or computes numbers, and runs no command.
                b'(' if is_empty(&command)
                    && self.peek(1) == b'('
                    && self.at < self.last_numbers =>
                {
                    self.at += self.text[self.at..].find("))").unwrap_or(0) + 2;
                }
                b'(' if depth < MAX_DEPTH => {
                    begin(&mut command, self.at);
                    let start = self.at;
                    self.at += 1;
                    let script = self.script(Some(b')'), depth + 1);
                    self.at += usize::from(self.at < self.bytes.len());
                    let group = Inner {
                        kind: InnerKind::Group,
                        script,
                    };
                    // The forms `NAME=(a b)` and `NAME+=(a b)` assign a list of words.
                    let is_list = |word: &Word| {
                        word.text.ends_with('=') && word.bytes.end == self.start + start
                    };
                    let is_read = command
                        .words
                        .last()
                        .is_some_and(|word| is_reading_method(word) || is_list(word));
                    command.words.push(Word {
                        bytes: self.start + start..self.start + self.at,
                        text: self.text[start..self.at].to_owned(),
                        inner: if is_read { Vec::new() } else { vec![group] },
                        ..Word::default()
                    });
                    command.bytes.end = self.at;
                }
                _ => {
                    begin(&mut command, self.at);
                    let word = self.word(close, depth);
                    let is_descriptor = word.text.bytes().all(|byte| byte.is_ascii_digit());
                    command.bytes.end = self.at;
                    // In `2>file`, the number selects the stream that is redirected.
                    if is_descriptor && matches!(self.peek(0), b'<' | b'>') {
                        self.is_of_errors = word.text == "2"
                    } else {
                        command.words.push(word)
                    }
                }
            }
            if ends_pipeline || ends_command {
                self.end(&mut command, &mut pipeline);
            }
            if ends_pipeline {
                push(&mut script, &mut pipeline);
            }
        }
    }

    fn end(&self, command: &mut Command, pipeline: &mut Pipeline) {
        if !is_empty(command) {
            let mut command = std::mem::take(command);
            command.bytes = self.start + command.bytes.start..self.start + command.bytes.end;
            pipeline.commands.push(command);
        }
    }

    /// Consumes a backslash that joins the line to the next line. Returns true if there is such a backslash.
    fn continues(&mut self) -> bool {
        let rest = &self.bytes[self.at + 1..];
        let spaces = rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        let spaces = spaces.count();
        let is_end = rest.get(spaces) == Some(&b'\n');
        if is_end {
            self.at += spaces + 2;
        }
        is_end
    }

    fn blank_line(&self) -> bool {
        let rest = self.bytes[self.at..].iter();
        let mut rest = rest.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        matches!(rest.next(), None | Some(b'\n'))
    }

    /// Parses the operator of a redirection. Returns `None` for `<<`, the operator of a
    /// here-document.
    fn redirection(&mut self) -> Option<RedirectKind> {
        let is_input = self.peek(0) == b'<';
        self.at += 1;
        if !is_input {
            while matches!(self.peek(0), b'>' | b'|' | b'&') {
                self.at += 1;
            }
            return Some(RedirectKind::To);
        }
        match (self.peek(0), self.peek(1)) {
            (b'<', b'<') => {
                self.at += 2;
                Some(RedirectKind::Text)
            }
            (b'<', _) => {
                self.at += 1;
                None
            }
            (b'&' | b'>', _) => {
                self.at += 1;
                Some(RedirectKind::From)
            }
            _ => Some(RedirectKind::From),
        }
    }

    fn redirect(&mut self, kind: RedirectKind, command: &mut Command, depth: usize) {
        while matches!(self.peek(0), b' ' | b'\t') {
            self.at += 1;
        }
        let target = self.word(None, depth);
        command.bytes.end = self.at;
        let is_of_errors = std::mem::take(&mut self.is_of_errors);
        if !target.bytes.is_empty() {
            command.redirects.push(Redirect {
                kind,
                is_of_errors,
                target,
            });
        }
    }

    /// Parses the word after `<<`, which marks the end of the here-document's lines.
    fn document(&mut self, command: &mut Command) {
        self.at += usize::from(self.peek(0) == b'-');
        while matches!(self.peek(0), b' ' | b'\t') {
            self.at += 1;
        }
        let end = self.word(None, MAX_DEPTH);
        command.bytes.end = self.at;
        if end.text.is_empty() {
            return;
        }
        self.documents.push(Document {
            end: end.text,
            text: Some(command.redirects.len()),
        });
        command.redirects.push(Redirect {
            kind: RedirectKind::Text,
            is_of_errors: false,
            target: Word {
                is_literal: true,
                ..Word::default()
            },
        });
    }

    /// Parses the lines of the here-documents that the current line has opened.
    fn here_documents(&mut self, command: &mut Command) {
        for document in std::mem::take(&mut self.documents) {
            let start = self.at;
            let mut end = self.at;
            for line in self.text[start..].split_inclusive('\n') {
                self.at += line.len();
                if line.trim() == document.end {
                    break;
                }
                end = self.at;
            }
            let redirect = document.text.and_then(|at| command.redirects.get_mut(at));
            if let Some(redirect) = redirect {
                redirect.target.text = self.text[start..end].to_owned();
                redirect.target.bytes = self.start + start..self.start + end;
            }
        }
    }

    /// Parses a word. If no word begins at the current position, the result is empty.
    fn word(&mut self, close: Option<u8>, depth: usize) -> Word {
        let start = self.at;
        let mut word = Word {
            is_literal: true,
            ..Word::default()
        };
        while self.at < self.bytes.len() && Some(self.peek(0)) != close {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' | b'\n' | b';' | b'|' | b')' => break,
                b'&' | b'(' => break,
                b'<' | b'>' if self.peek(1) == b'(' && depth < MAX_DEPTH => {
                    let kind = match self.peek(0) {
                        b'<' => InnerKind::File,
                        _ => InnerKind::Into,
                    };
                    self.substitution(2, b')', kind, &mut word, depth);
                }
                // The text is a placeholder for the reader, such as `<url>`.
                b'<' if self.placeholder() > 0 => {
                    let end = self.at + self.placeholder();
                    word.text.push_str(&self.text[self.at..end]);
                    self.at = end;
                }
                b'<' | b'>' => break,
                b'\\' if self.continues() => {}
                b'\\' => {
                    self.at += 1;
                    // The backslashes in Windows paths remain in the word.
                    if self.peek(0).is_ascii_alphanumeric() {
                        word.text.push('\\');
                    }
                    self.letter(&mut word);
                }
                b'\'' if self.at < self.last_single => self.single(&mut word),
                b'"' if self.at < self.last_double => self.double(&mut word, depth),
                b'$' if self.peek(1) == b'\'' && self.at + 1 < self.last_single => {
                    self.at += 1;
                    let from = word.text.len();
                    self.single(&mut word);
                    let escaped = word.text.split_off(from);
                    word.text.push_str(&encoding::unescaped(&escaped));
                }
                b'$' | b'`' => self.expansion(&mut word, depth),
                _ => self.letter(&mut word),
            }
        }
        word.bytes = self.start + start..self.start + self.at;
        // A character that cannot begin a word is consumed here, so that the parser always advances.
        if self.at == start && self.at < self.bytes.len() && Some(self.peek(0)) != close {
            match self.peek(0) {
                b'(' | b'<' => self.letter(&mut word),
                b'>' if self.peek(1) == b'(' => self.letter(&mut word),
                _ => {}
            }
        }
        word
    }

    fn letter(&mut self, word: &mut Word) {
        if let Some(letter) = self
            .text
            .get(self.at..)
            .and_then(|rest| rest.chars().next())
        {
            word.text.push(letter);
            self.at += letter.len_utf8();
        }
    }

    /// Returns the length in bytes of a placeholder, such as `<name>`, at the current position; 0
    /// if there is no placeholder.
    fn placeholder(&self) -> usize {
        let rest = &self.bytes[self.at + 1..];
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(**byte, b'-' | b'_');
        let length = rest.iter().take_while(|byte| is_name(byte)).count();
        match rest.get(length) {
            Some(b'>') if length > 0 => length + 2,
            _ => 0,
        }
    }

    fn single(&mut self, word: &mut Word) {
        let inside = self.at + 1;
        let Some(length) = self.text[inside..].find('\'') else {
            return self.letter(word);
        };
        word.text.push_str(&self.text[inside..inside + length]);
        word.is_quoted = true;
        self.at = inside + length + 1;
    }

    fn double(&mut self, word: &mut Word, depth: usize) {
        self.at += 1;
        word.is_quoted = true;
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'"' => {
                    self.at += 1;
                    return;
                }
                b'\\' if self.continues() => {}
                b'\\' => {
                    self.at += 1;
                    if !matches!(self.peek(0), b'"' | b'\\' | b'$' | b'`') {
                        word.text.push('\\');
                    }
                    self.letter(word);
                }
                b'$' | b'`' => self.expansion(word, depth),
                _ => self.letter(word),
            }
        }
    }

    /// Parses a substitution that begins with `$` or a backquote.
    fn expansion(&mut self, word: &mut Word, depth: usize) {
        match (self.peek(0), self.peek(1)) {
            (b'$', b'(') if self.peek(2) != b'(' && depth < MAX_DEPTH => {
                self.substitution(2, b')', InnerKind::Output, word, depth);
            }
            (b'`', _) if depth < MAX_DEPTH && self.text[self.at + 1..].contains('`') => {
                self.substitution(1, b'`', InnerKind::Output, word, depth);
            }
            (b'$', b'{') => {
                // From `last_brace` on, no `${` is closed, so there is no need to search for `}`.
                let length = (self.at < self.last_brace)
                    .then(|| self.text[self.at..].find(['}', '\n']))
                    .flatten();
                let end = length.map_or(self.at + 2, |length| self.at + length + 1);
                word.text.push_str(&self.text[self.at..end]);
                word.is_literal = false;
                word.variables
                    .push(name(&self.text[self.at + 2..end]).to_owned());
                self.at = end;
            }
            (b'$', next) => {
                let name = name(&self.text[self.at + 1..]);
                if !name.is_empty() {
                    word.variables.push(name.to_owned());
                }
                word.is_literal &=
                    !(next.is_ascii_alphanumeric() || matches!(next, b'_' | b'@' | b'*'));
                self.letter(word);
            }
            _ => self.letter(word),
        }
    }

    fn substitution(
        &mut self,
        opening: usize,
        close: u8,
        kind: InnerKind,
        word: &mut Word,
        depth: usize,
    ) {
        let start = self.at;
        self.at += opening;
        let documents = std::mem::take(&mut self.documents);
        let script = self.script(Some(close), depth + 1);
        self.documents = documents;
        // Within backquotes, a closing parenthesis has no meaning.
        while close == b'`' && self.peek(0) == b')' {
            self.at += 1;
            self.script(Some(close), depth + 1);
        }
        self.at += usize::from(self.at < self.bytes.len());
        word.text.push_str(&self.text[start..self.at]);
        word.is_literal = false;
        word.inner.push(Inner { kind, script });
    }
}

/// Returns the name of a variable at the start of a text; empty if the text does not begin with a
/// name.
fn name(text: &str) -> &str {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    &text[..text.bytes().take_while(|byte| is_name(byte)).count()]
}

/// Returns true if a word is a method of PowerShell that reads a file. The arguments of such a method are not commands.
fn is_reading_method(word: &Word) -> bool {
    let method = word.text.rsplit_once("::").map(|(_, method)| method);
    method.is_some_and(|method| method.starts_with("Open") || method.starts_with("Read"))
}

fn is_empty(command: &Command) -> bool {
    command.words.is_empty() && command.redirects.is_empty()
}

fn push(script: &mut Script, pipeline: &mut Pipeline) {
    if !pipeline.commands.is_empty() {
        script.pipelines.push(std::mem::take(pipeline));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Formats commands as `a b | c ; d`. Substitutions are shown as `[…]` after their word, and
    /// redirections as `>x`.
    fn shown(script: &Script) -> String {
        let pipelines = script.pipelines.iter().map(|pipeline| {
            let commands = pipeline.commands.iter().map(|command| {
                let words = command.words.iter().map(word);
                let redirects = command.redirects.iter().map(|redirect| {
                    let sign = match redirect.kind {
                        RedirectKind::From => '<',
                        RedirectKind::Text => '=',
                        RedirectKind::To => '>',
                    };
                    format!("{sign}{}", word(&redirect.target))
                });
                words.chain(redirects).collect::<Vec<_>>().join(" ")
            });
            commands.collect::<Vec<_>>().join(" | ")
        });
        pipelines.collect::<Vec<_>>().join(" ; ")
    }

    fn word(word: &Word) -> String {
        let inner = word
            .inner
            .iter()
            .map(|inner| format!("[{}]", shown(&inner.script)));
        let inner: String = inner.collect();
        match inner.as_str() {
            "" => word.text.replace(' ', "_").replace('\n', "/"),
            _ => inner,
        }
    }

    #[test]
    fn commands_are_read_as_a_shell_reads_them() {
        let cases = [
            ("a b|c && d;e\nf || g & h", "a b | c ; d ; e ; f ; g ; h"),
            ("a |\n  b", "a | b"),
            ("a \\\n  | b \\  \n c", "a | b c"),
            ("a 'b c' \"d $x\" e\\ f", "a b_c d_$x e_f"),
            ("cu''rl c\\url", "curl c\\url"),
            ("sh -c \"$(curl x)\"", "sh -c [curl x]"),
            ("eval `curl x`", "eval [curl x]"),
            ("bash <(curl x | sed 1d) y", "bash [curl x | sed 1d] y"),
            (". <(curl x)", ". [curl x]"),
            ("a > b 2>&1 < c <<< 'd e'", "a >b >1 <c =d_e"),
            ("a &> b", "a >b"),
            ("cat <<'END' > f\nx | y\nEND\nb", "cat =x_|_y/ >f ; b"),
            ("(a; b) | c", "[a ; b] | c"),
            ("$ a b # c\n> d", "$ a b ; d"),
            ("a $'\\x62\\143' d", "a bc d"),
            ("echo don't; b", "echo don't ; b"),
            ("echo \"a; b", "echo \"a ; b"),
            ("curl <url> | sh", "curl <url> | sh"),
            ("a $((1 + 2)) ${b:-c d}", "a $ [[1 + 2]] ${b:-c_d}"),
            ("a ) b", "a ; b"),
            (r"a \| b", "a | b"),
            ("```sh\na", "a"),
            ("(( $(a) > 1 )) && b", "b"),
            ("C:\\Tools\\x.exe", "C:\\Tools\\x.exe"),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(&read(text, 0)), expected, "{text:?}");
        }
    }

    #[test]
    fn places_count_from_the_start_that_is_given() {
        let script = read("a | bc", 10);
        let bytes: Vec<_> = script.pipelines[0]
            .commands
            .iter()
            .map(|command| command.bytes.clone())
            .collect();
        assert_eq!(bytes, [10..11, 14..16]);
        assert_eq!(script.pipelines[0].commands[1].words[0].bytes, 14..16);
    }

    #[test]
    fn deep_nesting_ends() {
        let openings = [
            "(", "$(", "`", "<(", ">(", "> >(", "< <(", "<< >(", "<<(", "2>(", "\"$(",
        ];
        for opening in openings {
            let _ = read(&opening.repeat(10_001), 0);
            for more in openings {
                let _ = read(&format!("{}{more}a", opening.repeat(MAX_DEPTH)), 0);
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(
            depth in prop::sample::select(vec![0, MAX_DEPTH - 1, MAX_DEPTH]),
            text in r#"(a|\$|\(|\)|`|'|"|\\|\||&|;|<|>|#| |\n|é|EOF){0,30}"#,
        ) {
            let text = "(".repeat(depth) + &text;
            let script = read(&text, 0);
            for command in script.pipelines.iter().flat_map(|pipeline| &pipeline.commands) {
                prop_assert!(text.get(command.bytes.clone()).is_some());
            }
        }
    }
}
