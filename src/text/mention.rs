//! Finds mentions in a prompt: `$name` and `[$name](path)` anywhere, and `/name` at the start.
//!
//! The scan reads bytes from left to right. Any character may precede `$`. Links are the only
//! Markdown that is recognized, so mentions in code spans and after backslashes are found too.

use std::ops::Range;

/// A mention of a name in a text, such as `$name`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention<'t> {
    /// The name in the mention, without `$`.
    pub name: &'t str,
    /// The path in a mention such as `[$name](path)`, as written, without whitespace around it.
    /// None for a mention without a link.
    pub path: Option<&'t str>,
    /// The byte range of the mention, which begins with `$` or `[`.
    pub bytes: Range<usize>,
}

/// Returns the mentions in a text, in order. `is_name_byte` returns true for the ASCII bytes that names may contain.
#[must_use]
pub fn find(text: &str, is_name_byte: impl Fn(u8) -> bool) -> Vec<Mention<'_>> {
    let mut mentions = Vec::new();
    let is_name_byte = |byte: u8| byte.is_ascii() && is_name_byte(byte);
    // A link after the last `)` is not closed. Without this check, a text with many unclosed links would be searched to
    // its end for each of them.
    let last_close = text.rfind(')').unwrap_or_default();
    let mut at = 0;
    while let Some(offset) = text[at..]
        .bytes()
        .position(|byte| matches!(byte, b'$' | b'['))
    {
        let start = at + offset;
        let mention = if text[start..].starts_with('[') {
            (start < last_close)
                .then(|| link(text, start, is_name_byte))
                .flatten()
        } else {
            name_end(text, start + 1, is_name_byte).map(|end| Mention {
                name: &text[start + 1..end],
                path: None,
                bytes: start..end,
            })
        };
        at = mention
            .as_ref()
            .map_or(start + 1, |mention| mention.bytes.end);
        mentions.extend(mention);
    }
    mentions
}

/// Parses a mention `[$name](path)` at `start`. Whitespace before `(` and around the path is
/// allowed. Returns none if there is no such mention.
fn link<'t>(text: &'t str, start: usize, is_name_byte: impl Fn(u8) -> bool) -> Option<Mention<'t>> {
    let rest = text[start..].strip_prefix("[$")?;
    let name_start = text.len() - rest.len();
    let name_end = name_end(text, name_start, is_name_byte)?;
    let rest = text[name_end..].strip_prefix(']')?;
    let rest = rest
        .trim_start_matches(|c: char| c.is_ascii_whitespace())
        .strip_prefix('(')?;
    let close = rest.find(')')?;
    let path = rest[..close].trim();
    (!path.is_empty()).then(|| Mention {
        name: &text[name_start..name_end],
        path: Some(path),
        bytes: start..text.len() - rest.len() + close + 1,
    })
}

/// A slash command such as `/name` at the start of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slash<'t> {
    /// The name of the command: the text between `/` and the first whitespace.
    pub name: &'t str,
    /// The byte range of `/name`.
    pub bytes: Range<usize>,
    /// The text after the name, without the whitespace between them.
    pub rest: &'t str,
}

/// Returns the slash command at the start of a text. Whitespace may precede the command. Returns
/// none if the text begins with anything else.
#[must_use]
pub fn slash(text: &str) -> Option<Slash<'_>> {
    let start = text.len() - text.trim_start().len();
    let command = text[start..].strip_prefix('/')?;
    let name = command
        .split(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let end = start + 1 + name.len();
    (!name.is_empty()).then(|| Slash {
        name,
        bytes: start..end,
        rest: text[end..].trim_start(),
    })
}

/// Returns the end of the name that begins at `start`. Returns none if the name is empty.
fn name_end(text: &str, start: usize, is_name_byte: impl Fn(u8) -> bool) -> Option<usize> {
    let length = text.as_bytes()[start..]
        .iter()
        .take_while(|byte| is_name_byte(**byte))
        .count();
    (length > 0).then_some(start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    type NameAndPath<'t> = (&'t str, Option<&'t str>);

    /// Returns the name and the path of each mention. In these tests, names consist of letters and
    /// `-`.
    fn found(text: &str) -> Vec<NameAndPath<'_>> {
        find(text, |byte| byte.is_ascii_alphabetic() || byte == b'-')
            .into_iter()
            .map(|mention| (mention.name, mention.path))
            .collect()
    }

    #[test]
    fn names_and_links_are_found_in_their_order() {
        let cases: &[(&str, &[NameAndPath])] = &[
            ("use $pdf", &[("pdf", None)]),
            ("cost$pdf.", &[("pdf", None)]),
            ("$a $$b $ c $1", &[("a", None), ("b", None)]),
            ("`$a` \\$b", &[("a", None), ("b", None)]),
            ("$a-", &[("a-", None)]),
            ("$ünïcode", &[]),
            ("[$a](/x/SKILL.md)", &[("a", Some("/x/SKILL.md"))]),
            ("[$a] \n( /x y )", &[("a", Some("/x y"))]),
            ("[$a](/x(1)/y)", &[("a", Some("/x(1"))]),
            ("[$a](/x)$b", &[("a", Some("/x")), ("b", None)]),
            ("[$a]( )", &[("a", None)]),
            ("[$a](/x", &[("a", None)]),
            ("[$a]: /x", &[("a", None)]),
            ("[a](/x) [ $b](/y)", &[("b", None)]),
            ("[[$a](/x)]", &[("a", Some("/x"))]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(found(text), *expected, "{text:?}");
        }
    }

    #[test]
    fn a_slash_command_is_at_the_start() {
        let cases = [
            ("/a", Some(("a", ""))),
            ("  /a-b:c  x y ", Some(("a-b:c", "x y "))),
            ("/a\tx\ny", Some(("a", "x\ny"))),
            ("/a/b", Some(("a/b", ""))),
            ("use /a", None),
            ("/", None),
            ("/ a", None),
            ("", None),
        ];
        for (text, expected) in cases {
            let found = slash(text).map(|slash| (slash.name, slash.rest));
            assert_eq!(found, expected, "{text:?}");
        }
        let text = " /ü x";
        assert_eq!(&text[slash(text).unwrap().bytes], "/ü");
    }

    #[test]
    fn a_mention_covers_its_whole_text() {
        let text = "é [$a] (/x) $b";
        let covered: Vec<_> = find(text, |byte| byte.is_ascii_alphabetic())
            .into_iter()
            .map(|mention| &text[mention.bytes])
            .collect();
        assert_eq!(covered, ["[$a] (/x)", "$b"]);
    }
}
