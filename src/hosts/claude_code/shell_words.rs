//! Splits the text of the arguments into words as recorded for edition `2026-11`: as if it were
//! shell code, of which only the first command counts.

/// Returns the words of the first command in the text of the arguments. Assignments at the start,
/// and later words with an expansion such as `$NAME`, are dropped. An unclosed quote makes the rest
/// of the text one word. If no words remain, the text is split at whitespace.
pub(super) fn split(arguments: &str) -> Vec<String> {
    let words = WordReader::new(arguments).words();
    if words.is_empty() {
        arguments.split_whitespace().map(str::to_owned).collect()
    } else {
        words
    }
}

struct WordReader<'a> {
    text: &'a str,
    at: usize,
}

/// The result of reading one word of the arguments.
enum Word {
    /// The word was read completely. `expands` is true if a shell would expand a part of the word.
    Read { text: String, expands: bool },
    /// The command ends at the current position. The value is the last word. None if no word ends
    /// there.
    Last(Option<String>),
}

impl<'a> WordReader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn next(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn words(mut self) -> Vec<String> {
        let mut words = Vec::new();
        let mut is_first = true;
        loop {
            match self.next() {
                None | Some('\n' | ';' | '|' | '&' | '<' | '>' | ')' | '#') => return words,
                Some('`') if is_first => {
                    // If a backquote begins the first word, the text after the backquote is one
                    // word.
                    words.push(self.text[self.at + 1..].to_owned());
                    return words;
                }
                Some('`') => return words,
                Some(' ' | '\t' | '\r' | '(') => {
                    self.at += 1;
                    continue;
                }
                Some(_) if is_first && let Some(length) = opening(&self.text[self.at..]) => {
                    self.at += length;
                    continue;
                }
                Some(_) => {}
            }
            let start = self.at;
            match self.word() {
                Word::Read { text, expands } => {
                    let is_assignment = is_first && is_assignment(&self.text[start..self.at]);
                    if is_assignment {
                        continue;
                    }
                    if is_first || !expands {
                        words.push(text);
                    }
                }
                Word::Last(word) => {
                    words.extend(word);
                    return words;
                }
            }
            is_first = false;
        }
    }

    fn word(&mut self) -> Word {
        let start = self.at;
        let mut text = String::new();
        let mut expands = false;
        while let Some(character) = self.next() {
            let after = self.at + character.len_utf8();
            match character {
                ' ' | '\t' | '\r' | '\n' | ';' | '|' | '&' | ')' | '(' | '<' => break,
                '`' => {
                    let length = self.text[after..].find('`');
                    let end = length.map_or(self.text.len(), |length| after + length + 1);
                    text.push_str(&self.text[self.at..end]);
                    self.at = end;
                    continue;
                }
                '>' => {
                    // Digits directly before a redirection are a file descriptor, not a word.
                    let is_descriptor =
                        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                    let word = (!is_descriptor && !text.is_empty()).then_some(text);
                    return Word::Last(word);
                }
                '\\' => {
                    self.at = after;
                    if self.next() == Some('\n') {
                        self.at += 1;
                        break;
                    }
                    if let Some(escaped) = self.next() {
                        text.push(escaped);
                        self.at += escaped.len_utf8();
                    }
                    continue;
                }
                '\'' => {
                    let Some(length) = self.text[after..].find('\'') else {
                        return self.rest(start);
                    };
                    text.push_str(&self.text[after..after + length]);
                    self.at = after + length + 1;
                    continue;
                }
                '"' => {
                    let Some(length) = closing_quote(&self.text[after..]) else {
                        return self.rest(start);
                    };
                    // A backslash inside double quotes stays in the word.
                    let inside = &self.text[after..after + length];
                    expands |= inside.contains('$');
                    text.push_str(inside);
                    self.at = after + length + 1;
                    continue;
                }
                '$' if self.text[after..].starts_with('(') => return Word::Last(None),
                // A `$'…'` quote stays as written.
                '$' if self.text[after..].starts_with('\'')
                    && let Some(length) = self.text[after + 1..].find('\'') =>
                {
                    let end = after + 1 + length + 1;
                    text.push_str(&self.text[self.at..end]);
                    self.at = end;
                    continue;
                }
                '$' => {
                    let next = self.text[after..].chars().next();
                    expands |= next.is_some_and(|next| {
                        next.is_ascii_alphanumeric()
                            || matches!(next, '_' | '{' | '@' | '*' | '?' | '#' | '$' | '!')
                    });
                    text.push('$');
                    if next == Some('{')
                        && let Some(length) = self.text[after..].find('}')
                    {
                        text.push_str(&self.text[after..=after + length]);
                        self.at = after + length + 1;
                        continue;
                    }
                }
                other => text.push(other),
            }
            self.at = after;
        }
        Word::Read { text, expands }
    }

    fn rest(&mut self, start: usize) -> Word {
        self.at = self.text.len();
        Word::Last(Some(self.text[start..].to_owned()))
    }
}

/// Returns the length in bytes of a shell keyword or test that precedes the first command: `!`,
/// `if`, `while`, `until`, or a whole test such as `[[ -f notes.md ]]`. Returns none if the text
/// does not begin with such a keyword or test. The behaviour of Claude Code was recorded for `if`
/// and for tests, and is inferred for the loops `while` and `until`.
fn opening(text: &str) -> Option<usize> {
    const OPENINGS: [&str; 4] = ["!", "if", "while", "until"];
    if let Some(test) = text.strip_prefix("[[ ") {
        return Some("[[ ".len() + test.find("]]")? + "]]".len());
    }
    let is_opening = |opening: &&&str| {
        let rest = text.strip_prefix(**opening);
        rest.is_some_and(|rest| rest.starts_with(' '))
    };
    OPENINGS
        .iter()
        .find(is_opening)
        .map(|opening| opening.len())
}

fn closing_quote(text: &str) -> Option<usize> {
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            '"' => return Some(at),
            _ => {}
        }
    }
    None
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// Returns an argument that is safe to insert into a skill's text. Characters that would mark a
/// shell command are separated, so the argument cannot add a command.
pub(super) fn disarmed(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut before = None;
    let value = value.replace("```!", "``` \\!").replace("!`", "! `");
    for character in value.chars() {
        if character == '!' && before.is_none_or(char::is_whitespace) {
            text.push('\\');
        }
        text.push(character);
        before = Some(character);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shells_first_command() {
        let cases: [(&str, &[&str]); 39] = [
            ("a b c", &["a", "b", "c"]),
            ("\"a b\" 'c d'", &["a b", "c d"]),
            ("a\\ b", &["a b"]),
            ("x $HOME y", &["x", "y"]),
            ("$HOME y", &["$HOME", "y"]),
            ("${X} y", &["${X}", "y"]),
            ("x $(id) y", &["x"]),
            ("`x` y", &["x` y"]),
            ("x > y z", &["x"]),
            ("x >y z", &["x"]),
            ("a && b", &["a"]),
            ("a;b", &["a"]),
            ("a | b", &["a"]),
            ("(a b)", &["a", "b"]),
            ("{a,b} c", &["{a,b}", "c"]),
            ("a=b c", &["c"]),
            ("c a=b", &["c", "a=b"]),
            ("=a b", &["=a", "b"]),
            ("x 2>&1 y", &["x"]),
            ("1>2", &["1>2"]),
            ("a#b # c", &["a#b"]),
            ("# x", &["#", "x"]),
            ("\"a\\\"b\" c", &["a\\\"b", "c"]),
            ("'a\"b' c", &["a\"b", "c"]),
            ("what's up", &["what's up"]),
            ("say \"hi", &["say", "\"hi"]),
            ("\\$x y", &["$x", "y"]),
            ("--a=\"b c\" d", &["--a=b c", "d"]),
            ("! x", &["x"]),
            ("x ! y", &["x", "!", "y"]),
            ("\"\" b", &["", "b"]),
            ("a\nb", &["a"]),
            ("!`echo z` x", &["!`echo z`", "x"]),
            ("~ $HOME `x`", &["~"]),
            ("$'a b' c", &["$'a b'", "c"]),
            ("[[ a ]] b", &["b"]),
            ("if x", &["x"]),
            ("for i", &["for", "i"]),
            ("time x", &["time", "x"]),
        ];
        for (arguments, expected) in cases {
            assert_eq!(split(arguments), expected, "{arguments}");
        }
    }

    #[test]
    fn marks_of_commands_are_broken_up() {
        let cases = [
            ("!x", "\\!x"),
            ("x ! y", "x \\! y"),
            ("!`id` x", "\\! `id` x"),
            ("a!b", "a!b"),
        ];
        for (value, expected) in cases {
            assert_eq!(disarmed(value), expected);
        }
    }
}
