//! Fills in the templates of commands that users type, like opencode and Kilo. Templates have
//! placeholders for arguments, and commands for a shell.

use std::ops::Range;

/// The maximum length of a text after arguments are inserted, in bytes. Every placeholder may
/// insert all arguments, so a short template can become very long. No host has this limit.
const MAX_TEXT: usize = 1 << 24;

/// The placeholder for all arguments.
const ALL: &str = "$ARGUMENTS";

/// Returns the text of a skill that a user invoked, followed by lines that name the skill's folder.
pub(crate) fn with_directory(text: &str, directory: &str) -> String {
    format!(
        "{text}\n\nBase directory for this skill: {directory}\nRelative paths in this skill (e.g., scripts/, references/) are relative to this base directory."
    )
}

/// Inserts the arguments of a command into a template. `zero` is the text that replaces `$0`.
/// Returns none if the result is too long.
///
/// `$1` is replaced by the first word of the arguments, and so on. The placeholder with the highest
/// number inserts its word and all later words. A placeholder without a word is removed.
/// `$ARGUMENTS` inserts all arguments as typed. If a template has no placeholder, the arguments are
/// appended.
pub(crate) fn fill(text: &str, arguments: &str, zero: &str) -> Option<String> {
    let words = words(arguments);
    let numbers = placeholders(text);
    let highest = numbers.iter().map(|(_, number)| *number).max();
    let mut filled = String::with_capacity(text.len());
    let mut at = 0;
    for (bytes, number) in &numbers {
        filled.push_str(&text[at..bytes.start]);
        at = bytes.end;
        let Some(first) = number.checked_sub(1) else {
            filled.push_str(zero);
            continue;
        };
        if let Some(word) = words.get(first) {
            if Some(*number) == highest {
                filled.push_str(&words[first..].join(" "));
            } else {
                filled.push_str(word);
            }
        }
        if filled.len() > MAX_TEXT {
            return None;
        }
    }
    filled.push_str(&text[at..]);
    let wants_all = text.contains(ALL);
    let grown = filled.matches(ALL).count().saturating_mul(arguments.len());
    if filled.len().saturating_add(grown) > MAX_TEXT {
        return None;
    }
    filled = filled.replace(ALL, arguments);
    if numbers.is_empty() && !wants_all && !arguments.trim().is_empty() {
        filled.push_str("\n\n");
        filled.push_str(arguments);
    }
    Some(filled)
}

/// Returns true if a template has a placeholder for arguments.
pub(crate) fn takes_arguments(text: &str) -> bool {
    text.contains(ALL) || !placeholders(text).is_empty()
}

/// Returns true if a template has commands, which run before the model reads the text.
pub(crate) fn runs_commands(text: &str) -> bool {
    !commands(text).is_empty()
}

/// Returns the placeholders in a text, such as `$1`. Each placeholder is returned as its byte range
/// and its number, which is 1 for `$1`.
fn placeholders(text: &str) -> Vec<(Range<usize>, usize)> {
    let found = text.match_indices('$').filter_map(|(start, _)| {
        let digits = text[start + 1..].bytes();
        let length = digits.take_while(u8::is_ascii_digit).count();
        let number = &text[start + 1..start + 1 + length];
        // A number that is too large to parse refers to no word, just like the largest number.
        (length > 0).then(|| {
            (
                start..start + 1 + length,
                number.parse().unwrap_or(usize::MAX),
            )
        })
    });
    found.collect()
}

/// Splits arguments into words. Text in quotes is one word, without the quotes. A marker for an
/// attached image, such as `[Image 1]`, is also one word.
fn words(arguments: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = arguments;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => match rest[1..].find(first) {
                Some(end) => end + 2,
                // If no closing quote follows, the opening quote is dropped.
                None => {
                    rest = &rest[1..];
                    continue;
                }
            },
            _ if first.is_whitespace() => {
                rest = &rest[first.len_utf8()..];
                continue;
            }
            _ => image(rest).unwrap_or_else(|| {
                let ends = |character: char| character.is_whitespace() || "\"'".contains(character);
                rest.find(ends).unwrap_or(rest.len())
            }),
        };
        let (word, after) = rest.split_at(length);
        words.push(word.trim_matches(|character| character == first && "\"'".contains(first)));
        rest = after;
    }
    words
}

/// Returns the length of a marker for an attached image, such as `[Image 1]`, at the start of a
/// text. Returns none if there is no marker. The exact form of markers was inferred from examples.
fn image(text: &str) -> Option<usize> {
    let start = text
        .get(..6)
        .filter(|start| start.eq_ignore_ascii_case("[image"))?;
    let rest = &text[start.len()..];
    let number = rest.trim_start();
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let is_image = number.len() < rest.len() && digits > 0 && number[digits..].starts_with(']');
    is_image.then(|| text.len() - number.len() + digits + 1)
}

/// Returns the byte range of each command in a template. A command is in backquotes that follow an
/// exclamation mark, anywhere in the text.
pub(crate) fn commands(text: &str) -> Vec<Range<usize>> {
    let mut commands = Vec::new();
    let mut at = 0;
    while let Some(offset) = text[at..].find('!') {
        let start = at + offset;
        if !text[start + 1..].starts_with('`') {
            at = start + 1;
            continue;
        }
        let Some(length) = text[start + 2..].find('`') else {
            break;
        };
        let end = start + 2 + length + 1;
        if length == 0 {
            // No `!` is before the second backquote of an empty command, so this backquote cannot begin another
            // command.
            at = end;
            continue;
        }
        commands.push(start..end);
        at = end;
    }
    commands
}

/// Returns the byte range of each placeholder for arguments, such as `$ARGUMENTS` and `$1`.
pub(crate) fn arguments(text: &str) -> Vec<Range<usize>> {
    let numbers = placeholders(text).into_iter().map(|(bytes, _)| bytes);
    let all = text.match_indices(ALL);
    let all = all.map(|(start, all)| start..start + all.len());
    numbers.chain(all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_put_in_by_number() {
        let cases = [
            ("$1", "p q", "p q"),
            ("$1 and $2", "p q r", "p and q r"),
            ("$2 and $1", "p q r", "q r and p"),
            ("$1 $3", "p", "p "),
            ("$0|$1", "p q", "|p q"),
            ("$10", "p", ""),
            ("a $1 b", "", "a  b"),
            ("$ARGUMENTS!", " \"p q\" r ", " \"p q\" r !"),
            ("$1 $ARGUMENTS", "p q", "p q p q"),
            ("plain", "p 'q'", "plain\n\np 'q'"),
            ("plain", "  ", "plain"),
            ("$x $", "p", "$x $\n\np"),
            ("$1", "\"p q\" r", "p q r"),
            ("$1.", "$ARGUMENTS", "$ARGUMENTS."),
            ("$99999999999999999999999", "p", ""),
        ];
        for (text, arguments, expected) in cases {
            assert_eq!(
                fill(text, arguments, "").as_deref(),
                Some(expected),
                "{text:?} {arguments:?}"
            );
        }
    }

    #[test]
    fn a_text_that_would_grow_without_end_is_refused() {
        let text = "$ARGUMENTS".repeat(10_000);
        assert_eq!(fill(&text, &"x".repeat(10_000), ""), None);
        let text = "$1 ".repeat(10_000);
        assert_eq!(fill(&text, &"x ".repeat(10_000), ""), None);
    }

    #[test]
    fn quotes_hold_words_together() {
        let cases: &[(&str, &[&str])] = &[
            ("a  b\n c", &["a", "b", "c"]),
            ("\"a b\" 'c d'", &["a b", "c d"]),
            ("a\"b c\"d", &["a", "b c", "d"]),
            ("\"a 'b\" c'd", &["a 'b", "c", "d"]),
            ("[Image 1] x", &["[Image 1]", "x"]),
            ("[Image] x", &["[Image]", "x"]),
            ("\"\"", &[""]),
            ("", &[]),
        ];
        for (arguments, expected) in cases {
            assert_eq!(words(arguments), *expected, "{arguments:?}");
        }
    }

    #[test]
    fn a_command_is_between_backquotes_anywhere() {
        let text = "a!`b c` !`d`!`` `e` !`f";
        let found: Vec<_> = commands(text)
            .into_iter()
            .map(|bytes| &text[bytes])
            .collect();
        assert_eq!(found, ["!`b c`", "!`d`"]);
    }
}
