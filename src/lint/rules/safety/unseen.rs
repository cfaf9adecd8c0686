//! Invisible characters. Three rules report them; the effect of a character decides which rule
//! reports it.

use std::ops;

use crate::lint::rules::limits::MAX_FOUND;

/// The effect of an invisible character. Each effect is reported by its own rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unseen {
    /// The character is invisible and has no other effect. An example is a zero-width space.
    Invisible,
    /// The character changes the order in which other characters appear.
    Order,
    /// The character is an invisible copy of a letter. Models read this letter, but people cannot
    /// see it.
    Letter,
}

fn unseen(c: char) -> Option<Unseen> {
    match c {
        '\u{200b}'..='\u{200d}'
        | '\u{2060}'..='\u{2064}'
        | '\u{feff}'
        | '\u{180e}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{3164}'
        | '\u{ffa0}' => Some(Unseen::Invisible),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(Unseen::Order),
        '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}' => Some(Unseen::Letter),
        _ => None,
    }
}

/// Returns true for an invisible character.
pub(super) fn is_unseen(c: char) -> bool {
    unseen(c).is_some()
}

/// Returns true if a text may contain an invisible character, because the text has bytes with which
/// such characters begin. Most texts have no such bytes, so their characters need not be checked.
fn may_have_unseen(bytes: &[u8]) -> bool {
    let mut at = 0;
    // Most texts are ASCII.
    if bytes.is_ascii() {
        return false;
    }
    while at + 1 < bytes.len() {
        let may_be = match bytes[at] {
            0xe1 => matches!(bytes[at + 1], 0x85 | 0xa0),
            0xe2 => match bytes[at + 1] {
                0x80 => matches!(bytes.get(at + 2), Some(0x8b..=0x8d | 0xaa..=0xae)),
                second => second == 0x81,
            },
            0xe3 => bytes[at + 1] == 0x85,
            0xef => matches!(bytes[at + 1], 0xbb | 0xbe),
            0xf3 => bytes[at + 1] == 0xa0,
            _ => false,
        };
        if may_be {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns true for a character that may be next to an invisible joiner. It is a letter of a
/// writing system that needs joiners, or a part of an emoji.
fn joins(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{feef}'
        | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '\u{11000}'..='\u{11fff}' | '\u{e007f}')
}

/// A sequence of adjacent invisible characters of the same kind.
pub(super) struct UnseenRun {
    /// The byte range of this sequence in the text.
    pub bytes: ops::Range<usize>,
    pub kind: Unseen,
}

impl UnseenRun {
    /// Returns the code point of the first invisible character in this sequence.
    pub fn first(&self, text: &str) -> u32 {
        text[self.bytes.clone()].chars().next().map_or(0, u32::from)
    }
}

/// Returns the sequences of invisible characters in a text, up to the maximum number of findings.
pub(super) fn unseen_runs(text: &str) -> Vec<UnseenRun> {
    if !may_have_unseen(text.as_bytes()) {
        return Vec::new();
    }
    let mut runs = runs(text);
    runs.truncate(MAX_FOUND);
    runs
}

/// Returns all sequences of invisible characters in a text. Characters that a writing system or an
/// emoji needs are excluded.
fn runs(text: &str) -> Vec<UnseenRun> {
    let mut runs: Vec<UnseenRun> = Vec::new();
    let mut before = None;
    let mut is_flag = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let kind = unseen(c).filter(|kind| match kind {
            // A byte order mark is allowed at the start of a file.
            Unseen::Invisible if c == '\u{feff}' => at > 0,
            Unseen::Invisible if matches!(c, '\u{200c}' | '\u{200d}') => {
                !before.is_some_and(joins) && !next.is_some_and(joins)
            }
            // Tag letters are allowed after a black flag, where they name a region. A variation selector is allowed
            // directly after another character.
            Unseen::Letter if c >= '\u{e0100}' => before.and_then(unseen) == Some(Unseen::Letter),
            Unseen::Letter => !is_flag,
            _ => true,
        });
        is_flag =
            c == '\u{1f3f4}' || is_flag && unseen(c) == Some(Unseen::Letter) && c != '\u{e007f}';
        if let Some(kind) = kind {
            let end = at + c.len_utf8();
            match runs.last_mut() {
                Some(run) if run.bytes.end == at && run.kind == kind => run.bytes.end = end,
                _ => runs.push(UnseenRun {
                    bytes: at..end,
                    kind,
                }),
            }
        }
        before = Some(c);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_that_shows_nothing_is_passed_over() {
        let unseen = ('\0'..=char::MAX).filter(|c| unseen(*c).is_some());
        for c in unseen {
            assert!(may_have_unseen(c.to_string().as_bytes()), "{c:?}");
        }
        assert!(!may_have_unseen("a – “é” → 用户，👍".as_bytes()));
    }
}
