//! Rewrites sets of characters in path patterns, such as `[ab]`. Claude Code's matching library
//! interprets sets differently than Git (docs/hosts/claude-code.md#conditional-skills).

use std::str::Chars;

/// Rewrites a path pattern of Claude Code for Git's matcher. The result is in lowercase. Each set
/// of characters, such as `[a-c]`, is rewritten so that it matches the same characters in Git's
/// matcher as in Claude Code. Returns `None` if a set is empty or invalid, because then the pattern
/// matches nothing.
pub(super) fn rewrite(pattern: &str) -> Option<String> {
    let mut rewritten = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(at) = rest.find(['[', '\\']) {
        let (before, from) = rest.split_at(at);
        rewritten.push_str(&before.to_lowercase());
        let after = &from[1..];
        if from.starts_with('\\') {
            let escaped = after.chars().next().map_or(0, char::len_utf8);
            rewritten.push_str(&from[..=escaped].to_lowercase());
            rest = &after[escaped..];
            continue;
        }
        let set = content(after)?;
        push_set(&mut rewritten, &members(set)?);
        rest = &after[set.len() + 1..];
    }
    rewritten.push_str(&rest.to_lowercase());
    Some(rewritten)
}

/// Returns the text between the brackets of a set of characters, such as `a-c` in `[a-c]`. `text`
/// begins after the `[`. Usually, the set ends at the first `]`. The result is `None` if a
/// backslash escapes this `]`, or if there is no `]`. If a slash is before the first `]`, the set
/// ends instead at the first `]` that no backslash escapes.
fn content(text: &str) -> Option<&str> {
    let set = &text[..text.find(']')?];
    if !set.contains('/') {
        let backslashes = set.len() - set.trim_end_matches('\\').len();
        return backslashes.is_multiple_of(2).then_some(set);
    }
    let mut is_escaped = false;
    let end = text.find(|character| {
        let ends = character == ']' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        ends
    })?;
    Some(&text[..end])
}

/// Returns the characters that a set of a pattern matches, as ranges. `set` is the text between the
/// brackets, such as `A-C`. A range of uppercase letters is returned as written and in lowercase. A
/// `!` or `^` is an ordinary character. Returns `None` if the set is empty or invalid.
fn members(set: &str) -> Option<Vec<(char, char)>> {
    let mut members = Vec::new();
    let mut rest = set.chars();
    while let Some(first) = rest.next() {
        let class: &[(char, char)] = match (first, rest.clone().next()) {
            ('\\', Some('d')) => &[('0', '9')],
            ('\\', Some('s')) => &[(' ', ' '), ('\t', '\r')],
            ('\\', Some('w')) => &[('a', 'z'), ('0', '9'), ('_', '_')],
            _ => &[],
        };
        if !class.is_empty() {
            members.extend(class);
            rest.next();
            continue;
        }
        let low = literal(first, &mut rest)?;
        let mut ahead = rest.clone();
        let high = match (ahead.next(), ahead.next()) {
            (Some('-'), Some(end)) => {
                let high = literal(end, &mut ahead)?;
                rest = ahead;
                high
            }
            _ => low,
        };
        if low > high {
            // The library ignores a reversed range between `0` and `z`. A set with any other
            // reversed range is invalid.
            let is_dropped = ('0'..='z').contains(&low) && ('0'..='z').contains(&high);
            if is_dropped {
                continue;
            }
            return None;
        }
        members.push((low, high));
        let uppercase = (low.max('A'), high.min('Z'));
        let beyond_ascii = (lowercase(low), lowercase(high));
        if uppercase.0 <= uppercase.1 {
            members.push((lowercase(uppercase.0), lowercase(uppercase.1)));
        } else if !high.is_ascii() && beyond_ascii.0 <= beyond_ascii.1 {
            members.push(beyond_ascii);
        }
    }
    (!members.is_empty()).then_some(members)
}

/// Returns the character that `character` represents in a set such as `[a\-z]`. A backslash
/// represents the next character of `rest`. Any other character represents itself. `None` if
/// nothing follows the backslash.
fn literal(character: char, rest: &mut Chars<'_>) -> Option<char> {
    match character {
        '\\' => rest.next(),
        _ => Some(character),
    }
}

fn lowercase(character: char) -> char {
    character.to_lowercase().next().unwrap_or(character)
}

/// Adds a set of characters to a pattern, in Git's syntax. Punctuation is escaped, so that no
/// character negates or ends the set.
fn push_set(text: &mut String, members: &[(char, char)]) {
    text.push('[');
    for &(low, high) in members {
        push_member(text, low);
        if low < high {
            text.push('-');
            push_member(text, high);
        }
    }
    text.push(']');
}

fn push_member(text: &mut String, member: char) {
    if member.is_ascii_punctuation() {
        text.push('\\');
    }
    text.push(member);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_rewritten_to_the_members_that_the_library_finds() {
        let cases = [
            ("a[bc].TS", Some("a[bc].ts")),
            ("[!a]", Some(r"[\!a]")),
            ("[^a]", Some(r"[\^a]")),
            ("[a-c-e]", Some(r"[a-c\-e]")),
            (r"[a\-c]", Some(r"[a\-c]")),
            (r"[a\\]", Some(r"[a\\]")),
            (r"[\d_]", Some(r"[0-9\_]")),
            ("[B-D]", Some("[B-Db-d]")),
            ("[Z-a]", Some("[Z-az]")),
            ("[É]", Some("[Éé]")),
            ("[[:alpha:]]", Some(r"[\[\:alpha\:]]")),
            ("[a/b]", Some(r"[a\/b]")),
            (r"\[A]", Some(r"\[a]")),
            ("x]", Some("x]")),
            ("[c-ab]", Some("[b]")),
            ("[c-a]", None),
            ("[a- ]", None),
            ("[]a]", None),
            ("[]-]x", None),
            (r"[\]]x", None),
            (r"[a\]b]x", None),
            ("[a", None),
            ("x[", None),
            (r"[/\]", None),
        ];
        for (pattern, expected) in cases {
            assert_eq!(rewrite(pattern).as_deref(), expected, "{pattern}");
        }
    }
}
