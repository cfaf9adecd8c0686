//! The repair of frontmatter that does not parse. opencode tries it once, line by line
//! (`docs/hosts/opencode.md#frontmatter`).

use crate::text::js::is_blank;

/// Returns the text of a file with its frontmatter repaired; `None` if the file has no frontmatter.
/// The repaired frontmatter may still be invalid.
pub(super) fn repair(text: &str) -> Option<String> {
    let opened = text.strip_prefix("---")?;
    let start = text.len() - opened.len() + line_end(opened)?;
    let end = closing(text, start)?;
    let frontmatter = &text[start..end];
    let repaired: Vec<_> = frontmatter
        .split('\n')
        .map(|line| repaired_line(line.strip_suffix('\r').unwrap_or(line)))
        .collect();
    let repaired = repaired.join("\n");
    Some(format!("{}{repaired}{}", &text[..start], &text[end..]))
}

/// Returns the length of the line end at the start of a text; `None` if the text does not begin
/// with a line end.
fn line_end(text: &str) -> Option<usize> {
    if text.starts_with("\r\n") {
        Some(2)
    } else {
        text.starts_with('\n').then_some(1)
    }
}

/// Returns the byte offset of the line end before the closing `---`, searching from `start`; `None`
/// if there is none.
fn closing(text: &str, start: usize) -> Option<usize> {
    let newline = start + text[start..].find("\n---")?;
    let before = text[start..newline].strip_suffix('\r');
    Some(before.map_or(newline, |before| start + before.len()))
}

fn repaired_line(line: &str) -> String {
    match keyed(line) {
        Some((key, value)) if needs_repair(value) => format!("{key}: |-\n  {value}"),
        _ => line.to_owned(),
    }
}

fn needs_repair(value: &str) -> bool {
    value.contains(':') && !matches!(value, ">" | "|") && !value.starts_with(['"', '\''])
}

/// Returns the key and the value of a frontmatter line; `None` for any other line. Only a key of
/// ASCII letters, digits and underscores is accepted.
fn keyed(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let name = key.trim_end_matches(is_blank);
    let is_key = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    // JavaScript ends a line at these characters, and a key and its value must be on one line.
    let is_one_line = !value
        .trim_start_matches(is_blank)
        .contains(['\r', '\u{2028}', '\u{2029}']);
    (is_key && is_one_line).then(|| (name, value.trim_matches(is_blank)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_value_with_a_colon_becomes_a_block() {
        let cases = [
            (
                "description: use when: asked",
                "description: |-\n  use when: asked",
            ),
            ("description:no blank: x", "description: |-\n  no blank: x"),
            ("a_1 : [a: b] # c", "a_1: |-\n  [a: b] # c"),
            ("url: http://x", "url: |-\n  http://x"),
            ("allowed-tools: Bash(git: x)", "allowed-tools: Bash(git: x)"),
            ("9a: b: c", "9a: b: c"),
            ("  a: b: c", "  a: b: c"),
            ("# a: b: c", "# a: b: c"),
            ("a: \"b: c", "a: \"b: c"),
            ("a: 'b: c", "a: 'b: c"),
            ("a: >", "a: >"),
            ("a:", "a:"),
            ("a: b", "a: b"),
            ("", ""),
        ];
        for (line, repaired) in cases {
            assert_eq!(repaired_line(line), repaired, "{line:?}");
        }
    }

    #[test]
    fn only_text_between_the_delimiters_is_repaired() {
        assert_eq!(
            repair("---\r\na: b: c\r\n---\r\nd: e: f\n").unwrap(),
            "---\r\na: |-\n  b: c\r\n---\r\nd: e: f\n"
        );
        for text in [
            "",
            "a: b: c",
            "--- x\na: b: c\n---\n",
            "---\na: b: c\n",
            "---\n---\n",
        ] {
            assert_eq!(repair(text), None, "{text:?}");
        }
    }
}
