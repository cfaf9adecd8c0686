//! A text read as a shell reads it: pipelines of commands, their words without quotes, and what is put into words.
//!
//! Unlike a host's own reader, which gives a command up as a whole, this one makes something of every text: commands stand
//! in documents, cut short and with blanks for what a reader fills in. A quote that nothing closes is a letter.

use std::ops::Range;

use crate::text::encoding;

/// Deepest nesting of substitutions and groups that is followed; what lies deeper is text. The limit is ours.
const MAX_DEPTH: usize = 12;

/// Pipelines one behind the other, whatever joins them.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub pipelines: Vec<Pipeline>,
}

/// Commands of which each reads what the one before writes.
#[derive(Debug, Default)]
pub(super) struct Pipeline {
    pub commands: Vec<Command>,
}

/// A command.
#[derive(Debug, Default)]
pub(super) struct Command {
    pub bytes: Range<usize>,
    pub words: Vec<Word>,
    pub redirects: Vec<Redirect>,
}

/// A word as a program gets it. What is put in later is in it as it is written.
#[derive(Debug, Default)]
pub(super) struct Word {
    pub bytes: Range<usize>,
    /// Without quotes, escapes and continued lines.
    pub text: String,
    /// Whether quotes stood around some of it.
    pub is_quoted: bool,
    /// Whether nothing of it is known only when it runs.
    pub is_literal: bool,
    /// The variables in it, but for those within substitutions.
    pub variables: Vec<String>,
    pub inner: Vec<Inner>,
}

/// Commands within a word.
#[derive(Debug)]
pub(super) struct Inner {
    pub kind: InnerKind,
    pub script: Script,
}

/// The part that commands within a word take in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InnerKind {
    /// `$(…)` and backquotes: their output is the word.
    Output,
    /// `<(…)`: the word is a file with their output.
    File,
    /// `>(…)`: the word is a file that they read.
    Into,
    /// `(…)`: a subshell.
    Group,
}

/// Where a command reads from or writes to instead of its terminal.
#[derive(Debug)]
pub(super) struct Redirect {
    pub kind: RedirectKind,
    /// Whether it is of errors alone.
    pub is_of_errors: bool,
    pub target: Word,
}

/// See [`Redirect`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RedirectKind {
    /// `<`
    From,
    /// `<<<`, and the lines of `<<`: the text itself.
    Text,
    /// `>`, `>>`, `&>` and the like.
    To,
}

/// Reads a text; the places in it count from `start`.
pub(super) fn read(text: &str, start: usize) -> Script {
    let mut reader = Reader {
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
        // A parenthesis that closes nothing.
        reader.at += 1;
        let more = reader.script(None, 0);
        script.pipelines.extend(more.pipelines);
    }
    script
}

/// A here-document whose lines have not come yet.
struct Document {
    end: String,
    /// Where its text goes: into the redirection of this number of the command that is being read, or nowhere.
    text: Option<usize>,
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    start: usize,
    documents: Vec<Document>,
    /// Whether `2` stands before the redirection that comes.
    is_of_errors: bool,
    /// Behind these no quote is closed.
    last_single: usize,
    last_double: usize,
    /// Behind this nothing closes `((`.
    last_numbers: usize,
    /// Behind this nothing ends `${`.
    last_brace: usize,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// The commands up to what closes them, which is left standing.
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
                // A bar in a table of Markdown.
                b'\\' if self.peek(1) == b'|' && self.peek(2) == b' ' => {
                    self.at += 2;
                    ends_command = true;
                }
                b'\\' if self.continues() => {}
                // The fence of a block that somebody did not close as Markdown wants it.
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
                    // Behind a bar the command goes on.
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
                // Numbers are compared, and nothing runs.
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
                    // `NAME=(a b)` and `NAME+=(a b)` are lists of words.
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
                    // The number in `2>file`.
                    match is_descriptor && matches!(self.peek(0), b'<' | b'>') {
                        true => self.is_of_errors = word.text == "2",
                        false => command.words.push(word),
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

    /// Whether a backslash joins this line to the next; behind it the line has ended.
    fn continues(&mut self) -> bool {
        let rest = &self.bytes[self.at + 1..];
        let blanks = rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        let blanks = blanks.count();
        let is_end = rest.get(blanks) == Some(&b'\n');
        if is_end {
            self.at += blanks + 2;
        }
        is_end
    }

    fn blank_line(&self) -> bool {
        let rest = self.bytes[self.at..].iter();
        let mut rest = rest.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        matches!(rest.next(), None | Some(b'\n'))
    }

    /// The mark of a redirection; none for that of a here-document.
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

    /// The word that ends a here-document.
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

    /// The lines of the here-documents that a line opened.
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

    /// A word; of no length where none begins.
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
                // A blank that somebody fills in: `<url>`.
                b'<' if self.placeholder() > 0 => {
                    let end = self.at + self.placeholder();
                    word.text.push_str(&self.text[self.at..end]);
                    self.at = end;
                }
                b'<' | b'>' => break,
                b'\\' if self.continues() => {}
                b'\\' => {
                    self.at += 1;
                    // Paths of Windows keep theirs.
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
        // What no word begins with must not be looked at for ever.
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

    /// The length of a `<name>` here.
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

    /// A `$` or a backquote, and what it puts in.
    fn expansion(&mut self, word: &mut Word, depth: usize) {
        match (self.peek(0), self.peek(1)) {
            (b'$', b'(') if self.peek(2) != b'(' && depth < MAX_DEPTH => {
                self.substitution(2, b')', InnerKind::Output, word, depth);
            }
            (b'`', _) if depth < MAX_DEPTH && self.text[self.at + 1..].contains('`') => {
                self.substitution(1, b'`', InnerKind::Output, word, depth);
            }
            (b'$', b'{') => {
                // Behind the last there is nothing to look for.
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
        // A parenthesis in backquotes ends nothing.
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

/// The name of a variable that a text begins with.
fn name(text: &str) -> &str {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    &text[..text.bytes().take_while(|byte| is_name(byte)).count()]
}

/// Returns true if a word is a method of PowerShell that reads a file, whose arguments are no commands.
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

    /// Commands as `a b | c ; d`, substitutions as `[…]` behind their word, redirections as `>x`.
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
