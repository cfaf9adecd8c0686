//! Finds words that a fix loses. For independence, it uses no rule and no table of the linter.
//!
//! A word is a sequence of letters and digits. After a safe fix, a file must have all its words in
//! the same order.
//! Repeated lines, comments to the linter, the language of a code fence, and escapes of YAML do not
//! count.
//! A word may get a slightly different spelling.

use std::collections::HashSet;

use skillglass::Workspace;
use skillglass::lint::{self, Diagnostic};

/// Returns the words of a text.
pub fn words(text: &str) -> Vec<String> {
    let shows_nothing = |c: char| matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}');
    let shown: String = text.chars().filter(|c| !shows_nothing(*c)).collect();
    let words = shown.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Returns the words of a file that a fix must keep.
pub fn counted(text: &str) -> Vec<String> {
    let mut known = HashSet::new();
    let lines = text.split(['\n', '\r']).filter(|line| {
        let is_comment = line.contains("skillglass-ignore");
        let is_fence = line.trim_start().starts_with(['`', '~']) && words(line).len() < 2;
        !is_comment && !is_fence && known.insert(line.trim())
    });
    lines.flat_map(shown).collect()
}

/// Returns the words of a text without its escapes, such as `\ud83d`.
pub fn shown(text: &str) -> Vec<String> {
    words(&without_escapes(text))
}

/// Returns a text without escapes such as `\ud83d`.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\\u");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part
            .get(..4)
            .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if digits {
            out.push_str(&part[4..]);
        } else {
            // The letter is part of a word, as in the path `scripts\update`.
            out.extend(["\\u", part]);
        }
    }
    out
}

/// Returns true if the two words differ in few letters, or the first word is the beginning of the
/// second.
fn is_nearly(word: &str, other: &str) -> bool {
    let (word, other) = (word.to_lowercase(), other.to_lowercase());
    let is_short = word.len() >= 4 && other.starts_with(&word);
    let rest = |from: &str, letters: &str| from.chars().filter(|c| !letters.contains(*c)).count();
    let few = word.chars().count() / 4;
    is_short
        || rest(&word, &other) <= few
            && rest(&other, &word) <= few
            && word.chars().count().abs_diff(other.chars().count()) <= few
}

/// Returns the first word of a text that another text does not have in the same order, `None` if no
/// word is lost. Two neighboring words of the first text may be one word in the other.
fn lost(before: &str, after: &str) -> Option<String> {
    let after = shown(after);
    let before = counted(before);
    let find = |word: &str, from: usize| {
        let mut rest = after[from..].iter();
        rest.position(|other| other == word || is_nearly(word, other))
            .map(|next| from + next + 1)
    };
    let (mut at, mut index) = (0, 0);
    while let Some(word) = before.get(index) {
        let whole = before.get(index + 1).map(|rest| word.clone() + rest);
        if whole.is_some_and(|whole| {
            (after.get(at)).is_some_and(|other| other.to_lowercase() == whole.to_lowercase())
        }) {
            (at, index) = (at + 1, index + 2);
            continue;
        }
        let Some(next) = find(word, at) else {
            return Some(word.clone());
        };
        (at, index) = (next, index + 1);
    }
    None
}

/// Returns a word that a safe fix of a finding loses, `None` if its safe fixes keep all words.
pub fn lost_words(workspace: &Workspace, one: &Diagnostic) -> Option<String> {
    let text = |path: &str| workspace.tree().entry(path)?.contents()?.text().ok();
    one.fixes.iter().filter(|fix| fix.safe).find_map(|fix| {
        let applied = lint::apply(text, [fix]);
        let mut files = applied.files.iter();
        files.find_map(|(path, after)| lost(text(path).unwrap(), after))
    })
}
