//! The line reader, which Gemini CLI uses if its YAML parser finds no name or no description
//! (`docs/hosts/gemini-cli.md#line-by-line`).

use crate::text::js::{ends_line, is_blank, trim};

/// The name and the description in the frontmatter, which Gemini CLI reads line by line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    pub name: Option<String>,
    pub description: Option<String>,
}

/// Returns the values of the last `name:` and the last `description:` in the frontmatter, at any
/// indentation. Quotes stay in the values.
pub(super) fn read(frontmatter: &str) -> Lines {
    let mut found = Lines::default();
    let mut lines = lines(frontmatter).peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = value(line, "name") {
            found.name = Some(name.to_owned());
        } else if let Some(first) = value(line, "description") {
            let mut description = first.to_owned();
            while let Some(line) = lines.next_if(|line| continues(line)) {
                if !description.is_empty() {
                    description.push(' ');
                }
                description.push_str(trim(line));
            }
            found.description = Some(description);
        }
    }
    found
}

/// Returns the lines of a text without line ends. A carriage return on its own is not a line end.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => line.strip_suffix('\r').unwrap_or(line),
            None => line,
        })
}

/// Returns the value of a line that begins with `key` and a colon; `None` for any other line.
fn value<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let line = line.trim_start_matches(is_blank).strip_prefix(key)?;
    let value = line.strip_prefix(':')?.trim_start_matches(is_blank);
    (!value.contains(ends_line)).then(|| trim(value))
}

/// Returns true if a line continues the description in the line above, because it is indented and
/// not empty.
fn continues(line: &str) -> bool {
    let rest = line.trim_start_matches([' ', '\t']);
    rest.len() < line.len() && rest.starts_with(|first| !is_blank(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_give_name_and_description_as_written() {
        let cases = [
            ("name: a\ndescription: b", Some("a"), Some("b")),
            (
                "name: 'a' # c\r\ndescription: \"b\r\n",
                Some("'a' # c"),
                Some("\"b"),
            ),
            (
                "metadata:\n  name: a\n  description: b",
                Some("a"),
                Some("b"),
            ),
            ("name: a\nname: b\nname:", Some(""), None),
            ("description: |\n  a\n\tb \nc", None, Some("| a b")),
            ("description:\n  a\n\n  b", None, Some("a")),
            ("description: a\n  name: b", None, Some("a name: b")),
            ("name : a\nNAME: b\n- name: c", None, None),
            ("name:a\ndescription:b:c", Some("a"), Some("b:c")),
            ("\u{a0}name:\u{a0}a\u{a0}", Some("a"), None),
            ("name: a\rb", None, None),
            ("name: a\u{2028}", None, None),
        ];
        for (text, name, description) in cases {
            let found = read(text);
            let found = (found.name.as_deref(), found.description.as_deref());
            assert_eq!(found, (name, description), "{text:?}");
        }
    }
}
