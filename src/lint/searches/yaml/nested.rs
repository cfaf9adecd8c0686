//! Finds faults inside of a list or a mapping whose items are on separate lines.

use std::ops;

use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::helpers::yaml::lines::{indentation, lines_outside_blocks};
use crate::lint::helpers::yaml::parser::parses;
use crate::lint::prelude::*;
use crate::lint::quoting::in_quotes;
use crate::lint::rules::yaml::{
    duplicate_key, leading_indicator, text_behind_quote, unquoted_colon,
};

/// Returns the fault of a list or a mapping whose items are on separate lines; `None` if no line
/// has a fault. The value of each line is parsed separately.
pub fn nested(context: &SkillContext<'_>, member: &Member<'_>) -> Option<YamlFault> {
    let text = context.text;
    let mut edits = Vec::new();
    let mut first: Option<(ops::Range<usize>, char)> = None;
    for line in lines_outside_blocks(text, &member.bytes)
        .into_iter()
        .skip(1)
    {
        let content = text[line.clone()].trim_end();
        let Some(start) = scalar_start(content) else {
            continue;
        };
        let scalar = &content[start..];
        if scalar.is_empty()
            || scalar.starts_with(['|', '>'])
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
        return duplicate_key::below(context, member);
    };
    Some(match begin {
        '"' | '\'' => text_behind_quote::below(member, bytes, edits),
        '*' | '&' | '!' | '@' | '`' | '%' | ',' | '[' | '{' | ']' | '}' => {
            leading_indicator::below(member, bytes, edits)
        }
        _ => unquoted_colon::below(member, bytes, edits),
    })
}

/// Returns the byte offset in a line at which the value of a list item or a key begins; `None` if
/// the line has no value.
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
