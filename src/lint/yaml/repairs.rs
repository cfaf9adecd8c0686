//! Edits that make YAML of what is none.

use std::ops;

use crate::lint::fix_check::Edit;
use crate::lint::skill_context::SkillContext;

pub(super) struct Repair {
    pub title: &'static str,
    pub edits: Vec<Edit>,
    /// Whether nothing that the author wrote is lost.
    pub lossless: bool,
}

impl Repair {
    pub fn new(title: &'static str, edits: Vec<Edit>) -> Self {
        Self {
            title,
            edits: apart(edits),
            lossless: true,
        }
    }
}

/// The edits by their places, those that begin at one place made into one: of two there, neither would go first.
fn apart(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
    let mut apart: Vec<Edit> = Vec::new();
    for (bytes, text) in edits {
        match apart.last_mut() {
            Some((last, inserted)) if last.end == bytes.start && last.start == bytes.start => {
                last.end = bytes.end;
                inserted.push_str(&text);
            }
            _ => apart.push((bytes, text)),
        }
    }
    apart
}

/// Quotes around a value: double ones unless something in it would have to be escaped.
pub(in crate::lint) fn in_quotes(text: &str, value: &ops::Range<usize>) -> Vec<Edit> {
    let written = &text[value.clone()];
    if !written.contains(['"', '\\']) {
        return vec![
            (value.start..value.start, "\"".to_owned()),
            (value.end..value.end, "\"".to_owned()),
        ];
    }
    let mut edits: Vec<Edit> = vec![(value.start..value.start, "'".to_owned())];
    for (at, _) in written.match_indices('\'') {
        match (at, edits.first_mut()) {
            (0, Some((_, first))) => first.push('\''),
            _ => edits.push((value.start + at..value.start + at, "'".to_owned())),
        }
    }
    edits.push((value.end..value.end, "'".to_owned()));
    edits
}

/// A text as a block below its key.
pub(super) fn as_block(
    context: &SkillContext<'_>,
    value: &ops::Range<usize>,
    style: &str,
) -> Vec<Edit> {
    let text = context.text;
    let level = indentations(text, value).min();
    let pad = level.filter(|level| *level > 0).unwrap_or(2);
    let opened = format!("{style}{}{}", context.line_end(), " ".repeat(pad));
    let mut edits = vec![(value.start..value.start, opened)];
    if level == Some(0) {
        edits.extend(every_line(text, value, "  "));
    }
    edits
}

/// Two blanks before each line but the first that begins at the margin.
pub(super) fn indented(text: &str, value: &ops::Range<usize>) -> Vec<Edit> {
    let at_margin = |line: &ops::Range<usize>| indentation(&text[line.clone()]) == 0;
    let mut edits = every_line(text, value, "  ");
    edits.retain(|(bytes, _)| at_margin(&(bytes.start..text.len())));
    edits
}

/// Blanks before each line but the first that is not empty.
pub(super) fn every_line(text: &str, value: &ops::Range<usize>, blanks: &str) -> Vec<Edit> {
    let further = lines(text, value).into_iter().skip(1);
    let filled = further.filter(|line| !text[line.clone()].trim().is_empty());
    filled
        .map(|line| (line.start..line.start, blanks.to_owned()))
        .collect()
}

/// The first line but the first of a value that begins at the margin.
pub(super) fn first_unindented(
    context: &SkillContext<'_>,
    value: &ops::Range<usize>,
) -> Option<ops::Range<usize>> {
    let mut further = lines(context.text, value).into_iter().skip(1);
    further.find(|line| {
        let text = context.slice(line);
        !text.trim().is_empty() && !text.starts_with([' ', '\t'])
    })
}

/// How far each line but the first is indented that is not empty.
pub(super) fn indentations<'t>(
    text: &'t str,
    value: &ops::Range<usize>,
) -> impl Iterator<Item = usize> + use<'t> {
    let further = lines(text, value).into_iter().skip(1);
    further
        .map(|line| &text[line])
        .filter(|line| !line.trim().is_empty())
        .map(indentation)
}

pub(super) fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The lines of some bytes, without their ends.
pub(super) fn lines(text: &str, bytes: &ops::Range<usize>) -> Vec<ops::Range<usize>> {
    let mut at = bytes.start;
    let all = text[bytes.clone()].split_inclusive('\n');
    all.map(|line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    })
    .collect()
}
