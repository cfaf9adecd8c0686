//! Fixes that add a description made from sentences of the skill's text. These fixes are proposals.
//! They are made only for files in which the author wrote no description.

use std::ops;

use crate::lint::fixes::Fix;
use crate::lint::fixes::check::Edit;
use crate::lint::helpers::prose;
use crate::lint::skill_context::{Member, SkillContext};
use crate::text::document::Unsplit;

/// The number of lines at the start of a file without frontmatter that are searched for fields. No host has this limit.
const MAX_HEAD_LINES: usize = 40;

/// Keys that authors use for descriptions.
const DESCRIPTIONS: [&str; 4] = ["description", "desc", "summary", "about"];

/// Returns a proposal that adds a description: the first sentences of the text, or its first heading. Returns `None` if
/// the file already has a description under a misspelt key or in another place, because the author's own words are
/// better.
pub fn described(
    context: &SkillContext<'_>,
    title: &str,
    edits: impl Fn(&str) -> Vec<Edit>,
) -> Option<Fix> {
    if !context.fixes || is_written(context, &DESCRIPTIONS) {
        return None;
    }
    let body = &context.text[context.body.clone()];
    let words = prose::first_sentences(body).or_else(|| prose::first_heading(body))?;
    let edits = edits(&words).into_iter();
    Some(edits.fold(Fix::unsafe_(title), |fix, (bytes, text)| {
        fix.replace(context.path, &context.places, bytes, text)
    }))
}

/// Returns the field of the frontmatter whose key is a misspelling of `key` and whose value is not
/// empty; `None` if there is no such field.
pub fn misspelt<'s, 'a>(context: &'s SkillContext<'a>, key: &str) -> Option<&'s Member<'a>> {
    let mut members = context.frontmatter.members.iter();
    members.find(|member| {
        let is_filled = context
            .slice(&member.value_bytes)
            .contains(char::is_alphanumeric);
        let is_short = key == "description" && member.key.eq_ignore_ascii_case("desc");
        is_filled && member.key != key && (is_short || is_nearly(member.key, key))
    })
}

/// Returns true if the author wrote a missing field in another form. The key may be misspelt or
/// have another separator. The field may be below another key, on the line of another field, or in
/// a comment.
pub fn is_written(context: &SkillContext<'_>, keys: &[&str]) -> bool {
    let head = head(context);
    let text = context.slice(&head);
    // A wrong separator may be read as a part of the key, so only the letters and digits of the key are compared.
    let mut lines = text.lines();
    let is_split = lines.any(|line| {
        line.split_once(':').is_some_and(|(key, value)| {
            let letters = key.chars().filter(|character| character.is_alphanumeric());
            let letters: String = letters.take(2 * MAX_HEAD_LINES).collect();
            value.contains(char::is_alphanumeric) && keys.iter().any(|key| is_nearly(&letters, key))
        })
    });
    if is_split {
        return true;
    }
    let mut at = 0;
    while let Some(start) = text[at..].find(|character: char| character.is_ascii_alphabetic()) {
        let start = at + start;
        let length =
            text[start..].find(|character: char| !character.is_alphanumeric() && character != '_');
        let end = length.map_or(text.len(), |length| start + length);
        at = end;
        if keys.iter().any(|key| is_nearly(&text[start..end], key)) && has_value(&text[end..]) {
            return true;
        }
    }
    false
}

/// Returns the byte range in which fields are searched: the frontmatter, or the lines before the
/// first heading if the frontmatter is not delimited.
fn head(context: &SkillContext<'_>) -> ops::Range<usize> {
    let bytes = &context.frontmatter.bytes;
    if context.frontmatter.delimited.is_ok() {
        return bytes.clone();
    }
    let start = match context.frontmatter.delimited {
        Err(Unsplit::NotClosed) => bytes.start,
        _ => context.mark_length(),
    };
    let lines = context.text[start..].split_inclusive('\n');
    let head = lines
        .take(MAX_HEAD_LINES)
        .take_while(|line| !line.starts_with('#'));
    start..start + head.map(str::len).sum::<usize>()
}

/// Returns true if a word is equal to a key or is a misspelling of the key.
fn is_nearly(word: &str, key: &str) -> bool {
    let far = key.len() / 5;
    let word = word.trim_start_matches("short_");
    word.len().abs_diff(key.len()) <= far
        && strsim::osa_distance(&word.to_ascii_lowercase(), key) <= far
}

/// Returns true if the text after a key begins with a separator and a value. The value may be on
/// the same line, or indented on the next line.
fn has_value(text: &str) -> bool {
    let spaces = ['"', '\'', '*', ' ', '\t', '\u{a0}', '\u{3000}'];
    let rest = text.trim_start_matches(spaces);
    let Some(rest) = rest.strip_prefix([':', '：', '=']) else {
        return false;
    };
    let mut lines = rest.split('\n');
    let value = lines.next().unwrap_or_default();
    let is_filled = |text: &str| text.contains(char::is_alphanumeric);
    let is_block = value.trim_start().starts_with(['|', '>']);
    let is_below = lines
        .next()
        .is_some_and(|line| (is_block || line.starts_with([' ', '\t', '-'])) && is_filled(line));
    is_filled(value) || is_below
}
