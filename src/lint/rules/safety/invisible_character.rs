//! `invisible-character`: the text contains an invisible character.
//!
//! Fix: removes the character; unsafe, because the text may be about the character or may need it.
//! Some scripts need it between letters, and authors put it before a fence within another fence.

use super::unseen::{Unseen, UnseenRun, is_unseen};
use crate::hashing::HashSet;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::fixes::Fix;
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "invisible-character",
    Severity::Warning,
    "the text has an invisible character",
    &[Run::Search(Search::Unseen)],
);

/// The minimum length of a sequence of invisible characters that is reported as a hidden text. A
/// shorter sequence is too short to encode a text.
const HIDDEN_TEXT: usize = 4;

/// The maximum distance in characters from an invisible character to the quotes or brackets around
/// it. No host has this limit.
const MAX_SET: usize = 64;

/// Characters that may begin a set or string of characters in a program, such as `[` in a regular
/// expression.
const OPENING: &str = "[\"'`/";
const CLOSING: &str = "]\"'`/";

/// Words in lowercase that show that a line may be about invisible characters.
const ABOUT_THEM: [&str; 13] = [
    "zero-width",
    "zero width",
    "zerowidth",
    "zwsp",
    "zwj",
    "zwnj",
    "u+200",
    "u+feff",
    "bom",
    "invisible",
    "byte order",
    "零宽",
    "零寬",
];

/// The place of an invisible character, which decides the severity of the finding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharacterPlace {
    /// The character is part of a sequence of invisible characters that is long enough to encode a
    /// text.
    HiddenText,
    /// The character changes the meaning of a word, a command, a path or a name that contains it.
    InWord,
    /// The character has no effect on the text around it. It is between words, before a fence, or
    /// in a line about such characters.
    Harmless,
}

/// Reports invisible characters. Consecutive characters share a finding.
pub(super) fn check(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    runs: &[UnseenRun],
    found: &mut Vec<Diagnostic>,
) {
    for run in runs.iter().filter(|run| run.kind == Unseen::Invisible) {
        let enclosed = enclosed(text, run).filter(|(_, inside)| is_each_once(inside));
        if (enclosed.as_ref()).is_some_and(|(_, inside)| is_set(inside)) {
            continue;
        }
        let first = run.first(text.text);
        let is_in_class = enclosed.is_some_and(|(open, _)| open == '[');
        let spot = if is_in_class {
            CharacterPlace::Harmless
        } else {
            spot(text, run)
        };
        let message = match spot {
            CharacterPlace::HiddenText => {
                let count = text.text[run.bytes.clone()].chars().count();
                format!(
                    "{count} invisible characters in a row (from U+{first:04X}) may hide a text"
                )
            }
            CharacterPlace::InWord => {
                format!("there is an invisible character (U+{first:04X}) in a word")
            }
            CharacterPlace::Harmless => format!("there is an invisible character (U+{first:04X})"),
        };
        let help = "Remove it, unless its script needs it or the text is about it.";
        let fix = Fix::unsafe_("Remove it");
        let fix = fix.replace(&text.path, &text.places, run.bytes.clone(), "");
        let mut diagnostic = text.finding(context, &RULE, run.bytes.clone(), message, help);
        if spot == CharacterPlace::Harmless {
            diagnostic.severity = Severity::Info;
        }
        found.push(diagnostic.fix(fix));
    }
}

fn spot(text: &SkillText<'_>, run: &UnseenRun) -> CharacterPlace {
    let (start, end) = (run.bytes.start, run.bytes.end);
    if text.text[run.bytes.clone()]
        .chars()
        .nth(HIDDEN_TEXT - 1)
        .is_some()
    {
        return CharacterPlace::HiddenText;
    }
    let line = text.line_at(start).to_lowercase();
    if ABOUT_THEM.iter().any(|word| line.contains(word)) {
        return CharacterPlace::Harmless;
    }
    let before = text.text[..start].chars().next_back();
    let after = text.text[end..].chars().next();
    // Without an invisible character, the pattern `src/**/*.js` in a comment would end the comment.
    if matches!(
        (before, after),
        (Some('*'), Some('/')) | (Some('/'), Some('*'))
    ) {
        return CharacterPlace::Harmless;
    }
    let before = before.is_some_and(is_of_word);
    let after = after.is_some_and(is_of_word);
    // In prose, an invisible character at the beginning or end of a word changes nothing. In a command, a path or a
    // name it changes the meaning.
    let is_exact = start < text.body.start || text.is_code(start);
    if (before && after) || (is_exact && (before || after)) {
        CharacterPlace::InWord
    } else {
        CharacterPlace::Harmless
    }
}

/// Returns the text between the quotes or brackets around invisible characters in code, and the
/// opening quote or bracket. Returns none if no such pair surrounds the characters.
fn enclosed(text: &SkillText<'_>, run: &UnseenRun) -> Option<(char, String)> {
    if !text.is_code(run.bytes.start) {
        return None;
    }
    let before = text.text[..run.bytes.start].chars().rev().take(MAX_SET);
    let before: Vec<char> = before.take_while(|c| !OPENING.contains(*c)).collect();
    let after = text.text[run.bytes.end..].chars().take(MAX_SET);
    let after: String = after.take_while(|c| !CLOSING.contains(*c)).collect();
    let open = text.text[..run.bytes.start]
        .chars()
        .nth_back(before.len())?;
    let close = text.text[run.bytes.end + after.len()..].chars().next()?;
    let before: String = before.into_iter().rev().collect();
    let inside = format!("{before}{}{after}", &text.text[run.bytes.clone()]);
    let is_pair = if open == '[' {
        close == ']'
    } else {
        open == close
    };
    is_pair.then_some((open, inside))
}

/// Returns true if each invisible character of a text occurs only once. Repeated characters may
/// encode a text.
fn is_each_once(text: &str) -> bool {
    let mut seen = HashSet::default();
    let mut unseen = text.chars().filter(|c| is_unseen(*c));
    unseen.all(|c| seen.insert(c))
}

/// Returns true if a text has only invisible characters, escape sequences and operators of regular
/// expressions. A program that finds or removes the characters has such a text.
fn is_set(inside: &str) -> bool {
    let mut chars = inside.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\\' {
            // An escape sequence, such as `\n`, `\u200B` or `\x{200B}`.
            if chars.next().is_some_and(|kind| "uUx".contains(kind)) {
                while chars
                    .next_if(|c| c.is_ascii_hexdigit() || "{}".contains(*c))
                    .is_some()
                {}
            }
        } else if !is_unseen(c) && !" -|^+*()".contains(c) {
            return false;
        }
    }
    true
}

/// Returns true for a character of a word or a path. Characters of scripts without spaces are excluded, because a line
/// may break within their words.
fn is_of_word(c: char) -> bool {
    (c.is_alphanumeric() && c < '\u{e00}') || "_-./\\@:$".contains(c)
}
