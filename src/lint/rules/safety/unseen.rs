//! Characters that show nothing, which three rules tell apart by their effect.

use std::ops;

use crate::lint::rules::limits::MAX_FOUND;

/// The effect of a character that shows nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unseen {
    /// It shows nothing.
    Invisible,
    /// It changes the order in which others show.
    Order,
    /// It stands for a letter that shows nothing.
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

/// Whether a text has bytes that such a character begins with: most have none, and their characters need no look.
fn may_have_unseen(bytes: &[u8]) -> bool {
    let mut at = 0;
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

/// Returns true for characters that a joiner may be next to: letters of scripts that need joiners, and parts of an emoji.
fn joins(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{feef}'
        | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '\u{11000}'..='\u{11fff}' | '\u{e007f}')
}

/// Characters in a row that show nothing and have the same effect.
pub(super) struct UnseenRun {
    /// Where in the text.
    pub bytes: ops::Range<usize>,
    pub kind: Unseen,
}

impl UnseenRun {
    /// The code point of its first character.
    pub fn first(&self, text: &str) -> u32 {
        text[self.bytes.clone()].chars().next().map_or(0, u32::from)
    }
}

/// The first runs of a text, of all kinds together.
pub(super) fn unseen_runs(text: &str) -> Vec<UnseenRun> {
    if !may_have_unseen(text.as_bytes()) {
        return Vec::new();
    }
    let mut runs = runs(text);
    runs.truncate(MAX_FOUND);
    runs
}

/// Characters in a row that show nothing and are not where they belong.
fn runs(text: &str) -> Vec<UnseenRun> {
    let mut runs: Vec<UnseenRun> = Vec::new();
    let mut before = None;
    let mut is_flag = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let kind = unseen(c).filter(|kind| match kind {
            // It begins a file.
            Unseen::Invisible if c == '\u{feff}' => at > 0,
            Unseen::Invisible if matches!(c, '\u{200c}' | '\u{200d}') => {
                !before.is_some_and(joins) && !next.is_some_and(joins)
            }
            // A flag of a region is a black flag and its letters; variants of a character are one behind it.
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
