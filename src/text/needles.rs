//! Searches for several short texts in one pass. With the standard library, each text would need
//! its own pass. The automaton of a crate would be larger than the rules that use this search.

use crate::sort;

/// A search for several short texts (needles), with tables that find them quickly.
pub(crate) struct Needles<'n> {
    needles: &'n [&'n str],
    /// The indices of the needles, sorted by the needles' first two bytes.
    by_start: Vec<usize>,
    /// For each needle, its first four bytes as a number, and a mask that selects the bits of these
    /// bytes. If a needle has fewer than four bytes, the mask selects fewer bits. The needles are
    /// in the order of `by_start`.
    heads: Vec<(u32, u32)>,
    /// For each byte, the position in `by_start` of the first needle that begins with that byte.
    firsts: [u16; 257],
    /// A bit for each pair of bytes: set if a needle begins with the pair. If case is ignored, bits
    /// for pairs in the other case are also set, so that most bytes of a text need no conversion.
    begins: Vec<u64>,
    /// A bit for the hash of each three bytes: set if a needle begins with the three bytes. If case
    /// is ignored, bits for bytes in the other case are also set. Several triples share a bit.
    triples: Vec<u64>,
    ignores_case: bool,
}

impl<'n> Needles<'n> {
    /// Builds a search for `needles`. No needle may be empty.
    pub fn new(needles: &'n [&'n str]) -> Self {
        Self::with_case(needles, false)
    }

    /// Builds a search for `needles` that ignores ASCII case. Needles must be lowercase and not
    /// empty.
    pub fn ignoring_ascii_case(needles: &'n [&'n str]) -> Self {
        Self::with_case(needles, true)
    }

    fn with_case(needles: &'n [&'n str], ignores_case: bool) -> Self {
        let (mut begins, mut triples) = (vec![0; 1 << 10], vec![0; 1 << (TRIPLES - 6)]);
        let cases = |byte: u8| {
            let upper = if ignores_case {
                byte.to_ascii_uppercase()
            } else {
                byte
            };
            [byte, upper]
        };
        for needle in needles {
            let needle = needle.as_bytes();
            let any: Vec<u8>;
            let seconds = match needle.get(1) {
                Some(second) => &cases(*second)[..],
                None => {
                    any = (0..=u8::MAX).collect();
                    &any
                }
            };
            let any_third: Vec<u8>;
            let thirds = match needle.get(2) {
                Some(third) => &cases(*third)[..],
                None => {
                    any_third = (0..=u8::MAX).collect();
                    &any_third
                }
            };
            for first in cases(needle[0]) {
                for second in seconds {
                    let (word, bit) = pair(first, *second);
                    begins[word] |= bit;
                    for third in thirds {
                        let (word, bit) = triple([first, *second, *third]);
                        triples[word] |= bit;
                    }
                }
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
        let heads = by_start
            .iter()
            .map(|number| head(needles[*number].as_bytes()))
            .collect();
        Self {
            needles,
            by_start,
            heads,
            firsts,
            begins,
            triples,
            ignores_case,
        }
    }

    /// Returns the byte offset of each match, with the index of the needle, in order. Matches may
    /// overlap.
    pub fn places(&self, text: &str) -> Vec<(usize, usize)> {
        let bytes = text.as_bytes();
        let mut places = Vec::new();
        let Ok(begins) = <&[u64; 1 << 10]>::try_from(&*self.begins) else {
            return places;
        };
        let mut both = usize::from(bytes.first().copied().unwrap_or_default());
        for (at, second) in bytes.iter().skip(1).enumerate() {
            // The current byte and the next byte, as one number.
            both = (both << 8 | usize::from(*second)) & 0xffff;
            if begins[both >> 6] & 1 << (both & 63) != 0 {
                let third = bytes.get(at + 2).copied();
                let may_begin = third.is_none_or(|third| {
                    let (word, bit) = triple([bytes[at], *second, third]);
                    self.triples[word] & bit != 0
                });
                if may_begin {
                    self.add_places(bytes, at, &mut places);
                }
            }
        }
        // At the last byte, only needles with one byte can match.
        if let Some(last) = bytes.len().checked_sub(1) {
            self.add_places(bytes, last, &mut places);
        }
        places
    }

    fn add_places(&self, bytes: &[u8], at: usize, places: &mut Vec<(usize, usize)>) {
        let (mut here, _) = head(&bytes[at..]);
        if self.ignores_case {
            here = u32::from_le_bytes(here.to_le_bytes().map(|byte| byte.to_ascii_lowercase()));
        }
        let first = (here & 0xff) as usize;
        let known = places.len();
        let from = usize::from(self.firsts[first])..usize::from(self.firsts[first + 1]);
        for index in from {
            let (head, mask) = self.heads[index];
            if here & mask != head {
                continue;
            }
            let number = self.by_start[index];
            let needle = self.needles[number].as_bytes();
            if bytes.len() - at >= needle.len() && self.is_same(&bytes[at..], needle) {
                places.push((at, number));
            }
        }
        if places.len() > known + 1 {
            // Needles with one byte are before longer needles.
            sort::by_key(&mut places[known..], |(_, number)| *number);
        }
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

/// Returns the first two bytes of a needle. If the needle has only one byte, the second is zero.
fn start(needle: &[u8]) -> [u8; 2] {
    [needle[0], needle.get(1).copied().unwrap_or(0)]
}

/// Returns the first four bytes of a text as a number, and a mask that selects the bits of these
/// bytes. If the text has fewer than four bytes, the missing bytes are zero in the number and in
/// the mask.
fn head(bytes: &[u8]) -> (u32, u32) {
    let (mut head, mut mask) = ([0; 4], [0; 4]);
    for (at, byte) in bytes.iter().take(4).enumerate() {
        (head[at], mask[at]) = (*byte, u8::MAX);
    }
    (u32::from_le_bytes(head), u32::from_le_bytes(mask))
}

/// Returns the position of the bit for a pair of bytes in the bit table (the field `begins`). The
/// position is the index of an element of the table, and a mask that selects the bit in this
/// element.
fn pair(first: u8, second: u8) -> (usize, u64) {
    let pair = usize::from(first) << 8 | usize::from(second);
    (pair >> 6, 1 << (pair & 63))
}

/// The binary logarithm of the number of bits in the table `triples`.
const TRIPLES: u32 = 14;

/// Returns the position of the bit for three bytes in the table `triples`: the index of an element
/// and a mask.
fn triple([first, second, third]: [u8; 3]) -> (usize, u64) {
    let bytes = u32::from_be_bytes([0, first, second, third]);
    let place = bytes.wrapping_mul(0x9e37_79b1) >> (32 - TRIPLES);
    ((place >> 6) as usize, 1 << (place & 63))
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
