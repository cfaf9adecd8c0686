//! A search for several short texts in one pass. The standard library would need one pass for each text, and
//! a library's automaton would add more to the module than the rules that use it.

use crate::sort;

/// The texts of a search.
pub(crate) struct Needles<'n> {
    needles: &'n [&'n str],
    /// The needles' indices, sorted by their first two bytes.
    by_start: Vec<usize>,
    /// For each first byte, the start of its needles in `by_start`.
    firsts: [u16; 257],
    /// For each first byte, the set of second bytes of needles. Eight second bytes share one bit.
    begins: [u32; 256],
    /// For each second byte, the set of third bytes of needles, as in `begins`.
    continues: [u32; 256],
    ignores_case: bool,
}

impl<'n> Needles<'n> {
    /// Builds a search. Needles must not be empty.
    pub fn new(needles: &'n [&'n str]) -> Self {
        Self::with_case(needles, false)
    }

    /// Builds a search that ignores ASCII case. Needles must be lowercase.
    pub fn ignoring_ascii_case(needles: &'n [&'n str]) -> Self {
        Self::with_case(needles, true)
    }

    fn with_case(needles: &'n [&'n str], ignores_case: bool) -> Self {
        let (mut begins, mut continues) = ([0; 256], [0; 256]);
        for needle in needles {
            let needle = needle.as_bytes();
            begins[usize::from(needle[0])] |= bits(needle.get(1));
            match needle.get(1) {
                Some(second) => continues[usize::from(*second)] |= bits(needle.get(2)),
                None => continues = [u32::MAX; 256],
            }
        }
        let mut by_start: Vec<usize> = (0..needles.len()).collect();
        sort::by_key(&mut by_start, |number| start(needles[*number].as_bytes()));
        let mut firsts = [0; 257];
        for needle in needles {
            firsts[usize::from(needle.as_bytes()[0]) + 1] += 1;
        }
        for first in 0..256 {
            firsts[first + 1] += firsts[first];
        }
        Self {
            needles,
            by_start,
            firsts,
            begins,
            continues,
            ignores_case,
        }
    }

    /// Returns the offsets of all matches, each with the needle's index, in order. Matches may overlap.
    pub fn places(&self, text: &str) -> Vec<(usize, usize)> {
        let bytes = text.as_bytes();
        let mut places = Vec::new();
        // The first two bytes of a possible match. A space replaces the byte after the text's end, where only
        // needles of one byte fit.
        let (mut first, mut second) = (self.byte(bytes, 0), self.byte(bytes, 1));
        for at in 0..bytes.len() {
            let third = self.byte(bytes, at + 2);
            let may_begin = self.begins[usize::from(first)] & bits(Some(&second)) != 0
                && self.continues[usize::from(second)] & bits(Some(&third)) != 0;
            if may_begin {
                self.add_places(bytes, at, &mut places);
            }
            (first, second) = (second, third);
        }
        places
    }

    fn add_places(&self, bytes: &[u8], at: usize, places: &mut Vec<(usize, usize)>) {
        let first = usize::from(self.byte(bytes, at));
        let known = places.len();
        let from = usize::from(self.firsts[first])..usize::from(self.firsts[first + 1]);
        for number in &self.by_start[from] {
            let needle = self.needles[*number].as_bytes();
            if bytes.len() - at >= needle.len() && self.is_same(&bytes[at..], needle) {
                places.push((at, *number));
            }
        }
        // Needles of one byte come before longer ones.
        sort::by_key(&mut places[known..], |(_, number)| *number);
    }

    fn is_same(&self, bytes: &[u8], needle: &[u8]) -> bool {
        for (at, wanted) in needle.iter().enumerate() {
            if self.byte(bytes, at) != *wanted {
                return false;
            }
        }
        true
    }

    fn byte(&self, bytes: &[u8], at: usize) -> u8 {
        let byte = bytes.get(at).copied().unwrap_or(b' ');
        if self.ignores_case {
            byte.to_ascii_lowercase()
        } else {
            byte
        }
    }
}

/// Returns the first two bytes; the second is zero for needles of one byte.
fn start(needle: &[u8]) -> [u8; 2] {
    [needle[0], needle.get(1).copied().unwrap_or(0)]
}

/// Returns the bit of a byte, or all bits if there is no byte.
fn bits(byte: Option<&u8>) -> u32 {
    byte.map_or(u32::MAX, |byte| 1 << (byte & 31))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn needles_that_overlap_are_found_in_the_order_of_their_starts() {
        let needles = Needles::new(&["bc", "abc", "ab"]);
        assert_eq!(needles.places("xabcab"), [(1, 1), (1, 2), (2, 0), (4, 2)]);
    }

    #[test]
    fn lowercase_needles_match_uppercase_if_case_is_ignored() {
        let needles = Needles::ignoring_ascii_case(&["curl ", "é"]);
        assert_eq!(
            needles.places("CURL x; Curl é É curl"),
            [(0, 0), (8, 0), (13, 1)]
        );
        assert_eq!(Needles::new(&["curl "]).places("CURL x"), []);
    }

    proptest! {
        #[test]
        fn each_needle_is_found_where_the_text_goes_on_with_it(text in "[aé用户!`]{0,20}") {
            const NEEDLES: [&str; 6] = ["a", "é用", "户", "!`", "aa", "a!`"];
            let ours = Needles::new(&NEEDLES).places(&text);
            let starts = text.char_indices().map(|(at, _)| at);
            let theirs = starts.flat_map(|at| {
                let numbers = (0..NEEDLES.len()).filter(|number| text[at..].starts_with(NEEDLES[*number]));
                numbers.map(|number| (at, number)).collect::<Vec<_>>()
            });
            prop_assert_eq!(ours, theirs.collect::<Vec<_>>());
        }
    }
}
