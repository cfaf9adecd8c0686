//! `bad-escape`: a backslash in double quotes does not begin a YAML escape.
//!
//! Fix: uses single quotes, doubles the backslashes, or writes the character itself. The first of
//! these forms that all parsers of the frontmatter understand is used. The fix is safe if it
//! changes nothing for a host that loads the skill and loses no text of the author. It is unsafe
//! otherwise.

use std::ops;

use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::helpers::yaml::lines::closing_quote;
use crate::lint::helpers::yaml::repair::Repair;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "bad-escape",
    Severity::Warning,
    "a backslash in double quotes does not begin an escape that YAML has",
    &[Run::Search(Search::Yaml)],
);

/// Returns the fault of a value in double quotes with an escape that YAML does not know; `None` if
/// all escapes are valid.
pub fn find(context: &SkillContext<'_>, member: &Member<'_>) -> Option<YamlFault> {
    let value = &member.value_bytes;
    let text = context.text;
    let mut bad: Vec<(ops::Range<usize>, String)> = Vec::new();
    let mut good = 0;
    let mut quote: Option<char> = None;
    let mut at = value.start;
    while at < value.end {
        let character = text[at..].chars().next()?;
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some('"'), '\\') => {
                let (length, instead) = escape(&text[at..value.end]);
                match instead {
                    None => good += 1,
                    Some(instead) => bad.push((at..at + length, instead)),
                }
                at += length;
                continue;
            }
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
        at += character.len_utf8();
    }
    let (mut bytes, _) = bad.first()?.clone();
    let mut repairs = Vec::new();
    let written = &text[value.clone()];
    let is_one_string = written.len() > 1
        && written.starts_with('"')
        && closing_quote(written, '"') == Some(written.len() - 1);
    let has_surrogates = text[bytes.clone()].starts_with("\\u");
    if is_one_string
        && !has_surrogates
        && (good == 0
            || is_windows_path(&text.as_bytes()[bytes.start.saturating_sub(2)..bytes.end]))
    {
        let inner = value.start + 1..value.end - 1;
        let doubled = text[inner.clone()].match_indices('\'');
        let mut edits = vec![(value.start..inner.start, "'".to_owned())];
        edits.extend(doubled.map(|(at, _)| (inner.start + at..inner.start + at, "'".to_owned())));
        edits.push((inner.end..value.end, "'".to_owned()));
        repairs.push(Repair::new("Put the value in single quotes", edits));
    }
    if bytes.len() == 1 {
        // The finding also includes the letter after the backslash.
        bytes.end += text[bytes.end..value.end]
            .chars()
            .next()
            .map_or(0, char::len_utf8);
    }
    repairs.push(if has_surrogates {
        Repair::new("Write the characters themselves", bad).losing(Loss::Escape)
    } else {
        Repair::new("Double the backslashes", bad)
    });
    Some(YamlFault {
        rule: &RULE,
        message: format!(
            "`{}` in `{}` is not an escape that YAML has",
            &text[bytes.clone()],
            member.key
        ),
        help: if has_surrogates {
            "Write the character itself; YAML has no pairs of escapes for one character."
        } else {
            "Use single quotes, in which a backslash is a backslash, or double it."
        },
        bytes,
        repairs,
        related: Vec::new(),
    })
}

/// Returns the length in bytes of the escape at the start of a text. For an escape that YAML does
/// not know, also returns the text that replaces it.
fn escape(text: &str) -> (usize, Option<String>) {
    let Some(letter) = text[1..].chars().next() else {
        return (1, Some("\\\\".to_owned()));
    };
    let digits = match letter {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"' | '/' | '\\'
        | 'N' | '_' | 'L' | 'P' | '\n' | '\r' => {
            return (1 + letter.len_utf8(), None);
        }
        _ => return (1, Some("\\\\".to_owned())),
    };
    let code = |at: usize| {
        let digits = text.get(at..at + digits)?;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_number
            .then(|| u32::from_str_radix(digits, 16).ok())
            .flatten()
    };
    let end = 2 + digits;
    match code(2) {
        None => (1, Some("\\\\".to_owned())),
        Some(number) if char::from_u32(number).is_some() => (end, None),
        Some(high @ 0xd800..0xdc00) if text[end..].starts_with("\\u") => match code(end + 2) {
            Some(low @ 0xdc00..0xe000) => {
                let joined = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                let joined = char::from_u32(joined).unwrap_or(char::REPLACEMENT_CHARACTER);
                (end + 6, Some(joined.to_string()))
            }
            _ => (1, Some("\\\\".to_owned())),
        },
        Some(_) => (1, Some("\\\\".to_owned())),
    }
}

fn is_windows_path(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|two| two == b":\\")
}
