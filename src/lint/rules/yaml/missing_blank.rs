//! `missing-blank`: YAML does not recognize a key, because no colon with a space follows the key.
//! Only a colon follows, a colon or space of another script, or the equals sign of TOML.
//!
//! Fix: writes a colon and a space after each such key. The fix is safe if it changes nothing for a
//! host that loads the skill and loses no text of the author. It is unsafe otherwise.

use std::{mem, ops};

use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::helpers::yaml::lines::lines;
use crate::lint::helpers::yaml::repair::Repair;
use crate::lint::prelude::*;
use crate::model::field::FieldFile;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "missing-blank",
    Severity::Warning,
    "a key has no space after its colon, so YAML does not read it as a key",
    &[Run::Search(Search::Yaml)],
);

/// A key that YAML does not recognize because the separator after the key is wrong.
pub struct AlmostKey {
    /// The byte range of the key in the text.
    pub key: ops::Range<usize>,
    /// The byte range of the wrong separator, which the fix replaces with `: `.
    sign: ops::Range<usize>,
    kind: Sign,
}

/// The wrong separator after a key.
#[derive(Clone, Copy)]
enum Sign {
    /// A colon without a space after it.
    NoBlank,
    /// A full-width colon (`：`).
    Wide,
    /// A colon before a space of another kind, such as a no-break space, which YAML reads as a
    /// letter.
    Blank(char),
    /// The equals sign (`=`), as in TOML.
    Equals,
}

/// Returns the fault of a line whose key has a wrong separator; `None` if there is no such key.
pub fn find(context: &SkillContext<'_>, line: &ops::Range<usize>) -> Option<YamlFault> {
    let almost = almost_key(context.text, line)?;
    (!matches!(almost.kind, Sign::Equals)).then(|| fault(context, &[almost]))
}

/// Returns true if the frontmatter has a field whose key is followed by a wrong separator.
pub fn is_there(context: &SkillContext<'_>) -> bool {
    !almost_keys(context).is_empty()
}

/// Returns the keys that YAML does not recognize because their separators are wrong, as in
/// `name:pdf`. There are several kinds of wrong separator. The keys of a kind are returned only if
/// one of them is the name of a field that a host reads.
pub fn almost_keys(context: &SkillContext<'_>) -> Vec<AlmostKey> {
    if context.frontmatter.delimited.is_err() {
        return Vec::new();
    }
    let lines = lines(context.text, &context.frontmatter.bytes).into_iter();
    let mut keys: Vec<_> = lines
        .filter_map(|line| almost_key(context.text, &line))
        .collect();
    if keys.is_empty() {
        return keys;
    }
    let fields = keys
        .iter()
        .filter(|key| is_missing_field(context, context.slice(&key.key)));
    let signs: Vec<_> = fields.map(|key| mem::discriminant(&key.kind)).collect();
    keys.retain(|key| signs.contains(&mem::discriminant(&key.kind)));
    keys
}

/// Returns true if a host reads a field with the key `key`, and the frontmatter does not have this
/// field.
pub fn is_missing_field(context: &SkillContext<'_>, key: &str) -> bool {
    let mut verdicts = context.verdicts.iter();
    context.member(key).is_none()
        && verdicts.any(|verdict| {
            let fields = verdict.pipeline.host().format().fields().into_iter();
            let mut fields = fields.filter(|field| field.file == FieldFile::Frontmatter);
            fields.any(|field| field.is(key))
        })
}

/// Returns one fault for several keys that have the same wrong separator.
pub fn fault(context: &SkillContext<'_>, keys: &[AlmostKey]) -> YamlFault {
    let text = context.text;
    let first = &keys[0];
    let key = &text[first.key.clone()];
    let mut message = match first.kind {
        Sign::Wide => {
            format!("the colon after `{key}` is full-width (U+FF1A), which YAML reads as a letter")
        }
        Sign::Blank(blank) => {
            let name = match blank {
                '\u{a0}' => "no-break space",
                '\u{3000}' => "full-width space",
                _ => "space of another width",
            };
            let code = u32::from(blank);
            format!("a {name} (U+{code:04X}) follows `{key}:`, which YAML reads as a letter")
        }
        Sign::NoBlank => format!("missing space after `{key}:`, so YAML does not read it as a key"),
        Sign::Equals => format!("`=` follows `{key}`, and YAML needs a colon there"),
    };
    if keys.len() > 1 {
        message.push_str(&format!("; the same applies to {} more", keys.len() - 1));
    }
    let edits = keys.iter().map(|key| {
        let rest = text[key.sign.end..].chars().next();
        let is_last = rest.is_none_or(|next| matches!(next, ' ' | '\n' | '\r'));
        (
            key.sign.clone(),
            if is_last { ":" } else { ": " }.to_owned(),
        )
    });
    YamlFault {
        rule: &RULE,
        message,
        help: "Write a colon and a space after the key.",
        repairs: vec![Repair::new("Write a colon and a space", edits.collect())],
        bytes: first.sign.clone(),
        related: keys[1..]
            .iter()
            .map(|key| (key.sign.clone(), "the same problem is here, too"))
            .collect(),
    }
}

/// Returns the key at the beginning of a line if the separator after the key is wrong; `None`
/// otherwise.
fn almost_key(text: &str, line: &ops::Range<usize>) -> Option<AlmostKey> {
    let written = &text[line.clone()];
    let length = written
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        .count();
    let (key, rest) = written.split_at(length);
    if !key.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let sign = rest[spaces..].chars().next()?;
    let after = &rest[spaces + sign.len_utf8()..];
    let next = after.chars().next();
    let wide_blank = next.filter(|next| {
        matches!(
            next,
            '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200b}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        )
    });
    let kind = match (sign, wide_blank) {
        ('：', _) => Sign::Wide,
        (':', Some(blank)) => Sign::Blank(blank),
        (':', None)
            if spaces == 0
                && !after.starts_with("//")
                && next.is_some_and(|next| !matches!(next, ' ' | '\t')) =>
        {
            Sign::NoBlank
        }
        ('=', _) if !after.starts_with('=') => Sign::Equals,
        _ => return None,
    };
    let start = line.start + length;
    let mut end = start + spaces + sign.len_utf8() + wide_blank.map_or(0, char::len_utf8);
    if matches!(kind, Sign::Equals) {
        end += after.len() - after.trim_start_matches([' ', '\t']).len();
    }
    Some(AlmostKey {
        key: line.start..start,
        sign: start..end,
        kind,
    })
}
