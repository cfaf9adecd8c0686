//! Edits that turn a text into valid YAML.

use std::ops;

use crate::lint::fixes::check::Edit;
use crate::lint::fixes::kept_words::Loss;
use crate::lint::helpers::yaml::lines::{indentation, indentations, lines};
use crate::lint::skill_context::SkillContext;
use crate::sort;

/// Edits that turn a text into valid YAML, with a title for the fix.
pub struct Repair {
    pub title: &'static str,
    pub edits: Vec<Edit>,
    /// True if the repaired text most likely has the meaning that the author intended.
    pub is_meant: bool,
    /// The kind of words that the repair may remove from the text; `None` if the repair must keep
    /// all words.
    pub loss: Option<Loss>,
}

impl Repair {
    pub fn new(title: &'static str, edits: Vec<Edit>) -> Self {
        Self {
            title,
            edits: apart(edits),
            is_meant: true,
            loss: None,
        }
    }

    /// Allows the repair to remove words of one kind from the author's text.
    pub fn losing(self, loss: Loss) -> Self {
        Self {
            loss: Some(loss),
            ..self
        }
    }

    /// Turns the repair into a proposal, because the author may have meant something else.
    pub fn proposed(self) -> Self {
        Self {
            is_meant: false,
            ..self
        }
    }
}

/// Sorts the edits, and combines edits that begin at the same byte, because the order of such edits would be undefined.
fn apart(mut edits: Vec<Edit>) -> Vec<Edit> {
    sort::by_key(&mut edits, |(bytes, _)| (bytes.start, bytes.end));
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

/// Returns edits that write a value as a block scalar below its key. `style` is the indicator of the block scalar.
pub fn as_block(context: &SkillContext<'_>, value: &ops::Range<usize>, style: &str) -> Vec<Edit> {
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

/// Returns edits that indent the lines of a value by two spaces. The first line and lines that are
/// already indented do not change.
pub fn indented(text: &str, value: &ops::Range<usize>) -> Vec<Edit> {
    let at_margin = |line: &ops::Range<usize>| indentation(&text[line.clone()]) == 0;
    let mut edits = every_line(text, value, "  ");
    edits.retain(|(bytes, _)| at_margin(&(bytes.start..text.len())));
    edits
}

/// Returns edits that insert spaces at the start of each line of a value, except the first line and empty lines.
pub fn every_line(text: &str, value: &ops::Range<usize>, spaces: &str) -> Vec<Edit> {
    let further = lines(text, value).into_iter().skip(1);
    let filled = further.filter(|line| !text[line.clone()].trim().is_empty());
    filled
        .map(|line| (line.start..line.start, spaces.to_owned()))
        .collect()
}
