//! Lines that a repair would make a part of a value, although they are something else: the body, or another key.

use std::ops;

use crate::lint::helpers::yaml::fault::{Fault, TEXTS};
use crate::lint::helpers::yaml::lines::{closing_quote, indentation, lines};
use crate::lint::helpers::yaml::repair::Repair;
use crate::lint::prelude::*;
use crate::lint::rules::yaml::missing_blank::is_missing_field;

/// A fault of a member with repairs that leave such lines out of the value; where they are not sure to be meant, as
/// proposals.
pub fn without(context: &SkillContext<'_>, member: &Member<'_>, fault: Fault) -> Fault {
    let body = body(context, member);
    let is_last = (context.frontmatter.members.last())
        .is_none_or(|last| last.bytes.start == member.bytes.start);
    let end = body.filter(|_| is_last).map(|start| {
        let end = context.text[..start].trim_end().len();
        let delimiter = format!("{}---", context.line_end());
        let title = "End the frontmatter before the text";
        Repair::new(title, vec![(end..end, delimiter)]).proposed()
    });
    let repair = end
        .or_else(|| indented_key(context, member))
        .or_else(|| key_on_its_line(context, member));
    // Nobody gives a skill a name of several lines.
    let is_long_name = member.key == "name" && context.slice(&member.value_bytes).contains('\n');
    if repair.is_none() && body.is_none() && !is_long_name && !has_keys_behind(context, member) {
        return fault;
    }
    let others = fault.repairs.into_iter().map(Repair::proposed);
    Fault {
        repairs: repair.into_iter().chain(others).collect(),
        ..fault
    }
}

/// Where lines begin in a value that are the body's: a heading or a fence at the margin, or what a blank line divides from
/// a value that is no prose, or from one that a rule ends and no delimiter.
fn body(context: &SkillContext<'_>, member: &Member<'_>) -> Option<usize> {
    let mut is_behind_blank = false;
    let all = context.slice(&context.frontmatter.bytes);
    let has_rule = all.ends_with("\n\n") || all.ends_with("\n\r\n");
    let may_have_paragraphs = TEXTS.contains(&member.key) && !has_rule;
    let mut further = lines(context.text, &member.value_bytes).into_iter().skip(1);
    let line = further.find(|line| {
        let written = context.slice(line);
        let is_blank = written.trim().is_empty();
        let opens = ["# ", "## ", "### ", "```", "~~~"];
        let is_body = !is_blank
            && !written.starts_with([' ', '\t'])
            && (is_behind_blank && !may_have_paragraphs
                || opens.iter().any(|mark| written.starts_with(mark)));
        is_behind_blank = is_blank;
        is_body
    });
    Some(line?.start)
}

/// A field of a host's that stands indented below a value.
fn indented_key(context: &SkillContext<'_>, member: &Member<'_>) -> Option<Repair> {
    let value = &member.value_bytes;
    if context.slice(value).starts_with(['|', '>']) {
        return None;
    }
    let mut further = lines(context.text, value).into_iter().skip(1);
    let line = further.find(|line| {
        let written = context.slice(line);
        let level = indentation(written);
        level > 0 && begins_with_field(context, &written[level..])
    })?;
    let level = indentation(context.slice(&line));
    let edits = vec![(line.start..line.start + level, String::new())];
    let repair = Repair::new("Begin the key at the margin", edits);
    // Prose may go on with such a word.
    Some(match member.key {
        "description" => repair.proposed(),
        _ => repair,
    })
}

/// Whether lines with keys follow a quote that is closed on its line.
fn has_keys_behind(context: &SkillContext<'_>, member: &Member<'_>) -> bool {
    let value = context.slice(&member.value_bytes);
    let mut lines = value.lines();
    let first = lines.next().unwrap_or_default();
    let quote = first
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\''));
    let is_closed = quote.is_some_and(|quote| closing_quote(first, quote).is_some());
    is_closed
        && lines.any(|line| {
            let key = line.split_once(": ").map_or("", |(key, _)| key.trim());
            is_key(key.trim_matches(['"', '\'']))
        })
}

/// Whether a word can be nothing but a key.
fn is_key(word: &str) -> bool {
    let is_of_key = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_');
    word.len() > 2 && word.bytes().all(is_of_key)
}

/// A key that stands on the line of another one: behind a value of one word, or a name or a description that is missing.
fn key_on_its_line(context: &SkillContext<'_>, member: &Member<'_>) -> Option<Repair> {
    let value = &member.value_bytes;
    let written = context.slice(value);
    let line = &written[..written.find('\n').unwrap_or(written.len())];
    let behind_word = line.split_once(' ').and_then(|(word, rest)| {
        let (key, _) = rest.trim_start().split_once(": ")?;
        let is_value = !TEXTS.contains(&member.key) && !word.ends_with([':', ',']);
        (is_value && is_key(key)).then(|| line.len() - rest.trim_start().len())
    });
    let missing = ["name", "description"].into_iter().find_map(|key| {
        let mut places = line.match_indices(key).map(|(at, _)| at);
        places.find(|at| {
            let is_free = line[..*at].ends_with([' ', '\t']);
            is_free && line[at + key.len()..].starts_with(": ") && context.member(key).is_none()
        })
    });
    let blank = behind_word.or(missing)?;
    let start = line[..blank].trim_end().len();
    let bytes: ops::Range<usize> = value.start + start..value.start + blank;
    let edits = vec![(bytes, context.line_end().to_owned())];
    Some(Repair::new("Begin the key on a line of its own", edits).proposed())
}

fn begins_with_field(context: &SkillContext<'_>, line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, rest)| {
        (rest.is_empty() || rest.starts_with(' ')) && is_missing_field(context, key)
    })
}
