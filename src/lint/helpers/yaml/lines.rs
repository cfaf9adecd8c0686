//! Functions for the lines of a YAML value, their indentation, and the end of a value in quotes.

use std::ops;

use crate::lint::skill_context::SkillContext;

/// Returns the byte range of each line within a byte range, without the line ends.
pub fn lines(text: &str, bytes: &ops::Range<usize>) -> Vec<ops::Range<usize>> {
    let mut at = bytes.start;
    let all = text[bytes.clone()].split_inclusive('\n');
    all.map(|line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    })
    .collect()
}

/// Returns the byte range of each line within a byte range, except empty lines and lines of block scalars.
pub fn lines_outside_blocks(text: &str, bytes: &ops::Range<usize>) -> Vec<ops::Range<usize>> {
    // The column of the key or the item whose block scalar contains the current line.
    let mut block: Option<usize> = None;
    let mut lines = lines(text, bytes);
    lines.retain(|line| {
        let content = text[line.clone()].trim_end();
        if content.is_empty() || block.is_some_and(|column| indentation(content) > column) {
            return false;
        }
        block = block_column(content);
        true
    });
    lines
}

/// Returns the column of the key or list item before a block scalar that begins on the line. `None`
/// if no block scalar begins there.
fn block_column(line: &str) -> Option<usize> {
    let line = line.split(" #").next()?.trim_end();
    let (before, header) = line.rsplit_once(' ')?;
    let before = before.trim_end();
    let indicators = header.strip_prefix(['|', '>'])?;
    let is_header = (indicators.chars()).all(|c| c.is_ascii_digit() || matches!(c, '+' | '-'));
    let mut at = indentation(line);
    while line[at..].starts_with("- ") && at + 1 < before.len() {
        at += 2;
        at += indentation(&line[at..]);
    }
    (is_header && before.ends_with([':', '-'])).then_some(at)
}

pub fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Returns the indentation, in spaces, of each line of a value except the first line and empty lines.
pub fn indentations<'t>(
    text: &'t str,
    value: &ops::Range<usize>,
) -> impl Iterator<Item = usize> + use<'t> {
    let further = lines(text, value).into_iter().skip(1);
    further
        .map(|line| &text[line])
        .filter(|line| !line.trim().is_empty())
        .map(indentation)
}

/// Returns the byte range of the first line without indentation in a value; `None` if all lines are
/// indented. The value's first line and empty lines are skipped.
pub fn first_unindented(
    context: &SkillContext<'_>,
    value: &ops::Range<usize>,
) -> Option<ops::Range<usize>> {
    let mut further = lines(context.text, value).into_iter().skip(1);
    further.find(|line| {
        let text = context.slice(line);
        !text.trim().is_empty() && !text.starts_with([' ', '\t'])
    })
}

/// Returns the byte offset of the closing quote in a text that begins with `quote`; `None` if the
/// quote is not closed.
pub fn closing_quote(text: &str, quote: char) -> Option<usize> {
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((at, character)) = characters.next() {
        if quote == '"' && character == '\\' {
            characters.next();
        } else if character == quote {
            if quote == '\'' && characters.peek().is_some_and(|(_, next)| *next == '\'') {
                characters.next();
            } else {
                return Some(at);
            }
        }
    }
    None
}
