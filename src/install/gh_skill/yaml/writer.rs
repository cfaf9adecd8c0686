//! Writes YAML in the format of the Go library yaml.v3, with an indentation of four spaces.

use std::cmp::Ordering;

use super::scalar::{is_of_old_yaml, resolve};
use super::value::{Pair, Yaml};
use crate::sort;

/// The number of spaces for each level of indentation.
const INDENT: usize = 4;

/// The maximum length of a key that is written without `? ` before it, in bytes.
const MAX_SIMPLE_KEY: usize = 128;

/// Returns the YAML text of a map, with sorted keys.
pub(crate) fn write(pairs: &[Pair]) -> String {
    if pairs.is_empty() {
        return "{}\n".to_owned();
    }
    let mut writer = Writer {
        text: String::new(),
    };
    writer.map(pairs, 0);
    writer.text
}

struct Writer {
    text: String,
}

impl Writer {
    /// Begins a new line and indents it. A line end is written only if the text does not already
    /// end with a line end.
    fn line(&mut self, indent: usize) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.pad(indent);
    }

    fn pad(&mut self, indent: usize) {
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// Writes the pairs of a map. The first pair is written on the current line, and every other
    /// pair on a new line.
    fn map(&mut self, pairs: &[Pair], indent: usize) {
        let mut sorted: Vec<_> = pairs.iter().collect();
        sort::by(&mut sorted, |left, right| order(&left.key, &right.key));
        for (index, Pair { key, value, .. }) in sorted.into_iter().enumerate() {
            if index > 0 {
                self.line(indent);
            }
            let key = match key {
                Yaml::Text(text) => text_of(text, true),
                key => key.scalar().unwrap_or_default(),
            };
            if key.len() > MAX_SIMPLE_KEY {
                self.text.push_str("? ");
                self.text.push_str(&key);
                self.line(indent);
            } else {
                self.text.push_str(&key);
            }
            self.text.push(':');
            self.value(value, INDENT * ((indent + INDENT) / INDENT), false);
        }
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Writes a value after its key, or after the hyphen of its list item.
    fn value(&mut self, value: &Yaml, indent: usize, is_item: bool) {
        match value {
            Yaml::List(items) if items.is_empty() => self.text.push_str(" []"),
            Yaml::Map(pairs) if pairs.is_empty() => self.text.push_str(" {}"),
            Yaml::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    if is_item && index == 0 {
                        self.text.push(' ');
                    } else {
                        self.line(indent);
                    }
                    self.text.push('-');
                    self.value(item, indent + 2, true);
                }
            }
            Yaml::Map(pairs) => {
                if is_item {
                    self.text.push(' ');
                } else {
                    self.line(indent);
                }
                self.map(pairs, indent);
            }
            Yaml::Text(text) if text.contains('\n') && Analysis::of(text).block => {
                self.literal(text, indent)
            }
            Yaml::Text(text) => {
                self.text.push(' ');
                self.text.push_str(&text_of(text, false));
            }
            scalar => {
                self.text.push(' ');
                self.text.push_str(&scalar.scalar().unwrap_or_default());
            }
        }
    }

    /// Writes a text that has several lines as a literal block (`|`).
    fn literal(&mut self, text: &str, indent: usize) {
        self.text.push_str(" |");
        if text.starts_with([' ', '\n']) {
            self.text.push_str(&INDENT.to_string());
        }
        if !text.ends_with('\n') {
            self.text.push('-');
        } else if text == "\n" || text.ends_with("\n\n") {
            self.text.push('+');
        }
        // An empty first line is lost. The program has the same fault.
        let mut begins = true;
        for character in text.chars() {
            if character == '\n' {
                self.text.push('\n');
                begins = true;
                continue;
            }
            if std::mem::take(&mut begins) {
                self.line(indent);
            }
            self.text.push(character);
        }
    }
}

/// The YAML styles in which a text can be written.
struct Analysis {
    plain: bool,
    single: bool,
    block: bool,
}

impl Analysis {
    fn of(text: &str) -> Self {
        let mut indicators = text.starts_with("---") || text.starts_with("...");
        let (mut special, mut tabs, mut breaks) = (false, false, false);
        let (mut space_break, mut break_space) = (false, false);
        let mut before = None;
        let mut rest = text.chars().peekable();
        while let Some(character) = rest.next() {
            let ends_word = rest
                .peek()
                .is_none_or(|next| is_space(*next) || is_break(*next));
            let begins_word = before.is_none_or(|before| is_space(before) || is_break(before));
            indicators |= match character {
                '#' if before.is_none() || begins_word => true,
                ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%'
                | '@' | '`' => before.is_none(),
                '?' | '-' => before.is_none() && ends_word,
                ':' => ends_word,
                _ => false,
            };
            tabs |= character == '\t';
            special |= character != '\t' && !is_printable(character);
            breaks |= is_break(character);
            space_break |= is_break(character) && before == Some(' ');
            break_space |= character == ' ' && before.is_some_and(is_break);
            before = Some(character);
        }
        let at_edge = |is: fn(char) -> bool| text.starts_with(is) || text.ends_with(is);
        let is_edge = at_edge(is_break) || text.starts_with(' ') || text.ends_with(' ');
        let is_odd = space_break || special;
        Self {
            plain: !(indicators || is_edge || breaks || is_odd || tabs || break_space),
            single: !(is_odd || tabs || break_space),
            block: !(is_odd || text.ends_with(' ')),
        }
    }
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns true if yaml.v3 writes a character without an escape.
fn is_printable(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}

/// Returns a text as YAML on one line: without quotes if possible, otherwise in quotes.
fn text_of(text: &str, is_key: bool) -> String {
    let analysis = Analysis::of(text);
    let reads_as_text = matches!(resolve(text), Yaml::Text(_)) && !is_of_old_yaml(text);
    let is_literal = text.contains('\n');
    if !reads_as_text || is_literal || !analysis.single || (is_key && text.contains(is_break)) {
        return escaped(text);
    }
    if analysis.plain {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "''"))
}

/// Returns a text in double quotes, with escapes for special characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::from("\"");
    for character in text.chars() {
        let code = u32::from(character);
        let short = match character {
            '"' => Some('"'),
            '\\' => Some('\\'),
            '\0' => Some('0'),
            '\u{7}' => Some('a'),
            '\u{8}' => Some('b'),
            '\t' => Some('t'),
            '\n' => Some('n'),
            '\u{b}' => Some('v'),
            '\u{c}' => Some('f'),
            '\r' => Some('r'),
            '\u{1b}' => Some('e'),
            '\u{85}' => Some('N'),
            '\u{2028}' => Some('L'),
            '\u{2029}' => Some('P'),
            _ => None,
        };
        match short {
            Some(short) => escaped.extend(['\\', short]),
            None if is_printable(character) => escaped.push(character),
            None if code <= 0xff => escaped.push_str(&format!("\\x{code:02X}")),
            None if code <= 0xffff => escaped.push_str(&format!("\\u{code:04X}")),
            None => escaped.push_str(&format!("\\U{code:08X}")),
        }
    }
    escaped.push('"');
    escaped
}

/// Compares two keys like yaml.v3: numbers come before texts. In texts, runs of digits are compared
/// as numbers.
fn order(left: &Yaml, right: &Yaml) -> Ordering {
    let number = |key: &Yaml| match key {
        Yaml::Bool(value) => Some(f64::from(u8::from(*value))),
        Yaml::Int(value) => Some(*value as f64),
        Yaml::Float(value) => Some(*value),
        _ => None,
    };
    let rank = |key: &Yaml| match key {
        Yaml::Bool(_) => 0,
        Yaml::Int(_) => 1,
        Yaml::Float(_) => 2,
        Yaml::Null => 3,
        Yaml::Text(_) => 4,
        _ => 5,
    };
    if let (Some(left), Some(right)) = (number(left), number(right))
        && let Some(order @ (Ordering::Less | Ordering::Greater)) = left.partial_cmp(&right)
    {
        return order;
    }
    match (left, right) {
        (Yaml::Text(left), Yaml::Text(right)) => natural(left, right),
        _ => rank(left).cmp(&rank(right)),
    }
}

/// Compares two texts like yaml.v3. At the first difference, a letter comes after other characters,
/// unless the letter follows a digit. Runs of digits are compared by their value.
fn natural(left: &str, right: &str) -> Ordering {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let same = left
        .iter()
        .zip(&right)
        .take_while(|(left, right)| left == right)
        .count();
    let (Some(one), Some(other)) = (left.get(same), right.get(same)) else {
        return left.len().cmp(&right.len());
    };
    let before = left.get(..same).unwrap_or_default();
    match (one.is_alphabetic(), other.is_alphabetic()) {
        (true, true) => return one.cmp(other),
        (false, false) => {}
        (one_is_letter, _) => {
            let after_digit = before.last().is_some_and(|last| last.is_numeric());
            return if one_is_letter == after_digit {
                Ordering::Less
            } else {
                Ordering::Greater
            };
        }
    }
    let digits_before = before.iter().rev().take_while(|one| one.is_ascii_digit());
    let is_inside = (*one == '0' || *other == '0') && { digits_before }.any(|one| *one != '0');
    let run = |text: &[char]| {
        let digits = text
            .get(same..)
            .unwrap_or_default()
            .iter()
            .map_while(|one| one.to_digit(10));
        digits.fold(
            (u128::from(is_inside), 0_usize),
            |(value, length), digit| {
                (
                    value.saturating_mul(10).saturating_add(digit.into()),
                    length + 1,
                )
            },
        )
    };
    run(&left).cmp(&run(&right)).then(one.cmp(other))
}
