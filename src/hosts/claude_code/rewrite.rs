//! [`Rewritten`]: a text after several passes of replacements. It maps offsets in the result to
//! offsets in the original text and back.

use std::ops::Range;

/// The maximum size of the text after replacements, in bytes. Further replacements are omitted.
/// Skillglass sets this limit, because a long argument that is inserted many times would exhaust
/// the memory.
const MAX_TEXT_BYTES: usize = 1 << 24;

/// A text after replacements, with a record of all replacements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Rewritten {
    /// The current text, after all replacements.
    pub text: String,
    /// The replacements of each pass (one call of `replace`), the oldest pass first. The
    /// replacements of a pass are sorted by offset.
    passes: Vec<Vec<Edit>>,
}

/// A replacement in a text: the byte range of the replaced part in the old text, and the byte range
/// of the replacement in the new text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Edit {
    before: Range<usize>,
    after: Range<usize>,
}

impl From<&str> for Rewritten {
    fn from(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            passes: Vec::new(),
        }
    }
}

impl Rewritten {
    /// Replaces byte ranges of the current text by other texts, and records the replacements as one
    /// pass. The ranges must be sorted and must not overlap. Ranges that break these rules are
    /// ignored.
    pub(super) fn replace<T: AsRef<str>>(
        mut self,
        replacements: impl IntoIterator<Item = (Range<usize>, T)>,
    ) -> Self {
        let mut text = String::new();
        let mut edits = Vec::new();
        let mut copied = 0;
        for (before, replacement) in replacements {
            let replacement = replacement.as_ref();
            let kept = self.text.get(copied..before.start);
            let (Some(kept), Some(_)) = (kept, self.text.get(before.clone())) else {
                continue;
            };
            let length = text.len() + kept.len() + replacement.len();
            if length + (self.text.len() - before.end) > self.text.len().max(MAX_TEXT_BYTES) {
                continue;
            }
            text.push_str(kept);
            let start = text.len();
            text.push_str(replacement);
            copied = before.end;
            edits.push(Edit {
                before,
                after: start..text.len(),
            });
        }
        if !edits.is_empty() {
            text.push_str(&self.text[copied..]);
            self.text = text;
            self.passes.push(edits);
        }
        self
    }

    /// Returns the byte range in the current text for a byte range in the original text. If an end
    /// of the range is inside of a replacement, the whole replacement is included.
    pub(super) fn forward(&self, bytes: Range<usize>) -> Range<usize> {
        self.passes.iter().fold(bytes, |bytes, edits| {
            forward_start(edits, bytes.start)..forward_end(edits, bytes.end)
        })
    }

    /// Returns the offset in the original text of the character at `offset` in the current text.
    /// None if a replacement inserted the character.
    pub(super) fn back(&self, offset: usize) -> Option<usize> {
        self.passes.iter().rev().try_fold(offset, |offset, edits| {
            let passed = edits.partition_point(|edit| edit.after.end <= offset);
            let inside = edits
                .get(passed)
                .is_some_and(|edit| edit.after.start <= offset);
            let last = passed.checked_sub(1).map(|index| &edits[index]);
            (!inside)
                .then(|| last.map_or(offset, |edit| edit.before.end + (offset - edit.after.end)))
        })
    }
}

/// Converts an offset in the original text to an offset in the edited text. `edits` are the
/// replacements between the two texts. The given offset is the start of a byte range. If a
/// replacement only inserts text exactly at this start, the result is the offset after the inserted
/// text.
fn forward_start(edits: &[Edit], offset: usize) -> usize {
    let passed = edits.partition_point(|edit| edit.before.end <= offset);
    match edits.get(passed) {
        Some(edit) if edit.before.start <= offset => edit.after.start,
        _ => shifted(edits, passed, offset),
    }
}

/// Converts an offset in the original text to an offset in the edited text. `edits` are the
/// replacements between the two texts. The given offset is the end of a byte range. If a
/// replacement only inserts text exactly at this end, the result is the offset before the inserted
/// text.
fn forward_end(edits: &[Edit], offset: usize) -> usize {
    let passed = edits.partition_point(|edit| edit.before.start < offset);
    match passed.checked_sub(1).map(|index| &edits[index]) {
        Some(edit) if offset < edit.before.end => edit.after.end,
        _ => shifted(edits, passed, offset),
    }
}

/// Converts an offset in the original text to an offset in the edited text. `edits` are the
/// replacements between the two texts. The first `passed` replacements end before the given offset.
/// All other replacements are after the offset.
fn shifted(edits: &[Edit], passed: usize, offset: usize) -> usize {
    passed
        .checked_sub(1)
        .map(|index| &edits[index])
        .map_or(offset, |edit| edit.after.end + (offset - edit.before.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the text `abcdefgh` with `cd` replaced by a longer text, `f` removed, and a text
    /// added to the end.
    fn rewritten() -> Rewritten {
        Rewritten::from("abcdefgh").replace([(2..4, "XYZ"), (5..6, ""), (8..8, "!!")])
    }

    #[test]
    fn each_place_is_carried_forward() {
        let rewritten = rewritten();
        assert_eq!(rewritten.text, "abXYZegh!!");
        let cases = [
            (0..2, "ab"),
            (0..3, "abXYZ"),
            (3..5, "XYZe"),
            (2..4, "XYZ"),
            (4..5, "e"),
            (5..6, ""),
            (6..8, "gh"),
            (0..8, "abXYZegh"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(
                &rewritten.text[rewritten.forward(bytes.clone())],
                expected,
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn each_place_is_carried_back_unless_it_is_new() {
        let rewritten = rewritten();
        let back: Vec<_> = (0..=rewritten.text.len())
            .map(|offset| rewritten.back(offset))
            .collect();
        let (none, some) = (None, Some);
        assert_eq!(
            back,
            [
                some(0),
                some(1),
                none,
                none,
                none,
                some(4),
                some(6),
                some(7),
                none,
                none,
                some(8)
            ]
        );
    }

    #[test]
    fn places_go_through_all_passes() {
        let twice = rewritten().replace([(0..0, "head "), (5..6, "E")]);
        assert_eq!(twice.text, "head abXYZEgh!!");
        assert_eq!(&twice.text[twice.forward(0..2)], "ab");
        assert_eq!(twice.back(5), Some(0));
        assert_eq!(twice.back(0), None);
        assert_eq!(&twice.text[twice.forward(4..5)], "E");
        assert_eq!(twice.back(11), Some(6));
    }

    #[test]
    fn ranges_that_are_invalid_or_out_of_order_are_ignored() {
        let rewritten =
            Rewritten::from("aé").replace([(2..3, "x"), (0..1, "b"), (0..1, "c"), (3..9, "y")]);
        assert_eq!(rewritten.text, "bé");
    }

    #[test]
    fn a_text_does_not_outgrow_the_limit() {
        let long = "x".repeat(MAX_TEXT_BYTES / 2);
        let rewritten =
            Rewritten::from("aaa").replace([(0..1, &long), (1..2, &long), (2..3, &long)]);
        assert_eq!(rewritten.text.len(), long.len() + 2);
    }

    proptest! {
        #[test]
        fn a_place_outside_of_edits_survives_the_way_there_and_back(
            text in "[a-z]{0,40}",
            cuts in proptest::collection::vec((0usize..40, 0usize..4, "[A-Z]{0,3}"), 0..6),
        ) {
            let mut cuts: Vec<_> = cuts
                .into_iter()
                .map(|(start, length, text)| (start..start + length, text))
                .collect();
            cuts.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
            let rewritten = Rewritten::from(text.as_str()).replace(cuts);
            for (offset, letter) in rewritten.text.char_indices() {
                match rewritten.back(offset) {
                    None => prop_assert!(letter.is_ascii_uppercase()),
                    Some(original) => {
                        prop_assert_eq!(text[original..].chars().next(), Some(letter));
                        prop_assert_eq!(rewritten.forward(original..original + 1), offset..offset + 1);
                    }
                }
            }
        }
    }
}
