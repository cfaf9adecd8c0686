//! The lines among which delimiters of frontmatter are looked for.

use std::ops;

use crate::lint::skill_context::members;

/// The lines of the text from some byte on, without their ends.
pub(super) fn lines(text: &str, from: usize) -> impl Iterator<Item = (ops::Range<usize>, &str)> {
    let mut at = from;
    text[from..].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        (start..start + line.len(), line)
    })
}

/// A line that begins as a delimiter does.
pub(super) fn is_nearly_delimiter(line: &str) -> bool {
    line.trim().starts_with("---")
}

/// Whether a member's key is one that every skill has.
pub(super) fn is_known(key: &str) -> bool {
    matches!(key, "name" | "description")
}

/// Whether a name or a description stands between a byte and the next delimiter.
pub(super) fn has_known(text: &str, from: usize) -> bool {
    let until = lines(text, from).find(|(_, line)| line.trim() == "---");
    let bytes = from..until.map_or(from, |(bytes, _)| bytes.start);
    members(text, &bytes)
        .iter()
        .any(|member| is_known(member.key))
}
