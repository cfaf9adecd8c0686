//! What is wrong with a list or a mapping on lines of its own.

use std::collections::HashMap;
use std::ops;

use super::faults::Fault;
use super::reader::parses;
use super::repairs::{Repair, in_quotes, indentation, lines};
use super::{DUPLICATE_KEY, LEADING_INDICATOR, TEXT_BEHIND_QUOTE, UNQUOTED_COLON};
use crate::lint::skill_context::{Member, SkillContext};

/// Lists and mappings on lines of their own: each line's value by itself.
pub(super) fn nested(context: &SkillContext<'_>, member: &Member<'_>) -> Option<Fault> {
    let text = context.text;
    let mut edits = Vec::new();
    let mut first: Option<(ops::Range<usize>, char)> = None;
    // The indentation of the key whose block of text is open.
    let mut block: Option<usize> = None;
    for line in lines(text, &member.bytes).into_iter().skip(1) {
        let content = text[line.clone()].trim_end();
        let level = indentation(content);
        if content.trim().is_empty() || block.is_some_and(|key| level > key) {
            continue;
        }
        block = None;
        let Some(start) = scalar_start(content) else {
            continue;
        };
        let scalar = &content[start..];
        if scalar.starts_with(['|', '>']) {
            block = Some(level);
            continue;
        }
        if scalar.is_empty()
            || parses(&format!("k: {scalar}"))
            || scalar.starts_with(['{', '[', '&']) && !scalar.ends_with([']', '}'])
        {
            continue;
        }
        let bytes = line.start + start..line.start + content.len();
        edits.extend(in_quotes(text, &bytes));
        let begin = scalar.chars().next()?;
        first.get_or_insert((bytes, begin));
    }
    let Some((bytes, begin)) = first else {
        return nested_duplicate(context, member);
    };
    let (rule, what) = match begin {
        '"' | '\'' => (&TEXT_BEHIND_QUOTE, "does not end where its quote does"),
        '*' | '&' | '!' | '@' | '`' | '%' | ',' | '[' | '{' | ']' | '}' => (
            &LEADING_INDICATOR,
            "begins with a character that means something else to YAML",
        ),
        _ => (
            &UNQUOTED_COLON,
            "holds a colon before a blank and is in no quotes",
        ),
    };
    Some(Fault {
        rule,
        bytes,
        message: format!("a value below `{}` {what}", member.key),
        help: "Put all of the value in quotes.",
        repairs: vec![Repair::new("Put the value in quotes", edits)],
        related: None,
    })
}

/// A key that stands twice in a mapping below a member.
fn nested_duplicate(context: &SkillContext<'_>, member: &Member<'_>) -> Option<Fault> {
    // The keys of the open mappings with their lines, by how far they are indented.
    let mut open: Vec<(usize, HashMap<&str, ops::Range<usize>>)> = Vec::new();
    for line in lines(context.text, &member.bytes).into_iter().skip(1) {
        let content = context.slice(&line);
        let level = indentation(content);
        let Some((key, value)) = content.trim().split_once(':') else {
            continue;
        };
        let is_entry = key.starts_with("- ");
        let ends = |known: usize| known > level || is_entry && known == level;
        while open.last().is_some_and(|(known, _)| ends(*known)) {
            open.pop();
        }
        if is_entry {
            continue;
        }
        if open.last().is_none_or(|(known, _)| *known < level) {
            open.push((level, HashMap::new()));
        }
        let Some((_, keys)) = open.last_mut() else {
            continue;
        };
        if let Some(first) = keys.get(key) {
            let after = &context.text[line.end..member.bytes.end];
            let next = after.lines().skip(1).find(|next| !next.trim().is_empty());
            let same = context.slice(first).trim_end() == content.trim_end()
                && !value.trim().is_empty()
                && next.is_none_or(|next| indentation(next) <= level);
            let end = (line.end + 1).min(context.text.len());
            let end = end + usize::from(context.text[line.end..].starts_with("\r\n"));
            let start = line.start + level;
            return Some(Fault {
                rule: &DUPLICATE_KEY,
                bytes: start..start + key.len(),
                message: format!("the key `{key}` stands twice below `{}`", member.key),
                help: "Keep one of the two lines.",
                repairs: vec![Repair {
                    title: "Remove the second of the two",
                    edits: vec![(line.start..end, String::new())],
                    lossless: same,
                }],
                related: Some((
                    first.start + level..first.start + level + key.len(),
                    "it stands here first",
                )),
            });
        }
        keys.insert(key, line);
    }
    None
}

/// Where the value of a line inside a list or mapping begins.
fn scalar_start(line: &str) -> Option<usize> {
    let mut at = indentation(line);
    while line[at..].starts_with("- ") {
        at += 2;
        at += indentation(&line[at..]);
    }
    let rest = &line[at..];
    if rest.starts_with('#') || rest == "-" {
        return None;
    }
    let key = rest
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
        .count();
    if key > 0 && rest[key..].starts_with(": ") {
        at += key + 2;
        at += indentation(&line[at..]);
    } else if key > 0 && &rest[key..] == ":" {
        return None;
    }
    Some(at)
}
