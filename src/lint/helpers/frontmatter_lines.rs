//! Finds the lines in a text that may be delimiters of frontmatter.

use std::ops;

use crate::lint::skill_context::members;

/// Returns the lines of a text from byte `from` to the end, without the line ends. Each line has its byte range.
pub fn lines(text: &str, from: usize) -> impl Iterator<Item = (ops::Range<usize>, &str)> {
    let mut at = from;
    text[from..].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        (start..start + line.len(), line)
    })
}

/// Returns true if a line begins with `---`, or consists only of dashes of any kind.
pub fn is_nearly_delimiter(line: &str) -> bool {
    line.trim().starts_with("---") || is_of_dashes(line)
}

/// Returns true if a line consists only of at least three dashes. A dash may be one of the longer dashes by which a
/// word processor replaces `--`.
pub fn is_of_dashes(line: &str) -> bool {
    let line = line.trim();
    let is_dash = |character| matches!(character, '-' | '–' | '—');
    line.chars().all(is_dash) && line.len() >= 3
}

/// Returns true if a key is `name` or `description`, the two fields that every skill has.
pub fn is_known(key: &str) -> bool {
    matches!(key, "name" | "description")
}

/// Returns the byte range of the line that most likely closes frontmatter that begins at byte
/// `from`; `None` if there is no such line.
pub fn closing(text: &str, from: usize) -> Option<ops::Range<usize>> {
    let mut lines = lines(text, from);
    lines
        .find(|(_, line)| is_of_dashes(line))
        .map(|(bytes, _)| bytes)
}

/// Returns true if the field `name` or `description` occurs between byte `from` and the next
/// delimiter.
pub fn has_known(text: &str, from: usize) -> bool {
    let until = closing(text, from);
    let bytes = from..until.map_or(from, |bytes| bytes.start);
    has_members(text, &bytes)
}

/// Returns true if the field `name` or `description` occurs within a byte range.
pub fn has_members(text: &str, bytes: &ops::Range<usize>) -> bool {
    members(text, bytes)
        .iter()
        .any(|member| is_known(member.key))
}

/// Returns the byte offset at which the fields of the frontmatter end. The frontmatter begins at
/// byte `from` of `text`. Its fields end at the start of the first line that is neither a field nor
/// a continuation of a field.
pub fn end_of_members(text: &str, from: usize) -> usize {
    let body = lines(text, from).find(|(_, line)| {
        let is_member = !members(line, &(0..line.len())).is_empty();
        !is_member && !line.starts_with([' ', '\t', '-']) && !line.is_empty()
    });
    body.map_or(text.len(), |(bytes, _)| bytes.start)
}
