//! The text of a command with which permission rules are compared.

use std::ops::Range;

use crate::hashing::HashSet;
use crate::text::shell::Command;

/// Returns the byte range of a command's text that is compared with rules. The range includes the
/// redirections after the command. An exception is the last command of a list, such as `b` in
/// `a && b > out`: its range ends before the redirections, because they belong to the whole list.
pub(super) fn bytes(text: &str, command: &Command) -> Range<usize> {
    let bytes = if command.ends_list {
        &command.bytes
    } else {
        &command.whole
    };
    let source = &text[bytes.clone()];
    let start = bytes.end - source.trim_start().len();
    start..start + source.trim().len()
}

/// The characters that have a special meaning in the shell.
const MEANINGFUL: [char; 7] = ['<', '>', '|', '&', ';', '$', '`'];

/// Returns the text of a command, with `_` in place of some shell characters. After this change, a
/// pattern such as `*>*` matches only commands that write to a file. `_` replaces:
///
/// - characters in quotes or after a backslash, such as the `>` in `'a > b'`
/// - the operators of redirections to `/dev/null` or to a file descriptor
pub(super) fn masked(text: &str, command: &Command) -> String {
    let Range { start, end } = bytes(text, command);
    let without_file = without_file(text, command);
    let text = &text[start..end];
    let mut masked = String::with_capacity(text.len());
    let mut quote = None;
    // The number of open substitutions, in which the characters keep their meaning.
    let mut nested = 0_usize;
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        let rest = &text[at + character.len_utf8()..];
        let is_expansion = character == '$' && rest.starts_with(is_expanded);
        match (quote, character) {
            (Some(open), _) if character == open && nested == 0 => quote = None,
            (None, '\'' | '"') if nested == 0 => quote = Some(character),
            (None | Some('"'), '$') if rest.starts_with('(') => nested += 1,
            (_, ')') if nested > 0 => nested -= 1,
            (None | Some('"'), '\\') => {
                masked.push(character);
                if let Some((_, escaped)) = characters.next() {
                    masked.push(plain(escaped));
                }
                continue;
            }
            _ => {}
        }
        let is_quoted = quote == Some('\'') || quote == Some('"') && !is_expansion;
        let is_masked = nested == 0 && is_quoted || without_file.contains(&(start + at));
        masked.push(if is_masked {
            plain(character)
        } else {
            character
        });
    }
    masked
}

/// Returns the byte offsets of the characters `>` and `&` in redirections to `/dev/null` or to a
/// descriptor.
fn without_file(text: &str, command: &Command) -> HashSet<usize> {
    let mut offsets = HashSet::default();
    for redirect in &command.redirects {
        let operator = &text[redirect.operator.clone()];
        let target = &text[redirect.target.clone()];
        let is_descriptor =
            operator.ends_with(">&") && target.starts_with(|next: char| next.is_ascii_digit());
        let is_null = !operator.ends_with('&') && target == "/dev/null";
        if is_descriptor || is_null {
            let characters = operator.char_indices();
            let masked = characters
                .filter(|(_, character)| *character == '>' || is_descriptor && *character == '&');
            offsets.extend(masked.map(|(at, _)| redirect.operator.start + at));
        }
    }
    offsets
}

fn plain(character: char) -> char {
    if character == '\n' || MEANINGFUL.contains(&character) {
        '_'
    } else {
        character
    }
}

/// Returns true if `next`, the character after a `$`, begins a shell expansion.
fn is_expanded(next: char) -> bool {
    next.is_ascii_alphanumeric() || "_{(@*?#$!-".contains(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell;

    #[test]
    fn characters_without_a_meaning_are_masked() {
        let cases = [
            ("echo \"a && rm b\"", "echo \"a __ rm b\""),
            ("make 'a; rm x'", "make 'a_ rm x'"),
            ("echo x 2>/dev/null", "echo x 2_/dev/null"),
            ("make > /dev/null 2>&1", "make _ /dev/null 2__1"),
            ("make &> all.log", "make &> all.log"),
            ("echo x > out.txt", "echo x > out.txt"),
            ("echo \"$(make)\"", "echo \"$(make)\""),
            ("echo \"$A; $ b\"", "echo \"$A_ _ b\""),
            ("find . -exec make {} \\;", "find . -exec make {} \\_"),
            ("make $i", "make $i"),
            ("echo \"a\\\"\" > out \"b\"", "echo \"a\\\"\" > out \"b\""),
            ("echo \"a\\\" > b\"", "echo \"a\\\" _ b\""),
            (
                "echo >/dev/null>out\t>/dev/null",
                "echo _/dev/null>out\t_/dev/null",
            ),
            (
                "make >>/dev/null 2>|/dev/null",
                "make __/dev/null 2_|/dev/null",
            ),
            ("make &>/dev/null >&-", "make &_/dev/null >&-"),
        ];
        for (text, expected) in cases {
            let script = shell::read(text);
            assert_eq!(masked(text, &script.commands[0]), expected, "{text}");
        }
    }
}
