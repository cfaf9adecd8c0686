//! Edits single fields in the frontmatter of a skill's file.

use std::ops::Range;

use crate::text::document::Document;

/// Returns the text of a skill's file with a frontmatter field set to a value. The value must be
/// YAML, because it is written unchanged. A missing field is added at the end of the frontmatter.
/// Returns `None` if the text has no frontmatter.
pub(super) fn with_field(text: &str, key: &str, value: &str) -> Option<String> {
    let document = Document::split(text, |line| line.trim_end() == "---").ok()?;
    let start = document.frontmatter.as_ptr().addr() - text.as_ptr().addr();
    let end = start + document.frontmatter.len();
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let line = format!("{key}: {value}");
    let mut new = text.to_owned();
    match member(document.frontmatter, key) {
        Some(range) => {
            new.replace_range(start + range.start..start + range.end, &line);
        }
        None => {
            let before = &text[..end];
            let is_complete = before.ends_with('\n');
            let line = if is_complete {
                format!("{line}{line_end}")
            } else {
                format!("{line_end}{line}")
            };
            new.insert_str(end, &line);
        }
    }
    Some(new)
}

/// Returns true if a text has frontmatter with the field `key`.
pub(super) fn has_field(text: &str, key: &str) -> bool {
    Document::split(text, |line| line.trim_end() == "---")
        .is_ok_and(|document| member(document.frontmatter, key).is_some())
}

/// Returns the byte range of a field in the frontmatter, including the lines that continue the
/// field, without the last line end. Returns `None` if the field is missing.
fn member(frontmatter: &str, key: &str) -> Option<Range<usize>> {
    let mut at = 0;
    let mut found: Option<Range<usize>> = None;
    for line in frontmatter.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let end = at + content.len();
        match &mut found {
            None if is_key(content, key) => found = Some(at..end),
            None => {}
            Some(range) => {
                if content.trim().is_empty() {
                    // An empty line belongs to the field only if a later indented line continues the field.
                } else if content.starts_with([' ', '\t']) {
                    range.end = end;
                } else {
                    break;
                }
            }
        }
        at += line.len();
    }
    found
}

fn is_key(line: &str, key: &str) -> bool {
    let bare = line.trim_start_matches(['"', '\'']);
    let rest = bare.strip_prefix(key);
    let rest = rest.map(|rest| rest.trim_start_matches(['"', '\'']).trim_start());
    rest.is_some_and(|rest| rest.starts_with(':'))
}

/// Returns a text of one line as a quoted YAML string.
pub(super) fn quoted(text: &str) -> String {
    if !text.contains(['"', '\\']) {
        return format!("\"{text}\"");
    }
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_replaced_with_the_lines_that_continue_it() {
        let cases: &[(&str, &str)] = &[
            ("---\nd: a\nn: b\n---\nx\n", "---\nd: NEW\nn: b\n---\nx\n"),
            (
                "---\nd: >\n  a\n\n  b\n\nn: b\n---\n",
                "---\nd: NEW\n\nn: b\n---\n",
            ),
            ("---\nn: b\n---\n", "---\nn: b\nd: NEW\n---\n"),
            ("---\r\nn: b\r\n---\r\n", "---\r\nn: b\r\nd: NEW\r\n---\r\n"),
            ("---\nn:\n  d: 1\n---\n", "---\nn:\n  d: 1\nd: NEW\n---\n"),
            ("---\n\"d\": 'a\n  b'\n---\n", "---\nd: NEW\n---\n"),
        ];
        for (text, expected) in cases {
            assert_eq!(
                with_field(text, "d", "NEW").as_deref(),
                Some(*expected),
                "{text:?}"
            );
        }
        assert_eq!(with_field("no frontmatter", "d", "NEW"), None);
    }
}
