//! Block scalars: the values in YAML that start with `|` or `>`.

use super::lines::{line_end, marker};

/// The value of a block scalar, and the byte offset after it.
pub(super) struct Block {
    pub text: String,
    pub end: usize,
}

/// The line ends that a block scalar keeps at its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    One,
    None,
    All,
}

/// Returns true if the `|` or `>` at the byte offset `at` starts a block scalar. Only digits, `+`,
/// `-` and a comment may follow on its line.
pub(super) fn is_header(bytes: &[u8], at: usize) -> bool {
    let rest = &bytes[at + 1..];
    let signs = rest
        .iter()
        .position(|byte| !matches!(byte, b'1'..=b'9' | b'+' | b'-'));
    let rest = &rest[signs.unwrap_or(rest.len())..];
    let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    matches!(next, None | Some(b'\n' | b'\r' | b'#'))
}

/// Reads the block scalar whose `|` or `>` is at the byte offset `start`. Its lines must be
/// indented more than column `parent`. If `parent` is `None`, any indentation is enough.
pub(super) fn read(yaml: &str, start: usize, parent: Option<usize>) -> Block {
    let bytes = yaml.as_bytes();
    let is_folded = bytes[start] == b'>';
    let mut at = start + 1;
    let mut given = 0;
    let mut ends = Ends::One;
    for _ in 0..2 {
        match bytes.get(at) {
            Some(digit @ b'1'..=b'9') if given == 0 => given = usize::from(digit - b'0'),
            Some(b'-') if ends == Ends::One => ends = Ends::None,
            Some(b'+') if ends == Ends::One => ends = Ends::All,
            _ => continue,
        }
        at += 1;
    }
    at = end_of_line(bytes, at);
    at += line_end(bytes, at);
    // At the top of a document, lines need no indentation. The program treats them as if the parent's column were -1.
    let mut indentation = match (given, parent) {
        (0, _) => None,
        (given, Some(parent)) => Some(parent + given),
        (given, None) => Some(given - 1),
    };
    let mut lines: Vec<&str> = Vec::new();
    let mut trailing = 0;
    while at < bytes.len() {
        let spaces = bytes[at..].iter().take_while(|byte| **byte == b' ').count();
        let end = end_of_line(bytes, at);
        let line = match indentation.filter(|indentation| *indentation > 0) {
            _ if at + spaces == end => {
                let kept = indentation.filter(|indentation| *indentation > 0);
                let kept = kept.filter(|kept| *kept <= spaces);
                kept.map_or("", |kept| &yaml[at + kept..end])
            }
            _ if spaces == 0 && marker(bytes, at).is_some() => break,
            None if parent.is_some_and(|parent| spaces <= parent) => break,
            None => {
                indentation = Some(spaces);
                &yaml[at + spaces..end]
            }
            Some(indentation) if spaces < indentation => break,
            Some(indentation) => &yaml[at + indentation..end],
        };
        trailing = if line.is_empty() { trailing + 1 } else { 0 };
        lines.push(line);
        at = end + line_end(bytes, end);
    }
    let mut text = if is_folded {
        folded(&lines)
    } else {
        lines.join("\n")
    };
    if trailing > 0 {
        text.truncate(text.trim_end_matches('\n').len());
    }
    let has_text = lines.iter().any(|line| !line.is_empty());
    match ends {
        Ends::One if has_text => text.push('\n'),
        Ends::All if has_text => text.push_str(&"\n".repeat(trailing + 1)),
        Ends::All => text = "\n".repeat(trailing),
        Ends::One | Ends::None => {}
    }
    Block { text, end: at }
}

fn end_of_line(bytes: &[u8], at: usize) -> usize {
    let rest = bytes[at..].iter();
    let length = rest
        .take_while(|byte| !matches!(byte, b'\n' | b'\r'))
        .count();
    at + length
}

/// Joins the lines of a `>` block with spaces. An empty line becomes a line end. If a line begins
/// with whitespace, it is not joined with the line before it or with the line after it.
fn folded(lines: &[&str]) -> String {
    let mut text = String::new();
    let mut was_deeper = false;
    let mut follows_empty = false;
    let mut has_text = false;
    for (index, line) in lines.iter().enumerate() {
        if line.is_empty() {
            text.push('\n');
            follows_empty = true;
            continue;
        }
        let is_deeper = line.starts_with([' ', '\t']);
        let keeps_end = is_deeper || was_deeper;
        if index > 0 {
            if keeps_end && (has_text || !follows_empty) {
                text.push('\n');
            } else if !follows_empty {
                text.push(' ');
            }
        }
        text.push_str(line);
        was_deeper = is_deeper;
        follows_empty = false;
        has_text = true;
    }
    text
}
