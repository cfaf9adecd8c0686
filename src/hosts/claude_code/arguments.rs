//! Replaces the placeholders for arguments and variables in a skill's text.
//!
//! `$ARGUMENTS` is the whole text of the arguments, exactly as the user typed it. `$ARGUMENTS[N]`,
//! `$N` and each declared `$name` stand for one word of this text, counted from 0
//! (docs/hosts/claude-code-use.md#arguments). Placeholders in fenced code are replaced, too.

use std::borrow::Cow;
use std::ops::Range;

use super::editions::{Append, ArgumentPolicy, Unmatched, WordSplitting};
use super::rewrite::Rewritten;
use super::shell_words;
use crate::sort;

/// The placeholder for the whole text of the arguments.
const ALL: &str = "$ARGUMENTS";

/// The smallest number `N` for which `$N`, such as `$240`, is treated as an amount of money and not
/// as a placeholder for an argument. Skillglass chose this number. It is used for editions of
/// Claude Code that leave `$N` unchanged if the argument is missing.
const MANY_ARGUMENTS: usize = 20;

/// The text that precedes arguments which are added to the end of the skill's text.
const APPENDED: &str = "\n\nARGUMENTS: ";

/// The kinds of placeholders, in the order in which older editions replace them: `$name`,
/// `$ARGUMENTS[N]`, `$N`, `$ARGUMENTS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaceholderKind {
    Name,
    Index,
    Shorthand,
    All,
}

const PASSES: [&[PlaceholderKind]; 4] = [
    &[PlaceholderKind::Name],
    &[PlaceholderKind::Index],
    &[PlaceholderKind::Shorthand],
    &[PlaceholderKind::All],
];

const ONE_PASS: [&[PlaceholderKind]; 1] = [&[
    PlaceholderKind::Name,
    PlaceholderKind::Index,
    PlaceholderKind::Shorthand,
    PlaceholderKind::All,
]];

/// Returns the text with the arguments inserted. `names` are the names of arguments that the skill
/// declares, in order.
pub(super) fn substitute(
    text: impl Into<Rewritten>,
    arguments: &str,
    names: &[String],
    policy: ArgumentPolicy,
) -> Rewritten {
    let text = text.into();
    let given = arguments;
    let all = if policy.disarms {
        Cow::Owned(shell_words::disarmed(arguments))
    } else {
        Cow::Borrowed(arguments)
    };
    let arguments = &*all;
    let values = Values {
        all: arguments,
        words: match policy.words {
            WordSplitting::Shell => (shell_words::split(given).iter())
                .map(|word| shell_words::disarmed(word))
                .collect(),
            WordSplitting::Quoted => split(arguments),
        },
        names: Names::new(names),
    };
    let named = text.text.contains(ALL);
    let passes = if policy.rescans_values {
        &PASSES[..]
    } else {
        &ONE_PASS[..]
    };
    let mut filled = false;
    let mut text = passes.iter().fold(text, |text, kinds| {
        let (replacements, any) = replacements(&text.text, kinds, &values, policy);
        filled |= any;
        text.replace(replacements)
    });
    let stands_somewhere = match policy.append {
        Append::UnlessArgumentsNamed => named,
        Append::UnlessPlaceholderFilled => filled,
    };
    if !arguments.trim().is_empty() && !stands_somewhere {
        let end = text.text.len();
        text = text.replace([(end..end, format!("{APPENDED}{arguments}"))]);
    }
    text
}

/// Returns the byte ranges of the placeholders that arguments may replace or remove.
pub(super) fn placeholders(
    text: &str,
    names: &[String],
    policy: ArgumentPolicy,
) -> Vec<Range<usize>> {
    let names = Names::new(names);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('$').map(|offset| at + offset) {
        at = start + 1;
        let placeholder = placeholder(&text[start..], &names, policy);
        let stands = |found: &Placeholder| {
            let is_far = found.kind == PlaceholderKind::Shorthand
                && policy.unmatched_index == Unmatched::Kept
                && found.index.is_none_or(|index| index >= MANY_ARGUMENTS);
            !(is_far || policy.escapes && is_escaped(text, start))
        };
        if let Some(placeholder) = placeholder.filter(stands) {
            at = start + placeholder.length;
            found.push(start..at);
        }
    }
    found
}

/// Splits the arguments into words, as a shell does. If a quote is not closed, the arguments are
/// split at whitespace instead. A `#` at the start of a word begins a comment, but no source
/// confirms this for Claude Code.
fn split(arguments: &str) -> Vec<String> {
    shlex::split(arguments)
        .unwrap_or_else(|| arguments.split_whitespace().map(str::to_owned).collect())
}

/// The values that replace placeholders: the whole text of the arguments, and its words.
struct Values<'a> {
    all: &'a str,
    words: Vec<String>,
    names: Names<'a>,
}

/// Returns the replacements of one pass over the text, with their byte ranges, and true if a
/// placeholder received an argument. Only placeholders of these `kinds` are replaced.
fn replacements<'a>(
    text: &str,
    kinds: &[PlaceholderKind],
    values: &'a Values<'_>,
    policy: ArgumentPolicy,
) -> (Vec<(Range<usize>, &'a str)>, bool) {
    let mut replacements = Vec::new();
    let mut filled = false;
    let mut at = 0;
    while let Some(start) = text[at..].find('$').map(|offset| at + offset) {
        at = start + 1;
        let found = placeholder(&text[start..], &values.names, policy);
        if policy.escapes && is_escaped(text, start) {
            let kind = found.map(|found| found.kind);
            // In `\$200K` the backslash is removed, although `$200K` is no placeholder.
            let digit = text[at..].starts_with(|next: char| next.is_ascii_digit());
            let kind = kind.or(digit.then_some(PlaceholderKind::Shorthand));
            if kind.is_some_and(|kind| kinds.contains(&kind)) {
                replacements.push((start - 1..start, ""));
            }
            continue;
        }
        let Some(found) = found.filter(|found| kinds.contains(&found.kind)) else {
            continue;
        };
        let bytes = start..start + found.length;
        at = bytes.end;
        let value = match found.kind {
            PlaceholderKind::All => Some(values.all),
            PlaceholderKind::Name | PlaceholderKind::Index | PlaceholderKind::Shorthand => found
                .index
                .and_then(|index| values.words.get(index))
                .map(String::as_str),
        };
        filled |= value.is_some() || found.kind == PlaceholderKind::Name;
        let kept = found.kind != PlaceholderKind::Name && policy.unmatched_index == Unmatched::Kept;
        match value {
            Some(value) => replacements.push((bytes, value)),
            None if kept => {}
            None => replacements.push((bytes, "")),
        }
    }
    (replacements, filled)
}

/// Returns true if exactly one backslash precedes the `$` at `dollar`. Two backslashes do not
/// escape the `$` (docs/hosts/claude-code-use.md#arguments).
fn is_escaped(text: &str, dollar: usize) -> bool {
    let before = &text[..dollar];
    before.ends_with('\\') && !before.ends_with("\\\\")
}

/// A placeholder for arguments, such as `$ARGUMENTS` or `$1`, at the start of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Placeholder {
    kind: PlaceholderKind,
    /// The length of the placeholder in bytes, including `$`.
    length: usize,
    /// The index of the argument. None if the placeholder stands for all arguments, or if the
    /// number is too large.
    index: Option<usize>,
}

/// Returns the placeholder at the start of `text`, which begins with `$`. None if there is no
/// placeholder. A placeholder is a whole word, except that some editions replace `$ARGUMENTS`
/// inside of a longer word.
fn placeholder(text: &str, names: &Names<'_>, policy: ArgumentPolicy) -> Option<Placeholder> {
    let after = &text[1..];
    if let Some((name, index)) = names.longest_at(after) {
        return Some(Placeholder {
            kind: PlaceholderKind::Name,
            length: 1 + name,
            index: Some(index),
        });
    }
    if let Some(rest) = text.strip_prefix(ALL) {
        let indexed = rest.strip_prefix('[').and_then(|rest| {
            let digits = digits(rest);
            (digits > 0 && rest[digits..].starts_with(']')).then(|| &rest[..digits])
        });
        if let Some(digits) = indexed {
            return Some(Placeholder {
                kind: PlaceholderKind::Index,
                length: ALL.len() + digits.len() + 2,
                index: digits.parse().ok(),
            });
        }
        return (policy.inside_words || ends_word(rest)).then_some(Placeholder {
            kind: PlaceholderKind::All,
            length: ALL.len(),
            index: None,
        });
    }
    let digits = digits(after);
    (digits > 0 && ends_word(&after[digits..])).then(|| Placeholder {
        kind: PlaceholderKind::Shorthand,
        length: 1 + digits,
        index: after[..digits].parse().ok(),
    })
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Returns true if a word that ends before `rest` is complete, because `rest` does not begin with a
/// letter, digit or underscore.
fn ends_word(rest: &str) -> bool {
    !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_')
}

/// The names of arguments that the skill declares, in alphabetical order, each with the index of
/// its argument.
struct Names<'a>(Vec<(&'a str, usize)>);

impl<'a> Names<'a> {
    /// Builds the sorted list of names. If a name is declared several times, its first argument is
    /// used. Numbers and names with a `$` are omitted, because a number is an index and a `$`
    /// begins the next placeholder.
    fn new(names: &'a [String]) -> Self {
        let mut sorted: Vec<_> = names
            .iter()
            .enumerate()
            .map(|(index, name)| (name.as_str(), index))
            .filter(|(name, _)| digits(name) < name.len() && !name.contains('$'))
            .collect();
        sort::by(&mut sorted, Ord::cmp);
        sorted.dedup_by_key(|(name, _)| *name);
        Self(sorted)
    }

    /// Returns the longest declared name that is a whole word at the start of `text`: its length,
    /// and the index of its argument. None if there is no such name.
    fn longest_at(&self, text: &str) -> Option<(usize, usize)> {
        let mut longest = None;
        let mut candidates = &self.0[..];
        // Comparing byte by byte makes the cost independent of the number of names.
        for (position, byte) in text.bytes().enumerate() {
            let byte_of = |name: &str| name.as_bytes().get(position).copied();
            let start = candidates.partition_point(|(name, _)| byte_of(name) < Some(byte));
            let end = candidates.partition_point(|(name, _)| byte_of(name) <= Some(byte));
            candidates = &candidates[start..end];
            let Some((name, index)) = candidates.first() else {
                break;
            };
            if name.len() == position + 1 && ends_word(&text[name.len()..]) {
                longest = Some((name.len(), *index));
            }
        }
        longest
    }
}

/// Replaces each variable `${NAME}` for which `value` returns a text. A backslash before the
/// variable does not prevent the replacement. The inserted values are not searched for variables
/// (docs/hosts/claude-code-use.md#variables).
pub(super) fn variables(
    text: impl Into<Rewritten>,
    value: impl Fn(&str) -> Option<String>,
) -> Rewritten {
    const OPEN: &str = "${";
    let text = text.into();
    let mut replacements = Vec::new();
    let mut at = 0;
    while let Some(start) = text.text[at..].find(OPEN).map(|offset| at + offset) {
        at = start + OPEN.len();
        let rest = &text.text[at..];
        let length = rest.find(|next: char| !is_variable_character(next));
        let Some(length) = length.filter(|length| rest[*length..].starts_with('}')) else {
            continue;
        };
        if let Some(value) = value(&rest[..length]) {
            at += length + 1;
            replacements.push((start..at, value));
        }
    }
    text.replace(replacements)
}

/// Returns true for characters that names of variables contain, including the dot in
/// `user_config.KEY`.
fn is_variable_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NEW: ArgumentPolicy = ArgumentPolicy {
        append: Append::UnlessPlaceholderFilled,
        unmatched_index: Unmatched::Kept,
        escapes: true,
        rescans_values: false,
        words: WordSplitting::Quoted,
        disarms: false,
        inside_words: false,
    };

    const OLD: ArgumentPolicy = ArgumentPolicy {
        append: Append::UnlessArgumentsNamed,
        unmatched_index: Unmatched::Removed,
        escapes: false,
        rescans_values: true,
        words: WordSplitting::Quoted,
        disarms: false,
        inside_words: false,
    };

    fn filled(text: &str, arguments: &str, names: &[&str], policy: ArgumentPolicy) -> String {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        substitute(text, arguments, &names, policy).text
    }

    #[test]
    fn placeholders_are_replaced_by_arguments() {
        let cases = [
            ("$ARGUMENTS", "fix 'a b'", "fix 'a b'"),
            ("$ARGUMENTS!", "  x  ", "  x  !"),
            (
                "$0 and $1",
                r#""hello world" second"#,
                "hello world and second",
            ),
            ("$ARGUMENTS[1]/$ARGUMENTS[0]", "a b", "b/a"),
            ("$ARGUMENTS[x]", "a", "a[x]"),
            ("$0.01", "a", "a.01"),
            ("```\n$0\n```", "a", "```\na\n```"),
            ("$0$1", "a b", "ab"),
            ("$$0", "a", "$a"),
            ("$issue-$branch", "7 main", "7-main"),
            ("$issues $0", "7", "$issues 7"),
            ("$issue_id $0", "7", "$issue_id 7"),
            ("$HOME $0", "7", "$HOME 7"),
            ("$0K $1", "a b", "$0K b"),
            ("$ARGUMENTS_X $0", "a", "$ARGUMENTS_X a"),
            ("$0 $1", "it's here", "it's here"),
            (
                "$99999999999999999999999 $0",
                "a",
                "$99999999999999999999999 a",
            ),
            ("$", "", "$"),
        ];
        for (text, arguments, expected) in cases {
            assert_eq!(
                filled(text, arguments, &["issue", "branch"], NEW),
                expected,
                "{text} with {arguments}"
            );
        }
    }

    #[test]
    fn what_has_no_argument_stays_or_goes() {
        let cases = [
            (
                NEW,
                "$1|$ARGUMENTS[1]|$b|$ARGUMENTS",
                "",
                "$1|$ARGUMENTS[1]||",
            ),
            (OLD, "$1|$ARGUMENTS[1]|$b|$ARGUMENTS", "", "|||"),
            (NEW, "$0 $1", "a", "a $1"),
            (OLD, "$0 $1 $ARGUMENTS", "a", "a  a"),
        ];
        for (policy, text, arguments, expected) in cases {
            assert_eq!(filled(text, arguments, &["a", "b"], policy), expected);
        }
    }

    #[test]
    fn one_backslash_keeps_a_placeholder() {
        let cases = [
            (r"\$1.00 $0", "$1.00 a"),
            (r"\$200K $0", "$200K a"),
            (r"\$ARGUMENTS $0", "$ARGUMENTS a"),
            (r"\$ARGUMENTS[0] $0", "$ARGUMENTS[0] a"),
            (r"\$name $0", "$name a"),
            (r"\$other $0", r"\$other a"),
            (r"\\$0", r"\\a"),
            (r"\\\$0", r"\\\a"),
            (r"\${X} $0", r"\${X} a"),
        ];
        for (text, expected) in cases {
            assert_eq!(filled(text, "a", &["name"], NEW), expected, "{text}");
        }
        assert_eq!(filled(r"\$0 $ARGUMENTS", "a", &[], OLD), r"\a a");
    }

    #[test]
    fn arguments_without_a_placeholder_are_added_at_the_end() {
        let cases = [
            (NEW, "Go.", "a b", "Go.\n\nARGUMENTS: a b"),
            (NEW, "Go.", " ", "Go."),
            (NEW, "Go $0.", "a", "Go a."),
            (NEW, "Go $5.", "a", "Go $5.\n\nARGUMENTS: a"),
            (
                NEW,
                r"Go \$ARGUMENTS.",
                "a",
                "Go $ARGUMENTS.\n\nARGUMENTS: a",
            ),
            (NEW, "Go $name.", "a", "Go ."),
            (OLD, "Go $0.", "a", "Go a.\n\nARGUMENTS: a"),
            (OLD, "Go $ARGUMENTS[0].", "a", "Go a."),
            (OLD, "Go.", "a", "Go.\n\nARGUMENTS: a"),
        ];
        for (policy, text, arguments, expected) in cases {
            assert_eq!(
                filled(text, arguments, &["first", "name"], policy),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn older_editions_look_through_values_again() {
        let arguments = "'$1' $ARGUMENTS";
        assert_eq!(
            filled("$a/$0", arguments, &["a"], OLD),
            "'$1' $ARGUMENTS/$1\n\nARGUMENTS: '$1' $ARGUMENTS"
        );
        assert_eq!(filled("$a/$0", arguments, &["a"], NEW), "$1/$1");
    }

    #[test]
    fn the_longest_declared_name_is_used_and_the_first_of_two_equal_ones() {
        let names = ["old", "old-name", "old", "0", ""];
        let cases = [
            ("$old-name", "2"),
            ("$old-names", "1-names"),
            ("$old.", "1."),
            ("$0", "1"),
        ];
        for (text, expected) in cases {
            assert_eq!(filled(text, "1 2 3 4 5", &names, NEW), expected, "{text}");
        }
    }

    #[test]
    fn a_place_of_the_original_is_found_in_the_result() {
        let original = "See $0: !`ls $1` now";
        let rewritten = substitute(original, "here there", &[], NEW);
        let command = original.find('!').unwrap()..original.find(" now").unwrap();
        assert_eq!(&rewritten.text[rewritten.forward(command)], "!`ls there`");
    }

    #[test]
    fn known_variables_are_replaced_once() {
        let value = |name: &str| match name {
            "CLAUDE_SKILL_DIR" => Some("/s/${CLAUDE_SESSION_ID}".to_owned()),
            "CLAUDE_SESSION_ID" => Some("id".to_owned()),
            "user_config.api-key" => Some(String::new()),
            _ => None,
        };
        let cases = [
            ("${CLAUDE_SKILL_DIR}/x", "/s/${CLAUDE_SESSION_ID}/x"),
            (r"\${CLAUDE_SESSION_ID}", r"\id"),
            ("[${user_config.api-key}]", "[]"),
            (
                "${HOME} $CLAUDE_SESSION_ID ${CLAUDE_SESSION_ID",
                "${HOME} $CLAUDE_SESSION_ID ${CLAUDE_SESSION_ID",
            ),
            ("${${CLAUDE_SESSION_ID}}", "${id}"),
            ("${ CLAUDE_SESSION_ID }", "${ CLAUDE_SESSION_ID }"),
        ];
        for (text, expected) in cases {
            assert_eq!(variables(text, value).text, expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_result(
            text in r"(\$|\\|ARGUMENTS|\[|\]|[0-9]|a|b|_|-|\{|\}| |é|\n){0,30}",
            arguments in r#"(a|b|'|"|\$|0|ARGUMENTS| |\\|#){0,10}"#,
            names in prop::collection::vec("[ab_é$0-9-]{0,3}", 0..4),
        ) {
            for policy in [OLD, NEW, ArgumentPolicy { escapes: true, ..OLD }] {
                let _ = variables(substitute(text.as_str(), &arguments, &names, policy), |_| Some("x".to_owned()));
            }
        }

        #[test]
        fn a_text_without_placeholders_is_unchanged(text in r"[^$\\]{0,60}", arguments in ".{0,10}") {
            for policy in [OLD, NEW] {
                let rewritten = substitute(text.as_str(), &arguments, &["a".to_owned()], policy);
                prop_assert!(rewritten.text.starts_with(&text));
                let untouched = substitute(text.as_str(), "", &[], policy);
                prop_assert_eq!(&untouched.text, &text);
                prop_assert_eq!(variables(untouched, |_| Some(String::new())).text, text.clone());
            }
        }
    }
}
