//! The repair of frontmatter that does not parse. Kilo tries it once, line by line
//! (`docs/hosts/kilo.md#frontmatter`).

use crate::text::js::is_blank;

const OPENING: &str = "---";
const CLOSING: &str = "\n---";

/// Returns the text of a file in which each frontmatter value that contains a colon is quoted;
/// `None` if the file has no frontmatter.
pub(super) fn repair(text: &str) -> Option<String> {
    let opened = text.strip_prefix(OPENING)?;
    let opened = opened
        .strip_prefix('\r')
        .unwrap_or(opened)
        .strip_prefix('\n')?;
    let start = text.len() - opened.len();
    let end = start + opened.find(CLOSING)?;
    let lines = text[start..end].split('\n').map(|line| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        quoted(line).unwrap_or_else(|| line.to_owned())
    });
    let lines: Vec<_> = lines.collect();
    Some(format!(
        "{}{}{}",
        &text[..start],
        lines.join("\n"),
        &text[end..]
    ))
}

/// Returns a line `key: value` with its value in double quotes; `None` if the line needs no quotes.
fn quoted(line: &str) -> Option<String> {
    let (key, value) = line.split_once(':')?;
    let name = key.trim_end_matches(is_blank);
    let is_key = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && (name.bytes()).all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let value = value.trim_matches(is_blank);
    let needs_quotes =
        value.contains(':') && !matches!(value, ">" | "|") && !value.starts_with(['"', '\'']);
    (is_key && needs_quotes).then(|| {
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
        format!("{name}: \"{escaped}\"")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_value_with_a_colon_is_put_in_quotes() {
        let cases = [
            (
                "description: use when: asked",
                Some("description: \"use when: asked\""),
            ),
            ("a : b: \"c\\d\"", Some("a: \"b: \\\"c\\\\d\\\"\"")),
            ("allowed-tools: Bash(git: x)", None),
            ("  a: b: c", None),
            ("a: \"b: c", None),
            ("a: b", None),
            ("", None),
        ];
        for (line, expected) in cases {
            assert_eq!(quoted(line).as_deref(), expected, "{line:?}");
        }
        let text = "---\na: b: c\n---\nd: e: f\n";
        assert_eq!(repair(text).unwrap(), "---\na: \"b: c\"\n---\nd: e: f\n");
        assert_eq!(repair("---\na: b: c\n"), None);
    }
}
