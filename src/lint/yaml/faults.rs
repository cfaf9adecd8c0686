//! What is wrong with a member that a reader cannot read, and what its author may have meant.

use std::ops;

use serde::de::IgnoredAny;
use serde_yaml::Value;

use super::escapes::{closing_quote, escapes};
use super::nested::nested;
use super::reader::parses;
use super::repairs::{
    Repair, as_block, every_line, first_unindented, in_quotes, indentation, indentations, indented,
    lines,
};
use super::{
    LEADING_INDICATOR, LINE_WITHOUT_KEY, MISSING_BLANK, TAB_INDENTATION, TEXT_BEHIND_QUOTE,
    UNCLOSED_QUOTE, UNINDENTED_LINE, UNQUOTED_COLON, WRONG_TYPE,
};
use crate::lint::fix_check::{Edit, edited};
use crate::lint::rule::Rule;
use crate::lint::skill_context::{Member, SkillContext};

/// The keys whose values are texts that people write.
const TEXTS: [&str; 3] = ["name", "description", "when_to_use"];

/// Why YAML cannot read a member, in the order of preference with what would mend it.
pub(super) struct Fault {
    pub rule: &'static Rule,
    pub bytes: ops::Range<usize>,
    pub message: String,
    pub help: &'static str,
    pub repairs: Vec<Repair>,
    pub related: Option<(ops::Range<usize>, &'static str)>,
}

pub(super) fn line_without_key(context: &SkillContext<'_>, before: &ops::Range<usize>) -> Fault {
    let all = lines(context.text, before);
    let line = all
        .iter()
        .find(|line| !context.slice(line).trim().is_empty());
    let line = line.unwrap_or(before).clone();
    if let Some(fault) = nearly_a_key(context, &line) {
        return fault;
    }
    // Without a description the prose may hold it, and then it is for the author to find.
    let filled = all
        .iter()
        .filter(|line| !context.slice(line).trim().is_empty());
    let edits = filled.map(|line| (line.start..line.start, "# ".to_owned()));
    let commented = Repair {
        title: "Make a comment of what is no field",
        edits: edits.collect(),
        lossless: false,
    };
    let has_description = context.member("description").is_some();
    Fault {
        rule: &LINE_WITHOUT_KEY,
        bytes: line,
        message: "the frontmatter begins with a line that has no `key: value`".to_owned(),
        help: "Write `name:` and `description:`, and what is no field below the frontmatter.",
        repairs: has_description.then_some(commented).into_iter().collect(),
        related: None,
    }
}

/// A line that lacks no more than a blank behind its colon, or has the colon of another script.
fn nearly_a_key(context: &SkillContext<'_>, line: &ops::Range<usize>) -> Option<Fault> {
    let text = context.slice(line);
    let at = text.find([':', '：'])?;
    let colon = text[at..].chars().next()?;
    let (key, rest) = (&text[..at], &text[at + colon.len_utf8()..]);
    let is_key = key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let blank = rest
        .chars()
        .next()
        .filter(|next| matches!(next, '\u{a0}' | '\u{3000}'));
    if !is_key
        || rest.is_empty()
        || rest.starts_with("//")
        || rest.starts_with([' ', '\t']) && colon == ':'
    {
        return None;
    }
    let from = line.start + at;
    let bytes = from..from + colon.len_utf8() + blank.map_or(0, char::len_utf8);
    let message = match (colon, blank) {
        ('：', _) => {
            format!("the colon behind `{key}` is a full-width one, which YAML takes for a letter")
        }
        (_, Some(_)) => format!("the blank behind `{key}:` is one that YAML takes for a letter"),
        _ => format!("no blank follows `{key}:`, so it is no key"),
    };
    Some(Fault {
        rule: &MISSING_BLANK,
        message,
        help: "Write a colon and a blank behind the key.",
        repairs: vec![Repair::new(
            "Write a colon and a blank",
            vec![(
                bytes.clone(),
                if rest.starts_with(' ') { ":" } else { ": " }.to_owned(),
            )],
        )],
        bytes,
        related: None,
    })
}

/// What is wrong with a member that some reader cannot read.
pub(super) fn fault(context: &SkillContext<'_>, member: &Member<'_>) -> Option<Fault> {
    let text = context.text;
    let value = member.value_bytes.clone();
    let first_line = text[member.bytes.clone()]
        .find('\n')
        .map_or(member.bytes.end, |at| member.bytes.start + at);
    let found = tabs(context, member);
    if found.is_some() {
        return found;
    }
    if parses(&text[member.bytes.clone()]) {
        return wrong_type(context, member);
    }
    if value.is_empty() {
        return None;
    }
    if value.start > first_line && !text[value.clone()].starts_with(['{', '[', '"', '\'']) {
        return nested(context, member);
    }
    let mut fault = match text[value.clone()].chars().next()? {
        quote @ ('"' | '\'') => quoted(context, member, quote),
        '{' | '[' => flow(context, member),
        '|' | '>' => block_scalar(context, member),
        first => plain(context, member, first),
    };
    // Whatever it is, a text can stand in a block of its own.
    if TEXTS.contains(&member.key) && value.start <= first_line {
        let style = match indentations(text, &value).min() {
            Some(0) | None => "|-",
            Some(_) => ">-",
        };
        let edits = as_block(context, &value, style);
        fault
            .repairs
            .push(Repair::new("Put the text into a block", edits));
    }
    Some(fault)
}

/// Lines that tabs indent.
fn tabs(context: &SkillContext<'_>, member: &Member<'_>) -> Option<Fault> {
    let mut edits: Vec<Edit> = Vec::new();
    for line in lines(context.text, &member.bytes) {
        let text = context.slice(&line);
        let blank = &text[..text.len() - text.trim_start_matches([' ', '\t']).len()];
        if blank.contains('\t') && blank.len() < text.len() {
            let blanks = blank.replace('\t', "  ");
            edits.push((line.start..line.start + blank.len(), blanks));
        }
    }
    let (bytes, _) = edits.first()?.clone();
    let shifted: Vec<Edit> = edits
        .iter()
        .map(|(bytes, text)| {
            (
                bytes.start - member.bytes.start..bytes.end - member.bytes.start,
                text.clone(),
            )
        })
        .collect();
    let mended = edited(context.slice(&member.bytes), &shifted)?;
    (parses(&mended) && !parses(context.slice(&member.bytes))).then(|| Fault {
        rule: &TAB_INDENTATION,
        bytes,
        message: format!(
            "a tab indents a line of `{}`, and YAML takes blanks only",
            member.key
        ),
        help: "Indent with blanks.",
        repairs: vec![Repair::new("Indent with two blanks for each tab", edits)],
        related: None,
    })
}

/// A value that is YAML, of a kind that a host does not read.
fn wrong_type(context: &SkillContext<'_>, member: &Member<'_>) -> Option<Fault> {
    // Of other keys no host minds the kind.
    if !TEXTS.contains(&member.key) && member.key != "metadata" {
        return None;
    }
    let value = member.value_bytes.clone();
    let written = &context.text[value.clone()];
    let parsed: Value = serde_yaml::from_str(&context.text[member.bytes.clone()]).ok()?;
    let parsed = match parsed {
        Value::Mapping(members) if members.len() == 1 => members.into_iter().next()?.1,
        _ => return None,
    };
    let is = match &parsed {
        Value::Null => "empty",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Sequence(_) => "a list",
        Value::Mapping(_) | Value::Tagged(_) => "a mapping",
    };
    let mut repairs = Vec::new();
    let help = match &parsed {
        Value::String(text) if !TEXTS.contains(&member.key) => {
            if matches!(serde_yaml::from_str(text), Ok(Value::Mapping(_))) {
                let edits = vec![(value.clone(), text.trim().to_owned())];
                repairs.push(Repair::new("Take the quotes off the mapping", edits));
            }
            "Write the value as a mapping, not as text."
        }
        Value::Sequence(_) | Value::Number(_) | Value::Bool(_) if !written.contains('\n') => {
            repairs.push(Repair::new(
                "Put the value in quotes",
                in_quotes(context.text, &value),
            ));
            "Put the value in quotes."
        }
        _ => "Write the value as text.",
    };
    Some(Fault {
        rule: &WRONG_TYPE,
        bytes: if value.is_empty() {
            member.key_bytes.clone()
        } else {
            value
        },
        message: format!(
            "the value of `{}` is {is}, which is not what belongs there",
            member.key
        ),
        help,
        repairs,
        related: None,
    })
}

/// A value in quotes.
fn quoted(context: &SkillContext<'_>, member: &Member<'_>, quote: char) -> Fault {
    let text = context.text;
    let value = member.value_bytes.clone();
    if let Some(fault) = escapes(context, member, &value) {
        return fault;
    }
    let written = &text[value.clone()];
    let Some(closing) = closing_quote(written, quote) else {
        let mut edits = indented(text, &value);
        edits.push((value.end..value.end, quote.to_string()));
        return Fault {
            rule: &UNCLOSED_QUOTE,
            bytes: value.start..value.start + 1,
            message: format!(
                "the quote that the value of `{}` begins with is never closed",
                member.key
            ),
            help: "Close the quote at the end of the value.",
            repairs: vec![
                Repair::new("Close the quote", edits),
                Repair::new("Put the value in quotes", in_quotes(text, &value)),
            ],
            related: None,
        };
    };
    let behind = value.start + closing + 1;
    if text[behind..value.end].trim().is_empty() {
        // The quotes are in order, so it is the lines between them.
        return Fault {
            rule: &UNINDENTED_LINE,
            bytes: first_unindented(context, &value).unwrap_or_else(|| value.clone()),
            message: format!(
                "a line goes on with the value of `{}` and is not indented",
                member.key
            ),
            help: "Indent the lines that go on with a value.",
            repairs: vec![Repair::new("Indent the lines", indented(text, &value))],
            related: None,
        };
    }
    let tail = &text[behind..value.end];
    let on_same_line = !tail
        .trim_start_matches([' ', '\t'])
        .starts_with(['\n', '\r']);
    let escaped = |part: ops::Range<usize>| -> Vec<Edit> {
        let inner = text[part.clone()].char_indices();
        inner
            .filter(|(at, character)| {
                *character == quote && !(quote == '"' && text[..part.start + at].ends_with('\\'))
            })
            .map(|(at, _)| {
                (
                    part.start + at..part.start + at,
                    if quote == '"' { "\\" } else { "'" }.to_owned(),
                )
            })
            .collect()
    };
    // A quote before a word opens one, a quote behind a word closes one.
    let opens = tail.starts_with(|next: char| next.is_alphanumeric());
    let mut repairs = Vec::new();
    if written.ends_with(quote) && written.len() > closing + 1 && opens {
        let mut edits = indented(text, &value);
        edits.extend(escaped(value.start + 1..value.end - 1));
        repairs.push(Repair::new("Escape the quotes inside", edits));
    }
    let mut moved = vec![(behind - 1..behind, String::new())];
    moved.extend(indented(text, &value));
    moved.extend(escaped(behind..value.end));
    moved.push((value.end..value.end, quote.to_string()));
    let moved = Repair::new("Move the closing quote to the end", moved);
    let around = Repair::new("Put all of it in quotes", in_quotes(text, &value));
    if on_same_line && closing < tail.trim().len() {
        repairs.extend([around, moved]);
    } else {
        repairs.extend([moved, around]);
    }
    Fault {
        rule: &TEXT_BEHIND_QUOTE,
        bytes: behind + (tail.len() - tail.trim_start().len())..value.end,
        message: format!(
            "text stands behind the quote that ends the value of `{}`",
            member.key
        ),
        help: "Put all of the text inside the quotes, with `\\\"` for each quote in it.",
        repairs,
        related: None,
    }
}

/// A list in square brackets or a mapping in braces.
fn flow(context: &SkillContext<'_>, member: &Member<'_>) -> Fault {
    let text = context.text;
    let value = member.value_bytes.clone();
    if let Some(fault) = escapes(context, member, &value) {
        return fault;
    }
    let first = &text[value.start..value.start + 1];
    let mut repairs = Vec::new();
    if !text[value.clone()].contains('\n') {
        repairs.push(Repair::new(
            "Put the value in quotes",
            in_quotes(text, &value),
        ));
    }
    let indent = indented(text, &value);
    if !indent.is_empty() {
        repairs.insert(0, Repair::new("Indent the lines", indent));
    }
    Fault {
        rule: &LEADING_INDICATOR,
        bytes: value.start..value.start + 1,
        message: format!(
            "the value of `{}` begins with `{first}`, which opens a {} to YAML, and is none",
            member.key,
            if first == "[" { "list" } else { "mapping" }
        ),
        help: "Put a value that is text in quotes.",
        repairs,
        related: None,
    }
}

/// A text that `|` or `>` announces.
fn block_scalar(context: &SkillContext<'_>, member: &Member<'_>) -> Fault {
    let text = context.text;
    let value = member.value_bytes.clone();
    let header_end = text[value.clone()]
        .find('\n')
        .map_or(value.end, |at| value.start + at);
    let header = text[value.start..header_end].trim_end();
    let mark = header.len()
        - header[1..]
            .trim_start_matches(['+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
            .len();
    let rest = header[mark..].trim_start();
    if !rest.is_empty() && !rest.starts_with('#') {
        let from = value.start + header.len() - rest.len();
        let gap = value.start + mark..from;
        let mut edits = vec![(gap, format!("{}  ", context.line_end()))];
        edits.extend(indented(text, &(header_end..value.end)));
        return Fault {
            rule: &LEADING_INDICATOR,
            bytes: value.start..value.start + 1,
            message: format!(
                "text stands on the line of the `{}` that the value of `{}` begins with",
                &header[..1],
                member.key
            ),
            help: "Put the text on the lines below, indented, or put it in quotes.",
            repairs: vec![
                Repair::new("Begin the text on a line of its own", edits),
                Repair::new("Put the value in quotes", in_quotes(text, &value)),
            ],
            related: None,
        };
    }
    let body = header_end..value.end;
    let mut levels = indentations(text, &body);
    let wanted = levels.next().unwrap_or_default();
    let edits = if wanted == 0 {
        every_line(text, &body, "  ")
    } else {
        let below = lines(text, &body).into_iter().filter_map(|line| {
            let level = indentation(&text[line.clone()]);
            let is_less = !text[line.clone()].trim().is_empty() && level < wanted;
            is_less.then(|| (line.start..line.start, " ".repeat(wanted - level)))
        });
        below.collect()
    };
    Fault {
        rule: &UNINDENTED_LINE,
        bytes: first_unindented(context, &body).unwrap_or_else(|| value.clone()),
        message: format!(
            "a line of the text of `{}` is not indented as its first",
            member.key
        ),
        help: "Indent all lines of the text alike.",
        repairs: vec![Repair::new("Indent the lines", edits)],
        related: None,
    }
}

/// A value without quotes.
fn plain(context: &SkillContext<'_>, member: &Member<'_>, first: char) -> Fault {
    let text = context.text;
    let value = member.value_bytes.clone();
    let written = &text[value.clone()];
    let is_one_line = !written.contains('\n');
    let mut repairs = Vec::new();
    if is_one_line {
        repairs.push(Repair::new(
            "Put the value in quotes",
            in_quotes(text, &value),
        ));
    }
    let alone = format!("k: {}", written.lines().next().unwrap_or_default());
    let meaning = match first {
        '*' => Some("refers to an anchor"),
        '&' => Some("defines an anchor"),
        '!' => Some("names a type"),
        '@' | '`' => Some("is kept for later"),
        '%' => Some("gives a directive"),
        ',' | ']' | '}' => Some("goes on with a list"),
        '-' | '?' | ':' => Some("begins an entry"),
        '#' => Some("begins a comment"),
        _ => None,
    };
    if let Some(meaning) = meaning.filter(|_| serde_yaml::from_str::<IgnoredAny>(&alone).is_err()) {
        return Fault {
            rule: &LEADING_INDICATOR,
            bytes: value.start..value.start + first.len_utf8(),
            message: format!(
                "the value of `{}` begins with `{first}`, which {meaning} to YAML",
                member.key
            ),
            help: "Put the value in quotes, or its lines indented below `|-`.",
            repairs,
            related: None,
        };
    }
    let colon = colon(text, &value);
    let unindented = first_unindented(context, &value);
    if let Some(line) = &unindented
        && colon.as_ref().is_none_or(|colon| colon.start >= line.start)
    {
        if let Some(fault) = nearly_a_key(context, line) {
            return fault;
        }
        repairs.push(Repair::new("Indent the lines", indented(text, &value)));
        let edits = as_block(context, &value, "|-");
        repairs.insert(0, Repair::new("Put the text into a block", edits));
        return Fault {
            rule: &UNINDENTED_LINE,
            bytes: line.clone(),
            message: format!(
                "a line without a key stands below `{}`; what goes on with a value must be indented",
                member.key
            ),
            help: "Indent the line, or put the whole text indented below `|-`.",
            repairs,
            related: None,
        };
    }
    let bytes = colon.unwrap_or_else(|| value.clone());
    if !is_one_line {
        let style = if unindented.is_some() { "|-" } else { ">-" };
        repairs.push(Repair::new(
            "Put the text into a block",
            as_block(context, &value, style),
        ));
    }
    Fault {
        rule: &UNQUOTED_COLON,
        message: format!(
            "the value of `{}` holds a colon before a blank and is in no quotes",
            member.key
        ),
        help: "Put the value in quotes, or its lines indented below `|-`.",
        bytes,
        repairs,
        related: None,
    }
}

/// The first colon that a blank or a line's end follows.
fn colon(text: &str, value: &ops::Range<usize>) -> Option<ops::Range<usize>> {
    let written = &text[value.clone()];
    let mut colons = written.match_indices(':');
    let (at, _) = colons.find(|(at, _)| {
        let rest = &written[at + 1..];
        rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r'])
    })?;
    Some(value.start + at..value.start + at + 1)
}
