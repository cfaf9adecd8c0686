//! `mixed-script-name`: a name in Latin letters contains similar letters of another script.
//!
//! Fix: writes the name in Latin letters only; unsafe, because the name may really have letters of another script.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::fixes::Fix;
use crate::lint::rule::RuleGroup;
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::run::{LintRule, Run};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::text::document::floor_char_boundary;
use std::ops::Range;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "mixed-script-name",
    Severity::Warning,
    "a name has letters of another script that look like Latin ones",
    &[Run::Text(|skill, text, found| check(skill, text, found))],
);

/// Letters of other scripts, each with the Latin letter that it looks like.
const ALIKE: [(char, char); 66] = [
    ('а', 'a'),
    ('е', 'e'),
    ('о', 'o'),
    ('р', 'p'),
    ('с', 'c'),
    ('у', 'y'),
    ('х', 'x'),
    ('і', 'i'),
    ('ј', 'j'),
    ('ѕ', 's'),
    ('һ', 'h'),
    ('ԁ', 'd'),
    ('ԛ', 'q'),
    ('ԝ', 'w'),
    ('ӏ', 'l'),
    ('ё', 'e'),
    ('ї', 'i'),
    ('к', 'k'),
    ('м', 'm'),
    ('т', 't'),
    ('в', 'b'),
    ('н', 'h'),
    ('А', 'A'),
    ('В', 'B'),
    ('Е', 'E'),
    ('К', 'K'),
    ('М', 'M'),
    ('Н', 'H'),
    ('О', 'O'),
    ('Р', 'P'),
    ('С', 'C'),
    ('Т', 'T'),
    ('Х', 'X'),
    ('У', 'Y'),
    ('І', 'I'),
    ('Ј', 'J'),
    ('Ѕ', 'S'),
    ('Ԛ', 'Q'),
    ('Ԝ', 'W'),
    ('Ӏ', 'I'),
    ('ο', 'o'),
    ('ν', 'v'),
    ('ι', 'i'),
    ('κ', 'k'),
    ('ρ', 'p'),
    ('α', 'a'),
    ('υ', 'u'),
    ('τ', 't'),
    ('Α', 'A'),
    ('Β', 'B'),
    ('Ε', 'E'),
    ('Ζ', 'Z'),
    ('Η', 'H'),
    ('Ι', 'I'),
    ('Κ', 'K'),
    ('Μ', 'M'),
    ('Ν', 'N'),
    ('Ο', 'O'),
    ('Ρ', 'P'),
    ('Τ', 'T'),
    ('Υ', 'Y'),
    ('Χ', 'X'),
    ('օ', 'o'),
    ('ո', 'n'),
    ('ս', 'u'),
    ('ց', 'g'),
];

/// Reports words that mix Latin letters with similar letters of other scripts.
pub(super) fn check(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    // The similar letters are Greek, Cyrillic or Armenian (U+0370 to U+058F), and most texts have none.
    if !text.text.bytes().any(|byte| matches!(byte, 0xcd..=0xd6)) {
        return;
    }
    for bytes in mixed(text.text).into_iter().take(MAX_FOUND) {
        let name = &text.text[bytes.clone()];
        let latin: String = name.chars().map(|c| looks_like(c).unwrap_or(c)).collect();
        let other = name.chars().find(|c| !c.is_ascii()).unwrap_or_default();
        if is_explained(text, &bytes, other) {
            continue;
        }
        let message = format!(
            "`{name}` looks like `{latin}` and is another name: its `{other}` is a {} letter (U+{:04X})",
            script(other),
            u32::from(other)
        );
        let fix = Fix::unsafe_(format!("Write {latin}"));
        let fix = fix.replace(&text.path, &text.places, bytes.clone(), latin);
        let help = "Write the name in letters of one script.";
        found.push(text.finding(context, &RULE, bytes, message, help).fix(fix));
    }
}

/// Returns true if the text near a word names the script of its foreign letter, as in `pаypal
/// (Cyrillic а)`. Such a text teaches readers to recognize such letters.
fn is_explained(text: &SkillText<'_>, bytes: &Range<usize>, letter: char) -> bool {
    let line = text.line_at(bytes.start);
    let start = line.as_ptr().addr() - text.text.as_ptr().addr();
    let at = bytes.start - start;
    let low = floor_char_boundary(line, at.saturating_sub(MAX_EXPLANATION));
    let high = floor_char_boundary(line, at + bytes.len() + MAX_EXPLANATION);
    let near = line[low..high].to_lowercase();
    let code = format!("u+{:04x}", u32::from(letter));
    let name = script(letter).to_lowercase();
    [&*name, &*code, "homoglyph", "homograph", "西里尔", "希腊"]
        .iter()
        .any(|word| near.contains(word))
}

/// Returns the byte ranges of words that mix Latin letters with letters of other scripts that look
/// like Latin letters.
fn mixed(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_of_word = c.is_alphanumeric() || c == '_';
        match start {
            None if is_of_word => start = Some(at),
            Some(from) if !is_of_word => {
                if is_mixed(&text[from..at], text) && !is_range(&text[at..]) {
                    found.push(from..at);
                }
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Returns true if a word is the start of a range of letters in a regular expression: in
/// `[a-zа-я]`, the word `zа` is followed by `-я`. `after` is the text after the word.
fn is_range(after: &str) -> bool {
    let last = after.strip_prefix('-').and_then(|rest| rest.chars().next());
    last.is_some_and(|last| !last.is_ascii() && last.is_alphabetic())
}

fn is_mixed(word: &str, text: &str) -> bool {
    if word.is_ascii() {
        return false;
    }
    let latin = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let others = || word.chars().filter(|c| !c.is_ascii());
    let is_alike = latin > 0 && others().all(|c| looks_like(c).is_some());
    // Formulas have Greek letters next to Latin letters, so a short word with Greek letters is not reported.
    let is_greek = others().all(|c| ('\u{370}'..='\u{3ff}').contains(&c));
    let is_formula = is_greek && (word.chars().count() < 4 || word.contains('_'));
    is_alike && !is_formula && others().count() <= latin && !is_inflected(word, text)
}

/// The maximum number of bytes before and after a word that are searched for the name of a writing
/// system, such as `Cyrillic`. No host has this limit.
const MAX_EXPLANATION: usize = 60;

/// The maximum number of bytes before a word that are read to find the language of the sentence
/// around the word. No host has this limit.
const MAX_SENTENCE: usize = 400;

/// Returns true if a word is a Latin stem with an ending in Cyrillic or Greek letters, such as
/// `JSONа`, and the words before it are Cyrillic or Greek. Such an ending is usual in a Cyrillic or
/// Greek sentence.
fn is_inflected(word: &str, text: &str) -> bool {
    let stem = word.trim_end_matches(|c: char| !c.is_ascii());
    let ending = word[stem.len()..].chars().count();
    let is_stem = stem.is_ascii() && stem.len() >= 2 && (1..=3).contains(&ending);
    let at = word.as_ptr().addr() - text.as_ptr().addr();
    if !is_stem {
        return false;
    }
    let low = floor_char_boundary(text, at.saturating_sub(MAX_SENTENCE));
    let line = text[low..at].rfind('\n').map_or(low, |end| low + end + 1);
    text[line..at]
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| {
            word.chars().count() > 2 && word.chars().all(|c| ('\u{370}'..='\u{52f}').contains(&c))
        })
}

fn looks_like(c: char) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    let alike = ALIKE.iter().find(|(other, _)| *other == c);
    alike.map(|(_, latin)| *latin)
}

fn script(c: char) -> &'static str {
    match c {
        '\u{370}'..='\u{3ff}' => "Greek",
        '\u{530}'..='\u{58f}' => "Armenian",
        _ => "Cyrillic",
    }
}
