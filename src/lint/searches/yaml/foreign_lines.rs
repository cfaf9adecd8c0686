//! Finds lines of the body or of other keys within a value. A repair of the value would make these
//! lines a part of the value.

use std::ops;

use crate::lint::helpers::yaml::fault::{TEXTS, YamlFault};
use crate::lint::helpers::yaml::lines::{closing_quote, indentation, lines};
use crate::lint::helpers::yaml::repair::Repair;
use crate::lint::prelude::*;
use crate::lint::rules::yaml::missing_blank::is_missing_field;

/// Returns the fault, with changed repairs if the field's value contains lines that belong to the
/// body or to another key. A new repair, which moves these lines out of the value, is added as the
/// first repair, if such a move is possible. The repairs that the fault already has would make the
/// lines a part of the value, so they become proposals, which the author must confirm.
pub fn without(context: &SkillContext<'_>, member: &Member<'_>, fault: YamlFault) -> YamlFault {
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
    // Only the first line of a name with several lines belongs to the name.
    let is_long_name = member.key == "name" && context.slice(&member.value_bytes).contains('\n');
    if repair.is_none() && body.is_none() && !is_long_name && !has_keys_after(context, member) {
        return fault;
    }
    let others = fault.repairs.into_iter().map(Repair::proposed);
    YamlFault {
        repairs: repair.into_iter().chain(others).collect(),
        ..fault
    }
}

/// Returns the byte offset at which the body begins inside of a field's value; `None` if no line of
/// the value belongs to the body. The body begins at an unindented heading or fence. After an empty
/// line, other text may also begin the body.
fn body(context: &SkillContext<'_>, member: &Member<'_>) -> Option<usize> {
    let mut is_after_space = false;
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
            && (is_after_space && !may_have_paragraphs
                || opens.iter().any(|mark| written.starts_with(mark)));
        is_after_space = is_blank;
        is_body
    });
    Some(line?.start)
}

/// Returns a repair for a field that is indented by mistake, and is therefore read as a part of the
/// value above the field. The repair removes the indentation. Returns `None` if the value contains
/// no such field.
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
    // In prose, a line may begin with a word that looks like a key.
    Some(match member.key {
        "description" => repair.proposed(),
        _ => repair,
    })
}

/// Returns true if a value in quotes ends on its first line, and a later line has a key.
fn has_keys_after(context: &SkillContext<'_>, member: &Member<'_>) -> bool {
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

/// Returns true if a word looks like a key: the word has at least three characters, and each
/// character is a lowercase letter, a hyphen or an underscore.
fn is_key(word: &str) -> bool {
    let is_of_key = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_');
    word.len() > 2 && word.bytes().all(is_of_key)
}

/// Returns a repair that moves the second key of a line to a new line. For example, `license` is
/// the second key of `version: 1 license: MIT`. Returns `None` if the line has no second key. A
/// word with a colon after it is the second key in these cases:
///
/// - The word follows a value of one word.
/// - The word is `name` or `description`, and the frontmatter has no field with this key.
fn key_on_its_line(context: &SkillContext<'_>, member: &Member<'_>) -> Option<Repair> {
    let value = &member.value_bytes;
    let written = context.slice(value);
    let line = &written[..written.find('\n').unwrap_or(written.len())];
    let after_word = line.split_once(' ').and_then(|(word, rest)| {
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
    let blank = after_word.or(missing)?;
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
