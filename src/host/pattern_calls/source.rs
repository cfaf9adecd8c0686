//! The text of a command that rules are compared with.

use crate::text::shell::Command;

/// Returns the text that rules are compared with: the command with its redirections, unless they belong to the whole
/// list that it ends.
pub(super) fn of<'t>(text: &'t str, command: &Command) -> &'t str {
    let bytes = if command.ends_list {
        command.bytes.clone()
    } else {
        command.whole.clone()
    };
    text[bytes].trim()
}

/// The characters that the shell gives a meaning, which Kilo replaces where they have none.
const MEANINGFUL: [char; 7] = ['<', '>', '|', '&', ';', '$', '`'];

/// Returns the text of a command with `_` in place of characters of the shell that have no meaning there: in quotes, after a
/// backslash, and in a redirection to `/dev/null` or to a descriptor. So a pattern such as `*>*` matches only commands that
/// write to a file (recorded).
pub(super) fn masked(text: &str) -> String {
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
            (None, '\\') => {
                masked.push(character);
                if let Some((_, escaped)) = characters.next() {
                    masked.push(plain(escaped));
                }
                continue;
            }
            _ => {}
        }
        let is_quoted = quote == Some('\'') || quote == Some('"') && !is_expansion;
        let before = &text[..at];
        let is_masked = nested == 0
            && (is_quoted
                || quote.is_none()
                    && (character == '>' && goes_nowhere(rest)
                        || character == '&' && before.ends_with('>') && is_descriptor(rest)));
        masked.push(if is_masked {
            plain(character)
        } else {
            character
        });
    }
    masked
}

fn plain(character: char) -> char {
    if character == '\n' || MEANINGFUL.contains(&character) {
        '_'
    } else {
        character
    }
}

/// Returns true if an expansion begins with this character after its `$`.
fn is_expanded(next: char) -> bool {
    next.is_ascii_alphanumeric() || "_{(@*?#$!-".contains(next)
}

/// Returns true if a redirection goes to `/dev/null` or to a descriptor. `rest` is the text after its `>`.
fn goes_nowhere(rest: &str) -> bool {
    let target = rest.trim_start_matches(['>', '|']).trim_start();
    let word = target
        .split([' ', ';', '|', '&'])
        .next()
        .unwrap_or_default();
    word == "/dev/null" || rest.strip_prefix('&').is_some_and(is_descriptor)
}

/// Returns true if a text begins with the number of a descriptor.
fn is_descriptor(text: &str) -> bool {
    text.starts_with(|next: char| next.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ];
        for (text, expected) in cases {
            assert_eq!(masked(text), expected, "{text}");
        }
    }
}
