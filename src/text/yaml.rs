//! Shared functions for YAML frontmatter: limits for parsing, the places of keys and errors, and
//! advice about errors.

use serde::Deserialize;

use crate::hashing::HashMap;
use crate::text::document::{Document, Place, lines_with_ends};

/// The maximum length of frontmatter that is parsed, in bytes. The limit is needed because parsing
/// needs several copies in memory. No author needs longer frontmatter, and no host has this limit.
pub const MAX_FRONTMATTER_BYTES: usize = 1 << 20;

/// The maximum product of two numbers: the bytes of a text, and the opening brackets in the text.
/// The limit is needed because the YAML scanner inspects all open brackets at each token, and
/// diagnostics parse faulty frontmatter hundreds of times. None of 3,000 real skills reaches a
/// hundredth of the limit. No host has this limit.
const MAX_NESTING_WORK: usize = 1 << 22;

/// Checks that a text can be parsed without too much memory or time.
///
/// # Errors
/// Returns a message about the limit that the text exceeds.
pub fn check_work(yaml: &str, max_bytes: usize) -> Result<(), String> {
    let brackets = yaml
        .bytes()
        .filter(|byte| matches!(byte, b'[' | b'{'))
        .count();
    let bytes = yaml.len();
    if bytes <= max_bytes && bytes.saturating_mul(brackets) <= MAX_NESTING_WORK {
        Ok(())
    } else {
        Err(format!(
            "{bytes} bytes with {brackets} opening brackets are more than Skillglass reads"
        ))
    }
}

/// The maximum number of bytes after an anchor that are searched for a line end. If the line is
/// longer, the size of the anchor's value may be overestimated.
const MAX_WORD: usize = 1 << 10;

/// Parses YAML into a value of type `T`. Returns an error if [`check_aliases`] refuses the text.
pub(crate) fn read<'y, T: Deserialize<'y>>(yaml: &'y str) -> Result<T, serde_yaml::Error> {
    check_aliases::<serde_yaml::Error>(yaml)?;
    serde_yaml::from_str(yaml)
}

/// Checks that a text is not larger than [`MAX_FRONTMATTER_BYTES`] after all aliases are replaced
/// by their values. Hosts whose parsers do not copy the value of an alias accept larger texts.
///
/// # Errors
/// Returns the message of the YAML parser. The parser would find the same error, but only after
/// much work.
pub(crate) fn check_aliases<E: serde::de::Error>(yaml: &str) -> Result<(), E> {
    if expanded_bytes(yaml) > MAX_FRONTMATTER_BYTES {
        Err(E::custom("repetition limit exceeded"))
    } else {
        Ok(())
    }
}

/// Returns an upper bound for the size of a text in bytes after all aliases are replaced by their
/// values. The bound can be higher than the real size for these reasons:
///
/// - Text that only resembles an anchor or alias counts as an anchor or alias.
/// - If a name has several anchors, the largest value counts.
/// - A value extends to its latest possible end.
pub(crate) fn expanded_bytes(yaml: &str) -> usize {
    if !(yaml.contains('&') && yaml.contains('*')) {
        return yaml.len();
    }
    let mut expansion = Expansion::default();
    let mut before = b'\n';
    for (at, byte) in yaml.bytes().enumerate() {
        if before == b'\n' && !matches!(byte, b'\n' | b'\r') {
            expansion.line(yaml, at);
        }
        // A mark begins an anchor or an alias only at the start of a word. A character outside of ASCII before the mark
        // may be a line end.
        let begins = !before.is_ascii()
            || before.is_ascii_whitespace()
            || matches!(before, b'[' | b'{' | b',' | b':' | b'?');
        expansion.bytes = expansion.bytes.saturating_add(1);
        expansion.written += 1;
        match byte {
            b'[' | b'{' => expansion.brackets += 1,
            b']' | b'}' => expansion.close(),
            // After one of these characters, only a parser can decide whether a bracket counts.
            b'"' | b'\'' | b'#' => expansion.unsure = expansion.bytes,
            b'&' if begins => expansion.anchor(yaml, at + 1),
            b'*' if begins => {
                let stands_for = name_at(yaml, at + 1).map_or(0, |name| expansion.value_of(name));
                expansion.bytes = expansion.bytes.saturating_add(stands_for);
            }
            _ => {}
        }
        before = byte;
    }
    expansion.bytes
}

/// Returns the name of the anchor or alias at an offset, as the YAML parser reads it. Returns none
/// if the name is empty.
fn name_at(yaml: &str, start: usize) -> Option<&str> {
    let rest = &yaml[start..];
    let is_of_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '-');
    let name = &rest[..rest.find(|one| !is_of_name(one)).unwrap_or(rest.len())];
    (!name.is_empty()).then_some(name)
}

/// The state while a text is searched for anchors and aliases: the sizes of the values that have
/// been read.
#[derive(Default)]
struct Expansion<'y> {
    /// The size in bytes of the text that has been read so far. Each alias counts as the value that
    /// replaces it.
    bytes: usize,
    /// The size in bytes of the text that has been read so far. Each alias counts as it is written,
    /// such as 2 bytes for `*a`.
    written: usize,
    /// The indentation of the current line.
    indentation: usize,
    brackets: usize,
    /// The value that `bytes` had at the last quote or `#`. A bracket after this quote or `#` may
    /// be part of a quoted text or of a comment, so the bracket may not end a value.
    unsure: usize,
    /// For each anchor name, the size in bytes of the largest value with this anchor that has been
    /// read to its end.
    values: HashMap<&'y str, usize>,
    /// For each anchor name, the values with this anchor that have not been read to their end.
    begun: HashMap<&'y str, Begun>,
    open: Vec<OpenAnchor<'y>>,
}

/// The values of anchors with the same name. The ends of these values have not been read yet.
#[derive(Default)]
struct Begun {
    count: usize,
    /// The value that `Expansion::written` had at the start of the first plain value. A plain value
    /// begins with a letter or digit, such as `word`, and contains no aliases. `None` if no value
    /// is plain.
    word: Option<usize>,
    /// The value that `Expansion::bytes` had at the start of the first value that is not plain,
    /// such as a list. `None` if all values are plain.
    other: Option<usize>,
}

struct OpenAnchor<'y> {
    name: &'y str,
    /// The value that `Expansion::bytes` had at the start of the anchor's value.
    start: usize,
    indentation: usize,
    brackets: usize,
    is_flow: bool,
}

impl<'y> Expansion<'y> {
    /// Begins the line at the byte offset `at`. If an anchor's line is indented more than this
    /// line, the value of the anchor ends here.
    fn line(&mut self, yaml: &str, at: usize) {
        let line = yaml[at..].trim_start_matches(' ');
        self.indentation = yaml.len() - at - line.len();
        if self.indentation == 0 && !line.starts_with(['-', '#', ']', '}', '\t']) {
            self.brackets = 0;
            self.end(|_| true);
        } else if self.brackets == 0 && !line.starts_with(['#', '\t', '\n', '\r']) {
            // The entries of a list may have the same indentation as the list's key.
            let least = self.indentation + usize::from(line.starts_with('-'));
            self.end(|open| !open.is_flow && open.indentation >= least);
        }
    }

    fn close(&mut self) {
        self.brackets = self.brackets.saturating_sub(1);
        let (brackets, unsure) = (self.brackets, self.unsure);
        self.end(|open| open.is_flow && open.brackets >= brackets && unsure <= open.start);
    }

    /// Ends the values of open anchors, the latest anchor first, and records the sizes of the
    /// values. An anchor is open if the end of its value has not been read. Stops at the first
    /// anchor for which `is_ended` returns false.
    fn end(&mut self, is_ended: impl Fn(&OpenAnchor<'_>) -> bool) {
        while let Some(open) = self.open.pop_if(|open| is_ended(open)) {
            self.value(open.name, self.value_of(open.name));
            if let Some(begun) = self.begun.get_mut(open.name) {
                begun.count -= 1;
                if begun.count == 0 {
                    self.begun.remove(open.name);
                }
            }
        }
    }

    fn value(&mut self, name: &'y str, bytes: usize) {
        let largest = self.values.entry(name).or_default();
        *largest = bytes.max(*largest);
    }

    fn anchor(&mut self, yaml: &'y str, start: usize) {
        let Some(name) = name_at(yaml, start) else {
            return;
        };
        let after = yaml[start + name.len()..].trim_start_matches([' ', '\t']);
        let first = after.bytes().next();
        // The value of an anchor before a word ends if the next line does not continue the word. Any other value ends
        // with its lines or with its bracket.
        let is_word = first.is_some_and(|first| first.is_ascii_alphanumeric());
        let is_plain = is_word && self.brackets == 0;
        let mut word = after.bytes().take(if is_plain { MAX_WORD } else { 0 });
        let end = word.position(|byte| byte == b'\n').filter(|end| {
            let next = after[*end..].trim_start_matches(['\r', '\n']);
            let deeper = next.bytes().take(self.indentation + 1);
            !deeper.eq(std::iter::repeat_n(b' ', self.indentation + 1))
        });
        if let Some(end) = end {
            self.value(name, end);
        } else {
            let begun = self.begun.entry(name).or_default();
            begun.count += 1;
            if is_word {
                begun.word.get_or_insert(self.written)
            } else {
                begun.other.get_or_insert(self.bytes)
            };
            self.open.push(OpenAnchor {
                name,
                start: self.bytes,
                indentation: self.indentation,
                brackets: self.brackets,
                is_flow: matches!(first, Some(b'[' | b'{')),
            });
        }
    }

    /// Returns the size in bytes of the value that has the anchor `name`. If the end of the value
    /// has not been read, the value is assumed to extend to the current position.
    fn value_of(&self, name: &str) -> usize {
        let ended = self.values.get(name).copied().unwrap_or_default();
        let begun = self.begun.get(name);
        let since = |start: Option<usize>, now: usize| start.map_or(0, |start| now - start);
        begun.map_or(ended, |begun| {
            let open = since(begun.word, self.written).max(since(begun.other, self.bytes));
            ended.max(open)
        })
    }
}

/// Replaces each run of whitespace by one space.
#[must_use]
pub fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the place of the frontmatter line with a field's key. If no line has the key, returns
/// the place of the first line.
#[must_use]
pub fn place_of_key(field: &str, text: &str, document: &Document<'_>) -> Place {
    let key = field.rsplit('.').next().unwrap_or(field);
    let line = lines_with_ends(document.frontmatter)
        .position(|line| {
            line.trim_start()
                .trim_start_matches(['"', '\''])
                .strip_prefix(key)
                .is_some_and(|rest| {
                    rest.trim_start_matches(['"', '\''])
                        .trim_start()
                        .starts_with(':')
                })
        })
        .unwrap_or(0);
    Place::of_line(text, document.frontmatter_line + line, 1)
}

/// Returns the place in the file where the YAML parser stopped. Returns none if the parser reports
/// no place.
#[must_use]
pub fn place_of_error(
    error: &serde_yaml::Error,
    text: &str,
    document: &Document<'_>,
) -> Option<Place> {
    error.location().map(|location| {
        Place::of_line(
            text,
            document.frontmatter_line + location.line() - 1,
            location.column(),
        )
    })
}

/// Returns advice to the author about the usual cause of a YAML parser's error.
#[must_use]
pub fn advice(message: &str) -> &'static str {
    let known = [
        (
            "mapping values are not allowed",
            "A value that contains `: ` must be in quotes.",
        ),
        (
            "expected alphabetic or numeric character",
            "A value that begins with `*` or `&` must be in quotes, and its further lines indented.",
        ),
        (
            "cannot start any token",
            "A value that begins with `@`, a backtick or `%`, or a line that begins with a tab, must be quoted or indented with spaces.",
        ),
        ("duplicate", "Keep one of the two lines with that key."),
        (
            "unexpected end of stream",
            "A quote is opened and not closed.",
        ),
        (
            "expected a string",
            "The value must be text; put it in quotes.",
        ),
        (
            "expected struct SkillFrontmatterMetadata",
            "`metadata` must be a block of `key: value` lines, or be left out.",
        ),
        (
            "could not find expected ':'",
            "A line has no `key: value`; indent it to continue the value above.",
        ),
        (
            "did not find expected",
            "Check the quotes and the indentation of this line and the one above.",
        ),
        (
            "unknown anchor",
            "A value that begins with `*` must be in quotes.",
        ),
        (
            "escape",
            "In double quotes a backslash begins an escape; use single quotes.",
        ),
    ];
    known
        .iter()
        .find(|(part, _)| message.contains(part))
        .map_or(
            "Check this line's quotes, colons and indentation.",
            |(_, help)| help,
        )
}

/// Puts some values of the frontmatter in double quotes, so that it can be parsed again after an
/// error. Quotes a value in a line such as `key: value` if it has no quotes, begins no block, and
/// `needs_quotes` returns true for it. Comments after a value are not recognized.
#[must_use]
pub fn quote_values(frontmatter: &str, needs_quotes: impl Fn(&str) -> bool) -> String {
    let mut quoted = String::with_capacity(frontmatter.len() + 16);
    // The indentation of the key whose block scalar is being read.
    let mut block: Option<usize> = None;
    for line in frontmatter.split_inclusive('\n') {
        let content = line.trim_end();
        let indentation = content.len() - content.trim_start().len();
        if block.is_some_and(|key| content.is_empty() || indentation > key) {
            quoted.push_str(line);
            continue;
        }
        block = None;
        let value = content
            .split_once(':')
            .filter(|(key, rest)| is_key(key) && (rest.is_empty() || rest.starts_with([' ', '\t'])))
            .map(|(_, rest)| rest.trim());
        match value {
            Some(value) if value.starts_with(['|', '>']) && is_block_header(value) => {
                block = Some(indentation);
                quoted.push_str(line);
            }
            Some(value)
                if !value.starts_with(['"', '\'']) && !value.is_empty() && needs_quotes(value) =>
            {
                quoted.push_str(&content[..content.len() - value.len()]);
                quoted.push('"');
                quoted.push_str(&value.replace('\\', "\\\\").replace('"', "\\\""));
                quoted.push('"');
                quoted.push_str(&line[content.len()..]);
            }
            _ => quoted.push_str(line),
        }
    }
    quoted
}

/// Returns true if a text may be a key: letters, digits, `-` and `_`. The key may be indented or
/// follow the dash of a list.
fn is_key(key: &str) -> bool {
    let key = key.trim_start().trim_start_matches("- ");
    !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn is_block_header(value: &str) -> bool {
    value[1..]
        .bytes()
        .all(|byte| matches!(byte, b'+' | b'-') || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_counts_as_its_value() {
        // Each case has a text, and the number of bytes that its expansion is longer.
        let cases = [
            ("a: b & c * d\n", 0),
            ("a: &a word\nb: *a\n", 4),
            ("a: &a word\nb: [*a, *a]\n", 8),
            ("a: &a [x, y]\nb: *a\n", 8),
            ("m:\n  a: &a [x, y]\n  b: *a\n  c: *a\n", 2 * 8),
            ("m:\n  a: &a\n    x: y\n  b: *a\n  c: *a\n", 2 * 11),
            // A bracket in quotes does not close anything.
            ("m: {a: &a [\"]\", x], b: *a}\n", 16),
            ("a: *unknown\nb: &x y\n", 0),
            ("a: **x**&**y** **z** **z**\n", 0),
            ("a: R&D [x] *D* (*D*)\n", 0),
            ("a:\u{2028}&a [x, y]\u{2028}b:\u{2028}*a\n", 8),
        ];
        for (yaml, more) in cases {
            assert_eq!(expanded_bytes(yaml), yaml.len() + more, "{yaml:?}");
        }
    }

    #[test]
    fn endless_expansions_of_aliases_are_not_read() {
        let levels = |count: usize| {
            let level =
                |level: usize| format!("a{level}: &a{level} [*a{0}, *a{0}, *a{0}]\n", level - 1);
            format!(
                "a0: &a0 [x, x]\n{}",
                (1..count).map(level).collect::<String>()
            )
        };
        let wide = format!(
            "a: &a [{}]\nb: [{}]\n",
            "x,".repeat(4_000),
            "*a,".repeat(2_000)
        );
        let in_one = format!(
            "m: [&a [{}], {}]\n",
            "x,".repeat(4_000),
            "*a,".repeat(2_000)
        );
        let text = "x".repeat(4_000);
        let aliases = "*a,".repeat(2_000);
        let copied = [
            format!("k: &a x\n  {text}\nl: [{aliases}]\n"),
            format!("k: &a x,{text}\nl: [{aliases}]\n"),
            format!("k: &a\n- {text}\nl: [{aliases}]\n"),
            format!("m:\n  k: &a\n  - {text}\n  l: [{aliases}]\n"),
            format!("m:\n  q: a [ b\n  k: &a x,{text}\n  l: [{aliases}]\n"),
            format!("k: &a {text}\n# &a x\nl: [{aliases}]\n"),
            format!("k:\r  &a {text}\nl: [{aliases}]\n"),
            format!("k: &a {text}\nl: {{{}}}\n", "*a:,".repeat(2_000)),
        ];
        for text in copied {
            assert!(
                expanded_bytes(&text) > MAX_FRONTMATTER_BYTES,
                "{:?}",
                &text[..30]
            );
        }
        for bomb in [levels(30), levels(1_000), wide, in_one] {
            let error = read::<serde_yaml::Value>(&bomb).unwrap_err();
            assert_eq!(error.to_string(), "repetition limit exceeded");
            assert!(expanded_bytes(&bomb) > MAX_FRONTMATTER_BYTES);
        }
        let in_line = format!("a: [&a x, {}]\n", "*a, ".repeat(100));
        for harmless in [levels(4), "a: &a {b: c}\nd: [*a, *a]\n".to_owned(), in_line] {
            read::<serde_yaml::Value>(&harmless).unwrap();
        }
    }

    #[test]
    fn only_values_that_need_it_are_quoted() {
        let cases = [
            ("a: b: c\n", "a: \"b: c\"\n"),
            ("a: b: \"c\\d\"\r\n", "a: \"b: \\\"c\\\\d\\\"\"\r\n"),
            ("a: 'b: c'\n", "a: 'b: c'\n"),
            ("a: \"b: c\"", "a: \"b: c\""),
            (
                "a: |\n  b: c: d\ne: f: g\n",
                "a: |\n  b: c: d\ne: \"f: g\"\n",
            ),
            ("a: >-\n\n  b: c: d\n", "a: >-\n\n  b: c: d\n"),
            ("a: | b: c\n", "a: \"| b: c\"\n"),
            ("- a: b: c\n", "- a: \"b: c\"\n"),
            ("a b: c: d\n", "a b: c: d\n"),
            ("a:b: c\n", "a:b: c\n"),
            ("a:\n", "a:\n"),
            ("", ""),
        ];
        for (frontmatter, expected) in cases {
            let quoted = quote_values(frontmatter, |value| value.contains(": "));
            assert_eq!(quoted, expected, "{frontmatter:?}");
        }
    }
}
