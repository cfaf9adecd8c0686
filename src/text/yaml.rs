//! Frontmatter as YAML: what may be parsed at all, where a key or an error is, and what usually is behind an error.

use crate::text::document::{Document, Place};

/// Largest frontmatter that is parsed, in bytes. This limit is ours: no author needs more, and what follows is
/// held in memory several times over.
pub const MAX_FRONTMATTER_BYTES: usize = 1 << 20;

/// Bytes times opening brackets that are parsed at most. This limit is ours: the YAML scanner looks through all open
/// brackets at each token, and diagnostics parse a faulty frontmatter hundreds of times. Of 3,000 real skills none has a
/// hundredth of it.
const MAX_NESTING_WORK: usize = 1 << 22;

/// Says whether the YAML parser can be trusted with a text, and if not, why.
///
/// # Errors
/// The limit that is exceeded, in words.
pub fn check_work(yaml: &str, max_bytes: usize) -> Result<(), String> {
    let brackets = yaml
        .bytes()
        .filter(|byte| matches!(byte, b'[' | b'{'))
        .count();
    let bytes = yaml.len();
    if bytes <= max_bytes && bytes.saturating_mul(brackets) <= MAX_NESTING_WORK {
        Ok(())
    } else {
        Err(format!(
            "{bytes} bytes with {brackets} opening brackets are more than Skillglass reads"
        ))
    }
}

/// White space of any kind and length becomes one blank.
#[must_use]
pub fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The line of a key, or the first line of the frontmatter when there is none.
#[must_use]
pub fn place_of_key(field: &str, text: &str, document: &Document<'_>) -> Place {
    let key = field.rsplit('.').next().unwrap_or(field);
    let line = document
        .frontmatter
        .lines()
        .position(|line| {
            line.trim_start()
                .trim_start_matches(['"', '\''])
                .strip_prefix(key)
                .is_some_and(|rest| {
                    rest.trim_start_matches(['"', '\''])
                        .trim_start()
                        .starts_with(':')
                })
        })
        .unwrap_or(0);
    Place::of_line(text, document.frontmatter_line + line, 1)
}

/// Where the YAML parser gave up, if it says so.
#[must_use]
pub fn place_of_error(
    error: &serde_yaml::Error,
    text: &str,
    document: &Document<'_>,
) -> Option<Place> {
    error.location().map(|location| {
        Place::of_line(
            text,
            document.frontmatter_line + location.line() - 1,
            location.column(),
        )
    })
}

/// The usual cause of an error of the YAML parser.
#[must_use]
pub fn advice(message: &str) -> &'static str {
    let known = [
        (
            "mapping values are not allowed",
            "A value that holds `: ` must stand in quotes.",
        ),
        (
            "expected alphabetic or numeric character",
            "A value that begins with `*` or `&` must stand in quotes, its further lines indented.",
        ),
        (
            "cannot start any token",
            "A value that begins with `@`, a backtick or `%`, or a line that begins with a tab, must be quoted or indented with blanks.",
        ),
        ("duplicate", "Keep one of the two lines with that key."),
        (
            "unexpected end of stream",
            "A quote is opened and not closed.",
        ),
        (
            "expected a string",
            "The value must be text; put it in quotes.",
        ),
        (
            "expected struct SkillFrontmatterMetadata",
            "`metadata` must be a block of `key: value` lines, or be left out.",
        ),
        (
            "could not find expected ':'",
            "A line has no `key: value`; indent it to continue the value above.",
        ),
        (
            "did not find expected",
            "Check the quotes and the indentation of this line and the one above.",
        ),
        (
            "unknown anchor",
            "A value that begins with `*` must stand in quotes.",
        ),
        (
            "escape",
            "In double quotes a backslash begins an escape; use single quotes.",
        ),
    ];
    known
        .iter()
        .find(|(part, _)| message.contains(part))
        .map_or(
            "Check this line's quotes, colons and indentation.",
            |(_, help)| help,
        )
}

/// Frontmatter with some of its values in double quotes, for a second try: of each line `key: value` at any depth whose
/// value is in no quotes yet, begins no block, and is one that `needs_quotes`. Comments behind a value are not looked for.
#[must_use]
pub fn quote_values(frontmatter: &str, needs_quotes: impl Fn(&str) -> bool) -> String {
    let mut quoted = String::with_capacity(frontmatter.len() + 16);
    // The indentation of the key whose block of text is open.
    let mut block: Option<usize> = None;
    for line in frontmatter.split_inclusive('\n') {
        let content = line.trim_end();
        let indentation = content.len() - content.trim_start().len();
        if block.is_some_and(|key| content.is_empty() || indentation > key) {
            quoted.push_str(line);
            continue;
        }
        block = None;
        let value = content
            .split_once(':')
            .filter(|(key, rest)| is_key(key) && (rest.is_empty() || rest.starts_with([' ', '\t'])))
            .map(|(_, rest)| rest.trim());
        match value {
            Some(value) if value.starts_with(['|', '>']) && is_block_header(value) => {
                block = Some(indentation);
                quoted.push_str(line);
            }
            Some(value)
                if !value.starts_with(['"', '\'']) && !value.is_empty() && needs_quotes(value) =>
            {
                quoted.push_str(&content[..content.len() - value.len()]);
                quoted.push('"');
                quoted.push_str(&value.replace('\\', "\\\\").replace('"', "\\\""));
                quoted.push('"');
                quoted.push_str(&line[content.len()..]);
            }
            _ => quoted.push_str(line),
        }
    }
    quoted
}

/// Letters, digits, `-` and `_`, perhaps indented or behind a list's dash.
fn is_key(key: &str) -> bool {
    let key = key.trim_start().trim_start_matches("- ");
    !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn is_block_header(value: &str) -> bool {
    value[1..]
        .bytes()
        .all(|byte| matches!(byte, b'+' | b'-') || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_that_need_it_are_quoted() {
        let cases = [
            ("a: b: c\n", "a: \"b: c\"\n"),
            ("a: b: \"c\\d\"\r\n", "a: \"b: \\\"c\\\\d\\\"\"\r\n"),
            ("a: 'b: c'\n", "a: 'b: c'\n"),
            ("a: \"b: c\"", "a: \"b: c\""),
            (
                "a: |\n  b: c: d\ne: f: g\n",
                "a: |\n  b: c: d\ne: \"f: g\"\n",
            ),
            ("a: >-\n\n  b: c: d\n", "a: >-\n\n  b: c: d\n"),
            ("a: | b: c\n", "a: \"| b: c\"\n"),
            ("- a: b: c\n", "- a: \"b: c\"\n"),
            ("a b: c: d\n", "a b: c: d\n"),
            ("a:b: c\n", "a:b: c\n"),
            ("a:\n", "a:\n"),
            ("", ""),
        ];
        for (frontmatter, expected) in cases {
            let quoted = quote_values(frontmatter, |value| value.contains(": "));
            assert_eq!(quoted, expected, "{frontmatter:?}");
        }
    }
}
